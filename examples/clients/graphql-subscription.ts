/**
 * Follows an agent over server-sent events, and goes on where it was when the connection breaks: the agent works on
 * meanwhile, and `chatEvents` gives what came after the last number seen, nothing twice.
 */
import { createClient } from 'graphql-sse';

const { INLAY_URL = 'http://127.0.0.1:4000', ADMIN_API_KEY = '' } = process.env;

const fields = `__typename ... on ThreadEvent { sort }
  ... on ChatStarted { chatId }
  ... on ChatMessageFinished { message { kind content toolCall { name } } }
  ... on ChatFailed { error }
  ... on ChatEnded { status }`;
const ask = `subscription Ask($input: ChatStreamInput!) { chatStream(input: $input) { ${fields} } }`;
const resume = `subscription Resume($chatId: String!, $afterSort: Int) {
  chatEvents(chatId: $chatId, afterSort: $afterSort) { ${fields} }
}`;

type ChatEvent = { readonly sort: number } & (
  | { readonly __typename: 'ChatStarted'; readonly chatId: string }
  | { readonly __typename: 'ChatMessageFinished'; readonly message: Message }
  | { readonly __typename: 'ChatFailed'; readonly error: string }
  | { readonly __typename: 'ChatEnded'; readonly status: string }
);

interface Message {
  readonly kind: 'QUESTION' | 'TEXT' | 'TOOL_CALL' | 'ANSWER';
  readonly content: string;
  readonly toolCall: { readonly name: string } | null;
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
        if (event.__typename === 'ChatStarted') seen ??= { chatId: event.chatId, afterSort: 0 };
        if (seen !== undefined) seen.afterSort = Math.max(seen.afterSort, event.sort);
        yield event;
        if (event.__typename === 'ChatEnded') return;
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
for await (const event of events) {
  if (event.__typename === 'ChatMessageFinished') {
    const { kind, content, toolCall } = event.message;
    if (toolCall !== null) console.log(`used ${toolCall.name}`);
    if (kind === 'ANSWER') console.log(`answer: ${content}`);
  }
  if (event.__typename === 'ChatFailed') console.log(`failed: ${event.error}`);
  if (event.__typename === 'ChatEnded') console.log(`ended: ${event.status}`);
}
