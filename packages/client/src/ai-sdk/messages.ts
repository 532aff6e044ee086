import type { UIMessage, UIMessageChunk } from 'ai';
import type { ChatStopReason } from '../generated/graphql.ts';
import type { ChatEvent, ChatMessage, EventOf, ToolCall, ToolResult } from '../types.ts';

/** The data parts of a message. */
export type InlayData = {
  /** Rows that the agent has read. */
  result: Omit<SqlToolResult, '__typename' | 'vegaSpec'>;
  /** A Vega-Lite specification for the rows of the result with the same `id`, which it does not contain. */
  chart: { readonly spec: Record<string, unknown> };
};

/** What a message says besides its parts. */
export interface InlayMetadata {
  /** The thread that the message belongs to. */
  readonly threadId?: string | undefined;
}

/** A message of `useChat`. Tool calls are dynamic tools, with the typed result of the call as output. */
export type InlayUIMessage = UIMessage<InlayMetadata, InlayData>;

export type InlayChunk = UIMessageChunk<InlayMetadata, InlayData>;

type SqlToolResult = Extract<ToolResult, { readonly __typename: 'SqlToolResult' }>;

/** The message of the agent that answers a question. */
export function answerIdOf(questionId: string): string {
  return `${questionId}-answer`;
}

/**
 * Writes the events of one turn as the chunks of one message.
 * @param messageId that of the message. @default the chat gives it one
 */
export function createChunkWriter(messageId?: string): (event: ChatEvent) => InlayChunk[] {
  /** What was said of each message that is not finished. */
  const open = new Map<string, { text: string; thinking: string }>();
  const calls = new Set<string>();
  let lastText = '';

  function say(messageId: string, text: string, thinking: string): InlayChunk[] {
    const said = open.get(messageId) ?? { text: '', thinking: '' };
    const thought = `${messageId}-thinking`;
    const chunks: InlayChunk[] = [];
    if (thinking !== '') {
      if (said.thinking === '') chunks.push({ type: 'reasoning-start', id: thought });
      chunks.push({ type: 'reasoning-delta', id: thought, delta: thinking });
    }
    if (text !== '') {
      if (said.text === '') chunks.push({ type: 'text-start', id: messageId });
      chunks.push({ type: 'text-delta', id: messageId, delta: text });
    }
    open.set(messageId, { text: said.text + text, thinking: said.thinking + thinking });
    return chunks;
  }

  function finish({ message, thinking }: EventOf<'ChatMessageFinished'>): InlayChunk[] {
    const { id, kind, content, toolCall } = message;
    if (kind === 'QUESTION') return [];
    if (toolCall !== null) return [...call(id, toolCall), ...outcomeOf(id, toolCall)];
    // The answer is the last text once more, as a message of its own.
    if (kind === 'ANSWER' && content === lastText) return [];
    const said = open.get(id) ?? { text: '', thinking: '' };
    const rest = content.startsWith(said.text) ? content.slice(said.text.length) : '';
    const chunks = say(id, rest, (thinking ?? '').slice(said.thinking.length));
    const whole = open.get(id);
    if (whole?.thinking) chunks.push({ type: 'reasoning-end', id: `${id}-thinking` });
    if (whole?.text) chunks.push({ type: 'text-end', id });
    open.delete(id);
    lastText = content;
    return chunks;
  }

  function call(toolCallId: string, { name, inputJson, title }: ToolCall): InlayChunk[] {
    if (calls.has(toolCallId)) return [];
    calls.add(toolCallId);
    const titled = title ? { title } : {};
    const input = JSON.parse(inputJson) as unknown;
    return [{ type: 'tool-input-available', toolCallId, toolName: name, input, dynamic: true, ...titled }];
  }

  return (event) => {
    switch (event.__typename) {
      case 'ChatStarted':
        return [
          { type: 'start', ...(messageId && { messageId }), messageMetadata: { threadId: event.threadId } },
        ];
      case 'ChatDelta':
        return say(event.messageId, event.content, event.thinking ?? '');
      case 'ChatToolCallStarted':
        return call(event.messageId, event.toolCall);
      case 'ChatMessageFinished':
        return finish(event);
      case 'ChatFailed':
        return [{ type: 'error', errorText: event.error }];
      case 'ChatEnded':
        return [
          event.status === 'ABORTED'
            ? { type: 'abort' }
            : { type: 'finish', finishReason: finishReasonOf(event.status, event.stopReason) },
        ];
    }
  };
}

function outcomeOf(toolCallId: string, { result }: ToolCall): InlayChunk[] {
  if (result === null) return [];
  if (result.__typename === 'ToolError') {
    return [{ type: 'tool-output-error', toolCallId, errorText: result.message, dynamic: true }];
  }
  const output: InlayChunk = { type: 'tool-output-available', toolCallId, output: result, dynamic: true };
  if (result.__typename !== 'SqlToolResult') return [output];
  const { __typename, vegaSpec, ...data } = result;
  const rows: InlayChunk = { type: 'data-result', id: toolCallId, data };
  if (vegaSpec === null) return [output, rows];
  return [output, rows, { type: 'data-chart', id: toolCallId, data: { spec: vegaSpec } }];
}

function finishReasonOf(status: EventOf<'ChatEnded'>['status'], reason: ChatStopReason | null) {
  if (status !== 'COMPLETED') return 'error';
  switch (reason) {
    case 'LENGTH':
    case 'TOKEN_LIMIT':
      return 'length';
    case 'CONTENT_FILTER':
    case 'REFUSAL':
      return 'content-filter';
    case 'STOP':
    case null:
      return 'stop';
    case 'STEP_LIMIT':
    case 'TIME_LIMIT':
    case 'NO_ANSWER':
      return 'other';
  }
}

/** The finished messages of a thread for `useChat`: each question, and what the agent did about it as one message. */
export async function uiMessagesOf(
  threadId: string,
  messages: AsyncIterable<ChatMessage>,
): Promise<InlayUIMessage[]> {
  const metadata = { threadId };
  const all: InlayUIMessage[] = [];
  let write = createChunkWriter();
  for await (const message of messages) {
    if (message.kind === 'QUESTION') {
      write = createChunkWriter();
      all.push(
        { id: message.id, role: 'user', metadata, parts: [{ type: 'text', text: message.content }] },
        { id: answerIdOf(message.id), role: 'assistant', metadata, parts: [] },
      );
      continue;
    }
    const event = { __typename: 'ChatMessageFinished', sort: message.sort, message, thinking: null } as const;
    const parts = all.at(-1)?.parts;
    for (const chunk of write(event)) {
      if (chunk.type === 'text-delta') parts?.push({ type: 'text', text: chunk.delta, state: 'done' });
      else if (chunk.type === 'data-result' || chunk.type === 'data-chart') parts?.push(chunk);
      else if (chunk.type === 'tool-output-available') {
        const { name, inputJson } = message.toolCall ?? { name: '', inputJson: 'null' };
        parts?.push({
          type: 'dynamic-tool',
          toolName: name,
          toolCallId: chunk.toolCallId,
          state: 'output-available',
          input: JSON.parse(inputJson),
          output: chunk.output,
        });
      }
    }
  }
  return all.filter(({ parts }) => parts.length > 0);
}
