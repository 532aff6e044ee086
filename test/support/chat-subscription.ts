import { type Client, createClient } from 'graphql-sse';
import { eventFields, lineOf } from './chat-events.ts';
import { keys } from './chat-service.ts';
import type { Line } from './line-client.ts';

export const chatStreamDocument = `subscription($input: ChatStreamInput!) { chatStream(input: $input) { ${eventFields} } }`;
export const chatEventsDocument = `subscription($chatId: String!, $afterSort: Int) {
  chatEvents(chatId: $chatId, afterSort: $afterSort) { ${eventFields} } }`;

/** The official client of GraphQL over server-sent events; it does not connect again by itself. */
export function sseClient(
  service: { readonly url: string },
  authorization = `Api-Key ${keys.admin}`,
): Client {
  return createClient({ url: `${service.url}/graphql`, headers: { authorization }, retryAttempts: 0 });
}

/** Follows a subscription. Each event comes as the line that REST writes; leaving the loop disconnects. */
export async function* subscribe(
  client: Client,
  query: string,
  variables: object,
): AsyncGenerator<Line, void> {
  const results = client.iterate({ query, variables: variables as Record<string, unknown> });
  for await (const { data, errors } of results) {
    if (errors !== undefined) throw new SubscriptionError(errors);
    for (const said of Object.values(data ?? {})) yield lineOf(said as object);
  }
}

/** What a subscription was refused with. */
export class SubscriptionError extends Error {
  readonly codes: readonly unknown[];
  constructor(errors: readonly { readonly message: string; readonly extensions?: object | undefined }[]) {
    super(errors.map((error) => error.message).join('; '));
    this.codes = errors.map((error) => new Map(Object.entries(error.extensions ?? {})).get('code'));
  }
}
