import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';

/** Several operations in one request: a subscription is none that can be answered among others. */
const agent = new ScriptedAgent();
let service: ChatService;
beforeAll(async () => {
  service = await openChatService({ runTurn: agent.runTurn });
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

async function send(body: object, accept?: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Api-Key ${keys.admin}`,
      ...(accept === undefined ? {} : { accept }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const viewer = { query: '{ viewer { accountName } }' };
const chatStream = (sessionSettings: object) => ({
  query: 'subscription($input: ChatStreamInput!) { chatStream(input: $input) { __typename } }',
  variables: { input: { agentId: 1, input: 'Hi', sessionSettings } },
});
const sqlInput = {
  deploymentId: 1,
  query: 'SELECT item FROM sales',
  sessionSettings: { externalId: 'reader', groups: ['analysts'] },
};
const sqlStream = {
  query: 'subscription($input: SqlStreamInput!) { sqlStream(input: $input) { rows } }',
  variables: { input: sqlInput },
};
const refused = {
  errors: [{ message: expect.stringMatching(/subscription.*batch/i), extensions: { code: 'BAD_REQUEST' } }],
};

describe.each([undefined, 'application/json', 'application/json, text/event-stream', 'text/event-stream'])(
  'a subscription in a batch, for a client that accepts %s',
  (accept) => {
    const resultsOf = (text: string): Result[] =>
      text.startsWith('[')
        ? (JSON.parse(text) as Result[])
        : [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json) as Result);

    it('is refused before it begins, and the other operations are answered', async () => {
      const user = newUser();
      const { status, text } = await send([viewer, chatStream(user), sqlStream, viewer], accept);
      expect(status).toBe(200);
      const answered = { data: { viewer: { accountName: 'acme' } } };
      expect(resultsOf(text)).toMatchObject([answered, refused, refused, answered]);
      const { prisma } = service.database;
      expect(await prisma.user.count({ where: { identifier: user.externalId } })).toBe(0);
      expect(await prisma.chatThread.count()).toBe(0);
      expect(service.services.runLog.readerCount()).toBe(0);
    });

    it('holds no slot of the engine, however many come', async () => {
      const { text } = await send(Array(10).fill(sqlStream), accept);
      expect(resultsOf(text)).toMatchObject(Array(10).fill(refused));
      // One that still read its result would hold its place for a minute.
      const { query, ...others } = sqlInput;
      const sql = `query($query: String!, $deploymentId: Int!, $sessionSettings: SessionSettingsInput) {
        sql(query: $query, deploymentId: $deploymentId, sessionSettings: $sessionSettings) { totalRows } }`;
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => send({ query: sql, variables: { query, ...others } })),
      );
      for (const answer of answers) expect(answer.text).toMatch(/"totalRows":\d/);
    });

    it('is refused alone in it too', async () => {
      const { text } = await send([sqlStream], accept);
      expect(resultsOf(text)).toMatchObject([refused]);
    });
  },
);

it('answers the other operations of a batch in which one is no operation', async () => {
  const { status, text } = await send([viewer, null, 5, 'x', viewer]);
  expect(status).toBe(200);
  const answered = { data: { viewer: { accountName: 'acme' } } };
  const none = { errors: [{ extensions: { code: 'BAD_REQUEST' } }] };
  expect(JSON.parse(text)).toMatchObject([answered, none, none, none, answered]);
});
