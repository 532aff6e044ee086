import { chatLine, type SqlResult, sqlResult, toolError } from '../examples/demo/chat-line.ts';
import { readNdjson } from '../examples/demo/read-ndjson.ts';
import type { Asker } from './questions.ts';

/** What came of one message to the agent. */
export interface Reply {
  readonly chatId: string | undefined;
  /** Status of the closing line, or what broke before it. */
  readonly status: string;
  /** Text of the final line, empty without one. */
  readonly answer: string;
  /** The last query that gave rows. */
  readonly result: SqlResult | undefined;
  /** The last query that the agent tried, whether it gave rows or not, with its error. */
  readonly tried: { readonly sql: string; readonly error: string | undefined } | undefined;
  readonly charts: readonly (SqlResult & { readonly vegaSpec: string })[];
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
    result: undefined as SqlResult | undefined,
    tried: undefined as Reply['tried'],
    charts: [] as (SqlResult & { readonly vegaSpec: string })[],
  };
  try {
    for await (const value of readNdjson(await send(message))) {
      const line = chatLine.parse(value);
      if (line.id === '__cutoff__') reply.chatId = line.state?.chatId;
      else if (line.id === '__error__') reply.answer = line.error ?? '';
      else if (line.id === '__state__') reply.status = line.state?.status ?? 'cut';
      else if (line.graphPath?.[0] === 'final') reply.answer = line.content ?? '';
      else if (line.toolCall?.name === 'svcSqlApi' && line.toolCall.result !== undefined) {
        const parsed = sqlResult.safeParse(line.toolCall.result);
        const failed = toolError.safeParse(line.toolCall.result);
        reply.tried = { sql: writtenSql(line.toolCall.input), error: failed.data?.error };
        if (!parsed.success || parsed.data.data.length === 0) continue;
        reply.result = parsed.data;
        const { vegaSpec } = parsed.data;
        if (vegaSpec !== undefined) reply.charts.push({ ...parsed.data, vegaSpec });
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

function writtenSql(input: string): string {
  const parsed = JSON.parse(input) as { readonly sqlQuery?: unknown };
  return typeof parsed.sqlQuery === 'string' ? parsed.sqlQuery : input;
}
