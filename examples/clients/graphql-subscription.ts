/**
 * Follows an agent over server-sent events, and goes on where it was when the connection breaks: the agent works on
 * meanwhile, and `chatEvents` gives what came after the last number seen, nothing twice.
 */
import { createClient } from 'graphql-sse';

const { INLAY_URL = 'http://127.0.0.1:4000', ADMIN_API_KEY = '' } = process.env;

const fields = 'id sort isDelta content graphPath error toolCall { name result } state { chatId status }';
const ask = `subscription Ask($input: ChatStreamInput!) { chatStream(input: $input) { ${fields} } }`;
const resume = `subscription Resume($chatId: String!, $afterSort: Int) {
  chatEvents(chatId: $chatId, afterSort: $afterSort) { ${fields} }
}`;

interface ChatEvent {
  readonly id: string;
  readonly sort: number;
  readonly isDelta: boolean | null;
  readonly content: string | null;
  readonly graphPath: readonly string[] | null;
  readonly error: string | null;
  readonly toolCall: { readonly name: string; readonly result: string | null } | null;
  readonly state: { readonly chatId: string; readonly status: string | null } | null;
}

const client = createClient({
  url: `${INLAY_URL}/graphql`,
  headers: { authorization: `Api-Key ${ADMIN_API_KEY}` },
  // Whether a question was asked is not known when its request fails, so going on is up to `follow`.
  retryAttempts: 0,
});

/** The events of one answer up to the last, over as many connections as it takes. */
async function* follow(input: object): AsyncGenerator<ChatEvent, void> {
  let request: { query: string; variables: Record<string, unknown> } = { query: ask, variables: { input } };
  let seen: { readonly chatId: string; afterSort: number } | undefined;
  for (let attempts = 0; attempts < 5; attempts += 1) {
    try {
      for await (const { data, errors } of client.iterate<Record<string, ChatEvent>>(request)) {
        const event = Object.values(data ?? {})[0];
        if (event === undefined) throw new Error(errors?.[0]?.message ?? 'no event');
        seen ??= { chatId: event.state?.chatId ?? '', afterSort: event.sort };
        seen.afterSort = Math.max(seen.afterSort, event.sort);
        if (event.id !== '__cutoff__') yield event;
        if (event.id === '__state__') return;
      }
    } catch (error) {
      // Before the first event there is nothing to go on from.
      if (seen === undefined) throw error;
    }
    if (seen === undefined) break;
    console.error(`connection lost after ${seen.afterSort}, going on`);
    request = { query: resume, variables: { ...seen } };
  }
  throw new Error('The stream was cut.');
}

const events = follow({
  agentId: 1,
  input: 'How many orders in 2025 by channel?',
  sessionSettings: { externalId: 'emma', userAttributes: [{ name: 'region', value: ['EU'] }] },
});
for await (const { id, content, graphPath, toolCall, state, error } of events) {
  if (toolCall !== null && toolCall.result !== null) console.log(`used ${toolCall.name}`);
  if (graphPath?.[0] === 'final') console.log(`answer: ${content ?? ''}`);
  if (id === '__error__') console.log(`failed: ${error ?? ''}`);
  if (id === '__state__') console.log(`ended: ${state?.status ?? ''}`);
}
