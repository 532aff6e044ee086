import { parseChartSpec } from '../../charts/spec/chart-spec.ts';
import type {
  ChatEndLine,
  ChatErrorLine,
  ChatLine,
  ChatMessageLine,
  ChatStartLine,
  ChatUsage,
  StopReason,
  ThreadStatus,
} from '../../contract/stream-lines.ts';
import type { TurnError } from './turn.ts';

/** The node of the agent graph that intermediate messages come from (spec: graphPath). */
const agentNode = 'svc_data_analyst_agent';

export const graphPaths = {
  user: [],
  text: [agentNode],
  tools: [agentNode, 'tools'],
  final: ['final'],
} as const;

export const noUsage: ChatUsage = { inputTokens: 0, outputTokens: 0, steps: 0 };

export function cutoffLine(chatId: string, sort: number, isStreaming: boolean): ChatStartLine {
  return { id: '__cutoff__', role: 'assistant', sort, state: { chatId, isStreaming } };
}

/** How a turn ended, as sent in its last line. */
export interface TurnEnd {
  readonly status: ThreadStatus;
  readonly stopReason?: StopReason | undefined;
  /** The name of the model that answered, or was asked last. */
  readonly model?: string | undefined;
  readonly usage: ChatUsage;
}

export function stateLine(
  chatId: string,
  sort: number,
  { status, stopReason, model, usage }: TurnEnd,
  messages: readonly ChatMessageLine[],
): ChatEndLine {
  const known = {
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(model === undefined ? {} : { model }),
  };
  return {
    id: '__state__',
    role: 'assistant',
    sort,
    state: { chatId, isStreaming: false, status, ...known, messages, usage },
  };
}

export function errorLine(sort: number, { code, message }: TurnError): ChatErrorLine {
  return { id: '__error__', role: 'assistant', error: message, code, sort };
}

/** Whether a line is the consolidated answer (spec: Extracting the final answer). */
export function isFinal(line: Pick<ChatMessageLine, 'role' | 'graphPath'>): boolean {
  return line.role === 'assistant' && line.graphPath[0] === graphPaths.final[0];
}

/** Whether a line is the last one of a turn. */
export function isEnd(line: ChatLine): boolean {
  return line.id === '__state__';
}

/**
 * Removes an unsafe chart from the parameters or the result of a tool call, given as JSON text. Charts are written by
 * language models, and threads may contain charts that earlier versions allowed.
 */
export function withSafeChart(json: string): string {
  if (!json.includes('"vegaSpec"')) return json;
  const call: unknown = JSON.parse(json);
  if (typeof call !== 'object' || call === null || !('vegaSpec' in call)) return json;
  const { vegaSpec, ...rest } = call;
  const parsed = typeof vegaSpec === 'string' ? parseChartSpec(vegaSpec) : undefined;
  if (parsed === undefined || 'problems' in parsed) return JSON.stringify(rest);
  // Serialized from what was checked, since another parser might read the original text differently.
  const text = JSON.stringify(parsed.spec);
  return text === vegaSpec ? json : JSON.stringify({ ...rest, vegaSpec: text });
}
