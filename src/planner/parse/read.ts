import type { Budget } from '../language/budget.ts';
import type { Question } from '../language/question.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { findLinks } from '../link/links.ts';
import { findCovers } from './cover.ts';
import { type Interpretation, interpret } from './interpret.ts';

/** The likeliest readings of a question in one relation. */
export function interpretations(question: Question, lexicon: Lexicon, budget: Budget): Interpretation[] {
  const links = findLinks(question.tokens, lexicon, budget);
  return findCovers(question, links, lexicon, budget).map((cover) => interpret(cover, question, lexicon));
}
