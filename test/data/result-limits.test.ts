import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deployments } from '../../src/services/deployments/deployments.ts';
import { resultLimits } from '../../src/services/deployments/result-limits.ts';
import { createDataWorkspace, type DataWorkspace } from '../support/data-workspace.ts';
import { openDeployments } from '../support/open-deployments.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const small = { maxRows: 3_000, userMaxRows: 2_500, maxBytes: 400_000, userMaxBytes: 200_000 };
const narrow = 'SELECT n, code FROM numbers';
/** Few rows that are many bytes. */
const wide = `SELECT ${Array.from({ length: 40 }, (_, index) => `code AS c${index}`).join(', ')} FROM numbers`;
/** A quarter of a trillion rows. */
const crossJoin = 'SELECT a.n FROM numbers a CROSS JOIN numbers b';

/** No result is without end: acme's deployments have limits of their own, the other account's the defaults. */
describe('what one result may come to', () => {
  let workspace: DataWorkspace;
  let deployments: Deployments;
  let service: TestService;
  let user: string;
  let userOfTwo: string;

  beforeAll(async () => {
    workspace = await createDataWorkspace();
    const { accounts, dashboards, ...rest } = workspace.workspace;
    const [acme] = accounts;
    const [deployment] = acme?.deployments ?? [];
    if (acme === undefined || deployment === undefined) throw new Error('The workspace has no deployment.');
    deployments = await openDeployments({
      ...rest,
      dashboards: new Map([...dashboards, ['acme/2', dashboards.get('acme/1') ?? []]]),
      accounts: [
        {
          ...acme,
          deployments: [
            { ...deployment, limits: small },
            { ...deployment, id: 2, limits: { maxRows: 3, maxBytes: 60 } },
          ],
        },
        { ...acme, name: 'other', deployments: [deployment] },
      ],
    });
    service = await openTestService({
      accounts: [{ name: 'acme', userAttributes: { region: 'string_array' } }, { name: 'other' }],
      deployments: deployments.all,
    });
    user = await tokenFor(service.account().adminKey, 1);
    userOfTwo = await tokenFor(service.account().adminKey, 2);
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
    await deployments[Symbol.asyncDispose]();
    await workspace[Symbol.asyncDispose]();
  });

  async function tokenFor(key: string, deploymentId: number): Promise<string> {
    const userAttributes = [{ name: 'region', value: ['EU'] }];
    const session = {
      deploymentId,
      externalId: 'reader',
      ...(key === service.account().adminKey ? { userAttributes } : {}),
    };
    const { body } = await service.rest('POST', '/api/v1/embed/generate-session', session, key);
    return (await service.rest('POST', '/api/v1/embed/session/token', body, null)).body.token;
  }
  const asKey = { sessionSettings: { externalId: 'asked-for' } };
  const sql = (query: string, more: object, key: string) =>
    service.rest('POST', '/api/v1/deployments/1/sql', { query, ...more }, key);

  async function ndjson(query: string, more: object, key: string) {
    const { status, body } = await sql(query, more, key);
    const lines = String(body).trimEnd().split('\n');
    const last = JSON.parse(lines.at(-1) ?? '');
    let rows = 0;
    for (const line of lines.slice(1, -1)) rows += JSON.parse(line).data.length;
    return { status, rows, last, bytes: Buffer.byteLength(String(body)) };
  }
  async function sqlStream(query: string, key: string) {
    const response = await service.gateway.fetch(
      new Request('https://inlay.test/graphql', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          query:
            'subscription($query: String!) { sqlStream(input: {deploymentId: 1, query: $query}) { rows } }',
          variables: { query },
        }),
      }),
    );
    const text = await response.text();
    const events = [...text.matchAll(/^event: next\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
    let rows = 0;
    for (const { data } of events) rows += data?.sqlStream?.rows.length ?? 0;
    return {
      rows,
      error: events.at(-1)?.errors?.[0],
      isComplete: text.endsWith('event: complete\ndata:\n\n'),
      text,
    };
  }
  const page = (query: string, first: number, key: string) =>
    service.graphql(
      `query($query: String!, $first: Int) {
        sql(deploymentId: 1, query: $query, first: $first) { rows totalRows hasMore } }`,
      { query, first },
      key,
    );

  it('what one result may come to is by default 10,000,000 rows and 4 GiB for API keys, 1,000,000 rows and 512 MiB for end users', () => {
    const { apiKey, user: ofUser } = resultLimits({});
    expect([apiKey.maxRows, apiKey.maxBytes]).toEqual([10_000_000, 4_294_967_296]);
    expect([ofUser.maxRows, ofUser.maxBytes]).toEqual([1_000_000, 536_870_912]);
    // What an operator allows to API keys is never more for end users.
    expect(resultLimits({ maxRows: 10, maxBytes: 20 }).user).toMatchObject({ maxRows: 10, maxBytes: 20 });
    for (const data of deployments.all.filter(({ accountName }) => accountName === 'other')) {
      expect(data.resultLimits).toEqual(resultLimits({}));
    }
  });

  it('ends a cross join of an end user, by the defaults', async () => {
    const token = await tokenFor(service.account('other').adminKey, 1);
    const { status, rows, last } = await ndjson(crossJoin, {}, token);
    expect([status, rows]).toEqual([200, 1_000_000]);
    expect(last).toEqual({
      code: 'QUERY_LIMIT',
      error: expect.stringContaining('1000000 rows (userMaxRows)'),
    });
  });

  it('ends ndjson after the rows that fit, with a last line that says which limit and what to do', async () => {
    const ofUser = await ndjson(narrow, {}, user);
    expect(ofUser).toMatchObject({
      rows: 2_500,
      last: {
        code: 'QUERY_LIMIT',
        error:
          'The result exceeds the limit of 2500 rows (userMaxRows). Add conditions, aggregate, or use LIMIT.',
      },
    });
    const ofKey = await ndjson(narrow, asKey, service.account().adminKey);
    expect(ofKey).toMatchObject({
      rows: 3_000,
      last: { error: expect.stringContaining('3000 rows (maxRows)') },
    });
  });

  it('counts bytes as they are sent, in ndjson', async () => {
    const ofUser = await ndjson(wide, {}, user);
    expect(ofUser.last).toEqual({
      code: 'QUERY_LIMIT',
      error: expect.stringContaining('200000 bytes (userMaxBytes)'),
    });
    expect(ofUser.bytes).toBeLessThan(200_000 + 500);
    const ofKey = await ndjson(wide, asKey, service.account().adminKey);
    expect(ofKey.last.error).toContain('400000 bytes (maxBytes)');
    // The same three rows are 13 bytes as CSV, and more than 60 as lines with a schema.
    const three = (format: string) => {
      const body = { query: 'SELECT id FROM orders WHERE id <= 3 ORDER BY id', format };
      return service.rest('POST', '/api/v1/deployments/2/sql', body, userOfTwo);
    };
    expect((await three('csv')).body).toBe('id\r\n1\r\n2\r\n3\r\n');
    expect((await three('ndjson')).body).toContain('60 bytes (userMaxBytes)');
  });

  it.each(['json', 'csv'])('breaks the connection of %s', async (format) => {
    for (const query of [narrow, wide]) await expect(sql(query, { format }, user)).rejects.toThrow();
    await expect(sql(narrow, { format, ...asKey }, service.account().adminKey)).rejects.toThrow();
  });

  it.each(['ndjson', 'json', 'csv'])('leaves a result whole that fits exactly: %s', async (format) => {
    const { status, body } = await sql(`${narrow} LIMIT 2500`, { format }, user);
    expect(status).toBe(200);
    if (format === 'json') expect([body.data.length, body.totalRows]).toEqual([2_500, 2_500]);
    else expect(body).not.toContain('QUERY_LIMIT');
  });

  it('ends sqlStream with an error as its last event', async () => {
    const many = await sqlStream(narrow, user);
    expect(many).toMatchObject({ rows: 2_500, isComplete: true });
    expect(many.error).toMatchObject({
      message: expect.stringContaining('2500 rows (userMaxRows)'),
      extensions: { code: 'QUERY_LIMIT' },
    });
    const large = await sqlStream(wide, user);
    expect(large.error).toMatchObject({
      message: expect.stringContaining('200000 bytes (userMaxBytes)'),
      extensions: { code: 'QUERY_LIMIT' },
    });
    expect(Buffer.byteLength(large.text)).toBeLessThan(200_000 + 1_000);
    expect(await sqlStream(`${narrow} LIMIT 2500`, user)).toMatchObject({ rows: 2_500, error: undefined });
  });

  it('what one result may come to of sql is that of the rows of the page; totalRows counts on', async () => {
    const fits = await page(narrow, 2_500, user);
    expect(fits.code).toBeUndefined();
    expect(fits.data.sql.rows).toHaveLength(2_500);
    expect(fits.data.sql).toMatchObject({ totalRows: 50_000, hasMore: true });
    const tooMany = await page(narrow, 2_501, user);
    expect(tooMany).toMatchObject({
      code: 'QUERY_LIMIT',
      message: expect.stringContaining('2500 rows (userMaxRows)'),
    });
    const tooLarge = await page(wide, 2_000, user);
    expect(tooLarge).toMatchObject({ code: 'QUERY_LIMIT', message: expect.stringContaining('userMaxBytes') });
  });

  it('what one result may come to holds for the tiles of dashboards', async () => {
    const query =
      '{ dashboard(deploymentId: 2, name: "orders") { tiles { name result(first: 10) { totalRows } } } }';
    const response = await service.gateway.fetch(
      new Request('https://inlay.test/graphql', {
        method: 'POST',
        headers: { authorization: `Bearer ${userOfTwo}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      }),
    );
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
    const { data, errors }: any = await response.json();
    const tile = (name: string) => data.dashboard.tiles.find((each: { name: string }) => each.name === name);
    expect(tile('by_paid').result).toEqual({ totalRows: 3 });
    // Four rows, one more than there may be.
    expect(tile('ids').result).toBeNull();
    const at = data.dashboard.tiles.indexOf(tile('ids'));
    expect(errors.find(({ path }: { path: unknown[] }) => path[2] === at)).toMatchObject({
      message: expect.stringContaining('3 rows (userMaxRows)'),
      extensions: { code: 'QUERY_LIMIT' },
    });
  });
});
