/**
 * Chat streams through the whole service (first line, idle streams, responses of 50 frames, 1,000 readers of one
 * run), against node:http doing the same by hand: servers in processes of their own, by turns, all in one run. The
 * state is PGlite in memory, or a database of its own on the server of `TEST_DATABASE_URL`.
 * `node bench/stream.ts [first-line|replay|readers|idle …]` runs some of it.
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import pg from 'pg';
import { adminKey, chatEventsRequest, chatRequest, chatStreamRequest, linesOf } from './chat-requests.ts';
import { median, type Row, report } from './report.ts';
import { bodyOf, get, post, StreamClient, type StreamServer, startServer } from './stream-client.ts';

const env: Record<string, string> = { BENCH_ADMIN_KEY: adminKey };
const rows: Row[] = [];

interface Pair<T> {
  readonly ours: T;
  readonly theirs: T;
}

/** By turns and briefly, so that whatever else the machine does meets both alike. */
async function byTurns<T>(
  warmUps: number,
  times: number,
  ours: () => Promise<T>,
  theirs: () => Promise<T>,
): Promise<Pair<T>[]> {
  const pairs: Pair<T>[] = [];
  for (let i = 0; i < warmUps + times; i += 1) {
    const pair = { ours: await ours(), theirs: await theirs() };
    if (i >= warmUps) pairs.push(pair);
  }
  return pairs;
}

function start(kind: 'inlay' | 'http'): Promise<StreamServer> {
  return startServer('chat-server.ts', kind, env);
}

/** Time from a request to the first line of its answer, one request at a time. */
async function measureFirstLine(): Promise<void> {
  await using inlay = await start('inlay');
  await using http = await start('http');
  const [ours, theirs] = [await StreamClient.connect(inlay.port), await StreamClient.connect(http.port)];
  const startThread = async () => {
    const [first] = linesOf(bodyOf(await ours.fetch(chatRequest({ input: 'frames' }))));
    return { first, chatId: first?.state?.chatId ?? '' };
  };
  const { first, chatId } = await startThread();
  const { chatId: longChatId } = await startThread();
  await http.ready(`${JSON.stringify(first)}\n`);
  const peer = post('/ready?roundTrips=1', {}, { input: 'frames' });

  async function timed(client: StreamClient, request: string): Promise<number> {
    const sentAt = performance.now();
    await client.fetchUntil(request, '__cutoff__');
    const ms = performance.now() - sentAt;
    const body = linesOf(bodyOf(await client.rest()));
    if (body[0]?.id !== '__cutoff__') throw new Error('A wrong first line.');
    if (client === ours && body.at(-1)?.state?.status !== 'completed') throw new Error('A wrong last line.');
    return ms;
  }
  const cases = {
    'a new thread, REST': () => chatRequest({ input: 'hello' }),
    'a new thread, GraphQL': () => chatStreamRequest({ input: 'hello' }),
    'a new user, REST': () => chatRequest({ input: 'hello', sessionSettings: { externalId: randomUUID() } }),
    'the next turn, REST': () => chatRequest({ input: 'hello', chatId: longChatId }),
    'reading a thread, REST': () => chatRequest({ chatId }),
    'reading a thread, GraphQL': () => chatEventsRequest(chatId),
  };
  for (const [name, request] of Object.entries(cases)) {
    const pairs = await byTurns(
      100,
      300,
      () => timed(ours, request()),
      () => timed(theirs, peer),
    );
    const [our, their] = [median(pairs.map((pair) => pair.ours)), median(pairs.map((pair) => pair.theirs))];
    rows.push({
      what: `first line beyond one round trip (${their.toFixed(2)} ms): ${name}`,
      unit: 'ms',
      ours: our - their,
      against: 'limit',
      theirs: 5,
      bound: 1,
      atMost: true,
    });
  }
  ours.close();
  theirs.close();
}

interface Rate {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

async function rateOf(server: StreamServer, work: () => Promise<number>): Promise<Rate> {
  const cpuBefore = await server.cpuMicroseconds();
  const startedAt = performance.now();
  const count = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuSeconds = ((await server.cpuMicroseconds()) - cpuBefore) / 1e6;
  return { perSecond: count / seconds, perCpuSecond: count / cpuSeconds };
}

function rateRows(what: string, pairs: readonly Pair<Rate>[], bound: number | null): void {
  const row = (name: string, rate: keyof Rate, rowBound: number | null): Row => {
    const theirs = median(pairs.map((pair) => pair.theirs[rate]));
    const ratio = median(pairs.map((pair) => pair.ours[rate] / pair.theirs[rate]));
    return { what: name, unit: '/s', ours: ratio * theirs, against: 'node:http', theirs, bound: rowBound };
  };
  rows.push(
    row(what, 'perSecond', bound),
    row('the same, per second of the server’s CPU', 'perCpuSecond', null),
  );
}

const connections = 50;
const sliceMs = 200;

/** Whole responses, again and again, on 50 connections. */
function asker(
  server: StreamServer,
  clients: readonly StreamClient[],
  request: string,
  isRight: (response: Buffer) => boolean,
) {
  return () =>
    rateOf(server, async () => {
      const until = performance.now() + sliceMs;
      let responses = 0;
      await Promise.all(
        clients.map(async (client) => {
          while (performance.now() < until) {
            const response = await client.fetch(request);
            if (!isRight(response)) throw new Error(`A wrong response: ${response.toString()}`);
            responses += 1;
          }
        }),
      );
      return responses;
    });
}

function connect(server: StreamServer, count: number): Promise<StreamClient[]> {
  return Promise.all(Array.from({ length: count }, () => StreamClient.connect(server.port)));
}

/** Responses of 50 frames: their writing alone, and a finished turn asked for again with all that the API checks. */
async function measureReplay(): Promise<void> {
  for (const [what, bound] of [[`NDJSON responses of 50 frames, ${connections} connections`, 0.6]] as const) {
    await using inlay = await startServer('stream-server.ts', 'inlay');
    await using http = await startServer('stream-server.ts', 'http');
    const [ours, theirs] = [await connect(inlay, connections), await connect(http, connections)];
    const isRight = (response: Buffer) => bodyLines(response) === 50;
    const pairs = await byTurns(
      10,
      60,
      asker(inlay, ours, get('/replay'), isRight),
      asker(http, theirs, get('/replay'), isRight),
    );
    for (const client of [...ours, ...theirs]) client.close();
    rateRows(what, pairs, bound);
  }
  await using inlay = await start('inlay');
  await using http = await start('http');
  const [ours, theirs] = [await connect(inlay, connections), await connect(http, connections)];
  const request = chatRequest({ input: 'frames', messageId: '1700000000000-message' });
  const [first] = ours;
  if (first === undefined) return;
  await first.fetch(request);
  const body = bodyOf(await first.fetch(request));
  if (linesOf(body).length !== 50) throw new Error(`${linesOf(body).length} lines instead of 50.`);
  await http.ready(body);
  const lines = Buffer.from(body);
  const isRight = (response: Buffer) => response.includes(lines);
  for (const roundTrips of [0, 4]) {
    const pairs = await byTurns(
      10,
      30,
      asker(inlay, ours, request, (response) => bodyLines(response) === 50),
      asker(http, theirs, post(`/ready?roundTrips=${roundTrips}`, {}, {}), isRight),
    );
    const against = roundTrips === 0 ? 'frames alone' : `frames after ${roundTrips} round trips`;
    rateRows(`a finished turn asked for again, against ${against}`, pairs, null);
  }
  for (const client of [...ours, ...theirs]) client.close();
}

/** Lines in the body, without parsing. */
function bodyLines(response: Buffer): number {
  let count = 0;
  for (let at = response.indexOf('}\n'); at >= 0; at = response.indexOf('}\n', at + 1)) count += 1;
  return count;
}

const doors = {
  'REST, NDJSON': { request: (chatId: string) => chatRequest({ chatId }), end: '}\n\r\n' },
  'GraphQL, SSE': { request: chatEventsRequest, end: '}\n\n\r\n' },
} as const;

/** Starts a run that emits only on request. */
async function startRun(server: StreamServer): Promise<{ chatId: string; client: StreamClient }> {
  const client = await StreamClient.connect(server.port);
  const opening = await client.follow(chatRequest({ input: 'follow' }));
  const chatId = linesOf(bodyOf(opening))[0]?.state?.chatId;
  if (chatId === undefined) throw new Error(`No stream: ${opening.toString()}`);
  return { chatId, client };
}

const readers = 1_000;
const framesPerSlice = 5;

/** Opens streams and reads everything available so far. */
async function openFollowers(
  server: StreamServer,
  count: number,
  request: string,
  end: string,
): Promise<StreamClient[]> {
  const clients = await connect(server, count);
  const left = [...clients];
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let client = left.pop(); client !== undefined; client = left.pop()) {
        await client.fetchUntil(request, '"user"');
        await client.readUntil(end);
      }
    }),
  );
  return clients;
}

async function measureReaders(): Promise<void> {
  for (const [door, { request, end }] of Object.entries(doors)) {
    await using inlay = await start('inlay');
    await using http = await start('http');
    const run = await startRun(inlay);
    await http.ready(`${JSON.stringify({ id: '__cutoff__', role: 'user' })}${end.slice(1, -2)}`);
    const ours = await openFollowers(inlay, readers, request(run.chatId), end);
    const theirs = await openFollowers(http, readers, post('/follow', {}, {}), end);
    let texts: string[] = [];
    let sort: number | undefined;
    run.client.close();

    /** The next frame is sent when all have the previous one, so that no reader saves work by lagging. */
    const deliver = async (server: StreamServer, clients: readonly StreamClient[], text?: string) => {
      const all = clients.map((client) => client.readUntil(end));
      server.say(text);
      const [first, ...others] = await Promise.all(all);
      if (first === undefined || others.some((other) => !other.equals(first))) {
        throw new Error('Readers of one run were told different things.');
      }
      return bodyOf(first);
    };
    const ourSlice = () =>
      rateOf(inlay, async () => {
        texts = [];
        for (let i = 0; i < framesPerSlice; i += 1) texts.push(await deliver(inlay, ours));
        return readers * framesPerSlice;
      });
    const theirSlice = async () => {
      for (const line of texts.flatMap(linesOf)) {
        if (sort !== undefined && line.sort !== sort + 1) throw new Error(`${line.sort} after ${sort}.`);
        sort = line.sort;
      }
      return rateOf(http, async () => {
        for (const text of texts) await deliver(http, theirs, text);
        return readers * framesPerSlice;
      });
    };
    rateRows(
      `one run followed by ${readers} readers, deliveries: ${door}`,
      await byTurns(5, 40, ourSlice, theirSlice),
      0.7,
    );
    for (const client of [...ours, ...theirs]) client.close();
  }
}

const idleStreams = 2_000;
const warmStreams = 1_000;

async function bytesOfIdleStream(kind: 'inlay' | 'http', door: keyof typeof doors): Promise<number> {
  const { request, end } = doors[door];
  await using server = await start(kind);
  const warm = await StreamClient.connect(server.port);
  let open = post('/follow', {}, {});
  let ended = post('/ready', {}, {});
  if (kind === 'inlay') {
    open = request((await startRun(server)).chatId);
    const started = linesOf(bodyOf(await warm.fetch(chatRequest({ input: 'frames' }))));
    ended = request(started[0]?.state?.chatId ?? '');
  } else {
    await server.ready(`${JSON.stringify({ id: '__cutoff__', role: 'user' })}${end.slice(1, -2)}`);
  }
  for (let i = 0; i < 1_000; i += 1) await warm.fetch(ended);
  warm.close();
  // Fill what earlier requests left free, or the first streams would seem to cost nothing.
  const earlier = await openFollowers(server, warmStreams, open, end);
  const before = await server.rssBytes();
  const clients = await openFollowers(server, idleStreams, open, end);
  const bytes = ((await server.rssBytes()) - before) / idleStreams;
  for (const client of [...earlier, ...clients]) client.close();
  return bytes;
}

async function measureIdle(): Promise<void> {
  for (const door of ['REST, NDJSON', 'GraphQL, SSE'] as const) {
    const pairs = await byTurns(
      0,
      3,
      () => bytesOfIdleStream('inlay', door),
      () => bytesOfIdleStream('http', door),
    );
    rows.push({
      what: `memory of one idle open stream, of ${idleStreams}: ${door}`,
      unit: 'KiB',
      ours: median(pairs.map((pair) => pair.ours)) / 1024,
      against: 'node:http',
      theirs: median(pairs.map((pair) => pair.theirs)) / 1024,
      bound: 2,
      atMost: true,
    });
  }
}

const measurements = {
  'first-line': measureFirstLine,
  replay: measureReplay,
  readers: measureReaders,
  idle: measureIdle,
};

async function withDatabase(work: () => Promise<void>): Promise<void> {
  const { TEST_DATABASE_URL: serverUrl } = process.env;
  if (serverUrl === undefined) return work();
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  const name = `inlay_bench_${process.pid}`;
  await server.query(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  env['BENCH_DATABASE_URL'] = url.href;
  try {
    await work();
  } finally {
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  }
}

const chosen = process.argv.slice(2);
await withDatabase(async () => {
  for (const [name, measure] of Object.entries(measurements)) {
    if (chosen.length === 0 || chosen.includes(name)) await measure();
  }
});
console.log(
  `state: ${env['BENCH_DATABASE_URL'] === undefined ? 'PGlite in memory' : 'PostgreSQL'}; load of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}`,
);
await report('stream', rows);
