import type { CubeMetadata } from '../../contract/tools.ts';
import { type Budget, BudgetSpent, createBudget } from '../language/budget.ts';
import { parseQuestion } from '../language/question.ts';
import type { FoundValues } from '../link/lexicon.ts';
import { saysNothing } from '../parse/reading.ts';
import { decimals } from '../query/formats.ts';
import { scaleProbe, withScale } from '../query/scale.ts';
import { endsQuery, readEnds } from '../query/series.ts';
import { lookupSql, meantValues, proposeLookup } from '../query/value-lookup.ts';
import { planTitle } from '../query/wording.ts';
import { writeComparison, writeSql } from '../query/write-sql.ts';
import { writeAnswer } from './answer.ts';
import { findCertified } from './certified.ts';
import { type Conversation, readConversation, type SqlAnswer } from './conversation.ts';
import { writeDecline } from './decline.ts';
import { type Move, type PlannedCall, say, tooLong, withoutAnswer } from './move.ts';
import { maxSteps, readThread, type ThreadReader, type Understanding } from './understand.ts';

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
  const read = readThread(messages.slice(0, -1), cubes, context.today, budget);
  const earlier =
    read.lost === undefined
      ? undefined
      : lookupOf(read.lost.message, read.lost.unknown, cubes, undefined, answers);
  if (earlier?.move !== undefined && conversation.searches.length > 1) return earlier.move;
  const thread = earlier?.found === undefined ? read : read.supposing(earlier.found);
  const meaning = thread.understand(question);
  if (
    conversation.searches.length === 1 &&
    (meaning.kind === 'unclear' || meaning.cost > sureCost || isOpenEnded(cubes))
  )
    return searchAll();
  return understood({ thread, cubes, lastUuid: conversation.lastUuid }, question, meaning, answers);
}

/** Readings that cost more are held against those of the whole model. */
const sureCost = 1;

/** What a question is understood in. */
interface Setting {
  readonly thread: ThreadReader;
  readonly cubes: readonly CubeMetadata[];
  /** uuid of the earlier result that a follow-up builds on. */
  readonly lastUuid: string | undefined;
}

/** Whether a cube joins one that the search did not find, in which the words may have their meaning. */
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
  isLookedUp = false,
): Move {
  if (meaning.kind === 'unclear') {
    const [plan, rival] = meaning.rivals.map((it) => it.plan);
    const sqlQuery = plan === undefined || rival === undefined ? undefined : writeComparison(plan, rival);
    if (plan === undefined || sqlQuery === undefined || meaning.reading === undefined)
      return lookUp(setting, question, meaning, answers, isLookedUp);
    const compared = answers.find((answer) => answer.sqlQuery === sqlQuery);
    if (compared === undefined)
      return query('The question has two readings: looking whether they differ.', [
        {
          sqlQuery,
          queryTitle: 'Whether two readings agree',
          description: 'One row if both readings give the same figures.',
          userRequest: question,
        },
      ]);
    // Where both give the same figures it does not matter which was meant.
    if (compared.rows.length === 0) return lookUp(setting, question, meaning, answers, true);
    const settled: Understanding = {
      kind: 'plan',
      plan,
      reading: meaning.reading,
      followUp: meaning.followUp,
      leftAside: [],
      cost: meaning.cost,
    };
    return understood(setting, question, settled, answers, isLookedUp);
  }
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
  isLookedUp: boolean,
): Move {
  // A greeting has its answer.
  const isSmallTalk =
    unclear.reading !== undefined && saysNothing(unclear.reading) && unclear.unknown.length === 0;
  const decline = (isSmallTalk ? say : withoutAnswer)(
    `Not understood: ${unclear.unknown.join(', ') || (unclear.missing ?? 'what is asked')}`,
    writeDecline(unclear, cubes),
  );
  if (isSmallTalk || isLookedUp) return decline;
  const lookup = lookupOf(question, unclear.unknown, cubes, unclear.reading?.lexicon.cube.name, answers);
  if (lookup?.move !== undefined) return lookup.move;
  if (lookup?.found === undefined) return decline;
  const known = thread.supposing(lookup.found);
  return understood(
    { thread: known, cubes, lastUuid: undefined },
    question,
    known.understand(question),
    answers,
    true,
  );
}

/** Looks for unknown words of a message among the values of the data: the move that does, or what it found. */
function lookupOf(
  message: string,
  unknown: readonly string[],
  cubes: readonly CubeMetadata[],
  nearest: string | undefined,
  answers: readonly SqlAnswer[],
): { readonly move?: Move; readonly found?: readonly FoundValues[] } | undefined {
  const lookup = proposeLookup(message, unknown, cubes, nearest);
  if (lookup === undefined) return undefined;
  const sqlQuery = lookupSql(lookup);
  const answer = answers.find((it) => it.sqlQuery === sqlQuery);
  const sought = lookup.texts.map(({ text }) => `"${text}"`).join(', ');
  if (answer === undefined) {
    const description = `Looks up how the data spells ${sought}.`;
    return {
      move: query(`Looking for ${sought} in the data.`, [
        { sqlQuery, queryTitle: `Values like ${sought}`, description, userRequest: message },
      ]),
    };
  }
  const found = meantValues(lookup, answer.rows);
  return found.length === 0 ? undefined : { found };
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
