import type { CubeMetadata } from '../../contract/tools.ts';
import { type Budget, BudgetSpent, createBudget } from '../language/budget.ts';
import { asksForChange } from '../language/change-requests.ts';
import { asTyped } from '../language/german.ts';
import { type ModelQuestion, modelQuestionOf } from '../language/model-questions.ts';
import { parseQuestion } from '../language/question.ts';
import { rememberedLast } from '../language/remembered.ts';
import { socialOf } from '../language/social.ts';
import { lexiconsOf } from '../link/lexicons.ts';
import { mayExtend } from '../link/role-cubes.ts';
import type { Plan } from '../query/plan.ts';
import { planTitle } from '../query/wording.ts';
import { writeComparison } from '../query/write-sql.ts';
import { aboutModel, extentAnswer } from './about-model.ts';
import { certifiedAnswer, findCertified } from './certified.ts';
import { type Conversation, readConversation, type SqlAnswer } from './conversation.ts';
import { examplesOfModel } from './examples.ts';
import { understood } from './meaning-move.ts';
import { failure, type Move, query, say, tooLong, withoutAnswer } from './move.ts';
import { isRefusal } from './picked.ts';
import { maxSteps, readThread, type ThreadReader } from './thread-reader.ts';
import { lookupOf } from './unknown-words.ts';

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
  const question = conversation.turns.at(-1)?.message ?? '';
  const { noDay } = parseQuestion(question).dates;
  if (noDay !== undefined)
    return withoutAnswer(
      'A day is named that no calendar has.',
      speech.decline.noDay(noDay.replace(/\p{L}+/gu, (word) => asTyped(word, question))),
    );
  if (asksForChange(question, conversation.turns.length <= 1))
    return withoutAnswer('The data is to be changed, which nothing here does.', speech.decline.onlyReads);
  if (isRefusal(question, conversation.turns.at(-2)?.offered ?? []))
    return withoutAnswer('Nothing of what was offered is meant.', speech.decline.otherWords);
  const social = socialOf(question);
  if (social === 'thanks') return say('Thanks need no data.', speech.decline.welcome);
  if (nothingButWhy.test(question)) return withoutAnswer('A cause is asked for.', speech.decline.noCauses);
  if (conversation.searches.length === 0) return search(conversation, question);
  const failed = conversation.searches.find((it) => it.error !== undefined);
  if (failed !== undefined) return withoutAnswer('', speech.decline.noModel(failed.error ?? ''));
  if (social === 'greeting') return conversation.searches.length === 1 ? searchAll() : greet(conversation);
  return proceed(conversation, question, budget, social === 'complaint');
}

function greet(conversation: Conversation): Move {
  const { speech, context } = conversation;
  const examples = examplesOfModel(lexiconsOf(relationsOf(conversation), context.today), speech);
  const { greeting, examples: like } = speech.decline;
  return say(
    'A greeting.',
    examples.length === 0 ? greeting : `${greeting} ${like(examples.map(speech.quoted))}`,
  );
}

const nothingButWhy =
  /^\W*(?:(?:but|and|so|aber|und) )?(?:why|how come|warum|wieso)(?: (?:is|was|are|were|did|does|do|ist|war|sind) (?:that|this|it|they|das|es)(?: (?:so|happen))?)?\W*$/i;

function search({ turns }: Conversation, question: string): Move {
  // A follow-up names only what changes: the question before it says which relation is meant.
  const searchQuery = turns
    .slice(-3)
    .map(({ message }) => message)
    .join(' ')
    .slice(-1_000);
  return {
    thinking: `Looking up which relations of the data model speak of: ${question}`,
    text: '',
    calls: [{ toolName: 'svcMeta', input: { searchQuery } }],
  };
}

function searchAll(): Move {
  return {
    thinking: 'Not all of it is there: looking over the whole data model.',
    text: '',
    calls: [{ toolName: 'svcMeta', input: { searchQuery: '' } }],
  };
}

/** @param isComplaint it asks nothing, and says that the answer before is wrong */
function proceed(conversation: Conversation, question: string, budget: Budget, isComplaint: boolean): Move {
  const { context, turns, searches, answers, past, speech } = conversation;
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
  const read = threads(
    JSON.stringify([context.today, turns.slice(0, -1), searches.map(({ text }) => text)]),
    () =>
      readThread(turns.slice(0, -1), cubes, context.today, budget, (one, other) =>
        isSettled(one, other, past),
      ),
  );
  const { thread, move } = withNames(read, conversation, cubes, budget);
  // Whatever goes on from names that were found in the data has to find them again.
  if (move !== undefined) return searches.length > 1 ? move : searchAll();
  if (isComplaint)
    return withoutAnswer(
      'The answer before is doubted.',
      speech.decline.complaint(thread.answered && planTitle(thread.answered, speech)),
    );
  const meaning = thread.understand(question, budget);
  const isOfAny = meaning.kind === 'plan' && meaning.reading.implied && !meaning.followUp;
  const isSure = meaning.kind === 'plan' && meaning.cost <= sureCost && !isOfAny;
  // Where the data ends is known of the whole model only.
  const isOfEnd = meaning.kind === 'plan' && meaning.plan.time?.dataEnd !== undefined;
  // "All recruiters again": what the messages before it were of is not among what the last few speak of.
  const isLost = read.lost !== undefined;
  if (searches.length === 1 && (!isSure || isOfEnd || isLost || isOpenEnded(cubes))) return searchAll();
  return understood(
    { thread, cubes, lastUuid: conversation.lastUuid, speech, budget },
    question,
    meaning,
    answers,
  );
}

/** A thread with the names that its messages have from the data, one message after the other, or the move that looks for the next ones. */
function withNames(
  read: ThreadReader,
  { answers, past, speech }: Conversation,
  cubes: readonly CubeMetadata[],
  budget: Budget,
): { readonly thread: ThreadReader; readonly move?: Move | undefined } {
  let thread = read;
  const sought = new Set<string>();
  for (;;) {
    const { lost } = thread;
    if (lost === undefined || sought.has(lost.message)) return { thread };
    sought.add(lost.message);
    const { found, move } =
      lookupOf(lost.message, lost.unknown, cubes, undefined, [...answers, ...past], speech) ?? {};
    if (found === undefined) return { thread, move };
    thread = thread.supposing(found, budget);
  }
}

/** The answer to a question about the model; undefined where it may be one about the data. */
function ofModel(
  asked: ModelQuestion,
  { answers, speech, context: { today } }: Conversation,
  cubes: readonly CubeMetadata[],
  question: string,
): Move | undefined {
  const found = aboutModel(asked, cubes, speech);
  if (found === undefined) return undefined;
  if (found.kind === 'said' && asked.asks === 'contents' && asked.of === '') {
    const examples = examplesOfModel(lexiconsOf(cubes, today), speech).map(speech.quoted);
    const text = examples.length === 0 ? '' : ` ${speech.decline.examples(examples)}`;
    return say('Asked of the data model.', `${found.text}${text}`);
  }
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

/** Whether a cube joins or extends one that the search did not find, in which the words may have their meaning. */
function isOpenEnded(cubes: readonly CubeMetadata[]): boolean {
  const known = new Set(cubes.map(({ name }) => name));
  return cubes.some((it) => it.joins?.some((name) => !known.has(name)) === true || mayExtend(it));
}

function relationsOf({ searches }: Conversation): readonly CubeMetadata[] {
  const byName = new Map<string, CubeMetadata>();
  for (const { cubes } of searches)
    for (const cube of cubes) if (!byName.has(cube.name)) byName.set(cube.name, cube);
  return [...byName.values()];
}
