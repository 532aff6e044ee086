/**
 * Session mints per second on PostgreSQL, against the same mint by hand (node:http and pg, the same statements), in one
 * run: `node bench/mint.ts`. Makes a database of its own on the server of `TEST_DATABASE_URL` and drops it.
 */
import { Agent } from 'node:http';
import { createBenchDatabase, seedAccount } from './mint-database.ts';
import { mint } from './mint-request.ts';
import { median, report } from './report.ts';
import { type StreamServer, startServer } from './stream-client.ts';

const connections = 32;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);
const roundMs = 1_500;
/** Before the first round: a service that has just started has half of its code not compiled yet. */
const warmUpMs = 8_000;

const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** Mints per second, and per second of the server's CPU. */
async function measure(
  server: StreamServer,
  key: string,
  externalId: () => string,
  forMs = roundMs,
): Promise<[number, number]> {
  const cpuBefore = await server.cpuMicroseconds();
  const start = performance.now();
  let mints = 0;
  const work = async () => {
    while (performance.now() - start < forMs) {
      await mint(agent, server.port, key, externalId(), 'EU');
      mints += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - start) / 1_000;
  const cpuSeconds = ((await server.cpuMicroseconds()) - cpuBefore) / 1e6;
  return [mints / seconds, mints / cpuSeconds];
}

await using database = await createBenchDatabase();
// Each service has an account of its own, so that neither waits for the other's rows.
const keys = {
  inlay: await seedAccount(database, 'inlay', 10_000),
  http: await seedAccount(database, 'http', 10_000),
};
const env = { BENCH_DATABASE_URL: database.url };
await using inlay = await startServer('inlay-server.ts', 'inlay', env);
await using http = await startServer('mint-server.ts', 'http', env);

let made = 0;
const kinds = {
  'a user that exists': () => `user-${Math.floor(Math.random() * 10_000)}`,
  'a new user': () => {
    made += 1;
    return `new-${made}`;
  },
};
const rows = [];
for (const [kind, externalId] of Object.entries(kinds)) {
  const measured = { ours: [] as [number, number][], theirs: [] as [number, number][] };
  await measure(inlay, keys.inlay, externalId, warmUpMs);
  await measure(http, keys.http, externalId, warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    // Taking turns as to who comes first, so that a drift of the machine falls on both.
    const order = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
    for (const who of order) {
      const rate =
        who === 'ours'
          ? await measure(inlay, keys.inlay, externalId)
          : await measure(http, keys.http, externalId);
      measured[who].push(rate);
    }
  }
  for (const [index, what] of [
    `mints for ${kind}, ${connections} connections`,
    'the same, per second of the server’s CPU',
  ].entries()) {
    rows.push({
      what,
      unit: '/s',
      ours: median(measured.ours.map((rate) => rate[index] ?? 0)),
      against: 'node:http + pg',
      theirs: median(measured.theirs.map((rate) => rate[index] ?? 0)),
      bound: index === 0 ? 0.7 : 0,
    });
  }
}
agent.destroy();
await report('mint', rows);
