import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { type Language, languageBySmallWords } from '../../contract/answer-words.ts';
import { type PromptContext, readPromptContext, unfence } from '../../contract/prompt.ts';
import { readToolResult } from '../../contract/read-tool-call.ts';
import type { CubeMetadata, ToolError } from '../../contract/tools.ts';
import type { Row } from '../../engines/query-engine.ts';
import { inItsOwnTerms } from '../language/definitions.ts';
import { languageOf } from '../language/german.ts';
import { modelQuestionOf } from '../language/model-questions.ts';
import { memberCount } from '../link/readable-model.ts';
import type { Speech } from '../speech/english.ts';
import { speechOf } from '../speech/speeches.ts';
import { pickedFrom } from './picked.ts';
import { offersIn, type Turn } from './replay.ts';

/** The result of one query, or the error instead of it. */
export interface SqlAnswer {
  readonly sqlQuery: string;
  readonly uuid: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly totalRows: number;
  /** The chart that was drawn, as JSON text. */
  readonly chart?: string | undefined;
  readonly error: string | undefined;
}

/** What the planner reads out of a prompt. */
export interface Conversation {
  readonly context: PromptContext;
  /** What the user said, in its own terms, oldest first, with what came of it; the last one is the question. */
  readonly turns: readonly Turn[];
  /** Results since the last message. */
  readonly searches: readonly {
    readonly searchQuery: string;
    readonly cubes: readonly CubeMetadata[];
    readonly error: string | undefined;
    /** As the prompt says it. */
    readonly text: string;
  }[];
  readonly answers: readonly SqlAnswer[];
  /** Results of earlier turns. */
  readonly past: readonly SqlAnswer[];
  /** uuid of the latest result of an earlier turn. */
  readonly lastUuid: string | undefined;
  /** What it is answered in. */
  readonly speech: Speech;
}

/** Reads a prompt as any model gets it: instructions, messages, tool calls and their results. */
export function readConversation(prompt: LanguageModelV4Prompt): Conversation {
  let context: PromptContext = { today: '1970-01-01', timezone: 'UTC', certifiedQueries: [] };
  const turns: Turn[] = [];
  const said: string[] = [];
  let searches: Conversation['searches'][number][] = [];
  let answers: SqlAnswer[] = [];
  const past: SqlAnswer[] = [];
  for (const message of prompt) {
    if (message.role === 'system') context = readPromptContext(message.content) ?? context;
    else if (message.role === 'user') {
      const text = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      const meant = pickedFrom(inItsOwnTerms(text, said), turns.at(-1)?.offered ?? []);
      turns.push({ message: meant, ran: undefined, offered: [] });
      said.push(text);
      past.push(...answers);
      searches = [];
      answers = [];
    } else if (message.role === 'assistant') {
      const text = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      const turn = turns.pop();
      if (turn !== undefined)
        turns.push({ ...turn, ran: answers.at(-1)?.sqlQuery ?? turn.ran, offered: offersIn(text) });
    } else if (message.role === 'tool') {
      for (const part of message.content) {
        if (part.type !== 'tool-result' || part.output.type !== 'text') continue;
        const result = unfence(part.output.value);
        if (part.toolName === 'svcMeta') searches.push(searchOf(result));
        else answers.push(answerOf(result));
      }
    }
  }
  const lastUuid = past.findLast((answer) => answer.uuid !== '')?.uuid;
  const speech = speechFor(turns, searches);
  return { context, turns, searches, answers, past, lastUuid, speech };
}

/** Of the last message that tells its language, as "Top 5" does not; else of the model. */
function speechFor(turns: readonly Turn[], searches: Conversation['searches']): Speech {
  const languages = turns.map(({ message }) => languageOf(message) ?? modelQuestionOf(message)?.language);
  return speechOf(languages.findLast((it) => it !== undefined) ?? languageOfModel(searches) ?? 'en');
}

function languageOfModel(searches: Conversation['searches']): Language | undefined {
  const titles = searches.flatMap(({ cubes }) =>
    cubes.flatMap(({ title, measures, dimensions }) => [
      title,
      ...[...measures, ...dimensions].map((it) => it.title),
    ]),
  );
  return languageBySmallWords(titles.join(' '));
}

function searchOf(text: string): Conversation['searches'][number] {
  const { search, failure = unreadable } = readToolResult(text);
  if (search === undefined)
    return { searchQuery: failure.searchQuery ?? '', cubes: [], error: failure.error, text };
  const { searchQuery, cubes } = search;
  // A relation of which only the name is shown cannot be planned with.
  return { searchQuery, cubes: cubes.filter(hasMembers), error: undefined, text };
}

/** Earlier searches are shown with fewer fields. */
function hasMembers(cube: CubeMetadata): boolean {
  const { measures, dimensions, segments } = cube;
  return [measures, dimensions, segments].every(Array.isArray) && memberCount(cube) > 0;
}

function answerOf(text: string): SqlAnswer {
  const { query, failure = unreadable } = readToolResult(text);
  if (query === undefined) {
    const { sqlQuery = '', error } = failure;
    return { sqlQuery, uuid: '', columns: [], rows: [], totalRows: 0, error };
  }
  const { sqlQuery, uuid, schema, data, totalRows, vegaSpec: chart } = query;
  const columns = schema.map(({ name }) => name);
  return { sqlQuery, uuid, columns, rows: data as readonly Row[], totalRows, chart, error: undefined };
}

const unreadable: ToolError = { error: 'unreadable result' };
