import { eventFields, lineOf } from '../test/support/chat-events.ts';
import { post } from './stream-client.ts';

export const adminKey = 'admin-key-of-the-stream-benchmark';
const authorization = `Api-Key ${adminKey}`;
/** A user that exists after the first request, and stays as it is. */
const sessionSettings = { externalId: 'bench' };

/** The REST door: spec, chat stream. */
export function chatRequest(body: object): string {
  return post(
    '/api/v1/public/acme/agents/1/chat/stream-chat-state',
    { authorization, accept: 'application/x-ndjson' },
    { sessionSettings, ...body },
  );
}

/** The GraphQL door: server-sent events of one subscription. */
function subscription(query: string, variables: object): string {
  return post('/graphql', { authorization, accept: 'text/event-stream' }, { query, variables });
}

export function chatEventsRequest(chatId: string): string {
  const query = `subscription($chatId: String!) { chatEvents(chatId: $chatId) { ${eventFields} } }`;
  return subscription(query, { chatId });
}

export function chatStreamRequest(input: object): string {
  const query = `subscription($input: ChatStreamInput!) { chatStream(input: $input) { ${eventFields} } }`;
  return subscription(query, { input: { agentId: 1, sessionSettings, ...input } });
}

/** One line of a chat stream. */
export interface Line {
  readonly id: string;
  readonly sort: number;
  readonly content?: string;
  readonly state?: { readonly chatId: string; readonly status?: string };
}

/** Newline-delimited JSON, or server-sent events of GraphQL; anything else throws. */
export function linesOf(body: string): Line[] {
  return body
    .split('\n')
    .map((line) => line.replace(/^(data: *|event: .*|:)/, ''))
    .filter((line) => line !== '')
    .map((line) => {
      const { data, ...own } = JSON.parse(line) as Line & { data?: Record<string, Line> };
      return data === undefined ? own : lineOf(Object.values(data)[0] ?? fail(line));
    });
}

function fail(line: string): never {
  throw new Error(`Not a line of a chat stream: ${line}`);
}
