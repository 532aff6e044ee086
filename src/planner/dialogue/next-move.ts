import type { CubeMetadata } from '../../contract/tools.ts';
import { type Budget, BudgetSpent, createBudget } from '../language/budget.ts';
import { askedMark } from '../language/chart-words.ts';
import { asTyped } from '../language/german.ts';
import { type ModelQuestion, modelQuestionOf } from '../language/model-questions.ts';
import { parseQuestion } from '../language/question.ts';
import { rememberedLast } from '../language/remembered.ts';
import type { FoundValues } from '../link/lexicon.ts';
import { saysNothing } from '../parse/reading.ts';
import { haveNamesakes, namesakeProbe } from '../query/namesakes.ts';
import type { Plan } from '../query/plan.ts';
import { scaleProbe, withScale } from '../query/scale.ts';
import { endsQuery, readEnds } from '../query/series.ts';
import { lookupSql, meantValues, proposeLookup } from '../query/value-lookup.ts';
import { type Probe, readWhole, wholeQuery } from '../query/whole.ts';
import { planTitle } from '../query/wording.ts';
import { writeComparison, writeSql } from '../query/write-sql.ts';
import type { Speech } from '../speech/english.ts';
import { aboutModel, extentAnswer } from './about-model.ts';
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
  const { speech } = conversation;
  const question = conversation.messages.at(-1) ?? '';
  const { noDay } = parseQuestion(question).dates;
  if (noDay !== undefined)
    return withoutAnswer(
      'A day is named that no calendar has.',
      speech.decline.noDay(noDay.replace(/\p{L}+/gu, (word) => asTyped(word, question))),
    );
  if (conversation.searches.length === 0) return search(conversation, question);
  const failed = conversation.searches.find((it) => it.error !== undefined);
  if (failed !== undefined) return withoutAnswer('', speech.decline.noModel(failed.error ?? ''));
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
  const { context, messages, searches, answers, past, speech } = conversation;
  const cubes = relationsOf(conversation);
  const certified = findCertified(question, context.certifiedQueries);
  const [answer] = answers;
  if (certified !== undefined) {
    if (answer === undefined) {
      return query('A certified query answers this question.', [
        {
          sqlQuery: certified.sql,
          queryTitle: certified.question,
          description: speech.query.certified(certified.question),
          userRequest: question,
        },
      ]);
    }
    return answer.error === undefined
      ? say('', certifiedAnswer(certified.question, answer, speech))
      : failure(answer.error, speech);
  }
  const asked = modelQuestionOf(question);
  if (asked !== undefined) {
    if (searches.length === 1) return searchAll();
    const move = ofModel(asked, conversation, cubes, question);
    if (move !== undefined) return move;
  }
  const read = threads(JSON.stringify([context.today, messages, searches.map(({ text }) => text)]), () =>
    readThread(messages.slice(0, -1), cubes, context.today, budget, (one, other) =>
      isSettled(one, other, past),
    ),
  );
  const earlier =
    read.lost === undefined
      ? undefined
      : lookupOf(read.lost.message, read.lost.unknown, cubes, undefined, answers, speech);
  if (earlier?.move !== undefined && searches.length > 1) return earlier.move;
  const thread = earlier?.found === undefined ? read : read.supposing(earlier.found, budget);
  const meaning = thread.understand(question, budget);
  if (searches.length === 1 && (meaning.kind === 'unclear' || meaning.cost > sureCost || isOpenEnded(cubes)))
    return searchAll();
  return understood(
    { thread, cubes, lastUuid: conversation.lastUuid, speech, budget },
    question,
    meaning,
    answers,
  );
}

/** The answer to a question about the model; undefined where it may be one about the data. */
function ofModel(
  asked: ModelQuestion,
  { answers, speech }: Conversation,
  cubes: readonly CubeMetadata[],
  question: string,
): Move | undefined {
  const found = aboutModel(asked, cubes, speech);
  if (found === undefined) return undefined;
  if (found.kind === 'said')
    return (found.isKnown ? say : withoutAnswer)('Asked of the data model.', found.text);
  const { probe, dimension } = found;
  const answer = answers.find(({ sqlQuery }) => sqlQuery === probe.sqlQuery);
  if (answer === undefined)
    return query('Asked of the data as a whole: looking up its first and last date.', [
      { ...probe, userRequest: question },
    ]);
  return answer.error === undefined
    ? say('The dates are in.', extentAnswer(dimension, answer.rows, speech))
    : failure(answer.error, speech);
}

/**
 * Of the turns that are running: each step of a turn brings the same messages and search results again. What is read out of
 * them takes some forty bytes for each of their characters.
 */
const threads = rememberedLast<ThreadReader>({ characters: 500_000 });

/** Whether two readings of an earlier message gave the same figures, so that nobody was asked between them. */
function isSettled(one: Plan, other: Plan, past: readonly SqlAnswer[]): boolean {
  const sqlQuery = writeComparison(one, other);
  return past.some((answer) => answer.sqlQuery === sqlQuery && answer.rows.length > 0);
}

/** Readings that cost more are held against those of the whole model. */
const sureCost = 1;

/** What a question is understood in. */
interface Setting {
  readonly thread: ThreadReader;
  readonly cubes: readonly CubeMetadata[];
  /** uuid of the earlier result that a follow-up builds on. */
  readonly lastUuid: string | undefined;
  readonly speech: Speech;
  readonly budget: Budget;
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
          queryTitle: setting.speech.query.agree,
          description: setting.speech.query.agreeAs,
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
  const { speech } = setting;
  const probe = scaleProbe(meaning.plan, speech);
  const scale = probe && answerTo(probe);
  if (probe !== undefined && scale === undefined) {
    return query('A percentage is compared: looking up whether the measure counts in hundredths.', [
      { ...probe, userRequest: question },
    ]);
  }
  const plan = scale === undefined ? meaning.plan : withScale(meaning.plan, scale);
  const namesakes = namesakeProbe(plan, speech);
  const told = namesakes && answerTo(namesakes);
  if (namesakes !== undefined && told === undefined)
    return query('Things are counted one by one: looking up whether their names tell them apart.', [
      { ...namesakes, userRequest: question },
    ]);
  if (told !== undefined && haveNamesakes(told)) {
    const { namesakes: reason, noNumber } = speech.decline;
    const name = plan.countGroups?.dimension.title ?? '';
    return withoutAnswer('Names are shared.', `${reason(name)}${noNumber}`);
  }
  const [whole, ends] = [wholeQuery(plan, speech), endsQuery(plan, speech)];
  const sqlQuery = writeSql(plan);
  const result = answerTo({ sqlQuery });
  const mark = askedMark(parseQuestion(question).message);
  if (result === undefined) {
    const probes = [whole, ends].filter((it): it is Probe => it !== undefined && answerTo(it) === undefined);
    // In a step of their own: what is shown is the last result to come.
    if (probes.length > 0)
      return query(
        'Looking up what the figures are part of.',
        probes.map((it) => ({ ...it, userRequest: question })),
      );
    const title = planTitle(plan, speech);
    return query(`Querying ${plan.cube.name}: ${title}.`, [
      {
        sqlQuery,
        queryTitle: title,
        description: speech.query.from(title, plan.cube.title),
        userRequest: question,
        ...(mark === undefined ? {} : { vegaSpec: JSON.stringify({ mark }) }),
        ...(meaning.followUp && setting.lastUuid !== undefined ? { memoryId: setting.lastUuid } : {}),
      },
    ]);
  }
  if (result.error !== undefined) return failure(result.error, speech);
  const background = {
    whole: readWhole(whole && answerTo(whole)),
    ends: readEnds(ends && answerTo(ends)?.rows[0], plan.groups.length),
  };
  const answer = writeAnswer(plan, result, background, speech);
  const isDrawn = mark === undefined || result.chart?.match(/"mark":(?:\{"type":)?"(\w+)"/)?.[1] === mark;
  return say('The result is in.', isDrawn ? answer : `${answer} ${speech.undrawn[mark]}`);
}

/** Unknown words may be a value that the metadata does not list: they are looked for before the question is declined. */
function lookUp(
  { thread, cubes, speech, budget }: Setting,
  question: string,
  unclear: Extract<Understanding, { kind: 'unclear' }>,
  answers: readonly SqlAnswer[],
  isLookedUp: boolean,
): Move {
  // A greeting has its answer.
  const isSmallTalk =
    unclear.reading !== undefined && saysNothing(unclear.reading) && unclear.unknown.length === 0;
  const decline = (isSmallTalk ? say : withoutAnswer)(
    `Not understood: ${unclear.unknown.join(', ') || (unclear.missing?.about ?? 'what is asked')}`,
    writeDecline(unclear, question, speech),
  );
  if (isSmallTalk || isLookedUp) return decline;
  const lookup = lookupOf(
    question,
    unclear.unknown,
    cubes,
    unclear.reading?.lexicon.cube.name,
    answers,
    speech,
  );
  if (lookup?.move !== undefined) return lookup.move;
  if (lookup?.found === undefined) return decline;
  const known = thread.supposing(lookup.found, budget);
  return understood(
    { thread: known, cubes, lastUuid: undefined, speech, budget },
    question,
    known.understand(question, budget),
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
  speech: Speech,
): { readonly move?: Move; readonly found?: readonly FoundValues[] } | undefined {
  const lookup = proposeLookup(message, unknown, cubes, nearest);
  if (lookup === undefined) return undefined;
  const sqlQuery = lookupSql(lookup);
  const answer = answers.find((it) => it.sqlQuery === sqlQuery);
  const sought = lookup.texts.map(({ text }) => speech.quoted(text)).join(', ');
  if (answer === undefined) {
    const { spelled, like } = speech.query;
    return {
      move: query(`Looking for ${sought} in the data.`, [
        { sqlQuery, queryTitle: like(sought), description: spelled(sought), userRequest: message },
      ]),
    };
  }
  const found = meantValues(lookup, answer.rows);
  return found.length === 0 ? undefined : { found };
}

function query(thinking: string, inputs: readonly PlannedCall['input'][]): Move {
  return { thinking, text: '', calls: inputs.map((input) => ({ toolName: 'svcSqlApi', input })) };
}

function failure(error: string, { decline }: Speech): Move {
  return withoutAnswer('', decline.noFigures(error));
}

function relationsOf({ searches }: Conversation): readonly CubeMetadata[] {
  const byName = new Map<string, CubeMetadata>();
  for (const { cubes } of searches)
    for (const cube of cubes) if (!byName.has(cube.name)) byName.set(cube.name, cube);
  return [...byName.values()];
}

function certifiedAnswer(question: string, { columns, rows, totalRows }: SqlAnswer, speech: Speech): string {
  const { none, some, unknown } = speech.certified;
  const [row] = rows;
  if (row === undefined) return none(question);
  const cells = columns.map((column, at) => {
    const value = row[at] ?? unknown;
    return `${column.replaceAll('_', ' ')} ${typeof value === 'number' ? speech.number(value, 4) : String(value)}`;
  });
  return some(question, cells, totalRows > 1 ? speech.number(totalRows, 0) : undefined);
}
