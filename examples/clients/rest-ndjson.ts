/** Reads a chat stream over REST with plain fetch: deltas as they arrive, then the rows behind the answer. */
import { readNdjson } from '../demo/read-ndjson.ts';

const { INLAY_URL = 'http://127.0.0.1:4000', ADMIN_API_KEY = '' } = process.env;

interface ChatLine {
  readonly id: string;
  readonly content?: string;
  readonly graphPath?: readonly string[];
  readonly isDelta?: boolean;
  readonly toolCall?: { readonly name: string; readonly result?: string };
  readonly state?: { readonly status?: string };
}

const response = await fetch(`${INLAY_URL}/api/v1/public/acme/agents/1/chat/stream-chat-state`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Api-Key ${ADMIN_API_KEY}` },
  body: JSON.stringify({
    input: 'How many orders in 2025 by channel?',
    sessionSettings: { externalId: 'emma', userAttributes: [{ name: 'region', value: ['EU'] }] },
  }),
});
if (!response.ok || response.body === null) {
  const { code, detail } = (await response.json()) as { readonly code: string; readonly detail: string };
  throw new Error(`${code}: ${detail}`);
}

let status: string | undefined;
for await (const value of readNdjson(response.body)) {
  const { id, content = '', graphPath = [], isDelta, toolCall, state } = value as ChatLine;
  if (isDelta === true) process.stdout.write(content);
  if (graphPath[0] === 'final') console.log(`\nanswer: ${content}`);
  // A tool's result is JSON within JSON, and there once the call is complete.
  if (toolCall?.name === 'svcSqlApi' && toolCall.result !== undefined) {
    const result = JSON.parse(toolCall.result) as { readonly error?: string; readonly data?: unknown[][] };
    console.log(result.error ?? (result.data ?? []).map((row) => row.join('\t')).join('\n'));
  }
  if (id === '__state__') ({ status } = state ?? {});
}
// A stream without its last line was cut: read the thread again to go on.
if (status === undefined) throw new Error('The stream was cut.');
console.log(`ended: ${status}`);
