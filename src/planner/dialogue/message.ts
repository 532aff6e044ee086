import { parseQuestion, type Question } from '../language/question.ts';
import type { Edit } from './edit.ts';
import { readEdit } from './read-edit.ts';

/** A message with what its wording does to the question before it. */
export interface Message {
  readonly question: Question;
  readonly edit: Edit;
}

/** @throws BudgetSpent when it is too long */
export function parseMessage(text: string): Message {
  const question = parseQuestion(text);
  return { question, edit: readEdit(question.message) };
}
