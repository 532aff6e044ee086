import type { CubeMetadata } from '../../semantic/metadata.ts';
import { writeAnswer } from './answer.ts';
import { findCertified } from './certified.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { writeDecline } from './decline.ts';
import { decimals } from './formats.ts';
import { scaleProbe, withScale } from './scale.ts';
import { writeSql } from './sql.ts';
import { understand } from './understand.ts';
import { planTitle } from './wording.ts';

export interface PlannedCall {
  readonly toolName: 'svcMeta' | 'svcSqlApi';
  readonly input: Readonly<Record<string, string>>;
}

/** What the planner says and does in one step. */
export interface Move {
  readonly thinking: string;
  readonly text: string;
  readonly calls: readonly PlannedCall[];
}

/** Search the model, run one query, answer; or say why not. The same prompt always gives the same move. */
export function nextMove(prompt: Parameters<typeof readConversation>[0]): Move {
  const conversation = readConversation(prompt);
  const question = conversation.messages.at(-1) ?? '';
  if (conversation.searches.length === 0) return search(conversation, question);
  const failed = conversation.searches.find((it) => it.error !== undefined);
  if (failed !== undefined) return say('', `I could not read the data model: ${failed.error ?? ''}`);
  return proceed(conversation, question);
}

function say(thinking: string, text: string): Move {
  return { thinking, text, calls: [] };
}

function search({ messages }: Conversation, question: string): Move {
  // A follow-up names only what changes: the question before it says which relation is meant.
  const searchQuery = messages.slice(-3).join(' ').slice(-1_000);
  return {
    thinking: `Looking up which relations of the data model speak of: ${question}`,
    text: '',
    calls: [{ toolName: 'svcMeta', input: { searchQuery } }],
  };
}

function proceed(conversation: Conversation, question: string): Move {
  const { context, messages, answers } = conversation;
  const cubes = relationsOf(conversation);
  const certified = findCertified(question, context.certifiedQueries);
  const [answer] = answers;
  if (certified !== undefined) {
    if (answer === undefined) {
      return query('A certified query answers this question.', {
        sqlQuery: certified.sql,
        queryTitle: certified.question,
        description: `Certified query: ${certified.question}`,
        userRequest: question,
      });
    }
    return say(
      '',
      answer.error === undefined ? certifiedAnswer(certified.question, answer) : failure(answer.error),
    );
  }
  const understood = understand(messages, cubes, context.today);
  if (understood.kind === 'unclear') {
    return say(
      `Not understood: ${understood.unknown.join(', ') || (understood.missing ?? 'what is asked')}`,
      writeDecline(understood, cubes),
    );
  }
  const probe = scaleProbe(understood.plan);
  if (probe !== undefined && answer === undefined) {
    return query('A percentage is compared: looking up whether the measure counts in hundredths.', {
      ...probe,
      userRequest: question,
    });
  }
  const result = probe === undefined ? answer : answers[1];
  const plan =
    probe === undefined || answer === undefined ? understood.plan : withScale(understood.plan, answer);
  if (result === undefined) {
    const title = planTitle(plan);
    return query(`Querying ${plan.cube.name}: ${title}.`, {
      sqlQuery: writeSql(plan),
      queryTitle: title,
      description: `${title}, from ${plan.cube.title}.`,
      userRequest: question,
      ...(understood.followUp && conversation.lastUuid !== undefined
        ? { memoryId: conversation.lastUuid }
        : {}),
    });
  }
  if (result.error !== undefined) return say('', failure(result.error));
  return say('The result is in.', writeAnswer(plan, result));
}

function query(thinking: string, input: PlannedCall['input']): Move {
  return { thinking, text: '', calls: [{ toolName: 'svcSqlApi', input }] };
}

function failure(error: string): string {
  return `I could not get the figures: ${error}`;
}

function relationsOf({ searches }: Conversation): readonly CubeMetadata[] {
  const byName = new Map<string, CubeMetadata>();
  for (const { cubes } of searches)
    for (const cube of cubes) if (!byName.has(cube.name)) byName.set(cube.name, cube);
  return [...byName.values()];
}

function certifiedAnswer(question: string, answer: Conversation['answers'][number]): string {
  const [row] = answer.rows;
  if (row === undefined) return `The certified query "${question}" returns no rows.`;
  const cells = answer.columns.map(
    (column, index) => `${column.replaceAll('_', ' ')} ${String(row[index] ?? 'unknown')}`,
  );
  const rest = answer.totalRows > 1 ? ` It is the first of ${decimals(answer.totalRows, 0)} rows.` : '';
  return `By the certified query "${question}": ${cells.join(', ')}.${rest}`;
}
