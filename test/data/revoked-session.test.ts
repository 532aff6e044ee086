import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deployments } from '../../src/services/deployments/deployments.ts';
import { createDataWorkspace, type DataWorkspace, numberCount } from '../support/data-workspace.ts';
import { LineClient } from '../support/line-client.ts';
import { openDeployments } from '../support/open-deployments.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const allNumbers = 'SELECT n, code FROM numbers';
/** Takes far longer than any test. */
const endless = 'SELECT count(*) AS c FROM numbers a CROSS JOIN numbers b WHERE a.n * b.n % 7 = 3';
const subscription =
  'subscription ($q: String!) { sqlStream(input: { deploymentId: 1, query: $q }) { rows } }';

let workspace: DataWorkspace;
let deployments: Deployments;
let service: TestService;
let url: string;
const stack = new AsyncDisposableStack();

beforeAll(async () => {
  workspace = stack.use(await createDataWorkspace());
  deployments = stack.use(await openDeployments(workspace.workspace));
  service = stack.use(
    await openTestService({
      accounts: [{ name: 'acme', userAttributes: { region: 'string_array' } }],
      deployments: deployments.all,
    }),
  );
  const server = createServer(service.gateway.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
});
afterAll(() => stack.disposeAsync());

async function openSession(externalId: string) {
  const { body } = await service.rest('POST', '/api/v1/embed/generate-session', {
    deploymentId: 1,
    externalId,
  });
  const exchanged = await service.rest('POST', '/api/v1/embed/session/token', body, null);
  const authorization = `Bearer ${exchanged.body.token}`;
  return {
    ask: (path: string, body: object, accept = '*/*') =>
      LineClient.open(`${url}${path}`, { body, headers: { authorization, accept } }),
    revoke: () => service.rest('POST', '/api/v1/embed/session/revoke', { sessionId: body.sessionId }),
  };
}

const activity = () => deployments.all[0]?.activity?.();

describe('a session that is revoked', () => {
  it('a revoked session ends a result over REST amid its rows with a last line that says so', async () => {
    const session = await openSession('rest-reader');
    const stream = await session.ask('/api/v1/deployments/1/sql', { query: allNumbers });
    await stream.take(2);
    stream.pause();
    expect((await session.revoke()).status).toBe(204);
    stream.resume();
    const lines = (await stream.text()).trimEnd().split('\n');
    expect(JSON.parse(lines.pop() ?? '')).toEqual({
      error: 'The credentials have ended.',
      code: 'UNAUTHENTICATED',
    });
    const rows = lines.reduce(
      (count, line) => count + (JSON.parse(line) as { data: unknown[] }).data.length,
      0,
    );
    expect(rows).toBeLessThan(numberCount);
  });

  it.each(['json', 'csv'])(
    'a revoked session breaks the connection of a result as %s amid its rows',
    async (format) => {
      const session = await openSession(`${format}-reader`);
      const stream = await session.ask('/api/v1/deployments/1/sql', { query: allNumbers, format });
      stream.pause();
      await session.revoke();
      stream.resume();
      await stream.text();
      expect(stream.complete).toBe(false);
    },
  );

  it('a revoked session ends sqlStream amid its rows with an event that says so', async () => {
    const session = await openSession('graphql-reader');
    const body = { query: subscription, variables: { q: allNumbers } };
    const stream = await session.ask('/graphql', body, 'text/event-stream');
    stream.pause();
    await session.revoke();
    stream.resume();
    const events = (await stream.text()).split('\n\n').filter((event) => event.startsWith('event: next'));
    const results = events.map((event) => JSON.parse(event.replace('event: next\ndata: ', '')));
    expect(results.pop()).toMatchObject({
      errors: [{ message: 'The credentials have ended.', extensions: { code: 'UNAUTHENTICATED' } }],
    });
    const rows = results.reduce((count, { data }) => count + data.sqlStream.rows.length, 0);
    expect(rows).toBeLessThan(numberCount);
  });

  it('a revoked session stops a query that has not answered yet', async () => {
    const session = await openSession('waiting-reader');
    const answer = session.ask('/api/v1/deployments/1/sql', { query: endless });
    await expect.poll(() => activity(), { interval: 5 }).toMatchObject({ running: 1 });
    await session.revoke();
    const { status } = await answer;
    expect(status).toBe(401);
    await expect.poll(() => activity(), { interval: 5 }).toMatchObject({ running: 0 });
  });
});
