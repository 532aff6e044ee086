/**
 * A Relay page of 20 threads with their last 5 messages, authenticated by an API key, against Apollo Server and mercurius
 * with jit, both with Prisma, on one PostgreSQL in one run: `node bench/graphql.ts`. Makes a database of its own on the
 * server of `TEST_DATABASE_URL` and drops it; installs the peers when need be.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createBenchDatabase, seedAccount } from './mint-database.ts';
import { median, type Row, report } from './report.ts';
import { seedThreads } from './seed-threads.ts';
import { type StreamServer, startServer } from './stream-client.ts';

const connections = 16;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 15);
const roundMs = 1_000;
const pages = 50;
const pageSize = 20;

const query = `query ThreadsWithLastMessages($first: Int!, $after: String, $last: Int!) {
  chatThreads(first: $first, after: $after) {
    edges {
      cursor
      node {
        id chatId title createdAt updatedAt
        messages(last: $last) {
          edges {
            cursor
            node { id sort kind role content toolCall { name inputJson resultJson } rating createdAt }
          }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }
    }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

interface Answer {
  readonly data: { readonly chatThreads: { readonly pageInfo: { readonly endCursor: string } } };
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });

function post(server: StreamServer, key: string, body: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        port: server.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/graphql',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          authorization: `Api-Key ${key}`,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks)));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Refused without a valid key. */
async function requireAuthentication(name: string, server: StreamServer): Promise<void> {
  const text = (await post(server, 'of-nobody', bodyAfter(null))).toString();
  if (!text.includes('credentials') || text.includes('"edges"')) {
    throw new Error(`${name} answers anybody: ${text}`);
  }
}

function bodyAfter(after: string | null): string {
  return JSON.stringify({ query, variables: { first: pageSize, after, last: 5 } });
}

/** Bodies of requests, and the bytes that answer them; all servers' data must be the same. */
async function learnPages(servers: Record<string, StreamServer>, key: string) {
  const expected = new Map<string, Map<string, Buffer>>();
  let after: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const body = bodyAfter(after);
    const answers = new Map<string, Buffer>();
    for (const [name, server] of Object.entries(servers)) answers.set(name, await post(server, key, body));
    const [[, first] = [], ...others] = [...answers].map(([name, answer]) => [name, dataOf(answer)] as const);
    for (const [name, data] of others) {
      if (data !== first) throw new Error(`${name} answers otherwise than the service:\n${data}\n${first}`);
    }
    expected.set(body, answers);
    after = (JSON.parse(String(answers.get('inlay'))) as Answer).data.chatThreads.pageInfo.endCursor;
  }
  return expected;
}

/** The exact text of `data`, wherever it is in the response. */
function dataOf(answer: Buffer): string {
  const text = answer.toString();
  const { data, errors } = JSON.parse(text) as { data: unknown; errors?: unknown };
  const written = JSON.stringify(data);
  if (errors !== undefined || !text.includes(`"data":${written}`)) throw new Error(`A wrong answer: ${text}`);
  return written;
}

interface Rate {
  readonly perSecond: number;
  readonly cpuMs: number;
}

async function measure(
  name: string,
  server: StreamServer,
  key: string,
  expected: Map<string, Map<string, Buffer>>,
): Promise<Rate> {
  const bodies = [...expected.keys()];
  const cpuBefore = await server.cpuMicroseconds();
  const start = performance.now();
  let answered = 0;
  const work = async () => {
    while (performance.now() - start < roundMs) {
      const body = bodies[answered % bodies.length] ?? '';
      answered += 1;
      const answer = await post(server, key, body);
      const right = expected.get(body)?.get(name);
      if (right === undefined || !answer.equals(right))
        throw new Error(`A wrong answer: ${answer.toString()}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - start) / 1_000;
  const cpuMs = ((await server.cpuMicroseconds()) - cpuBefore) / 1_000;
  return { perSecond: answered / seconds, cpuMs: cpuMs / answered };
}

const peers = new URL('./graphql-peers/', import.meta.url);
if (!existsSync(new URL('node_modules', peers))) {
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: peers, stdio: 'inherit' });
}

await using database = await createBenchDatabase();
const key = await seedAccount(database, 'acme', 200);
await seedThreads(database, 'acme', 2_000, 3);
const env = { BENCH_DATABASE_URL: database.url, NODE_ENV: 'production' };
await using inlay = await startServer('inlay-server.ts', 'inlay', env);
await using apollo = await startServer('graphql-peers/server.ts', 'apollo', env);
await using mercurius = await startServer('graphql-peers/server.ts', 'mercurius', env);
const servers = { inlay, apollo, mercurius };
const names = ['inlay', 'apollo', 'mercurius'] as const;

for (const name of names) await requireAuthentication(name, servers[name]);
const expected = await learnPages(servers, key);
const sample = [...expected.values()][0]?.get('inlay');
console.log(`${pages} pages, the same bytes of data from each; the first has ${sample?.length} bytes.`);

const measured: Record<(typeof names)[number], Rate>[] = [];
for (let round = -2; round < rounds; round += 1) {
  const rates: Partial<Record<(typeof names)[number], Rate>> = {};
  // Taking turns as to who comes first, so that a drift of the machine falls on all.
  for (let turn = 0; turn < names.length; turn += 1) {
    const name = names[(turn + round + names.length) % names.length] ?? 'inlay';
    rates[name] = await measure(name, servers[name], key, expected);
  }
  // The first two rounds warm all up.
  if (round >= 0) measured.push(rates as Record<(typeof names)[number], Rate>);
}
agent.destroy();

function rowsAgainst(name: 'apollo' | 'mercurius', against: string, bound: number): Row[] {
  const rate = (who: (typeof names)[number], what: keyof Rate) =>
    median(measured.map((round) => round[who][what]));
  return [
    {
      what: `pages of ${pageSize} threads with their last 5 messages, ${connections} connections`,
      unit: '/s',
      ours: rate('inlay', 'perSecond'),
      against,
      theirs: rate(name, 'perSecond'),
      bound,
    },
    {
      what: 'the same, CPU of the server per request',
      unit: 'ms',
      ours: rate('inlay', 'cpuMs'),
      against,
      theirs: rate(name, 'cpuMs'),
      bound: null,
    },
  ];
}

await report('graphql', [
  ...rowsAgainst('apollo', 'Apollo Server 5 + Prisma', 2),
  ...rowsAgainst('mercurius', 'mercurius jit + Prisma', 1.2),
]);
