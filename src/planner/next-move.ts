import type { CubeMetadata } from '../semantic/metadata.ts';
import { writeAnswer } from './answer.ts';
import { type Budget, BudgetSpent, createBudget } from './budget.ts';
import { findCertified } from './certified.ts';
import { type Conversation, readConversation, type SqlAnswer } from './conversation.ts';
import { writeDecline } from './decline.ts';
import { decimals } from './formats.ts';
import { type Move, type PlannedCall, say, tooLong, withoutAnswer } from './move.ts';
import { parseQuestion } from './question.ts';
import { saysNothing } from './reading.ts';
import { scaleProbe, withScale } from './scale.ts';
import { endsQuery, readEnds } from './series.ts';
import { writeSql } from './sql.ts';
import { maxSteps, readThread, type ThreadReader, type Understanding } from './understand.ts';
import { lookupSql, meantValues, proposeLookup } from './value-lookup.ts';
import { planTitle } from './wording.ts';

/**
 * Search the model, run one query, answer; or say why not. The same prompt always gives the same move.
 * @param budget of the question's reading; a question that takes more is answered by saying so
 */
export function nextMove(
  prompt: Parameters<typeof readConversation>[0],
  budget: Budget = createBudget(maxSteps),
): Move {
  try {
    return moveIn(readConversation(prompt), budget);
  } catch (error) {
    if (error instanceof BudgetSpent) return tooLong;
    throw error;
  }
}

function moveIn(conversation: Conversation, budget: Budget): Move {
  const question = conversation.messages.at(-1) ?? '';
  parseQuestion(question);
  if (conversation.searches.length === 0) return search(conversation, question);
  const failed = conversation.searches.find((it) => it.error !== undefined);
  if (failed !== undefined)
    return withoutAnswer('', `I could not read the data model: ${failed.error ?? ''}`);
  return proceed(conversation, question, budget);
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

function proceed(conversation: Conversation, question: string, budget: Budget): Move {
  const { context, messages, answers } = conversation;
  const cubes = relationsOf(conversation);
  const certified = findCertified(question, context.certifiedQueries);
  const [answer] = answers;
  if (certified !== undefined) {
    if (answer === undefined) {
      return query('A certified query answers this question.', [
        {
          sqlQuery: certified.sql,
          queryTitle: certified.question,
          description: `Certified query: ${certified.question}`,
          userRequest: question,
        },
      ]);
    }
    return answer.error === undefined
      ? say('', certifiedAnswer(certified.question, answer))
      : failure(answer.error);
  }
  const thread = readThread(messages.slice(0, -1), cubes, context.today, budget);
  const meaning = thread.understand(question);
  if (conversation.searches.length === 1 && (meaning.kind === 'unclear' || isOpenEnded(cubes)))
    return searchAll();
  return understood({ thread, cubes, lastUuid: conversation.lastUuid }, question, meaning, answers);
}

/** What a question is understood in. */
interface Setting {
  readonly thread: ThreadReader;
  readonly cubes: readonly CubeMetadata[];
  /** uuid of the earlier result that a follow-up builds on. */
  readonly lastUuid: string | undefined;
}

/** What the words mean may lie in a cube that they do not name but that one which they name joins. */
function isOpenEnded(cubes: readonly CubeMetadata[]): boolean {
  const known = new Set(cubes.map(({ name }) => name));
  return cubes.some(({ joins = [] }) => joins.some((name) => !known.has(name)));
}

function searchAll(): Move {
  return {
    thinking: 'Not all of it is there: looking over the whole data model.',
    text: '',
    calls: [{ toolName: 'svcMeta', input: { searchQuery: '' } }],
  };
}

function understood(
  setting: Setting,
  question: string,
  meaning: Understanding,
  answers: readonly SqlAnswer[],
): Move {
  if (meaning.kind === 'unclear') return lookUp(setting, question, meaning, answers);
  const answerTo = ({ sqlQuery }: { readonly sqlQuery: string }): SqlAnswer | undefined =>
    answers.find((answer) => answer.sqlQuery === sqlQuery);
  const probe = scaleProbe(meaning.plan);
  const scale = probe && answerTo(probe);
  if (probe !== undefined && scale === undefined) {
    return query('A percentage is compared: looking up whether the measure counts in hundredths.', [
      { ...probe, userRequest: question },
    ]);
  }
  const plan = scale === undefined ? meaning.plan : withScale(meaning.plan, scale);
  const ends = endsQuery(plan);
  const ended = ends && answerTo(ends);
  if (ends !== undefined && ended === undefined) {
    return query('More rows than can be seen at once: looking up the ends of the whole series.', [
      { ...ends, userRequest: question },
    ]);
  }
  const sqlQuery = writeSql(plan);
  const result = answerTo({ sqlQuery });
  if (result === undefined) {
    const title = planTitle(plan);
    return query(`Querying ${plan.cube.name}: ${title}.`, [
      {
        sqlQuery,
        queryTitle: title,
        description: `${title}, from ${plan.cube.title}.`,
        userRequest: question,
        ...(meaning.followUp && setting.lastUuid !== undefined ? { memoryId: setting.lastUuid } : {}),
      },
    ]);
  }
  if (result.error !== undefined) return failure(result.error);
  return say('The result is in.', writeAnswer(plan, result, readEnds(ended?.rows[0])));
}

/** Unknown words may be a value that the metadata does not list: they are looked for before the question is declined. */
function lookUp(
  { thread, cubes }: Setting,
  question: string,
  unclear: Extract<Understanding, { kind: 'unclear' }>,
  answers: readonly SqlAnswer[],
): Move {
  // A greeting has its answer.
  const isSmallTalk = unclear.reading !== undefined && saysNothing(unclear.reading);
  const decline = (isSmallTalk ? say : withoutAnswer)(
    `Not understood: ${unclear.unknown.join(', ') || (unclear.missing ?? 'what is asked')}`,
    writeDecline(unclear, cubes),
  );
  const lookup = proposeLookup(question, unclear, thread, cubes);
  if (lookup === undefined) return decline;
  const { cube, text, dimensions } = lookup;
  const lookups = dimensions.map((dimension) => {
    const sqlQuery = lookupSql(lookup, dimension);
    return { dimension, sqlQuery, answer: answers.find((answer) => answer.sqlQuery === sqlQuery) };
  });
  // Made side by side, they end in any order, and some may be missing when the turn was interrupted.
  const open = lookups.filter(({ answer }) => answer === undefined);
  if (open.length > 0) {
    const isBegun = open.length < lookups.length;
    return query(
      isBegun ? '' : `Looking for "${text}" among the values of ${cube.title}.`,
      open.map(({ dimension, sqlQuery }) => ({
        sqlQuery,
        queryTitle: `${dimension.title} like "${text}"`,
        description: `Looks up how the data spells "${text}".`,
        userRequest: question,
      })),
    );
  }
  const found = lookups.map(({ dimension, answer }) => ({
    dimension,
    values: (answer?.rows ?? []).flatMap(([value]) => (typeof value === 'string' ? [value] : [])),
  }));
  const meant = meantValues(text, found);
  if (meant.length === 0) return decline;
  // "Company 5" may be found as one of its spellings: the question then names it as the data does.
  const spelled = meant[0]?.values[0] ?? text;
  const known = thread.supposing(meant);
  return understood(
    { thread: known, cubes, lastUuid: undefined },
    question,
    known.understand(question.replace(text, () => spelled)),
    answers.filter((answer) => !lookups.some((it) => it.answer === answer)),
  );
}

function query(thinking: string, inputs: readonly PlannedCall['input'][]): Move {
  return { thinking, text: '', calls: inputs.map((input) => ({ toolName: 'svcSqlApi', input })) };
}

function failure(error: string): Move {
  return withoutAnswer('', `I could not get the figures: ${error}`);
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
