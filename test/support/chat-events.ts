import type { Line } from './line-client.ts';

const toolCall = 'toolCall { name inputJson resultJson }';
const message = `id sort role kind content ${toolCall}`;
/** All that there is to say of a `ChatEvent`. */
export const eventFields = `__typename ... on ThreadEvent { sort }
  ... on ChatStarted { chatId isStreaming }
  ... on ChatDelta { messageId content thinking }
  ... on ChatToolCallStarted { messageId ${toolCall} }
  ... on ChatMessageFinished { message { ${message} } thinking }
  ... on ChatFailed { code error }
  ... on ChatEnded { chatId status stopReason model messages { ${message} } usage { inputTokens cachedInputTokens outputTokens steps } }`;

type ToolCall = { name: string; inputJson: string; resultJson?: string };
type Message = { id: string; sort: number; role: string; kind: string; content: string; toolCall?: ToolCall };
/** An event, with the fields of every kind. */
type SaidEvent = { __typename: string; sort: number; messageId: string; message: Message } & {
  chatId: string;
  isStreaming: boolean;
  content: string;
  thinking?: string;
  toolCall: ToolCall;
  status: string;
  stopReason?: string;
  messages: Message[];
  usage: { inputTokens: number; cachedInputTokens: number; outputTokens: number; steps: number };
};

/** The line that REST writes for an event. */
export function lineOf(event: object): Line {
  const said = withoutNulls(event) as SaidEvent;
  const { __typename: kind, sort, thinking } = said;
  const assistant = { role: 'assistant', sort };
  const piece = { ...assistant, id: uuidOf(said.messageId), ...(thinking === undefined ? {} : { thinking }) };
  switch (kind) {
    case 'ChatStarted': {
      const { chatId, isStreaming } = said;
      return { ...assistant, id: '__cutoff__', state: { chatId, isStreaming } } as Line;
    }
    case 'ChatDelta': {
      const { content } = said;
      return { ...piece, content, graphPath: graphPaths.TEXT, isDelta: true, isInProcess: true } as Line;
    }
    case 'ChatToolCallStarted': {
      const call = { toolCall: callOf(said.toolCall), graphPath: graphPaths.TOOL_CALL };
      return { ...piece, content: '', ...call, isDelta: false, isInProcess: true } as Line;
    }
    case 'ChatMessageFinished':
      return { ...messageOf(said.message), ...(thinking === undefined ? {} : { thinking }) } as Line;
    case 'ChatEnded': {
      const { __typename: _, sort: __, status, stopReason, messages, usage, ...state } = said;
      const { cachedInputTokens, ...counted } = usage;
      const cached = cachedInputTokens > 0 ? { cachedInputTokens } : {};
      const ended = {
        ...state,
        usage: { ...counted, ...cached },
        isStreaming: false,
        status: status.toLowerCase(),
      };
      const why = stopReason === undefined ? {} : { stopReason: stopReason.toLowerCase() };
      return {
        ...assistant,
        id: '__state__',
        state: { ...ended, ...why, messages: messages.map(messageOf) },
      } as Line;
    }
    default: {
      const { __typename: _, ...failure } = said;
      return { ...assistant, id: '__error__', ...failure } as unknown as Line;
    }
  }
}

const graphPaths = {
  QUESTION: [],
  TEXT: ['svc_data_analyst_agent'],
  TOOL_CALL: ['svc_data_analyst_agent', 'tools'],
  ANSWER: ['final'],
};

function messageOf({ id, role, kind, toolCall: call, ...message }: Message): object {
  const said = { ...message, ...(call === undefined ? {} : { toolCall: callOf(call) }) };
  const whole = {
    graphPath: graphPaths[kind as keyof typeof graphPaths],
    isDelta: false,
    isInProcess: false,
  };
  return { ...said, ...whole, id: uuidOf(id), role: role.toLowerCase() };
}

function callOf({ name, inputJson: input, resultJson: result }: ToolCall): object {
  return { name, input, ...(result === undefined ? {} : { result }) };
}

/** The key in a global id. */
function uuidOf(id: string | undefined): string {
  return id === undefined ? '' : (atob(id).split(':')[1] ?? '');
}

/** GraphQL says null where REST leaves a property out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutNulls(inner)]));
}
