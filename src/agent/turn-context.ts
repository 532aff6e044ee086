import type { SystemModelMessage, UserModelMessage } from 'ai';
import { readToolInput } from '../contract/read-tool-call.ts';
import type { CubeMetadata } from '../contract/tools.ts';
import { AppError } from '../errors.ts';
import { namedValues } from '../semantic/search/named-values.ts';
import { askedWords } from '../semantic/search/words.ts';
import type { HistoryEntry, TurnRequest } from '../services/chat/turn.ts';
import { cacheMark } from './cache-marks.ts';
import { describeMatches, describeModel, membersSaid } from './describe-relations.ts';
import { questionMessage, systemPrompt } from './prompt.ts';
import { relevantQueries } from './relevant-queries.ts';

/** A data model that takes no more is part of the prompt, so that no question needs a search. */
const maxModelCharacters = 20_000;
/** Of the relations in the notes on a question. */
const maxMatchCharacters = 9_000;
/** Dimensions of which the notes list values, and values of each. */
const maxNamedDimensions = 10;
const maxNamedValues = 5;
/** Earlier questions that say what a follow-up is about. */
const earlierQuestions = 2;

/** What a turn begins with, behind and before the history of its thread. */
export interface TurnContext {
  readonly instructions: SystemModelMessage;
  readonly question: UserModelMessage;
  /** JSON text of the notes in it, which later turns begin with too. */
  readonly notes: string | undefined;
  /** Relations that were read for it. */
  readonly cubes: readonly CubeMetadata[];
}

/** The planner reads the context alone, and searches the data model itself. */
export function plannerContext(request: TurnRequest): TurnContext {
  const { certifiedQueries } = request.agent;
  return {
    instructions: systemPrompt({ ...request, relations: [], model: undefined, certifiedQueries }),
    question: { role: 'user', content: request.input },
    notes: undefined,
    cubes: [],
  };
}

/**
 * For a language model: the data model as far as it fits, and notes on the question, all as far as the user may see it.
 * @param earlier notes that stand in the thread
 */
export async function readTurnContext(
  request: TurnRequest,
  earlier: readonly string[],
): Promise<TurnContext> {
  const { agent, data, input, history } = request;
  const relations = data.relations();
  const [cubes, matches] = await Promise.all([
    describeModel(relations, maxModelCharacters) === undefined ? [] : search(request, ''),
    search(request, topicOf(input, history), input),
  ]);
  const isRead = cubes.length === relations.length;
  const model = isRead ? describeModel(cubes, maxModelCharacters) : undefined;
  const said = membersSaid(earlier);
  const described =
    model === undefined ? describeMatches(matches, input, maxMatchCharacters, said) : undefined;
  const certifiedQueries = relevantQueries(input, agent.certifiedQueries);
  const values = valuesNamed(input, matches);
  const noted = {
    ...(described === undefined || described.relations.length === 0 ? {} : described),
    ...(Object.keys(values).length === 0 ? {} : { values }),
    ...(certifiedQueries.length === 0 ? {} : { certifiedQueries }),
  };
  const notes = Object.keys(noted).length === 0 ? undefined : JSON.stringify(noted);
  return {
    instructions: systemPrompt({ ...request, relations, model, certifiedQueries: [] }),
    question: { ...questionMessage(input, notes), providerOptions: cacheMark },
    notes,
    cubes: [...matches, ...cubes],
  };
}

async function search(
  { data, signal }: TurnRequest,
  query: string,
  named?: string,
): Promise<readonly CubeMetadata[]> {
  try {
    return await data.searchMetadata(query, signal, named);
  } catch (error) {
    signal.throwIfAborted();
    // Notes are a convenience: svcMeta will report the problem to the model.
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** The question, what it may go on from, and the names in the thread's last query. */
function topicOf(input: string, history: readonly HistoryEntry[]): string {
  const earlier = history.flatMap((entry) => (entry.type === 'user' ? [entry.content] : []));
  const queries = history.flatMap((entry) =>
    entry.type === 'tool' ? (readToolInput(entry.input).sqlQuery ?? []) : [],
  );
  const names = queries.at(-1)?.replace(sqlWords, ' ') ?? '';
  return [input, ...earlier.slice(-earlierQuestions).reverse(), names].join('\n');
}

const sqlWords =
  /\b(?:select|distinct|from|where|and|or|not|in|as|group|order|by|having|limit|measure|date_trunc|desc|asc|nulls|last|with)\b/gi;

/** Values that the question may name, by their dimensions, as the data spells them. */
function valuesNamed(
  question: string,
  matches: readonly CubeMetadata[],
): Readonly<Record<string, readonly string[]>> {
  const asked = askedWords(question);
  const found = new Map<string, readonly [string, readonly string[]]>();
  for (const { name: relation, dimensions } of matches) {
    for (const { name, title, values = [] } of dimensions) {
      // A view shows again what its cubes have.
      const shown = `${name.slice(relation.length + 1)} ${title}`;
      if (found.size === maxNamedDimensions || found.has(shown)) continue;
      const named = namedValues(asked, values).slice(0, maxNamedValues);
      if (named.length > 0) found.set(shown, [name, named]);
    }
  }
  return Object.fromEntries(found.values());
}
