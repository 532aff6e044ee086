import type { AssistantContent, ModelMessage, ToolModelMessage } from 'ai';
import { fence } from '../contract/prompt.ts';
import { readToolInput, readToolResult } from '../contract/read-tool-call.ts';
import { parseJson } from '../json.ts';
import type { HistoryEntry } from '../services/chat/turn.ts';
import { describeUsed } from './describe-relations.ts';
import { questionMessage } from './prompt.ts';
import type { RequestedToolCall } from './step-request.ts';
import { isObject } from './stream-attempt.ts';

export interface TranscriptLimits {
  /** Maximum characters of earlier turns in the prompt, without notes. */
  readonly maxHistoryCharacters: number;
  /** Maximum characters of the notes on their questions. */
  readonly maxNotesCharacters: number;
}

/** A thread's history as a model is shown it. */
export interface ShownHistory {
  readonly messages: readonly ModelMessage[];
  /** The notes among them. */
  readonly notes: readonly string[];
}

/**
 * A thread's history as messages for a model, oldest first. Tool results of earlier turns shrink to what a later question may need.
 * Most turns begin with the same messages as the one before: turns that no longer fit are omitted, with a note, until they take half
 * the room, and notes that no longer fit are omitted together.
 */
export function showHistory(history: readonly HistoryEntry[], limits: TranscriptLimits): ShownHistory {
  const turns = splitTurns(history).map((turn) => {
    const messages = turnMessages(turn);
    const [question] = turn;
    const notes = question?.type === 'user' ? question.notes : undefined;
    return {
      question: question?.type === 'user' ? question.content : '',
      notes,
      messages,
      size: JSON.stringify(messages).length,
    };
  });
  let first = 0;
  let size = 0;
  for (const [index, turn] of turns.entries()) {
    size += turn.size;
    if (size <= limits.maxHistoryCharacters) continue;
    for (; first <= index && size > limits.maxHistoryCharacters / 2; first++) size -= turns[first]?.size ?? 0;
  }
  let firstNotes = 0;
  let noted = 0;
  for (const [index, { notes = '' }] of turns.entries()) {
    noted += notes.length;
    if (noted <= limits.maxNotesCharacters) continue;
    firstNotes = index + 1;
    noted = 0;
  }
  const kept = turns
    .map((turn, index) => (index < firstNotes ? { ...turn, notes: undefined } : turn))
    .slice(first);
  const messages = kept.flatMap(({ question, notes, messages }) =>
    notes === undefined ? messages : [questionMessage(question, notes), ...messages.slice(1)],
  );
  return {
    messages: first === 0 ? messages : [{ role: 'user', content: leftOut(first) }, ...messages],
    notes: kept.flatMap(({ notes }) => notes ?? []),
  };
}

export function leftOut(turns: number): string {
  return `(${turns} earlier ${turns === 1 ? 'turn' : 'turns'} of this thread left out.)`;
}

function splitTurns(history: readonly HistoryEntry[]): HistoryEntry[][] {
  const turns: HistoryEntry[][] = [];
  for (const entry of history) {
    const turn = turns.at(-1);
    if (entry.type === 'user' || turn === undefined) turns.push([entry]);
    else turn.push(entry);
  }
  return turns;
}

function turnMessages(turn: readonly HistoryEntry[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  const queries = turn.flatMap((entry) =>
    entry.type === 'tool' ? (readToolInput(entry.input).sqlQuery ?? []) : [],
  );
  const used = new Set(queries.join(' ').match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  for (const entry of turn) {
    switch (entry.type) {
      case 'user':
        messages.push({ role: 'user', content: entry.content });
        break;
      case 'assistant': {
        const last = messages.at(-1);
        // The final answer repeats the text that streamed before it.
        if (entry.content === '' || (last?.role === 'assistant' && last.content === entry.content)) break;
        messages.push({ role: 'assistant', content: entry.content });
        break;
      }
      case 'tool':
        messages.push(
          ...toolMessages('', [
            {
              call: { id: entry.id, name: entry.name, input: asObject(parseJson(entry.input)) },
              forModel: compactResult(entry.result, used),
            },
          ]),
        );
        break;
    }
  }
  return messages;
}

/**
 * The finished steps of an interrupted turn, complete, since the turn continues with them: what the model said in each, its
 * call and the result. Each result becomes a step of its own, since it is not stored which calls ran in parallel. The text of
 * the interrupted step is omitted: that step starts over.
 * @param shown what a model sees of a tool's result, given as JSON text
 */
export function readProgress(
  said: readonly HistoryEntry[],
  shown: (result: string) => string,
): readonly ModelMessage[] {
  const messages: ModelMessage[] = [];
  let text = '';
  for (const entry of said) {
    if (entry.type === 'assistant') text = entry.content;
    else if (entry.type === 'tool') {
      const { id, name, input, result } = entry;
      const call = { id, name, input: asObject(parseJson(input)) };
      messages.push(...toolMessages(text, [{ call, forModel: shown(result) }]));
      text = '';
    }
  }
  return messages;
}

export interface AnsweredCall {
  readonly call: Omit<RequestedToolCall, 'invalid'>;
  /** JSON text, already within the model's caps. */
  readonly forModel: string;
}

/** One step of the agent as messages: what it said, its calls, and their results. */
function toolMessages(text: string, answered: readonly AnsweredCall[]): ModelMessage[] {
  const content: Exclude<AssistantContent, string> = [];
  if (text !== '') content.push({ type: 'text', text });
  for (const { call } of answered) {
    content.push({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.name,
      input: call.input,
    });
  }
  return [{ role: 'assistant', content }, resultsMessage(answered)];
}

/** The tools' results, fenced as data. */
export function resultsMessage(answered: readonly AnsweredCall[]): ToolModelMessage {
  return {
    role: 'tool',
    content: answered.map(({ call, forModel }) => ({
      type: 'tool-result' as const,
      toolCallId: call.id,
      toolName: call.name,
      output: { type: 'text' as const, value: fence(call.name, forModel) },
    })),
  };
}

const compactRows = 10;
/** A thread may hold hundreds of results: longer ones are not read again. */
const maxReadCharacters = 300_000;

/**
 * What later turns may need of an earlier result: of a query its SQL, uuid and first rows, of a search the members that were used.
 * @param used names in the SQL of the turn
 */
function compactResult(result: string, used: ReadonlySet<string>): string {
  if (result.length > maxReadCharacters)
    return JSON.stringify({ note: 'A long result of an earlier turn, omitted.' });
  const { failure, search, query } = readToolResult(result);
  if (failure !== undefined) return JSON.stringify({ error: failure.error });
  if (query !== undefined) {
    const { sqlQuery, queryTitle, schema, data, totalRows, uuid, certifiedQuery } = query;
    const rows = data.slice(0, compactRows);
    return JSON.stringify({ sqlQuery, queryTitle, schema, data: rows, totalRows, uuid, certifiedQuery });
  }
  return JSON.stringify({
    cubes: (search?.cubes ?? []).map((cube) => describeUsed(cube, used)),
    note: 'Members that were used then. Search again for others.',
  });
}

/** Providers require an object, whatever the model wrote. */
function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
