import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deployments } from '../../src/services/deployments/deployments.ts';
import { createDataWorkspace, type DataWorkspace } from '../support/data-workspace.ts';
import { openDeployments } from '../support/open-deployments.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let workspace: DataWorkspace;
let deployments: Deployments;
let service: TestService;
/** Session tokens, by the region that their users may see. */
let tokens: { eu: string; us: string; none: string };

beforeAll(async () => {
  workspace = await createDataWorkspace();
  deployments = await openDeployments(workspace.workspace);
  service = await openTestService({
    accounts: [
      { name: 'acme', userAttributes: { region: 'string_array' } },
      { name: 'other' },
      { name: 'free', plan: 'free' },
    ],
    deployments: deployments.all,
  });
  tokens = {
    eu: await tokenFor('eu-user', ['EU']),
    us: await tokenFor('us-user', ['US']),
    none: await tokenFor('no-region', []),
  };
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await deployments[Symbol.asyncDispose]();
  await workspace[Symbol.asyncDispose]();
});

async function tokenFor(externalId: string, region: string[]): Promise<string> {
  const minted = await service.rest('POST', '/api/v1/embed/generate-session', {
    deploymentId: 1,
    externalId,
    userAttributes: region.length === 0 ? [] : [{ name: 'region', value: region }],
  });
  const exchanged = await service.rest('POST', '/api/v1/embed/session/token', minted.body, null);
  return exchanged.body.token;
}

const tileQuery = `query ($tile: String!, $filters: [DashboardFilterInput!], $timezone: String) {
  dashboard(name: "orders") { tile(name: $tile) { result(filters: $filters, timezone: $timezone) { rows } } }
}`;

async function readTile(tile: string, variables: object = {}, key = tokens.eu) {
  const { data, code, issues, message } = await service.graphql(tileQuery, { tile, ...variables }, key);
  return { rows: data?.dashboard.tile.result?.rows, code, issues, message };
}

const list = (name: string, values: string[]) => ({ list: { name, values } });

async function ids(filters: object[], variables: object = {}, key = tokens.eu): Promise<unknown> {
  const { rows, message } = await readTile('ids', { filters, ...variables }, key);
  return rows?.map(([id]: [number]) => id) ?? message;
}

describe('a dashboard', () => {
  it('a dashboard says what it is made of', async () => {
    const { data, message } = await service.graphql(
      `{ dashboards { name title description deploymentId timezone
           filters { name title kind }
           tiles { name title description kind width height filters value comparison spec
                   columns { name title format currency } } } }`,
      {},
      tokens.eu,
    );
    expect(message).toBeUndefined();
    expect(data.dashboards).toHaveLength(1);
    const [dashboard] = data.dashboards;
    expect(dashboard).toMatchObject({
      name: 'orders',
      title: 'Orders',
      description: 'All about orders',
      deploymentId: 1,
      timezone: 'Europe/Berlin',
    });
    expect(dashboard.filters[2]).toEqual({ name: 'period', title: 'Period', kind: 'DATE_RANGE' });
    const ofOrders = ['region', 'paid', 'period', 'amount', 'note'];
    expect(dashboard.tiles[0]).toEqual({
      name: 'revenue',
      title: 'Revenue',
      description: null,
      kind: 'FIGURE',
      width: 3,
      height: 2,
      filters: ofOrders,
      value: 'revenue',
      comparison: 'orders',
      spec: null,
      columns: [
        { name: 'revenue', title: 'Revenue', format: 'CURRENCY', currency: 'EUR' },
        { name: 'orders', title: 'Orders', format: null, currency: null },
      ],
    });
    expect(dashboard.tiles[1]).toMatchObject({
      kind: 'TABLE',
      description: 'One by one',
      width: 4,
      height: 3,
    });
    expect(dashboard.tiles[2]).toMatchObject({ kind: 'CHART', spec: { mark: 'bar' }, value: null });
    expect(dashboard.tiles.at(-1)).toMatchObject({ name: 'codes', filters: ['code'] });
  });

  it('a dashboard shows each user the rows of their own', async () => {
    expect((await readTile('revenue')).rows).toEqual([['7.60', 4]]);
    expect((await readTile('revenue', {}, tokens.us)).rows).toEqual([['100.99', 2]]);
    expect((await readTile('revenue', {}, tokens.none)).rows).toEqual([[null, 0]]);
  });

  it('a dashboard shows an admin key what the user sees whom it names', async () => {
    const query = `query ($settings: SessionSettingsInput) { dashboard(deploymentId: 1, name: "orders") {
      tile(name: "revenue") { result(sessionSettings: $settings) { rows } } } }`;
    const settings = { externalId: 'named', userAttributes: [{ name: 'region', value: ['US'] }] };
    const { data } = await service.graphql(query, { settings });
    expect(data.dashboard.tile.result.rows).toEqual([['100.99', 2]]);
    expect((await service.graphql(query)).code).toBe('VALIDATION_FAILED');
  });

  it('a dashboard fails tile by tile', async () => {
    const response = await service.gateway.fetch(
      new Request('https://inlay.test/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.eu}` },
        body: JSON.stringify({
          query: '{ dashboard(name: "orders") { tiles { name result { totalRows } } } }',
        }),
      }),
    );
    const { data, errors } = (await response.json()) as {
      data: { dashboard: { tiles: { name: string; result: unknown }[] } };
      errors: { path: unknown[]; extensions: { code: string } }[];
    };
    const failed = data.dashboard.tiles.filter(({ result }) => result === null).map(({ name }) => name);
    expect(failed).toEqual(['costs', 'codes']);
    const byPath = errors.map(({ path, extensions }) => [path.join('.'), extensions.code]).sort();
    expect(byPath).toEqual([
      ['dashboard.tiles.3.result', 'SQL_INVALID'],
      ['dashboard.tiles.4.result', 'SQL_FAILED'],
    ]);
  });

  it('a dashboard leads from a tile to the rows behind it, under the chosen filters and the rights of its reader', async () => {
    const query = `query ($tile: String!, $filters: [DashboardFilterInput!], $changes: [QueryChange!]) {
      dashboard(name: "orders") { tile(name: $tile) { refinement(filters: $filters, changes: $changes) {
        breakdowns { column member } filters { member values } result(first: 10) { columns { name } rows } } } }
    }`;
    const refine = async (tile: string, variables: object, key = tokens.eu) => {
      const { data, code } = await service.graphql(query, { tile, ...variables }, key);
      return { refined: data?.dashboard.tile.refinement, code };
    };
    const rowsOf = async (key: string, filters: object[]) => {
      const changes = [{ filter: { member: 'paid', values: ['true'] } }, { records: true }];
      const { refined } = await refine('by_paid', { filters, changes }, key);
      expect(refined.filters).toEqual([{ member: 'paid', values: ['true'] }]);
      return refined.result.rows.map(([id]: [number]) => id);
    };
    expect((await refine('by_paid', {})).refined.breakdowns).toEqual([{ column: 'paid', member: 'paid' }]);
    expect(await rowsOf(tokens.eu, [])).toEqual([1, 4]);
    expect(await rowsOf(tokens.eu, [{ number: { name: 'amount', max: 11 } }])).toEqual([1]);
    expect(await rowsOf(tokens.none, [])).toEqual([]);
    // It reads what nobody may see, and so nobody learns how.
    expect(await refine('costs', {})).toEqual({ refined: null, code: 'SQL_INVALID' });
    expect((await refine('by_paid', { filters: [list('none', ['1'])] })).code).toBe('VALIDATION_FAILED');
    expect((await refine('by_paid', { changes: [{ without: 'x' }] })).code).toBe('VALIDATION_FAILED');
  });

  it.each([
    ['an unknown name', '{ dashboard(name: "none") { title } }', 'NOT_FOUND'],
    [
      'another deployment than the session',
      '{ dashboard(deploymentId: 2, name: "orders") { title } }',
      'FORBIDDEN',
    ],
    [
      'a page that is too large',
      '{ dashboard(name: "orders") { tile(name: "ids") { result(first: 10001) { rows } } } }',
      'VALIDATION_FAILED',
    ],
    [
      'an unusable time zone',
      '{ dashboard(name: "orders") { tile(name: "ids") { result(timezone: "Nowhere") { rows } } } }',
      'VALIDATION_FAILED',
    ],
  ])('a dashboard refuses %s', async (_, query, code) => {
    expect((await service.graphql(query, {}, tokens.eu)).code).toBe(code);
  });

  it("a dashboard is nobody else's", async () => {
    const query = '{ dashboards(deploymentId: 1) { name } }';
    expect((await service.graphql(query, {}, null)).code).toBe('UNAUTHENTICATED');
    expect((await service.graphql(query, {}, service.account().chatKey)).code).toBe('FORBIDDEN');
    expect((await service.graphql(query, {}, service.account('free').adminKey)).code).toBe('PLAN_REQUIRED');
    expect((await service.graphql(query, {}, service.account('other').adminKey)).code).toBe('NOT_FOUND');
    expect((await service.graphql('{ dashboards { name } }')).code).toBe('VALIDATION_FAILED');
    expect((await service.graphql(query)).data).toEqual({ dashboards: [{ name: 'orders' }] });
  });
});

describe('filters of a dashboard', () => {
  it('narrow by values, numbers and days, all together', async () => {
    expect(await ids([])).toEqual([1, 2, 3, 4]);
    expect(await ids([list('paid', ['true'])])).toEqual([1, 4]);
    expect(await ids([list('paid', ['true', 'false'])])).toEqual([1, 2, 4]);
    expect(await ids([{ number: { name: 'amount', min: 0.1 } }])).toEqual([1, 2]);
    expect(await ids([{ number: { name: 'amount', min: -5, max: 0.1 } }])).toEqual([2, 3]);
    expect(await ids([list('paid', ['true']), { number: { name: 'amount', max: 11 } }])).toEqual([1]);
    expect(await ids([list('paid', []), { number: { name: 'amount' } }])).toEqual([1, 2, 3, 4]);
  });

  it("filters of a dashboard take days as the data's time zone has them, the last one whole", async () => {
    // Order 1 is of 1 July, 22:30 in UTC, which is 2 July in Berlin.
    const july = (from: string | null, to: string | null) => [{ dateRange: { name: 'period', from, to } }];
    expect(await ids(july('2024-07-02', '2024-07-02'))).toEqual([1]);
    expect(await ids(july('2024-07-02', null))).toEqual([1]);
    expect(await ids(july('2024-07-01', '2024-07-01'))).toEqual([]);
    expect(await ids(july('2024-07-01', '2024-07-01'), { timezone: 'UTC' })).toEqual([1]);
    expect(await ids(july(null, '2024-02-01'))).toEqual([2]);
    // The last day that there is: systems write it where there is no end.
    expect(await ids(july('2024-07-02', '9999-12-31'))).toEqual([1]);
  });

  it('open no row of others, and are data', async () => {
    expect(await ids([list('region', ['EU', 'US'])])).toEqual([1, 2, 3, 4]);
    expect(await ids([list('region', ['US'])])).toEqual([]);
    expect(await ids([list('note', ["x') OR (1=1) --"])])).toEqual([]);
    expect(await ids([list('note', ['comma, "quotes" and\na line'])])).toEqual([2]);
  });

  it('filters of a dashboard leave tiles alone that read something else', async () => {
    expect(await ids([list('code', ['1'])])).toEqual([1, 2, 3, 4]);
    expect((await readTile('codes', { filters: [list('code', ['7', '8'])] })).rows).toEqual([[8], [7]]);
  });

  it.each([
    ['none of the dashboard', list('none', ['1']), 'filters.0.list.name'],
    ['of another kind', { dateRange: { name: 'region', from: '2024-01-01' } }, 'filters.0.dateRange'],
    [
      'with a day that is none',
      { dateRange: { name: 'period', from: '2024-02-30' } },
      'filters.0.dateRange.from',
    ],
    [
      'from a day after the last',
      { dateRange: { name: 'period', from: '2024-02-02', to: '2024-02-01' } },
      'filters.0.dateRange',
    ],
    ['of a number, with values', list('amount', ['1']), 'filters.0.list'],
    ['two at once', { ...list('region', ['EU']), number: { name: 'amount', min: 1 } }, '0'],
  ])('filters of a dashboard are refused when %s', async (_, filter, path) => {
    const { code, issues } = await readTile('ids', { filters: [filter] });
    expect(code).toBe('VALIDATION_FAILED');
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });

  async function values(name: string, args = '', key = tokens.eu) {
    const query = `{ dashboard(name: "orders") { filter(name: "${name}") { values${args} { values hasMore } } } }`;
    const { data, message } = await service.graphql(query, {}, key);
    return data?.dashboard.filter?.values ?? message;
  }

  it('offer the values of the rows that a user sees', async () => {
    expect(await values('region')).toEqual({ values: ['EU'], hasMore: false });
    expect(await values('region', '', tokens.us)).toEqual({ values: ['US'], hasMore: false });
    expect(await values('region', '', tokens.none)).toEqual({ values: [], hasMore: false });
    expect(await values('paid')).toEqual({ values: ['false', 'true'], hasMore: false });
    expect(await values('period')).toEqual({ values: [], hasMore: false });
  });

  it('tell from when to when there are rows that a user sees', async () => {
    const range = async (name: string, args = '', key = tokens.eu) => {
      const query = `{ dashboard(name: "orders") { filter(name: "${name}") { range${args} { from to } } } }`;
      const { data, message } = await service.graphql(query, {}, key);
      return message ?? data.dashboard.filter.range;
    };
    expect(await range('period')).toEqual({ from: '2024-02-01', to: '2024-07-02' });
    expect(await range('period', '(timezone: "UTC")')).toEqual({ from: '2024-01-31', to: '2024-07-01' });
    expect(await range('period', '', tokens.us)).toEqual({ from: '2024-02-28', to: '2024-02-29' });
    expect(await range('period', '', tokens.none)).toBeNull();
    expect(await range('region')).toBeNull();
  });

  it('offer so many, and what is searched for', async () => {
    expect(await values('code', '(first: 2)')).toEqual({ values: ['0', '1'], hasMore: true });
    expect(await values('code', '(search: "NoN")')).toEqual({ values: ['none'], hasMore: false });
    expect(await values('note', '(search: "%")')).toEqual({ values: [], hasMore: false });
    expect(await values('code', '(first: 201)')).toContain('must be from 1 to 200');
  });
});
