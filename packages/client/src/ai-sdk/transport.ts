import type { ChatTransport } from 'ai';
import type { Client, FollowOptions } from '../client.ts';
import { InlayError } from '../errors.ts';
import type { ChatEvent, ChatMessage } from '../types.ts';
import { answerIdOf, createChunkWriter, type InlayChunk, type InlayUIMessage } from './messages.ts';

export interface InlayTransportOptions {
  readonly client: Client;
  /** The thread that the chat continues. @default a new one, which messages name in their metadata */
  readonly threadId?: string | undefined;
  /** Number of the agent. @default that of the client */
  readonly agentId?: number | undefined;
}

/** A transport of chats, by their id in `useChat`. */
export interface InlayTransport extends ChatTransport<InlayUIMessage> {
  /**
   * Stops the agent, after which the message ends. `stop` of `useChat` ends only the reading, because `useChat` also calls it
   * when it unmounts. @throws InlayError
   */
  abort(chatId: string): Promise<void>;
}

/**
 * Lets `useChat` of the AI SDK talk to an agent: `useChat<InlayUIMessage>({ transport: inlayTransport({ client }) })`. Only the
 * last question is sent, since the service has the thread. Lost connections are replaced without the chat noticing. With
 * `resume`, a chat that is mounted again goes on with the turn that is running in its thread.
 */
export function inlayTransport(options: InlayTransportOptions): InlayTransport {
  const { client, agentId } = options;
  const ofAgent = agentId === undefined ? {} : { agentId };
  /** Threads by the id of their chat. */
  const threads = new Map<string, string>();

  function stream(
    chatId: string,
    abortSignal: AbortSignal | undefined,
    open: (options: FollowOptions) => AsyncGenerator<ChatEvent, void, undefined>,
    messageId?: string,
  ): ReadableStream<InlayChunk> {
    const reading = new AbortController();
    const leave = () => reading.abort();
    abortSignal?.addEventListener('abort', leave, { once: true });
    const events = open({ signal: reading.signal });
    const write = createChunkWriter(messageId);
    return new ReadableStream<InlayChunk>({
      async pull(controller) {
        try {
          const { done, value: event } = await events.next();
          if (done) {
            abortSignal?.removeEventListener('abort', leave);
            return controller.close();
          }
          if (event.__typename === 'ChatStarted') threads.set(chatId, event.threadId);
          for (const chunk of write(event)) controller.enqueue(chunk);
        } catch (error) {
          if (reading.signal.aborted) return;
          controller.enqueue({ type: 'error', errorText: textOf(error) });
          controller.close();
        }
      },
      cancel: leave,
    });
  }

  return {
    resumeStreamIsReplay: true,

    async sendMessages({ chatId, messages, abortSignal }) {
      const question = messages.findLast(({ role }) => role === 'user');
      const text = (question?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
      const named = messages.findLast(({ metadata }) => metadata?.threadId !== undefined)?.metadata;
      const threadId = threads.get(chatId) ?? named?.threadId ?? options.threadId;
      const inThread = threadId === undefined ? {} : { threadId };
      return stream(chatId, abortSignal, (reading) =>
        client.ask(text.join('\n'), { ...inThread, ...ofAgent, ...reading }),
      );
    },

    async reconnectToStream({ chatId, abortSignal }) {
      const threadId = threads.get(chatId) ?? options.threadId;
      if (threadId === undefined || (await client.threads.get(threadId)).status !== 'RUNNING') return null;
      let question: ChatMessage | undefined;
      for await (const message of client.threads.messages(threadId)) {
        if (message.kind === 'QUESTION') question = message;
      }
      const { id = '', sort: after = 0 } = question ?? {};
      const open = (reading: FollowOptions) => client.events(threadId, { after, ...reading });
      return stream(chatId, abortSignal, open, answerIdOf(id));
    },

    async abort(chatId) {
      const threadId = threads.get(chatId) ?? options.threadId;
      if (threadId !== undefined) await client.abort(threadId, agentId);
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof InlayError ? error.message : `The question could not be asked: ${String(error)}`;
}
