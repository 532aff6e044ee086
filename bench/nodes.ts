/**
 * What one, two and three processes do on one PostgreSQL and one Redis: session mints, and chat turns whose stream of 50
 * lines is read to its end; and what each costs the process, the database and Redis. `node bench/nodes.ts`. All share this
 * machine's cores with PostgreSQL, Redis and the clients, so that the costs tell more than the rates. Makes a database of
 * its own on the server of `TEST_DATABASE_URL`, and starts a `redis-server` of its own.
 */
import { Agent } from 'node:http';
import { Redis } from 'ioredis';
import { RedisServer } from '../test/support/redis-server.ts';
import { adminKey, chatRequest, linesOf } from './chat-requests.ts';
import { createBenchDatabase } from './mint-database.ts';
import { mint } from './mint-request.ts';
import { median, type Row, report } from './report.ts';
import { readServerCosts } from './server-costs.ts';
import { bodyOf, StreamClient, type StreamServer, startServer } from './stream-client.ts';

const connections = 48;
const rounds = 5;
const roundMs = 2_000;
const sizes = [1, 2, 3] as const;

await using database = await createBenchDatabase();
await using redisServer = await RedisServer.open();
const redis = new Redis(redisServer.url);
const env = { BENCH_DATABASE_URL: database.url, BENCH_REDIS_URL: redisServer.url, BENCH_ADMIN_KEY: adminKey };

/** Does one thing on a server, for the connection with this number, again and again. */
type Work = (server: StreamServer, connection: number) => Promise<void>;

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const mintOnce: Work = (server, connection) =>
  mint(agent, server.port, adminKey, `minted-${connection}`, ['EU']);

const ok = Buffer.from('HTTP/1.1 200');
const clients = new Map<string, StreamClient>();
async function turnOnce(server: StreamServer, connection: number): Promise<void> {
  const key = `${server.port} ${connection}`;
  const client = clients.get(key) ?? (await StreamClient.connect(server.port));
  clients.set(key, client);
  const request = chatRequest({ input: 'frames', sessionSettings: { externalId: `talker-${connection}` } });
  const answer = await client.fetch(request);
  if (!answer.subarray(0, 12).equals(ok)) throw new Error(answer.toString());
  const lines = linesOf(bodyOf(answer));
  if (lines.length !== 50 || lines.at(-1)?.state?.status !== 'completed') {
    throw new Error(`${lines.length} lines: ${JSON.stringify(lines.at(-1))}`);
  }
}

/** How often it was done for a while, by as many connections as ever, on all servers alike. */
async function slice(servers: readonly StreamServer[], work: Work): Promise<number> {
  const until = performance.now() + roundMs;
  let count = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const server = servers[connection % servers.length];
      while (server !== undefined && performance.now() < until) {
        await work(server, connection);
        count += 1;
      }
    }),
  );
  return count;
}

async function cpuOf(servers: readonly StreamServer[]): Promise<number> {
  const used = await Promise.all(servers.map((server) => server.cpuMicroseconds()));
  return used.reduce((sum, each) => sum + each, 0);
}

interface Measured {
  readonly perSecond: number;
  /** Of one mint or turn: CPU microseconds of the service's processes, and so on. */
  readonly costs: Readonly<Record<string, number>>;
}

async function measure(servers: readonly StreamServer[], work: Work): Promise<Measured> {
  await slice(servers, work);
  const [before, cpuBefore] = [await readServerCosts(database.client, redis), await cpuOf(servers)];
  const rates: number[] = [];
  let total = 0;
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const count = await slice(servers, work);
    rates.push((1_000 * count) / (performance.now() - startedAt));
    total += count;
  }
  // Servers end connections that are idle for long.
  for (const client of clients.values()) client.close();
  clients.clear();
  const cpu = (await cpuOf(servers)) - cpuBefore;
  const after = await readServerCosts(database.client, redis);
  const each = (name: keyof typeof after) => (after[name] - before[name]) / total;
  return {
    perSecond: median(rates),
    costs: {
      'CPU of the service, µs': cpu / total,
      'CPU of PostgreSQL’s connections, µs': each('databaseMicroseconds'),
      'transactions of PostgreSQL': each('transactions'),
      'CPU of Redis, µs': each('redisMicroseconds'),
      'scripts of Redis': each('redisScripts'),
      'bytes into Redis': each('redisBytesIn'),
      'bytes out of Redis': each('redisBytesOut'),
    },
  };
}

const works = { mints: mintOnce, 'turns of 50 lines': turnOnce };
const rows: Row[] = [];
const alone = new Map<string, Measured>();
const servers: StreamServer[] = [];
await using stack = new AsyncDisposableStack();
for (const size of sizes) {
  servers.push(stack.use(await startServer('chat-server.ts', 'inlay', env)));
  for (const [name, work] of Object.entries(works)) {
    const measured = await measure(servers, work);
    const one = alone.get(name) ?? measured;
    alone.set(name, one);
    const against = 'one process';
    const what = `${name}, ${size} ${size === 1 ? 'process' : 'processes'}`;
    rows.push({ what, unit: '/s', ours: measured.perSecond, against, theirs: one.perSecond, bound: null });
    for (const [cost, ours] of Object.entries(measured.costs)) {
      const theirs = one.costs[cost] ?? 0;
      // A mint asks nothing of Redis.
      if (theirs > 0)
        rows.push({ what: `${what}: ${cost}`, unit: 'each', ours, against, theirs, bound: null });
    }
  }
  const { databaseConnections, redisConnections } = await readServerCosts(database.client, redis);
  for (const [what, ours] of Object.entries({ PostgreSQL: databaseConnections, Redis: redisConnections })) {
    rows.push({
      what: `connections to ${what}, ${size} ${size === 1 ? 'process' : 'processes'}`,
      unit: 'in all',
      ours,
      against: 'processes',
      theirs: size,
      bound: null,
    });
  }
}
agent.destroy();
redis.disconnect();
await report('nodes', rows);
