import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deployments } from '../../src/services/deployments/deployments.ts';
import { createDataWorkspace, type DataWorkspace } from '../support/data-workspace.ts';
import { describeDatabases } from '../support/database.ts';
import { openDeployments } from '../support/open-deployments.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const fields = `id name title isManaged isEditable isShared owner { identifier }
  tiles { id name title kind spec value width sql columns { name title format currency granularity } result { rows } }`;

const selections = {
  createDashboard: `dashboard { ${fields} }`,
  updateDashboard: 'dashboard { title isShared }',
  deleteDashboard: 'deletedDashboardId',
  addDashboardTile: 'tile { id title kind } dashboard { tiles { title } }',
  updateDashboardTile: 'tile { title width } dashboard { tiles { title } }',
  deleteDashboardTile: 'deletedDashboardTileId dashboard { tiles { title } }',
} as const;

const byRegion = {
  title: 'Revenue by region',
  sql: "SELECT date_trunc('month', ordered_at) AS month, region, MEASURE(revenue) AS revenue FROM orders WHERE amount > 5 GROUP BY 1, 2",
  spec: {
    mark: 'bar',
    encoding: { y: { field: 'region', type: 'nominal' }, x: { field: 'revenue', type: 'quantitative' } },
  },
};
const revenue = { title: 'Revenue', sql: 'SELECT MEASURE(revenue) AS revenue FROM orders', value: 'revenue' };
const ids = (title = 'Orders') => ({ title, sql: 'SELECT id FROM orders ORDER BY 1' });

describeDatabases('a dashboard that a user makes', (kind) => {
  let workspace: DataWorkspace;
  let deployments: Deployments;
  let service: TestService;

  beforeAll(async () => {
    workspace = await createDataWorkspace();
    deployments = await openDeployments(workspace.workspace);
    service = await openTestService({
      kind,
      accounts: [
        { name: 'acme', userAttributes: { region: 'string_array' } },
        { name: 'other', userAttributes: { region: 'string_array' } },
      ],
      deployments: deployments.all,
    });
  });

  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
    await deployments[Symbol.asyncDispose]();
    await workspace[Symbol.asyncDispose]();
  });

  let names = 0;
  /** A user whom nobody else is. @returns the token of a session */
  async function user(region: 'EU' | 'US', embedTenantName?: string, name?: string): Promise<string> {
    names += 1;
    const externalId = name ?? `user-${names}`;
    const minted = await service.rest('POST', '/api/v1/embed/generate-session', {
      deploymentId: 1,
      externalId,
      userAttributes: [{ name: 'region', value: [region] }],
      ...(embedTenantName !== undefined && { embedTenantName }),
    });
    const exchanged = await service.rest('POST', '/api/v1/embed/session/token', minted.body, null);
    if (exchanged.status !== 200) throw new Error(JSON.stringify(minted.body));
    return exchanged.body.token;
  }

  async function change(name: keyof typeof selections, input: object, key?: string | null) {
    const type = `${name.replace(/^./, (a) => a.toUpperCase())}Input`;
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selections[name]} } }`;
    const { data, code, message, issues } = await service.graphql(query, { input }, key);
    return { code, message, issues, ...data?.[name] };
  }

  async function read(name: string, key?: string | null) {
    const { data, code } = await service.graphql(
      `query ($name: String!) { dashboard(name: $name, deploymentId: 1) { ${fields} } }`,
      { name },
      key,
    );
    return code === undefined || data?.dashboard != null ? data.dashboard : code;
  }

  async function titles(key: string | undefined, filter: object = {}) {
    const { data } = await service.graphql(
      'query ($filter: UserDashboardFilter) { userDashboards(filter: $filter, deploymentId: 1) { edges { node { title } } } }',
      { filter },
      key,
    );
    return data.userDashboards.edges.map(({ node }: { node: { title: string } }) => node.title);
  }

  it('keeps answers as tiles, and is found by its name, its id and in the list', async () => {
    const token = await user('EU', undefined, 'ann');
    const { dashboard } = await change('createDashboard', { title: ' Mine ', tile: byRegion }, token);
    expect(dashboard).toMatchObject({
      title: 'Mine',
      isManaged: false,
      isEditable: true,
      isShared: false,
      owner: { identifier: 'ann' },
      tiles: [
        {
          title: 'Revenue by region',
          kind: 'CHART',
          spec: byRegion.spec,
          sql: byRegion.sql,
          width: 6,
          columns: [
            { name: 'month', title: 'Month', granularity: 'MONTH' },
            { name: 'region', title: 'Region' },
            { name: 'revenue', title: 'Revenue' },
          ],
          result: { rows: [['2024-07-01T00:00:00.000', 'EU', '10.50']] },
        },
      ],
    });
    const added = await change('addDashboardTile', { dashboardId: dashboard.id, tile: revenue }, token);
    expect(added).toMatchObject({
      tile: { title: 'Revenue', kind: 'FIGURE' },
      dashboard: { tiles: [{ title: 'Revenue by region' }, { title: 'Revenue' }] },
    });
    const found = await read(dashboard.name, token);
    expect(found.tiles[1]).toMatchObject({ value: 'revenue', width: 3, result: { rows: [['7.60']] } });
    const { data } = await service.graphql(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Dashboard { title } ... on DashboardTile { title } } }',
      { ids: [dashboard.id, added.tile.id] },
      token,
    );
    expect(data.nodes).toEqual([{ title: 'Mine' }, { title: 'Revenue' }]);
    expect(await titles(token)).toEqual(['Mine']);
    expect(await titles(token, { text: 'none' })).toEqual([]);
  });

  it('is shared with the users of its embed tenant, who see their own rows and change nothing', async () => {
    const tenant = `tenant-${kind}`;
    const [author, reader, stranger] = [
      await user('EU', tenant),
      await user('US', tenant),
      await user('US', 'elsewhere'),
    ];
    const { dashboard } = await change('createDashboard', { title: 'Shared', tile: ids() }, author);
    const { id, name } = dashboard;
    expect(dashboard.tiles[0].result.rows).toEqual([[1], [2], [3], [4]]);
    for (const token of [reader, stranger]) expect(await read(name, token)).toBe('NOT_FOUND');
    expect(await titles(reader)).toEqual([]);

    expect((await change('updateDashboard', { id, isShared: true }, author)).dashboard.isShared).toBe(true);
    const seen = await read(name, reader);
    expect(seen).toMatchObject({ title: 'Shared', isShared: true, isEditable: false, owner: null });
    expect(seen.tiles[0]).toMatchObject({ sql: ids().sql, result: { rows: [[5], [6]] } });
    expect(await titles(reader)).toEqual(['Shared']);
    expect(await titles(reader, { isOwn: true })).toEqual([]);
    expect(await titles(author, { isOwn: false })).toEqual([]);
    for (const token of [stranger, await user('EU')]) expect(await read(name, token)).toBe('NOT_FOUND');
    expect(await read(name, service.account('other').adminKey)).toBe('NOT_FOUND');

    const attempts = [
      change('updateDashboard', { id, title: 'Taken' }, reader),
      change('updateDashboard', { id, isShared: false }, reader),
      change('addDashboardTile', { dashboardId: id, tile: ids() }, reader),
      change('updateDashboardTile', { id: dashboard.tiles[0].id, title: 'Taken' }, reader),
      change('deleteDashboardTile', { id: dashboard.tiles[0].id }, reader),
      change('deleteDashboard', { id }, reader),
    ];
    for (const { code } of await Promise.all(attempts)) expect(code).toBe('FORBIDDEN');
    expect((await change('deleteDashboard', { id }, stranger)).code).toBe('NOT_FOUND');
    expect((await change('updateDashboard', { id, isShared: false }, author)).dashboard.isShared).toBe(false);
    expect(await read(name, reader)).toBe('NOT_FOUND');
  });

  it('is shared with nobody where its user has no embed tenant', async () => {
    const token = await user('EU');
    const { dashboard } = await change('createDashboard', { title: 'Alone' }, token);
    const { code, issues } = await change('updateDashboard', { id: dashboard.id, isShared: true }, token);
    expect([code, issues?.[0]?.path]).toEqual(['VALIDATION_FAILED', 'isShared']);
    expect(await read(dashboard.name, await user('EU'))).toBe('NOT_FOUND');
  });

  it('is renamed, put into order and deleted, tile by tile', async () => {
    const token = await user('EU');
    const { dashboard } = await change('createDashboard', { title: 'Before', tile: ids('a') }, token);
    const { id, name } = dashboard;
    expect((await change('updateDashboard', { id, title: 'After' }, token)).dashboard.title).toBe('After');
    for (const title of ['b', 'c', 'd']) {
      await change('addDashboardTile', { dashboardId: id, tile: ids(title) }, token);
    }
    const tiles = (await read(name, token)).tiles as { id: string; title: string }[];
    const tileId = (title: string) => tiles.find((tile) => tile.title === title)?.id;
    const order = ({ dashboard: { tiles } }: { dashboard: { tiles: { title: string }[] } }) =>
      tiles.map(({ title }) => title).join('');
    expect(order(await change('updateDashboardTile', { id: tileId('d'), position: 0 }, token))).toBe('dabc');
    expect(order(await change('updateDashboardTile', { id: tileId('a'), position: 99 }, token))).toBe('dbca');
    expect(order(await change('deleteDashboardTile', { id: tileId('b') }, token))).toBe('dca');
    const changed = await change('updateDashboardTile', { id: tileId('c'), title: 'C', width: 12 }, token);
    expect(changed.tile).toEqual({ title: 'C', width: 12 });
    expect(order(changed)).toBe('dCa');
    expect((await change('deleteDashboardTile', { id: tileId('b') }, token)).code).toBe('NOT_FOUND');
    expect((await change('deleteDashboard', { id }, token)).deletedDashboardId).toBe(id);
    expect(await read(name, token)).toBe('NOT_FOUND');
    expect((await change('deleteDashboard', { id }, token)).code).toBe('NOT_FOUND');
  });

  it('loses and doubles no tile when it is changed many times at once', async () => {
    const token = await user('EU');
    const { dashboard } = await change('createDashboard', { title: 'Busy', tile: ids('0') }, token);
    const added = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        change('addDashboardTile', { dashboardId: dashboard.id, tile: ids(String(i + 1)) }, token),
      ),
    );
    const tileIds = added.map(({ tile }) => tile.id as string);
    await Promise.all(
      tileIds.map((id, i) =>
        i % 3 === 0
          ? change('deleteDashboardTile', { id }, token)
          : change('updateDashboardTile', { id, position: i % 4 }, token),
      ),
    );
    const stored = await service.database.prisma.userDashboardTile.findMany({
      where: { dashboardId: dashboard.name },
      orderBy: { position: 'asc' },
    });
    expect(stored.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const kept = ['0', '2', '3', '5', '6', '8', '9', '11', '12'];
    expect(stored.map(({ title }) => title).sort()).toEqual(kept.sort());
  });

  it('has limits, also for requests at once', async () => {
    const token = await user('EU');
    const { prisma } = service.database;
    const { dashboard } = await change('createDashboard', { title: 'Full', tile: ids() }, token);
    const [tile, row] = [
      await prisma.userDashboardTile.findFirstOrThrow({ where: { dashboardId: dashboard.name } }),
      await prisma.userDashboard.findUniqueOrThrow({ where: { id: dashboard.name } }),
    ];
    await prisma.userDashboardTile.createMany({
      data: Array.from({ length: 38 }, (_, i) => ({
        ...tile,
        columns: [],
        view: { kind: 'table' },
        id: service.services.newId(),
        position: i + 1,
      })),
    });
    await prisma.userDashboard.createMany({
      data: Array.from({ length: 48 }, () => ({ ...row, id: service.services.newId() })),
    });
    const codes = async (...attempts: Promise<{ code: string | undefined }>[]) =>
      (await Promise.all(attempts)).map(({ code = 'OK' }) => code).sort();
    const pin = () => change('addDashboardTile', { dashboardId: dashboard.id, tile: ids() }, token);
    const make = () => change('createDashboard', { title: 'More' }, token);
    expect(await codes(pin(), pin(), pin())).toEqual(['CONFLICT', 'CONFLICT', 'OK']);
    expect(await codes(make(), make(), make())).toEqual(['CONFLICT', 'CONFLICT', 'OK']);
    // Kept texts of all dashboards at once may be a hundred megabytes.
    const all = '{ userDashboards(first: 50) { edges { node { tiles { spec sql } } } } }';
    expect((await service.graphql(all, {}, token)).message).toContain('too expensive');
  });

  // No database takes part in this.
  if (kind === 'pglite') {
    let keeper: string;
    beforeAll(async () => {
      keeper = await user('EU');
    });

    it.each([
      ['a member that the user may not see', { ...ids(), sql: 'SELECT cost FROM orders' }, 'tile.sql'],
      ['a statement that writes', { ...ids(), sql: 'DELETE FROM orders' }, 'tile.sql'],
      ['a table of the database', { ...ids(), sql: 'SELECT * FROM pg_catalog.pg_tables' }, 'tile.sql'],
      ['a statement that is too long', { ...ids(), sql: `SELECT 1 -- ${'x'.repeat(20_000)}` }, 'tile.sql'],
      ['no title', { ...ids(), title: '  ' }, 'tile.title'],
      [
        'a chart that loads something',
        { ...byRegion, spec: { ...byRegion.spec, data: { url: 'https://evil.test/x' } } },
        'tile.spec.data',
      ],
      ['a chart of other columns', { ...ids(), spec: byRegion.spec }, /^tile\.spec\./],
      ['a chart that is too large', { ...byRegion, spec: { description: 'x'.repeat(40_000) } }, 'tile.spec'],
      ['a figure of no column', { ...revenue, value: 'profit' }, 'tile.value'],
      ['a chart that is a figure too', { ...byRegion, value: 'revenue' }, 'tile.value'],
      ['a width that no grid has', { ...ids(), width: 13 }, 'tile.width'],
    ])('refuses to keep %s', async (_, tile, path) => {
      const { code, issues } = await change('createDashboard', { title: 'Bad', tile }, keeper);
      expect(code).toBe('VALIDATION_FAILED');
      expect(issues?.[0]?.path).toMatch(path);
      expect(await titles(keeper)).toEqual([]);
    });
  }

  it('shows the error of a tile that no longer fits the data model, and the other tiles', async () => {
    const token = await user('EU');
    const { dashboard } = await change('createDashboard', { title: 'Old', tile: ids('gone') }, token);
    await change('addDashboardTile', { dashboardId: dashboard.id, tile: ids('fine') }, token);
    // As if the model had a member of this name when the tile was kept.
    await service.database.prisma.userDashboardTile.updateMany({
      where: { dashboardId: dashboard.name, title: 'gone' },
      data: { sql: 'SELECT removed FROM orders' },
    });
    const { data, code, message } = await service.graphql(
      `{ dashboard(name: "${dashboard.name}") { tiles { title result { rows } } } }`,
      {},
      token,
    );
    expect(code).toBe('SQL_INVALID');
    expect(message).toContain('removed');
    expect(data.dashboard.tiles.map(({ result }: { result: object | null }) => result)).toEqual([
      null,
      { rows: [[1], [2], [3], [4]] },
    ]);
  });

  it('does not tell a reader the statement of a tile that the reader may not run', async () => {
    const tenant = `guarded-${kind}`;
    const [author, reader] = [await user('EU', tenant), await user('EU', tenant)];
    const { dashboard } = await change('createDashboard', { title: 'Costs', tile: ids() }, author);
    await change('updateDashboard', { id: dashboard.id, isShared: true }, author);
    // As if only the author might see the cost.
    const sql = 'SELECT id FROM orders WHERE cost = 4.00';
    await service.database.prisma.userDashboardTile.updateMany({
      where: { dashboardId: dashboard.name },
      data: { sql },
    });
    expect((await read(dashboard.name, author)).tiles[0].sql).toBe(sql);
    expect((await read(dashboard.name, reader)).tiles[0]).toMatchObject({
      ...{ sql: null, columns: [], spec: null, value: null, result: null },
    });
  });

  it('is made by users only; an admin key reads, renames and deletes it, and the workspace keeps its own', async () => {
    const token = await user('EU');
    const { dashboard } = await change('createDashboard', { title: 'Of a user', tile: ids() }, token);
    expect((await change('createDashboard', { title: 'None' })).code).toBe('FORBIDDEN');
    const tile = { dashboardId: dashboard.id, tile: ids() };
    expect((await change('addDashboardTile', tile)).code).toBe('FORBIDDEN');
    for (const key of [null, service.account().chatKey]) {
      expect((await change('deleteDashboard', { id: dashboard.id }, key)).code).toMatch(/UNAUTH|FORBIDDEN/);
    }
    expect(await titles(undefined, { text: 'of a USER' })).toEqual(['Of a user']);
    expect((await change('updateDashboard', { id: dashboard.id, title: 'Renamed' })).dashboard.title).toBe(
      'Renamed',
    );
    expect((await change('deleteDashboard', { id: dashboard.id })).deletedDashboardId).toBe(dashboard.id);
    const [declared] = (
      await service.graphql('{ dashboards { id isManaged isEditable tiles { id sql } } }', {}, token)
    ).data.dashboards;
    expect(declared).toMatchObject({ isManaged: true, isEditable: false });
    expect(declared.tiles[0].sql).toBeNull();
    expect((await change('deleteDashboard', { id: declared.id }, token)).code).toBe('WORKSPACE_MANAGED');
    const moved = await change('updateDashboardTile', { id: declared.tiles[0].id, position: 1 }, token);
    expect(moved.code).toBe('WORKSPACE_MANAGED');
    for (const id of ['x', dashboard.id, declared.tiles[0].id]) {
      expect((await change('deleteDashboard', { id }, token)).code).toBe('NOT_FOUND');
    }
  });

  it('leaves audit events, and goes with its user, whom nobody reads any more', async () => {
    const tenant = `leaving-${kind}`;
    const [author, reader] = [await user('EU', tenant, 'leaver'), await user('EU', tenant)];
    const { dashboard } = await change('createDashboard', { title: 'Left', tile: ids() }, author);
    const { id, name } = dashboard;
    await change('updateDashboard', { id, isShared: true }, author);
    await change('updateDashboard', { id, isShared: false }, author);
    await change('updateDashboard', { id, isShared: true, title: 'Secret plans' }, author);
    await change('addDashboardTile', { dashboardId: id, tile: ids() }, author);
    await change('updateDashboardTile', { id: dashboard.tiles[0].id, position: 1 }, author);
    await change('deleteDashboardTile', { id: dashboard.tiles[0].id }, author);
    const events = await service.database.prisma.auditEvent.findMany({
      where: { subject: `dashboard:${name}` },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ action }) => action)).toEqual([
      'dashboard.create',
      'dashboard.share',
      'dashboard.unshare',
      'dashboard.share',
      'dashboardTile.create',
      'dashboardTile.update',
      'dashboardTile.delete',
    ]);
    expect(events.every(({ actor, deployments }) => /^user:\d+$/.test(actor) && deployments[0] === 1)).toBe(
      true,
    );
    expect(JSON.stringify(events)).not.toMatch(/Secret|SELECT/);

    const { prisma } = service.database;
    const owner = await prisma.user.findFirstOrThrow({ where: { identifier: 'leaver' } });
    // A user whose life is over is erased later than it ends.
    await prisma.user.update({ where: { id: owner.id }, data: { expiresAt: new Date(0) } });
    expect(await read(name, reader)).toBe('NOT_FOUND');
    expect(await titles(reader)).toEqual([]);
    await prisma.user.update({ where: { id: owner.id }, data: { expiresAt: null } });
    expect(await titles(reader)).toEqual(['Secret plans']);
    await service.graphql(`mutation { deleteExternalUser(input: {id: "${owner.id}"}) { deletedUserId } }`);
    expect(await prisma.userDashboard.count({ where: { id: name } })).toBe(0);
    expect(await prisma.userDashboardTile.count({ where: { dashboardId: name } })).toBe(0);
  });
});
