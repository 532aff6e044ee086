/**
 * What deep pages cost against first ones, at 1,000,000 rows of each list on PostgreSQL, in one run, with the plans of
 * their statements: `node bench/deep-pages.ts [rows]`. Makes a database on the server of `TEST_DATABASE_URL` and drops
 * it. Fails when a statement reads a list in another way than from an index, or reads more of it than a page.
 */

import { encodeGlobalID } from '@pothos/plugin-relay';
import { openBenchGateway } from './bench-gateway.ts';
import { createBenchDatabase, seedAccount } from './mint-database.ts';
import { median, type Row, report } from './report.ts';
import { seedAuditEvents, seedLargeTenant, seedLongThread } from './seed-lists.ts';
import { seedTenants } from './seed-tenants.ts';
import { seedThreads } from './seed-threads.ts';
import { explain, recordStatements } from './statements.ts';

const rowCount = Number(process.argv[2] ?? 1_000_000);
const samples = 200;
const pageSize = 20;

await using database = await createBenchDatabase();
const key = await seedAccount(database, 'acme', 0);
await seedTenants(database, rowCount);
await seedThreads(database, 'acme', rowCount, 1);
const longThread = await seedLongThread(database, rowCount);
await seedAuditEvents(database, rowCount);
const { tenantId, userId } = await seedLargeTenant(database, rowCount);
await using service = await openBenchGateway(database.url);

interface Connection {
  readonly edges: readonly { readonly cursor: string }[];
}

/** A list of as many rows, as the API names it. */
interface List {
  readonly name: string;
  readonly table: string;
  /** Of the rows, in the list's order. */
  readonly order: string;
  /** SQL for the cursor of a row. */
  readonly cursor: string;
  readonly where?: string;
  /** The query with this page of it. */
  readonly query: (page: string) => string;
}

const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const lists: readonly List[] = [
  {
    name: 'users',
    table: '"User"',
    order: 'id',
    cursor: 'id',
    query: (page) => `{ list: users(${page}) { edges { cursor node { identifier email } } } }`,
  },
  {
    name: 'sessions',
    table: '"Session"',
    order: 'id DESC',
    cursor: 'id',
    query: (page) => `{ list: sessions(${page}) { edges { cursor node { createdAt } } } }`,
  },
  {
    name: 'threads',
    table: '"ChatThread"',
    order: '"createdAt" DESC, id DESC',
    cursor: `id || ':' || ${iso('"createdAt"')}`,
    query: (page) => `{ list: chatThreads(${page}) { edges { cursor node { title } } } }`,
  },
  {
    name: 'messages of one thread',
    table: '"ChatMessage"',
    order: 'sort',
    cursor: 'sort',
    where: `"threadId" = '${longThread}'`,
    query: (page) =>
      `{ of: chatThread(chatId: "${longThread}") { list: messages(${page}) { edges { cursor node { content } } } } }`,
  },
  {
    name: 'users of one tenant',
    table: '"User"',
    order: 'id',
    cursor: 'id',
    where: `"embedTenantId" = ${tenantId}`,
    query: (page) =>
      `{ of: embedTenant(name: "a-large-one") { list: users(${page}) { edges { cursor node { identifier } } } } }`,
  },
  {
    name: 'sessions of one tenant',
    table: '"Session"',
    order: 'id DESC',
    cursor: 'id',
    where: `"embedTenantId" = ${tenantId}`,
    query: (page) =>
      `{ of: embedTenant(name: "a-large-one") { list: sessions(${page}) { edges { cursor node { createdAt } } } } }`,
  },
  {
    name: 'sessions of one user',
    table: '"Session"',
    order: 'id DESC',
    cursor: 'id',
    where: `"userId" = ${userId}`,
    query: (page) =>
      `{ of: node(id: "${encodeGlobalID('User', userId)}") { ... on User { list: sessions(${page}) { edges { cursor node { createdAt } } } } } }`,
  },
  {
    name: 'audit events',
    table: '"AuditEvent"',
    order: 'at DESC, id DESC',
    cursor: `id || ':' || ${iso('at')}`,
    query: (page) => `{ list: auditEvents(${page}) { edges { cursor node { action } } } }`,
  },
];

async function read({ query }: List, page: string): Promise<string[]> {
  const response = await service.gateway.fetch(
    new Request('http://bench/graphql', {
      method: 'POST',
      headers: { authorization: `Api-Key ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: query(page) }),
    }),
  );
  const text = await response.text();
  if (text.includes('"errors"')) throw new Error(text);
  const { data } = JSON.parse(text) as { data: { list?: Connection; of?: { list: Connection } } };
  return ((data.of ?? data) as { list: Connection }).list.edges.map(({ cursor }) => cursor);
}

/** The cursor of the row at this place of the list, from 0. */
async function cursorAt({ table, order, cursor, where = 'true' }: List, place: number): Promise<string> {
  const { rows } = await database.client.query<{ cursor: string }>(
    `SELECT ${cursor} AS cursor FROM ${table} WHERE ${where} ORDER BY ${order} OFFSET $1 LIMIT 1`,
    [place],
  );
  return Buffer.from(`key:${rows[0]?.cursor}`).toString('base64url');
}

/** Pages by where they are, and the place of the first row that each must hold. */
async function pagesOf(list: List): Promise<{ name: string; page: string; from: number }[]> {
  const { rows: counted } = await database.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${list.table} WHERE ${list.where ?? 'true'}`,
  );
  const count = counted[0]?.count ?? 0;
  const half = Math.floor(count / 2);
  const at = (place: number) => cursorAt(list, place);
  return [
    { name: 'first', page: `first: ${pageSize}`, from: 0 },
    {
      name: 'in the middle, forward',
      page: `first: ${pageSize}, after: "${await at(half)}"`,
      from: half + 1,
    },
    {
      name: 'in the middle, backward',
      page: `last: ${pageSize}, before: "${await at(half)}"`,
      from: half - pageSize,
    },
    {
      name: 'last, forward',
      page: `first: ${pageSize}, after: "${await at(count - pageSize - 1)}"`,
      from: count - pageSize,
    },
    { name: 'last, backward', page: `last: ${pageSize}`, from: count - pageSize },
  ];
}

/** A page and its look-ups touch fewer blocks, however many rows there are. */
const maxBlocks = 250;

/** Why a plan is not that of a keyset: it finds rows of the list without an index, or looks at more of them than a page and one. */
function faultOf(plan: string, { table }: List): string | undefined {
  // A node of the plan starts with an arrow, followed by its details.
  const scans = plan
    .split('->')
    .filter((node) => / Scan .*\(actual/.test(node) && node.includes(` on ${table}`));
  const numbers = (pattern: RegExp) =>
    scans.flatMap((node) => [...node.matchAll(pattern)].map(([, n]) => Number(n)));
  const [found, loops] = [numbers(/ rows=([\d.]+) loops/g), numbers(/ loops=(\d+)/g)];
  const looked = found.map((rows, index) => rows * (loops[index] ?? 1));
  const removed = numbers(/Rows Removed by Filter: (\d+)/g);
  if (scans.some((node) => node.includes('Seq Scan'))) return 'reads without an index';
  if (Math.max(0, ...looked, ...removed) > pageSize + 1) return 'reads more than a page';
  // What an index looks at and passes over is in no count of rows.
  if (Math.max(0, ...numbers(/(?:hit|read)=(\d+)/g)) > maxBlocks) return 'looks at more than a page';
  return undefined;
}

const rows: Row[] = [];
const faults: string[] = [];
for (const list of lists) {
  const pages = await pagesOf(list);
  for (const { name, page, from } of pages) {
    let cursors: string[] = [];
    const statements = await recordStatements(async () => {
      cursors = await read(list, page);
    });
    // Check that it is the right page; otherwise its time is meaningless.
    if (cursors.length !== pageSize || cursors[0] !== (await cursorAt(list, from))) {
      throw new Error(`${list.name}, ${name}: not the page that it should be.`);
    }
    console.log(`\n# ${list.name}, ${name}`);
    for (const statement of statements) {
      const plan = await explain(database, statement, true);
      console.log(plan);
      const fault = faultOf(plan, list);
      if (fault !== undefined) faults.push(`${list.name}, ${name}: ${fault}`);
    }
  }
  const times = new Map(pages.map(({ name }) => [name, [] as number[]]));
  for (let sample = 0; sample < samples * 1.25; sample += 1) {
    for (const { name, page } of pages) {
      const start = performance.now();
      await read(list, page);
      // The first fifth warms all up.
      if (sample >= samples * 0.25) times.get(name)?.push(performance.now() - start);
    }
  }
  const [first, ...deep] = [...times].map(([name, of]) => [name, median(of)] as const);
  for (const [name, ms] of deep) {
    rows.push({
      what: `${list.name}: the page ${name}`,
      unit: 'ms',
      ours: ms,
      against: 'the first',
      theirs: first?.[1] ?? Number.NaN,
      bound: 1.2,
      atMost: true,
    });
  }
}
console.log('');
await report('deep-pages', rows);
if (faults.length > 0) throw new Error(`These are no keyset plans:\n${faults.join('\n')}`);
