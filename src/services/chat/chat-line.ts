import { withSafeChart } from './chart-in-call.ts';
import type { StopReason } from './turn.ts';

/** The node of the agent graph that working messages name (spec: graphPath). */
const agentNode = 'svc_data_analyst_agent';

export const graphPaths = {
  user: [],
  text: [agentNode],
  tools: [agentNode, 'tools'],
  final: ['final'],
} as const;

/** What a chat stream ended with (contract §5, `__state__`). */
export type ThreadStatus = 'completed' | 'aborted' | 'failed' | 'interrupted';

/** A finished message, as it is stored and replayed. */
export interface ChatMessageLine {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly thinking?: string;
  readonly toolCall?: { readonly name: string; readonly input: string; readonly result?: string };
  readonly graphPath: readonly string[];
  readonly isDelta: boolean;
  readonly isInProcess: boolean;
  readonly sort: number;
}

export interface ChatUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly steps: number;
}

export const noUsage: ChatUsage = { inputTokens: 0, outputTokens: 0, steps: 0 };

/** `__cutoff__` and `__state__`: where a stream starts and ends. */
export interface ChatStateLine {
  readonly id: '__cutoff__' | '__state__';
  readonly role: 'assistant';
  readonly sort: number;
  readonly state: {
    readonly chatId: string;
    readonly isStreaming: boolean;
    readonly status?: ThreadStatus;
    /** Of a turn that completed, or that a limit ended. */
    readonly stopReason?: StopReason;
    readonly messages?: readonly ChatMessageLine[];
    readonly usage?: ChatUsage;
  };
}

/** A failure after the first line. */
export interface ChatErrorLine {
  readonly id: '__error__';
  readonly role: 'assistant';
  readonly error: string;
  readonly code: string;
  readonly sort: number;
}

/** One line of a chat stream (spec: Chat stream message; contract §5). */
export type ChatLine = ChatMessageLine | ChatStateLine | ChatErrorLine;

export function cutoffLine(chatId: string, sort: number, isStreaming: boolean): ChatStateLine {
  return { id: '__cutoff__', role: 'assistant', sort, state: { chatId, isStreaming } };
}

/** How a turn ended, as its last line tells. */
export interface TurnEnd {
  readonly status: ThreadStatus;
  readonly stopReason?: StopReason | undefined;
  readonly usage: ChatUsage;
}

export function stateLine(
  chatId: string,
  sort: number,
  { status, stopReason, usage }: TurnEnd,
  messages: readonly ChatMessageLine[],
): ChatStateLine {
  const reason = stopReason === undefined ? {} : { stopReason };
  return {
    id: '__state__',
    role: 'assistant',
    sort,
    state: { chatId, isStreaming: false, status, ...reason, messages, usage },
  };
}

export function errorLine(
  sort: number,
  { code, message }: { readonly code: string; readonly message: string },
): ChatErrorLine {
  return { id: '__error__', role: 'assistant', error: message, code, sort };
}

/** Whether a line is the consolidated answer (spec: Extracting the final answer). */
export function isFinal(line: Pick<ChatMessageLine, 'role' | 'graphPath'>): boolean {
  return line.role === 'assistant' && line.graphPath[0] === graphPaths.final[0];
}

/** Whether a line is the last that a turn says. */
export function isEnd(line: ChatLine): boolean {
  return line.id === '__state__' || line.id === '__error__';
}

/** The columns of a stored message. */
export interface StoredMessage {
  readonly id: string;
  readonly sort: number;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly thinking: string | null;
  readonly toolName: string | null;
  readonly toolInput: string | null;
  readonly toolResult: string | null;
  readonly graphPath: readonly string[];
}

/** A stored message as the line that closed it; `thinking` only where the agent is in development mode. */
export function lineOfMessage(message: StoredMessage, devMode: boolean): ChatMessageLine {
  const { toolName, toolInput, toolResult } = message;
  return {
    id: message.id,
    role: message.role,
    content: message.content,
    ...(devMode && message.thinking !== null ? { thinking: message.thinking } : {}),
    ...(toolName !== null && toolInput !== null
      ? {
          toolCall: {
            name: toolName,
            input: withSafeChart(toolInput),
            ...(toolResult === null ? {} : { result: withSafeChart(toolResult) }),
          },
        }
      : {}),
    graphPath: message.graphPath,
    isDelta: false,
    isInProcess: false,
    sort: message.sort,
  };
}
