import { readNdjson } from '../examples/demo/read-ndjson.ts';
import { readToolInput, readToolResult } from '../src/contract/read-tool-call.ts';
import type { AnyLine, ChatUsage, StopReason } from '../src/contract/stream-lines.ts';
import type { SvcSqlApiResult } from '../src/contract/tools.ts';
import type { ErrorCode } from '../src/errors.ts';
import type { Asker } from './questions.ts';

/** A query that the agent ran or tried to run. */
export interface AskedQuery {
  readonly sql: string;
  readonly result?: SvcSqlApiResult;
  readonly error?: string;
}

/** What came of one message to the agent. */
export interface Reply {
  readonly chatId: string | undefined;
  /** Status of the closing line, or what broke before it. */
  readonly status: string;
  readonly stopReason: StopReason | undefined;
  /** Of the error that ended the turn, if one did. */
  readonly errorCode: ErrorCode | undefined;
  /** Text of the final line, or of the error, empty without either. */
  readonly answer: string;
  /** In the order of their results. */
  readonly queries: readonly AskedQuery[];
  /** What the agent's searches found, as JSON text. */
  readonly searches: readonly string[];
  /** Calls of tools that failed. */
  readonly toolErrors: number;
  readonly usage: ChatUsage;
  /** From the request to the closing line. */
  readonly latencyMs: number;
}

export const noUsage: ChatUsage = { inputTokens: 0, outputTokens: 0, steps: 0 };

export interface Message {
  readonly chatUrl: string;
  readonly apiKey: string;
  readonly externalId: string;
  readonly user: Asker;
  readonly input: string;
  readonly chatId: string | undefined;
  readonly timeoutMs: number;
}

/** Asks over the chat REST API, as an outside client does. A failure of any sort is a reply with its status. */
export async function ask(message: Message): Promise<Reply> {
  const started = performance.now();
  const queries: AskedQuery[] = [];
  const searches: string[] = [];
  let [chatId, status, answer, toolErrors, usage] = [message.chatId, 'cut', '', 0, noUsage];
  let stopReason: StopReason | undefined;
  let errorCode: ErrorCode | undefined;
  try {
    for await (const value of readNdjson(await send(message))) {
      const line = value as AnyLine;
      if (line.id === '__cutoff__') chatId = line.state?.chatId;
      else if (line.id === '__error__') {
        answer = line.error ?? '';
        errorCode = line.code;
      } else if (line.id === '__state__') {
        status = line.state?.status ?? 'cut';
        stopReason = line.state?.stopReason;
        usage = line.state?.usage ?? noUsage;
      } else if (line.graphPath?.[0] === 'final') answer = line.content ?? '';
      else if (line.toolCall?.result !== undefined) {
        const { name, input, result } = line.toolCall;
        const { query, failure } = readToolResult(result);
        if (failure !== undefined) toolErrors += 1;
        if (name !== 'svcSqlApi') searches.push(result);
        else {
          const sql = readToolInput(input).sqlQuery ?? input;
          queries.push({
            sql,
            ...(query === undefined ? {} : { result: query }),
            ...(failure === undefined ? {} : { error: failure.error }),
          });
        }
      }
    }
  } catch (error) {
    status = error instanceof Error ? error.message : String(error);
  }
  const latencyMs = performance.now() - started;
  return { chatId, status, stopReason, errorCode, answer, queries, searches, toolErrors, usage, latencyMs };
}

async function send({
  chatUrl,
  apiKey,
  externalId,
  user,
  input,
  chatId,
  timeoutMs,
}: Message): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetch(chatUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Api-Key ${apiKey}` },
    body: JSON.stringify({ input, chatId, sessionSettings: { externalId, ...user } }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok || response.body === null) {
    throw new Error(`HTTP ${response.status}: ${await response.text()}`);
  }
  return response.body;
}
