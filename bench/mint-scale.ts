/**
 * What minting, listing and deleting cost at 1,000,000 users and 10,000,000 messages against 1,000 of each, on PostgreSQL, in
 * one run, with the plans of their statements: `node bench/mint-scale.ts [users] [messages]`. Makes two databases on the server of `TEST_DATABASE_URL` and
 * drops them. Users live in embed tenants of a hundred, as those of a product's customers do.
 */
import type { Gateway } from '../src/gateway.ts';
import { openBenchGateway } from './bench-gateway.ts';
import { type BenchDatabase, createBenchDatabase, seedAccount } from './mint-database.ts';
import { median, report } from './report.ts';
import { seedTenants, usersPerTenant } from './seed-tenants.ts';
import { messagesPerTurn, seedThreads, threadId } from './seed-threads.ts';
import { explain, recordStatements } from './statements.ts';

const small = 1_000;
const large = Number(process.argv[2] ?? 1_000_000);
const manyMessages = Number(process.argv[3] ?? 10_000_000);
const samples = 400;

interface Subject extends AsyncDisposable {
  readonly database: BenchDatabase;
  readonly gateway: Gateway;
  readonly key: string;
  readonly users: number;
  readonly threads: number;
}

async function open(users: number, messages: number): Promise<Subject> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createBenchDatabase());
  const key = await seedAccount(database, 'acme', 0);
  await seedTenants(database, users);
  const threads = messages / messagesPerTurn;
  await seedThreads(database, 'acme', threads, 1);
  const { gateway } = stack.use(await openBenchGateway(database.url));
  const disposables = stack.move();
  return { database, gateway, key, users, threads, [Symbol.asyncDispose]: () => disposables.disposeAsync() };
}

async function send(subject: Subject, method: string, path: string, body?: object): Promise<unknown> {
  const request = new Request(`http://bench${path}`, {
    method,
    headers: { authorization: `Api-Key ${subject.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await subject.gateway.fetch(request);
  const text = await response.text();
  if (response.status >= 300 || text.includes('"errors"')) throw new Error(`${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

let made = 0;
/** One of ten that are spread over all: the tables differ in size, the working set does not. */
const anyOf = (count: number) => Math.floor((Math.floor(Math.random() * 10) * count) / 10);
const anyTenant = ({ users }: Subject) => anyOf(Math.ceil(users / usersPerTenant));

/** What is timed; `prepare` is not. */
interface Operation {
  readonly name: string;
  readonly prepare?: (subject: Subject) => Promise<string>;
  readonly run: (subject: Subject, prepared: string) => Promise<unknown>;
}

const mint = (subject: Subject, body: object) =>
  send(subject, 'POST', '/api/v1/embed/generate-session', { deploymentId: 1, ...body });
const graphql = (subject: Subject, query: string) => send(subject, 'POST', '/graphql', { query });

const operations: readonly Operation[] = [
  {
    name: 'mint for a user that exists',
    run: (subject) => {
      const tenant = anyTenant(subject);
      const externalId = `user-${tenant * usersPerTenant + Math.floor(Math.random() * usersPerTenant)}`;
      return mint(subject, {
        externalId,
        embedTenantName: `tenant-${tenant}`,
        creatorMode: true,
        groups: ['readers'],
        userAttributes: [{ name: 'store', value: 7 }],
      });
    },
  },
  {
    name: 'mint for a new user',
    run: (subject) => {
      made += 1;
      return mint(subject, {
        externalId: `new-${made}`,
        embedTenantName: `tenant-${anyTenant(subject)}`,
        creatorMode: true,
        groups: ['writers'],
      });
    },
  },
  {
    name: "list an embed tenant's groups with their users counted",
    run: (subject) => send(subject, 'GET', `/api/v1/embed-tenants/tenant-${anyTenant(subject)}/groups`),
  },
  {
    name: 'list the users of the account, a page in the middle',
    run: (subject) => {
      const after = Buffer.from(`key:${Math.floor(subject.users / 2)}`).toString('base64url');
      return graphql(
        subject,
        `{ users(first: 20, after: "${after}") { edges { node { identifier email } } } }`,
      );
    },
  },
  {
    name: "list an embed tenant's users",
    run: (subject) =>
      graphql(
        subject,
        `{ embedTenant(name: "tenant-${anyTenant(subject)}") { users(first: 20) { edges { node { identifier } } } } }`,
      ),
  },
  {
    name: "list an embed tenant's sessions",
    run: (subject) =>
      graphql(
        subject,
        `{ embedTenant(name: "tenant-${anyTenant(subject)}") {
          sessions(first: 20) { edges { node { createdAt user { identifier } } } } } }`,
      ),
  },
  {
    name: 'list 20 threads with their last 5 messages',
    run: (subject) =>
      graphql(
        subject,
        `{ chatThreads(first: 20) { edges { node { title messages(last: 5) { edges { node { content } } } } } } }`,
      ),
  },
  {
    name: "list a thread's messages",
    run: (subject) =>
      graphql(
        subject,
        `{ chatThread(chatId: "${threadId(1 + anyOf(subject.threads))}") {
          messages(first: 20) { edges { node { content toolResult } } } } }`,
      ),
  },
  {
    name: 'delete a group with a hundred members',
    prepare: async (subject) => {
      const { client } = subject.database;
      made += 1;
      const tenant = anyTenant(subject);
      const { rows } = await client.query<{ id: number }>(
        `WITH tenant AS (SELECT * FROM "EmbedTenant" WHERE name = $1),
           made AS (INSERT INTO "Group" ("accountId", "embedTenantId", name)
                    SELECT "accountId", id, $2 FROM tenant RETURNING id),
           joined AS (INSERT INTO "GroupMembership" ("userId", "groupId")
                      SELECT u.id, made.id FROM made, tenant JOIN "User" u ON u."embedTenantId" = tenant.id LIMIT 100)
         SELECT id FROM made`,
        [`tenant-${tenant}`, `deleted-${made}`],
      );
      return `/api/v1/embed-tenants/tenant-${tenant}/groups/${rows[0]?.id}`;
    },
    run: (subject, path) => send(subject, 'DELETE', path),
  },
];

async function time({ prepare, run: work }: Operation, subject: Subject): Promise<number> {
  const prepared = (await prepare?.(subject)) ?? '';
  const start = performance.now();
  await work(subject, prepared);
  return performance.now() - start;
}

/** Prints how PostgreSQL runs each statement of the operation. */
async function printPlans({ name, prepare, run: work }: Operation, subject: Subject): Promise<void> {
  const prepared = (await prepare?.(subject)) ?? '';
  const statements = await recordStatements(() => work(subject, prepared));
  console.log(`\n# ${name}, at ${subject.users.toLocaleString('en')} users`);
  for (const statement of statements) console.log(await explain(subject.database, statement));
}

await using few = await open(small, small);
await using many = await open(large, manyMessages);
for (const operation of operations) await printPlans(operation, many);
const rows = [];
for (const operation of operations) {
  const measured = { few: [] as number[], many: [] as number[] };
  for (let sample = 0; sample < samples * 1.25; sample += 1) {
    const [ofFew, ofMany] = [await time(operation, few), await time(operation, many)];
    // The first fifth warms both up.
    if (sample < samples * 0.25) continue;
    measured.few.push(ofFew);
    measured.many.push(ofMany);
  }
  rows.push({
    what: operation.name,
    unit: 'ms',
    ours: median(measured.many),
    against: `at ${small.toLocaleString('en')}`,
    theirs: median(measured.few),
    bound: 1.2,
    atMost: true,
  });
}
console.log('');
await report('mint-scale', rows);
