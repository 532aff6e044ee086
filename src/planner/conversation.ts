import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { type PromptContext, readPromptContext, unfence } from '../contract/prompt.ts';
import type { Row } from '../engines/query-engine.ts';
import type { CubeMetadata } from '../semantic/metadata.ts';

export interface SqlAnswer {
  readonly sqlQuery: string;
  readonly uuid: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly totalRows: number;
  readonly error: string | undefined;
}

/** What the planner reads out of a prompt. */
export interface Conversation {
  readonly context: PromptContext;
  /** The user's messages, oldest first; the last one is the question. */
  readonly messages: readonly string[];
  /** Results since the last message. */
  readonly searches: readonly {
    readonly searchQuery: string;
    readonly cubes: readonly CubeMetadata[];
    readonly error: string | undefined;
  }[];
  readonly answers: readonly SqlAnswer[];
  /** uuid of the latest result of an earlier turn. */
  readonly lastUuid: string | undefined;
}

/** Reads a prompt as any model gets it: instructions, messages, tool calls and their results. */
export function readConversation(prompt: LanguageModelV4Prompt): Conversation {
  let context: PromptContext = { today: '1970-01-01', timezone: 'UTC', certifiedQueries: [] };
  const messages: string[] = [];
  let searches: Conversation['searches'][number][] = [];
  let answers: SqlAnswer[] = [];
  let lastUuid: string | undefined;
  for (const message of prompt) {
    if (message.role === 'system') context = readPromptContext(message.content) ?? context;
    else if (message.role === 'user') {
      const text = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      messages.push(text);
      lastUuid = answers.findLast((answer) => answer.uuid !== '')?.uuid ?? lastUuid;
      searches = [];
      answers = [];
    } else if (message.role === 'tool') {
      for (const part of message.content) {
        if (part.type !== 'tool-result' || part.output.type !== 'text') continue;
        const result = parseObject(unfence(part.output.value));
        if (part.toolName === 'svcMeta') searches.push(searchOf(result));
        else answers.push(answerOf(result));
      }
    }
  }
  return { context, messages, searches, answers, lastUuid };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return { error: 'unreadable result' };
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function errorOf(result: Record<string, unknown>): string | undefined {
  return 'error' in result ? textOf(result['error']) : undefined;
}

function searchOf(result: Record<string, unknown>): Conversation['searches'][number] {
  const cubes = Array.isArray(result['cubes']) ? (result['cubes'] as CubeMetadata[]) : [];
  // A relation shown by name only, or left out for its size, cannot be planned with.
  return {
    searchQuery: textOf(result['searchQuery']),
    cubes: cubes.filter((cube) => typeof cube === 'object' && Array.isArray(cube.measures)),
    error: errorOf(result),
  };
}

function answerOf(result: Record<string, unknown>): SqlAnswer {
  const schema = Array.isArray(result['schema']) ? (result['schema'] as { name?: unknown }[]) : [];
  return {
    sqlQuery: textOf(result['sqlQuery']),
    uuid: textOf(result['uuid']),
    columns: schema.map((column) => textOf(column.name)),
    rows: Array.isArray(result['data']) ? (result['data'] as Row[]) : [],
    totalRows: typeof result['totalRows'] === 'number' ? result['totalRows'] : 0,
    error: errorOf(result),
  };
}
