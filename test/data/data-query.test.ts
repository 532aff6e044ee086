import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createClient } from 'graphql-sse';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createResultStore } from '../../src/engines/cache/result-store.ts';
import { createGateway, type Gateway } from '../../src/gateway.ts';
import type { Deployments } from '../../src/services/deployments/deployments.ts';
import type { WorkspaceDeployment } from '../../src/services/workspace/deployment-schema.ts';
import { createDataWorkspace, type DataWorkspace, numberCount } from '../support/data-workspace.ts';
import { openDeployments } from '../support/open-deployments.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const sqlPath = '/api/v1/deployments/1/sql';
const allOrders = 'SELECT id, region, note, amount, paid, ordered_at, big FROM orders ORDER BY id';
const allNumbers = 'SELECT n, code FROM numbers';
/** Fails on the last row, when most others were sent. */
const lateFailure = 'SELECT n, CAST(code AS integer) AS code FROM numbers';
/** Takes far longer than any test. */
const endless = 'SELECT count(*) AS c FROM numbers a CROSS JOIN numbers b WHERE a.n * b.n % 7 = 3';

let workspace: DataWorkspace;
let deployments: Deployments;
let service: TestService;
/** Session tokens, by the region that their users may see. */
let tokens: { eu: string; us: string; none: string; elsewhere: string };

beforeAll(async () => {
  workspace = await createDataWorkspace();
  deployments = await openDeployments(workspace.workspace);
  service = await openTestService({
    accounts: [
      { name: 'acme', userAttributes: { region: 'string_array' }, users: ['ada@acme.test'] },
      { name: 'other' },
      { name: 'free', plan: 'free' },
    ],
    deployments: deployments.all,
  });
  tokens = {
    eu: await tokenFor('eu-user', ['EU']),
    us: await tokenFor('us-user', ['US']),
    none: await tokenFor('no-region', undefined),
    elsewhere: await tokenFor('elsewhere', ['EU'], 2),
  };
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await deployments[Symbol.asyncDispose]();
  await workspace[Symbol.asyncDispose]();
});

async function tokenFor(externalId: string, region: string[] | undefined, deploymentId = 1): Promise<string> {
  const minted = await service.rest('POST', '/api/v1/embed/generate-session', {
    deploymentId,
    externalId,
    ...(region === undefined ? {} : { userAttributes: [{ name: 'region', value: region }] }),
  });
  const exchanged = await service.rest('POST', '/api/v1/embed/session/token', minted.body, null);
  return exchanged.body.token;
}

const settings = (region: string) => ({
  externalId: `key-${region.toLowerCase()}`,
  userAttributes: [{ name: 'region', value: [region] }],
});

/** Answers a query over REST in this process. */
async function query(body: object, key = tokens.eu, path = sqlPath) {
  return service.rest('POST', path, body, key);
}

/** Rows of a csv answer as RFC 4180 says; `null` for an empty field without quotes. */
function parseCsv(text: string): (string | null)[][] {
  const records: (string | null)[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: (string | null)[] = [];
    for (;;) {
      if (text[at] === '"') {
        let field = '';
        for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
          if (at >= text.length) throw new Error('A quoted field has no end.');
          if (text[at] === '"') at += 1;
          field += text[at];
        }
        at += 1;
        record.push(field);
      } else {
        const [field = ''] = /^[^",\r\n]*/.exec(text.slice(at, at + 1_000)) ?? [];
        at += field.length;
        record.push(field === '' ? null : field);
      }
      if (text[at] !== ',') break;
      at += 1;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`No end of record at ${at}.`);
    at += 2;
    records.push(record);
  }
  return records;
}

const euRows = [
  [1, 'EU', 'plain', '10.50', true, '2024-07-02T00:30:00.000', '9007199254740993'],
  [2, 'EU', 'comma, "quotes" and\na line', '0.10', false, '2024-02-01T00:30:00.000', 1],
  [3, 'EU', '', '-3.00', null, null, null],
  [4, 'EU', null, null, true, '2024-03-31T03:30:00.000', -1],
];
const usRows = [
  [5, 'US', 'Ünïcode 漢字 🎈\r;', '99.99', true, '2024-02-29T13:00:00.000', 0],
  [6, 'US', '=1+1', '1.00', true, '2024-02-28T13:00:00.000', 2],
];
const schema = [
  { name: 'id', column_type: 'Int64' },
  { name: 'region', column_type: 'String' },
  { name: 'note', column_type: 'String' },
  { name: 'amount', column_type: 'Decimal' },
  { name: 'paid', column_type: 'Boolean' },
  { name: 'ordered_at', column_type: 'Timestamp' },
  { name: 'big', column_type: 'Int64' },
];

describe('the data query API', () => {
  it('the data query API writes ndjson: the schema, then chunks of rows', async () => {
    const { status, headers, body } = await query({ query: allOrders });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = (body as string).split('\n');
    expect(lines.pop()).toBe('');
    const [first, ...rest] = lines.map((line) => JSON.parse(line));
    expect(first).toEqual({ schema });
    expect(rest.flatMap(({ data }) => data)).toEqual(euRows);
    expect(rest.map((line) => Object.keys(line))).toEqual(rest.map(() => ['data']));
  });

  it('the data query API writes json: schema, data and totalRows', async () => {
    const { headers, body } = await query({ query: allOrders, format: 'json' });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({ schema, data: euRows, totalRows: 4 });
  });

  it('the data query API writes csv: a header and records of RFC 4180', async () => {
    const { headers, body } = await query({ query: allOrders, format: 'csv' }, tokens.us);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(parseCsv(body)).toEqual([
      schema.map(({ name }) => name),
      ...usRows.map((row) => row.map((value) => (value === null ? null : String(value)))),
    ]);
    const eu = parseCsv((await query({ query: allOrders, format: 'csv' })).body);
    expect(eu.map((record) => record[2])).toEqual(['note', 'plain', euRows[1]?.[2], '', null]);
  });

  it('defuses formulas in csv on request, over a socket', async () => {
    const { url } = await serve();
    const sql = `SELECT note AS "=note", -amount AS loss FROM orders WHERE id IN (5, 6) ORDER BY id`;
    const csv = async (body: object) =>
      await (await post(url, { query: sql, format: 'csv', ...body }, tokens.us)).text();
    expect(await csv({ safe: true })).toBe(`'=note,loss\r\n"Ünïcode 漢字 🎈\r;",-99.99\r\n'=1+1,-1.00\r\n`);
    for (const body of [{}, { safe: false }, { safe: null }]) {
      expect(await csv(body)).toBe(`=note,loss\r\n"Ünïcode 漢字 🎈\r;",-99.99\r\n=1+1,-1.00\r\n`);
    }
    expect((await query({ query: sql, format: 'csv', safe: 'yes' }, tokens.us)).status).toBe(400);
    const { body } = await query({ query: sql, format: 'json', safe: true }, tokens.us);
    expect(body.data[1]).toEqual(['=1+1', '-1.00']);
  });

  it('the data query API writes a record for a row that holds one null, in csv', async () => {
    const { body } = await query({ query: 'SELECT note FROM orders WHERE id = 4', format: 'csv' });
    expect(parseCsv(body)).toEqual([['note'], ['']]);
  });

  it.each([
    ['ndjson', `${JSON.stringify({ schema: [schema[0]] })}\n`],
    ['json', { schema: [schema[0]], data: [], totalRows: 0 }],
    ['csv', 'id\r\n'],
  ])('the data query API writes no rows as a whole answer in %s', async (format, expected) => {
    const { body } = await query({ query: 'SELECT id FROM orders WHERE id < 0', format });
    expect(body).toEqual(expected);
  });

  it.each(['ndjson', 'json', 'csv'])('the data query API gives half a million rows: %s', async (format) => {
    const { body } = await query({ query: allNumbers, format });
    const rows =
      format === 'csv'
        ? parseCsv(body)
            .slice(1)
            .map(([n, code]) => [Number(n), code])
        : format === 'json'
          ? body.data
          : (body as string)
              .trimEnd()
              .split('\n')
              .slice(1)
              .flatMap((line) => JSON.parse(line).data);
    expect(rows).toHaveLength(numberCount);
    let sum = 0;
    for (const [n] of rows) sum += n;
    expect(sum).toBe((numberCount * (numberCount - 1)) / 2);
  });

  it('the data query API shows each user the rows of its own region, through a token and through a key', async () => {
    const sql = 'SELECT id FROM orders ORDER BY id';
    const ids = async (body: object, key?: string) =>
      (await query({ query: sql, format: 'json', ...body }, key)).body.data.flat();
    expect(await ids({}, tokens.eu)).toEqual([1, 2, 3, 4]);
    expect(await ids({}, tokens.us)).toEqual([5, 6]);
    expect(await ids({}, tokens.none)).toEqual([]);
    const { adminKey } = service.account();
    expect(await ids({ sessionSettings: settings('EU') }, adminKey)).toEqual([1, 2, 3, 4]);
    expect(await ids({ sessionSettings: settings('US') }, adminKey)).toEqual([5, 6]);
    expect(await ids({ sessionSettings: { externalId: 'key-none' } }, adminKey)).toEqual([]);
    expect(await ids({ sessionSettings: { internalId: 'ada@acme.test' } }, adminKey)).toEqual([]);
    // With a token the settings name nobody, whatever they say.
    const nonsense = { externalId: 'No Such', internalId: 'x', groups: ['nobody'], ephemeralTtlSeconds: 0 };
    for (const sessionSettings of [settings('US'), {}, nonsense]) {
      expect(await ids({ sessionSettings }, tokens.eu)).toEqual([1, 2, 3, 4]);
    }
    const page = await service.graphql(
      `query($settings: SessionSettingsInput) {
        sql(deploymentId: 1, query: "${sql}", sessionSettings: $settings) { rows } }`,
      { settings: nonsense },
      tokens.eu,
    );
    expect(page.data.sql.rows.flat()).toEqual([1, 2, 3, 4]);
  });

  it('the data query API answers in the time zone of the query, else of the settings, else of the deployment', async () => {
    const sql = 'SELECT ordered_at FROM orders WHERE id = 1';
    const at = async (body: object, key?: string) =>
      (await query({ query: sql, format: 'json', ...body }, key)).body.data[0][0];
    expect(await at({})).toBe('2024-07-02T00:30:00.000');
    expect(await at({ timezone: 'America/New_York' })).toBe('2024-07-01T18:30:00.000');
    expect(await at({ timezone: 'america/new_york' })).toBe('2024-07-01T18:30:00.000');
    const { adminKey } = service.account();
    const sessionSettings = { ...settings('EU'), timezone: 'Asia/Tokyo' };
    expect(await at({ sessionSettings }, adminKey)).toBe('2024-07-02T07:30:00.000');
    expect(await at({ sessionSettings, timezone: 'UTC' }, adminKey)).toBe('2024-07-01T22:30:00.000');
    const unusable = { ...settings('EU'), timezone: 'Mars/Olympus' };
    expect(await at({ sessionSettings: unusable }, adminKey)).toBe('2024-07-02T00:30:00.000');
  });

  it('the data query API reads a development branch, and the main model when told that the name is its', async () => {
    const revenue = async (body: object) =>
      (await query({ query: 'SELECT MEASURE(revenue) AS r FROM orders', format: 'json', ...body })).body.data;
    expect(await revenue({})).toEqual([['7.60']]);
    expect(await revenue({ activeBranchName: 'next' })).toEqual([['15.20']]);
    expect(await revenue({ activeBranchName: 'main', isDefaultBranch: true })).toEqual([['7.60']]);
  });
});

interface Refusal {
  readonly what: string;
  readonly body?: object;
  readonly key?: () => string | null;
  readonly deploymentId?: number;
  readonly status: number;
  readonly code: string;
}

const refusals: readonly Refusal[] = [
  { what: 'nobody', key: () => null, status: 401, code: 'UNAUTHENTICATED' },
  { what: 'an unknown key', key: () => 'x'.repeat(40), status: 401, code: 'UNAUTHENTICATED' },
  {
    what: 'a chat key',
    key: () => service.account().chatKey,
    body: { sessionSettings: settings('EU') },
    status: 403,
    code: 'FORBIDDEN',
  },
  { what: "another deployment's token", key: () => tokens.elsewhere, status: 403, code: 'FORBIDDEN' },
  {
    what: 'a plan without embedding',
    key: () => service.account('free').adminKey,
    body: { sessionSettings: { externalId: 'x' } },
    status: 403,
    code: 'PLAN_REQUIRED',
  },
  {
    what: 'a deployment that does not exist',
    key: () => service.account().adminKey,
    body: { sessionSettings: settings('EU') },
    deploymentId: 99,
    status: 404,
    code: 'NOT_FOUND',
  },
  {
    what: "another account's deployment",
    key: () => service.account('other').adminKey,
    body: { sessionSettings: { externalId: 'x' } },
    status: 404,
    code: 'NOT_FOUND',
  },
  {
    what: 'an unknown internal user',
    key: () => service.account().adminKey,
    body: { sessionSettings: { internalId: 'nobody@acme.test' } },
    status: 404,
    code: 'NOT_FOUND',
  },
  {
    what: 'an admin key without sessionSettings',
    key: () => service.account().adminKey,
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  {
    what: 'two users at once',
    key: () => service.account().adminKey,
    body: { sessionSettings: { externalId: 'x', internalId: 'ada@acme.test' } },
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  {
    what: 'an unknown member',
    body: { query: 'SELECT nothing FROM orders' },
    status: 400,
    code: 'SQL_INVALID',
  },
  { what: 'a hidden member', body: { query: 'SELECT cost FROM orders' }, status: 400, code: 'SQL_INVALID' },
  {
    what: 'an unknown relation',
    body: { query: 'SELECT 1 FROM accounts' },
    status: 400,
    code: 'SQL_INVALID',
  },
  { what: 'a syntax error', body: { query: 'SELECT FROM WHERE' }, status: 400, code: 'SQL_INVALID' },
  { what: 'another statement', body: { query: 'DROP TABLE orders' }, status: 400, code: 'SQL_NOT_ALLOWED' },
  {
    what: 'columns that double at each level',
    body: { query: `${'SELECT *, * FROM ('.repeat(24)}SELECT * FROM orders${') x'.repeat(24)}` },
    status: 400,
    code: 'SQL_NOT_ALLOWED',
  },
  {
    what: 'operators that nest too deeply',
    body: { query: `SELECT id${'+1'.repeat(16_000)} FROM orders` },
    status: 400,
    code: 'SQL_NOT_ALLOWED',
  },
  {
    what: 'a value that fails at once',
    body: { query: 'SELECT CAST(region AS integer) FROM orders' },
    status: 400,
    code: 'SQL_FAILED',
  },
  { what: 'a query that selects nothing', body: { query: 'SELECT' }, status: 400, code: 'SQL_INVALID' },
  {
    what: 'a query that selects nothing from a relation',
    body: { query: 'SELECT FROM orders' },
    status: 400,
    code: 'SQL_INVALID',
  },
  { what: 'an empty query', body: { query: ' ' }, status: 400, code: 'VALIDATION_FAILED' },
  { what: 'a NUL', body: { query: 'SELECT \0' }, status: 400, code: 'VALIDATION_FAILED' },
  {
    what: 'an unusable time zone',
    body: { timezone: 'Mars/Olympus' },
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  { what: 'a time zone that is SQL', body: { timezone: "UTC'; --" }, status: 400, code: 'VALIDATION_FAILED' },
  { what: 'an empty time zone', body: { timezone: '' }, status: 400, code: 'VALIDATION_FAILED' },
  { what: 'an unknown branch', body: { activeBranchName: 'nope' }, status: 400, code: 'BRANCH_NOT_FOUND' },
];

describe('what is refused, equally through both doors', () => {
  const sqlQuery = `query ($deploymentId: Int!, $query: String!, $sessionSettings: SessionSettingsInput, $timezone: String,
    $activeBranchName: String) {
    sql(deploymentId: $deploymentId, query: $query, sessionSettings: $sessionSettings, timezone: $timezone,
      activeBranchName: $activeBranchName) { totalRows }
  }`;

  it.each(refusals)(
    '$what: $status $code',
    async ({ body, key = () => tokens.eu, deploymentId = 1, status, code }) => {
      const request = { query: 'SELECT id FROM orders', ...body };
      const rest = await service.rest('POST', `/api/v1/deployments/${deploymentId}/sql`, request, key());
      expect({ status: rest.status, code: rest.body.code }).toEqual({ status, code });
      const graphql = await service.graphql(sqlQuery, { deploymentId, ...request }, key());
      expect({ data: graphql.data?.sql ?? null, code: graphql.code }).toEqual({ data: null, code });
    },
  );

  it('accepts what the refusals are variations of', async () => {
    const answer = await service.graphql(
      sqlQuery,
      { deploymentId: 1, query: 'SELECT id FROM orders', sessionSettings: settings('EU'), timezone: 'UTC' },
      service.account().adminKey,
    );
    expect(answer.data).toEqual({ sql: { totalRows: 4 } });
    expect((await query({ query: 'SELECT id FROM orders', timezone: 'UTC' })).status).toBe(200);
  });

  it.each([
    ['9223372036854775807 + id', 'A number or date in the query is out of range.'],
    ['sqrt(-id)', 'A number or date in the query is out of range.'],
    ['CAST(region AS integer)', 'A value in the query could not be converted to the type it is used as.'],
    ['1e400', 'A number or date in the query is out of range.'],
    ['id < -1e400', 'A number or date in the query is out of range.'],
  ])('says of %s only which kind of failure it was', async (value, detail) => {
    const { body } = await query({ query: `SELECT ${value} AS v FROM orders` });
    expect(body).toMatchObject({ code: 'SQL_FAILED', detail });
  });

  it('tells neither the client nor the log a value of a row or of the statement', async () => {
    const log: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
    const gateway = createGateway({ services: service.services, checks: [], logger, graphiql: false });
    const ask = async (path: string, body: object): Promise<string> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens.eu}` };
      const request = new Request(`https://inlay.test${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return (await gateway.fetch(request)).text();
    };
    const marker = 'Quintessa77';
    for (const value of [
      `CAST(note || '${marker}' AS integer)`,
      `CAST('${marker}' AS date)`,
      `regexp_replace(region, '(${marker}', '')`,
      'CAST(amount AS numeric(2, 1))',
      `CAST(770077007700 + id AS integer)`,
    ]) {
      const statement = `SELECT ${value} AS v FROM orders`;
      const answers = [
        await ask(sqlPath, { query: statement }),
        await ask(sqlPath, { query: statement, format: 'csv' }),
        await ask('/graphql', { query: sqlQuery, variables: { deploymentId: 1, query: statement } }),
      ];
      for (const answer of answers) expect(answer, statement).toContain('SQL_FAILED');
      expect(answers.join('\n')).not.toMatch(/Quintessa77|comma, |7700770077/);
    }
    expect(log.filter((line) => line.includes('SQL_FAILED')).length).toBeGreaterThanOrEqual(10);
    expect(log.join('\n')).not.toMatch(/Quintessa77|comma, |7700770077/);
  });

  it('never names a hidden member in the refusal of another', async () => {
    const { body } = await query({ query: 'SELECT coost FROM orders' });
    expect(body.detail).not.toMatch(/\bcost\b/);
  });

  it.each([
    ['a format that there is not', { format: 'xml' }],
    ['a query that is no text', { query: 1 }],
    ['no query', { query: undefined }],
  ])('%s: 400', async (_what, body) => {
    expect((await query({ query: 'SELECT 1', ...body })).status).toBe(400);
  });

  it('a path that names no number: 404; another method: 405', async () => {
    expect((await query({ query: 'SELECT 1' }, tokens.eu, '/api/v1/deployments/one/sql')).status).toBe(404);
    expect((await service.rest('GET', sqlPath, undefined, tokens.eu)).status).toBe(405);
  });

  it('makes no user for a request that fails for another reason', async () => {
    const body = { query: 'SELECT 1', timezone: 'Mars/X', sessionSettings: { externalId: 'never-made' } };
    expect((await query(body, service.account().adminKey)).status).toBe(400);
    const made = await service.database.prisma.user.count({ where: { identifier: 'never-made' } });
    expect(made).toBe(0);
  });
});

describe("a deployment's limits", () => {
  it('end a result that is larger with an error that says what to do, and let one that fits through', async () => {
    const { url } = await serve({ deployments: await openChanged({ limits: { maxRows: 3 } }) });
    const over = await (await post(url, { query: 'SELECT n FROM numbers ORDER BY n LIMIT 4' })).text();
    const lines = over
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ code: 'QUERY_LIMIT', error: expect.stringContaining('3 rows') });
    expect(lines.flatMap((line) => line.data ?? [])).toHaveLength(3);
    const fits = await (await post(url, { query: 'SELECT n FROM numbers ORDER BY n LIMIT 3' })).text();
    expect(fits).not.toContain('QUERY_LIMIT');
  });
});

describe('a data source whose results are reused', () => {
  const cached: Partial<WorkspaceDeployment> = {
    dataSource: {
      type: 'duckdb',
      tables: { orders: 'data/orders.parquet', numbers: 'data/numbers.parquet' },
      cache: { every: 3_600 },
    },
  };

  it('says over REST where a result comes from, and sends the same bytes in each format', async () => {
    const { url } = await serve({ deployments: await openChanged(cached) });
    const post = async (format: string, key = tokens.eu) => {
      const response = await fetch(`${url}${sqlPath}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: allOrders, format }),
      });
      return { from: response.headers.get('x-cache'), text: await response.text() };
    };
    for (const format of ['ndjson', 'json', 'csv']) {
      const first = await post(format);
      const second = await post(format);
      expect([first.from, second.from]).toEqual([format === 'ndjson' ? 'miss' : 'hit', 'hit']);
      const direct = await query({ query: allOrders, format });
      expect(direct.headers.has('x-cache')).toBe(false);
      expect(second.text).toBe(first.text);
      const asText = typeof direct.body === 'string' ? direct.body : JSON.stringify(direct.body);
      expect(second.text).toBe(asText);
    }
    const others = await post('json', tokens.us);
    expect([others.from, JSON.parse(others.text).totalRows]).toEqual(['miss', 2]);
  });

  it('says so over GraphQL, with the time at which the source was asked', async () => {
    const gateway = gatewayOf({ deployments: await openChanged(cached) });
    const ask = async () => {
      const response = await gateway.fetch(
        new Request('http://inlay.test/graphql', {
          method: 'POST',
          headers: { authorization: `Bearer ${tokens.eu}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            query: `{ sql(deploymentId: 1, query: "SELECT id FROM orders ORDER BY 1") { rows cached asOf } }`,
          }),
        }),
      );
      return (await response.json()).data.sql;
    };
    const before = Date.now();
    const [first, second] = [await ask(), await ask()];
    expect([first.cached, second.cached]).toEqual([false, true]);
    expect(second).toEqual({ ...first, cached: true });
    expect(second.rows).toEqual([[1], [2], [3], [4]]);
    expect(Date.parse(second.asOf)).toBeGreaterThanOrEqual(before);
    const { data } = await service.graphql(
      '{ sql(deploymentId: 1, query: "SELECT 1 AS one") { cached asOf } }',
      {},
      tokens.eu,
    );
    expect(data.sql).toEqual({ cached: false, asOf: null });
  });

  it('is refused at start if its refresh query cannot be run', async () => {
    const tables = { orders: 'data/orders.parquet', numbers: 'data/numbers.parquet' };
    const sql = 'SELECT max(changed) FROM orders';
    const opening = openChanged({ dataSource: { type: 'duckdb', tables, cache: { sql } } });
    await expect(opening).rejects.toThrow(/The query cannot be run/);
  });
});

/** The same deployments, each with these changes. */
async function openChanged(changes: Partial<WorkspaceDeployment>): Promise<Deployments> {
  const { workspace: base } = workspace;
  const accounts = base.accounts.map((account) => ({
    ...account,
    deployments: account.deployments.map((deployment) => ({ ...deployment, ...changes })),
  }));
  const results = createResultStore(2 ** 24);
  const opened = await openDeployments({ ...base, accounts }, { results });
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return opened;
}

function gatewayOf(changes: { readonly deployments?: Deployments }): Gateway {
  return createGateway({
    services: { ...service.services, ...changes },
    checks: [],
    logger: service.services.logger,
    graphiql: false,
  });
}

/** A gateway on a real socket. */
async function serve(
  changes: { readonly deployments?: Deployments } = {},
): Promise<{ url: string; port: number }> {
  const server = createServer(gatewayOf(changes).listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

function post(url: string, body: object, token = tokens.eu): Promise<Response> {
  return fetch(`${url}${sqlPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

async function send(port: number, path: string, body: object, headers = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const text = JSON.stringify(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: inlay\r\nauthorization: Bearer ${tokens.eu}\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  return socket;
}

const activity = (of = deployments) => of.get('acme', 1).activity?.();
const idle = (of = deployments) =>
  expect.poll(() => activity(of), { interval: 5 }).toEqual({ running: 0, waiting: 0 });
const busy = () => expect.poll(() => activity()?.running, { interval: 5 }).toBe(1);

describe('a client of GraphQL that leaves before the answer', () => {
  it('a client of GraphQL that leaves before the answer stops its query, and is no fault', async () => {
    const leaving = new AbortController();
    const faults = service.faults.length;
    const answer = service.gateway.fetch(
      new Request('https://inlay.test/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.eu}` },
        body: JSON.stringify({ query: `{ sql(deploymentId: 1, query: "${endless}") { totalRows } }` }),
        signal: leaving.signal,
      }),
    );
    await busy();
    leaving.abort();
    await answer.catch(() => undefined);
    await idle();
    expect(service.faults.slice(faults)).toEqual([]);
  });
});

describe('a failure after the first byte', () => {
  it('a failure after the first byte is a last line in ndjson', async () => {
    const { url } = await serve();
    const text = await (await post(url, { query: lateFailure })).text();
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.at(-1)).toEqual({ error: expect.any(String), code: 'SQL_FAILED' });
    expect(lines.at(-1).error).not.toMatch(/none/);
    await idle();
  });

  it.each(['json', 'csv'])('breaks the connection in %s', async (format) => {
    const { url } = await serve();
    const response = await post(url, { query: lateFailure, format });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    await idle();
  });

  it.each(['json', 'csv'])(
    'a failure after the first byte ends the body in an error in %s, without a socket',
    async (format) => {
      const response = await service.gateway.fetch(
        new Request(`https://inlay.test${sqlPath}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.eu}` },
          body: JSON.stringify({ query: lateFailure, format }),
        }),
      );
      await expect(response.text()).rejects.toThrow();
      await idle();
    },
  );

  it('a failure after the first byte is the last event of sqlStream, with its code', async () => {
    const { url } = await serve();
    const events = await collect(url, lateFailure);
    expect(events.length).toBeGreaterThan(2);
    expect(events.at(-1)?.errors).toMatchObject([{ extensions: { code: 'SQL_FAILED' } }]);
    expect(events.slice(0, -1).filter((event) => event.errors !== undefined)).toEqual([]);
    await idle();
  });

  it('a failure after the first byte is told to a reader who paused longer than the time cap', async () => {
    const limited = await openChanged({ limits: { timeoutSeconds: 2 } });
    const { port } = await serve({ deployments: limited });
    const socket = await send(port, sqlPath, { query: allNumbers });
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    await idle(limited);
    const rest: Buffer[] = [first];
    socket.resume().on('data', (part: Buffer) => rest.push(part));
    await expect.poll(() => Buffer.concat(rest).toString('latin1').slice(-200)).toMatch(/0\r\n\r\n$/);
    expect(Buffer.concat(rest).toString('latin1')).toMatch(/"code":"QUERY_TIMEOUT"\}\n\r\n0\r\n\r\n$/);
  });
});

describe('a query that takes too long', () => {
  it('a query that takes too long is 504 when it has not answered, and stops in the engine', async () => {
    const limited = await openChanged({ limits: { timeoutSeconds: 1 } });
    const { url } = await serve({ deployments: limited });
    const response = await post(url, { query: endless });
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ code: 'QUERY_TIMEOUT' });
    await idle(limited);
  });
});

describe('a user who leaves downloads open', () => {
  it.each([
    ['REST', { query: allNumbers }, sqlPath, ''],
    [
      'GraphQL',
      { query: `subscription { sqlStream(input: { deploymentId: 1, query: "${allNumbers}" }) { rows } }` },
      '/graphql',
      'accept: text/event-stream\r\n',
    ],
  ])(
    'a user who leaves downloads open does not keep others from asking, through %s',
    async (_door, body, path, accept) => {
      const { url, port } = await serve();
      const sockets: Socket[] = [];
      for (let count = 0; count < 4; count += 1) {
        const socket = await send(port, path, body, accept);
        sockets.push(socket);
        // Two of the three statements that DuckDB runs at once are its own; the others wait.
        if (count < 2) await once(socket, 'data');
        socket.pause();
      }
      await expect.poll(() => activity(), { interval: 5 }).toEqual({ running: 2, waiting: 2 });
      const answer = await fetch(`${url}${sqlPath}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.us}` },
        body: JSON.stringify({ query: 'SELECT count(*) AS c FROM numbers', format: 'json' }),
      });
      expect(await answer.json()).toMatchObject({ data: [[numberCount]] });
      await expect.poll(() => activity(), { interval: 5 }).toEqual({ running: 2, waiting: 2 });
      for (const socket of sockets) socket.destroy();
      await idle();
    },
  );
});

describe('a client that goes', () => {
  it.each(['ndjson', 'json', 'csv'])('a client that goes stops the query amid %s', async (format) => {
    const { port } = await serve();
    const socket = await send(port, sqlPath, { query: allNumbers, format });
    await once(socket, 'data');
    socket.pause();
    await busy();
    socket.destroy();
    await idle();
  });

  it.each(['ndjson', 'json', 'csv'])(
    'a client that goes stops the query when it only cancels the body of %s',
    async (format) => {
      const response = await service.gateway.fetch(
        new Request(`https://inlay.test${sqlPath}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.eu}` },
          body: JSON.stringify({ query: allNumbers, format }),
        }),
      );
      const reader = response.body?.getReader();
      await reader?.read();
      expect(activity()?.running).toBe(1);
      await reader?.cancel();
      await idle();
    },
  );

  it('a client that goes stops a query that has not answered yet', async () => {
    const { port } = await serve();
    const socket = await send(port, sqlPath, { query: endless });
    await busy();
    socket.destroy();
    await idle();
  });

  it('a client that goes stops the query of sqlStream, while it waits and amid its rows', async () => {
    const { port } = await serve();
    const document =
      'subscription ($q: String!) { sqlStream(input: { deploymentId: 1, query: $q }) { rows } }';
    for (const q of [endless, allNumbers]) {
      const body = { query: document, variables: { q } };
      const socket = await send(port, '/graphql', body, 'accept: text/event-stream\r\n');
      if (q === allNumbers) await once(socket, 'data');
      socket.pause();
      await busy();
      socket.destroy();
      await idle();
    }
  });

  it('a client that goes stops the query of sql', async () => {
    const { port } = await serve();
    const body = { query: `{ sql(deploymentId: 1, query: "${endless}") { totalRows } }` };
    const socket = await send(port, '/graphql', body);
    await busy();
    socket.destroy();
    await idle();
  });

  it('a client that goes does not hold the engine back while it does not read', async () => {
    const { url, port } = await serve();
    const socket = await send(port, sqlPath, { query: allNumbers });
    await once(socket, 'data');
    socket.pause();
    const other = await post(url, { query: 'SELECT id FROM orders', format: 'json' });
    expect(((await other.json()) as { totalRows: number }).totalRows).toBe(4);
    socket.destroy();
    await idle();
  });
});

interface StreamEvent {
  readonly data?: { readonly sqlStream: { readonly columns: unknown; readonly rows: unknown[][] } } | null;
  readonly errors?: unknown;
}

async function collect(url: string, sql: string): Promise<StreamEvent[]> {
  const client = createClient({ url: `${url}/graphql`, headers: { authorization: `Bearer ${tokens.eu}` } });
  const events: StreamEvent[] = [];
  const document = `subscription ($q: String!) {
    sqlStream(input: { deploymentId: 1, query: $q }) { columns { name columnType } rows }
  }`;
  for await (const event of client.iterate({ query: document, variables: { q: sql } })) {
    events.push(event as StreamEvent);
  }
  return events;
}

describe('GraphQL', () => {
  const page =
    'query ($q: String!, $first: Int) { sql(deploymentId: 1, query: $q, first: $first) { columns { name columnType } rows totalRows hasMore } }';

  it('sql returns the first rows and how many there are', async () => {
    const all = await service.graphql(page, { q: allOrders }, tokens.eu);
    expect(all.data.sql).toEqual({
      columns: schema.map(({ name, column_type: type }) => ({ name, columnType: type.toUpperCase() })),
      rows: euRows,
      totalRows: 4,
      hasMore: false,
    });
    const two = await service.graphql(page, { q: allOrders, first: 2 }, tokens.eu);
    expect(two.data.sql).toMatchObject({ rows: euRows.slice(0, 2), totalRows: 4, hasMore: true });
    const many = await service.graphql(page, { q: allNumbers }, tokens.eu);
    expect(many.data.sql).toMatchObject({ totalRows: 50_000, hasMore: true });
    expect(many.data.sql.rows).toHaveLength(1_000);
    await idle();
  });

  it('sql refuses a page that would not fit into memory, which fewer rows of the same query do', async () => {
    const q = "SELECT repeat(repeat('x', 8), 1000) AS v FROM numbers LIMIT 10000";
    const few = await service.graphql(page, { q, first: 2 }, tokens.eu);
    expect(few.data.sql.rows.map(([text]: [string]) => text.length)).toEqual([8_000, 8_000]);
    expect(few.data.sql.totalRows).toBe(10_000);
    const all = await service.graphql(page, { q, first: 10_000 }, tokens.eu);
    expect([all.data?.sql ?? null, all.code]).toEqual([null, 'QUERY_LIMIT']);
    await idle();
  });

  it.each([0, -1, 10_001])('GraphQL refuses a page of %i rows', async (first) => {
    expect((await service.graphql(page, { q: allOrders, first }, tokens.eu)).code).toBe('VALIDATION_FAILED');
  });

  it('sqlStream gives the columns, then all rows', async () => {
    const { url } = await serve();
    const [first, ...rest] = await collect(url, allNumbers);
    expect(first?.data?.sqlStream).toEqual({
      columns: [
        { name: 'n', columnType: 'INT64' },
        { name: 'code', columnType: 'STRING' },
      ],
      rows: [],
    });
    expect(rest.reduce((rows, event) => rows + (event.data?.sqlStream.rows.length ?? 0), 0)).toBe(
      numberCount,
    );
    await idle();
  });

  it('searchMetadata finds what the user may see, with its own values', async () => {
    const document = `query ($s: SessionSettingsInput) { searchMetadata(deploymentId: 1, searchQuery: "revenue cost by region", sessionSettings: $s) {
      name type dimensions { name type values valuesComplete primaryKey range { first last } granularities { name title interval } }
      measures { name title type rollingWindow { trailing leading offset toDate } } segments { name } hierarchies { name title levels } } }`;
    const { data } = await service.graphql(document, {}, tokens.eu);
    const orders = data.searchMetadata.find(({ name }: { name: string }) => name === 'orders');
    expect(orders.measures).toContainEqual({
      name: 'orders.revenue',
      title: 'Revenue',
      type: 'SUM',
      rollingWindow: null,
    });
    expect(orders.measures).toContainEqual({
      name: 'orders.count_so_far',
      title: 'Count So Far',
      type: 'COUNT',
      rollingWindow: { trailing: 'unbounded', leading: null, offset: 'END', toDate: null },
    });
    expect(orders.hierarchies).toEqual([{ name: 'orders.place', title: 'Place', levels: ['orders.region'] }]);
    expect(
      orders.dimensions.find(({ name }: { name: string }) => name === 'orders.ordered_at').granularities,
    ).toEqual([{ name: 'fiscal_year', title: 'Fiscal Year', interval: '1 year' }]);
    expect(orders.dimensions).toContainEqual({
      name: 'orders.region',
      type: 'STRING',
      values: ['EU'],
      valuesComplete: true,
      primaryKey: false,
      range: null,
      granularities: [],
    });
    expect(JSON.stringify(data)).not.toMatch(/orders\.cost/);
    const us = await service.graphql(document, { s: settings('US') }, service.account().adminKey);
    expect(JSON.stringify(us.data)).toContain('"values":["US"]');
    expect((await service.graphql(document, {}, service.account().adminKey)).code).toBe('VALIDATION_FAILED');
    expect((await service.graphql(document, {}, tokens.elsewhere)).code).toBe('FORBIDDEN');
    expect((await service.graphql(document, {}, null)).code).toBe('UNAUTHENTICATED');
  });
});

describe('a query that is refined', () => {
  const document = `query ($query: String!, $changes: [QueryChange!], $settings: SessionSettingsInput, $member: String!) {
    refinement(deploymentId: 1, query: $query, changes: $changes, sessionSettings: $settings) {
      sql isGrouped limit figures { column title } breakdowns { column member title granularity finer { granularity } }
      filters { sql member type values from to } dimensions { member type }
      values(member: $member) { values } result(first: 10) { columns { name granularity } rows totalRows vegaSpec }
    }
  }`;
  const byPaid =
    "SELECT paid, MEASURE(count) AS n FROM orders WHERE ordered_at >= DATE '2024-01-01' GROUP BY 1 ORDER BY 1";
  const ask = async (query: string, changes: object[] = [], key: string | null = tokens.eu) =>
    service.graphql(document, { query, changes, member: 'note' }, key);

  it('tells what can be changed, and has the rows after the changes, under the rights of its reader', async () => {
    const { data, message } = await ask(byPaid, [
      { filter: { member: 'ordered_at' } },
      { breakdown: { column: 'paid', member: 'ordered_at', granularity: 'year' } },
      { breakdown: { member: 'region' } },
    ]);
    expect(message).toBeUndefined();
    const refined = data.refinement;
    expect(refined.sql).toBe(
      "SELECT DATE_TRUNC('year', ordered_at) AS ordered_at_year, region, MEASURE(count) AS n FROM orders GROUP BY 1, 2 ORDER BY 1, 3 DESC NULLS LAST, 2",
    );
    expect(refined.breakdowns).toMatchObject([
      { column: 'ordered_at_year', member: 'ordered_at', granularity: 'year' },
      { column: 'region', member: 'region', granularity: null },
    ]);
    expect(refined.filters).toEqual([]);
    expect(refined.result.rows).toEqual([
      ['2024-01-01T00:00:00.000', 'EU', 3],
      [null, 'EU', 1],
    ]);
    expect(refined.result.columns[0]).toEqual({ name: 'ordered_at_year', granularity: 'YEAR' });
    expect(refined.values.values).toContain('plain');
    const others = await ask(byPaid, [{ breakdown: { column: 'paid' } }], tokens.us);
    expect(others.data.refinement.result.rows).not.toEqual(refined.result.rows);
    expect(JSON.stringify(others.data)).not.toContain('plain');
  });

  it('leads to the rows behind it', async () => {
    const { data } = await ask(byPaid, [{ filter: { member: 'paid', values: ['true'] } }, { records: true }]);
    const { result, breakdowns } = data.refinement;
    expect(breakdowns).toEqual([]);
    expect(result.rows.map(([id]: [number]) => id)).toEqual([1, 4]);
    expect(result.rows[0]).toContain('plain');
  });

  it('is left alone where it has another form, and refused for what it does not have', async () => {
    expect((await ask('SELECT n FROM (SELECT 1 AS n) AS x')).data).toEqual({ refinement: null });
    const period = { filter: { member: 'ordered_at', from: '2024-02-03', to: '2024-01-01' } };
    const wrong: [object, object][] = [
      [
        { breakdown: { member: 'nothing' } },
        { path: 'changes.1.breakdown.member', message: 'is not a dimension of the relation' },
      ],
      [{ without: 'x' }, { path: 'changes.1.without', message: 'is not a filter of the query' }],
      [period, { path: 'changes.1.filter', message: 'begins after it ends' }],
    ];
    for (const [change, issue] of wrong) {
      const { code, issues } = await ask(byPaid, [{ filter: { member: 'paid', values: ['true'] } }, change]);
      expect({ code, issues }).toEqual({ code: 'VALIDATION_FAILED', issues: [issue] });
    }
    expect((await ask(byPaid, [{ records: true, without: 'x' }])).code).toBe('VALIDATION_FAILED');
    expect((await ask(byPaid, [], tokens.elsewhere)).code).toBe('FORBIDDEN');
  });
});
