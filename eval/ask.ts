import { readNdjson } from '../examples/demo/read-ndjson.ts';
import { readToolInput, readToolResult } from '../src/contract/read-tool-call.ts';
import type { AnyLine } from '../src/contract/stream-lines.ts';
import type { SvcSqlApiResult } from '../src/contract/tools.ts';
import type { Asker } from './questions.ts';

/** What came of one message to the agent. */
export interface Reply {
  readonly chatId: string | undefined;
  /** Status of the closing line, or what broke before it. */
  readonly status: string;
  /** Text of the final line, empty without one. */
  readonly answer: string;
  /** The last query that gave rows. */
  readonly result: SvcSqlApiResult | undefined;
  /** The last query that the agent tried, whether it gave rows or not, with its error. */
  readonly tried: { readonly sql: string; readonly error: string | undefined } | undefined;
  readonly charts: readonly (SvcSqlApiResult & { readonly vegaSpec: string })[];
  /** From the request to the closing line. */
  readonly latencyMs: number;
}

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
  const reply = {
    chatId: message.chatId,
    status: 'cut',
    answer: '',
    result: undefined as SvcSqlApiResult | undefined,
    tried: undefined as Reply['tried'],
    charts: [] as (SvcSqlApiResult & { readonly vegaSpec: string })[],
  };
  try {
    for await (const value of readNdjson(await send(message))) {
      const line = value as AnyLine;
      if (line.id === '__cutoff__') reply.chatId = line.state?.chatId;
      else if (line.id === '__error__') reply.answer = line.error ?? '';
      else if (line.id === '__state__') reply.status = line.state?.status ?? 'cut';
      else if (line.graphPath?.[0] === 'final') reply.answer = line.content ?? '';
      else if (line.toolCall?.name === 'svcSqlApi' && line.toolCall.result !== undefined) {
        const { query, failure } = readToolResult(line.toolCall.result);
        reply.tried = {
          sql: readToolInput(line.toolCall.input).sqlQuery ?? line.toolCall.input,
          error: failure?.error,
        };
        if (query === undefined || query.data.length === 0) continue;
        reply.result = query;
        const { vegaSpec } = query;
        if (vegaSpec !== undefined) reply.charts.push({ ...query, vegaSpec });
      }
    }
  } catch (error) {
    reply.status = error instanceof Error ? error.message : String(error);
  }
  return { ...reply, latencyMs: performance.now() - started };
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
