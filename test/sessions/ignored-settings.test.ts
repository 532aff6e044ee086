import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../support/test-service.ts';

/** With a session token `sessionSettings` is ignored, whatever is in it: the token names its user. */
describe('sessionSettings beside a session token', () => {
  let service: TestService;
  let token: string;
  beforeAll(async () => {
    service = await openTestService({
      withData: true,
      accounts: [{ name: 'acme', groups: ['analysts'], userAttributes: { level: 'number' } }],
    });
    const rights = { groups: ['analysts'], userAttributes: [{ name: 'level', value: 99 }] };
    const session = { deploymentId: 1, externalId: 'mine', ...rights };
    const { body } = await service.rest('POST', '/api/v1/embed/generate-session', session);
    token = (await service.rest('POST', '/api/v1/embed/session/token', body, null)).body.token;
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  /** Of a shape that GraphQL has a type for, and wrong by the rules. */
  const wrong: readonly object[] = [
    {},
    { externalId: 'No Such', internalId: 'x', groups: ['nobody'], ephemeralTtlSeconds: 0 },
    {
      externalId: 'other',
      userAttributes: [
        { name: 'x', value: 1 },
        { name: 'x', value: 2 },
      ],
    },
    { externalId: 'a'.repeat(256), email: '\u0000', isEphemeral: false, timezone: 'Mars/Olympus' },
    { internalId: 'ada', securityContext: {}, groups: [] },
  ];
  /** Of no shape at all. */
  const shapeless: readonly unknown[] = [
    'me',
    7,
    true,
    [],
    { externalId: 5 },
    { groups: 'all', userAttributes: {}, ephemeralTtlSeconds: 'long' },
    { userAttributes: [{ name: 'x' }], securityContext: [], timezone: 5 },
  ];

  const users = () => service.database.prisma.user.count();
  const chatPath = '/api/v1/public/acme/agents/1/chat/stream-chat-state';
  const sql = 'SELECT id FROM sales ORDER BY id LIMIT 1';
  const chatIdOf = (stream: string) => JSON.parse(stream.split('\n')[0] ?? '').state.chatId;

  it.each([...wrong, ...shapeless].map((settings) => [settings]))(
    'is ignored over REST: %j',
    async (sessionSettings) => {
      const before = await users();
      const chat = await service.rest('POST', chatPath, { input: 'Hi', sessionSettings }, token);
      expect([chat.status, String(chat.body).includes('"status":"completed"')]).toEqual([200, true]);
      const chatId = chatIdOf(chat.body);
      const read = await service.rest('POST', chatPath, { chatId, sessionSettings }, token);
      expect(read.status).toBe(200);
      for (const path of [`${chatPath}/abort`, chatPath.replace(/[^/]+$/, 'abort')]) {
        expect((await service.rest('POST', path, { chatId, sessionSettings }, token)).status).toBe(204);
      }
      const data = { query: sql, format: 'json', sessionSettings };
      const { status, body } = await service.rest('POST', '/api/v1/deployments/1/sql', data, token);
      expect([status, body.totalRows]).toEqual([200, 1]);
      expect(await users()).toBe(before);
    },
  );

  it.each(wrong)('is ignored over GraphQL: %j', async (settings) => {
    const before = await users();
    const graphql = (query: string, more: object = {}) =>
      service.graphql(query, { settings, ...more }, token);
    const page = await graphql(`query($settings: SessionSettingsInput) {
      sql(deploymentId: 1, query: "${sql}", sessionSettings: $settings) { totalRows }
      searchMetadata(deploymentId: 1, searchQuery: "sales", sessionSettings: $settings) { name } }`);
    expect([page.code, page.data?.sql]).toEqual([undefined, { totalRows: 1 }]);
    const subscribe = async (field: string) => {
      const response = await service.gateway.fetch(
        new Request('https://inlay.test/graphql', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'text/event-stream',
            'content-type': 'application/json',
          },
          body: JSON.stringify({
            query: `subscription($settings: SessionSettingsInput) { ${field} }`,
            variables: { settings },
          }),
        }),
      );
      return response.text();
    };
    const rows = await subscribe(
      `sqlStream(input: {deploymentId: 1, query: "${sql}", sessionSettings: $settings}) { rows }`,
    );
    expect(rows).not.toContain('errors');
    const stream = await subscribe(
      'chatStream(input: {agentId: 1, input: "Hi", sessionSettings: $settings}) { ... on ChatStarted { chatId } }',
    );
    const chatId = /"chatId":"([^"]+)"/.exec(stream)?.[1];
    const aborted = await graphql(
      `mutation($settings: SessionSettingsInput, $chatId: String!) {
        abortChat(input: {agentId: 1, chatId: $chatId, sessionSettings: $settings}) { chatId } }`,
      { chatId },
    );
    expect(aborted.data).toEqual({ abortChat: { chatId } });
    expect(await users()).toBe(before);
  });

  it('gives the time zone to answer in, where it says one', async () => {
    const query = 'SELECT CAST(CURRENT_TIMESTAMP AS timestamp) AS t FROM sales LIMIT 1';
    const at = async (sessionSettings: object) => {
      const body = { query, format: 'json', sessionSettings };
      const answer = await service.rest('POST', '/api/v1/deployments/1/sql', body, token);
      return Date.parse(`${answer.body.data[0][0]}Z`);
    };
    const hours =
      ((await at({ groups: 'all', timezone: 'Asia/Tokyo' })) - (await at({ groups: 'all' }))) / 3_600_000;
    expect(Math.round(hours)).toBe(9);
  });

  it('is checked beside an API key', async () => {
    const { adminKey } = service.account();
    for (const sessionSettings of [...wrong, ...shapeless]) {
      const chat = await service.rest('POST', chatPath, { input: 'Hi', sessionSettings }, adminKey);
      const data = { query: sql, sessionSettings };
      const { status } = await service.rest('POST', '/api/v1/deployments/1/sql', data, adminKey);
      expect([chat.status, status], JSON.stringify(sessionSettings)).toEqual([400, 400]);
    }
  });
});
