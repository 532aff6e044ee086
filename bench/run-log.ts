/** One run followed by 1,000 readers, and the memory of idle open streams, against node:http doing the same. */
import { median, type Row, report } from './report.ts';
import { get, StreamClient, type StreamServer, startServer } from './stream-client.ts';
import { lines } from './stream-server.ts';

const readers = 1_000;
const idleStreams = 2_000;
const warmUps = 5;
const slices = 40;
const framesPerSlice = 5;

interface Rate {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

async function openStreams(server: StreamServer, count: number): Promise<readonly StreamClient[]> {
  const clients: StreamClient[] = [];
  for (let i = 0; i < count; i += 1) {
    const client = await StreamClient.connect(server.port);
    await client.follow(get('/follow'));
    clients.push(client);
  }
  return clients;
}

async function bytesOfIdleStream(kind: 'inlay' | 'http'): Promise<number> {
  await using server = await startServer('stream-server.ts', kind);
  const warm = await StreamClient.connect(server.port);
  for (let i = 0; i < 1_000; i += 1) await warm.fetch(get('/replay'));
  warm.close();
  const before = await server.rssBytes();
  const clients = await openStreams(server, idleStreams);
  const bytes = ((await server.rssBytes()) - before) / idleStreams;
  for (const client of clients) client.close();
  return bytes;
}

class Followers {
  readonly #server: StreamServer;
  readonly #clients: readonly StreamClient[];
  #sort = 0;

  private constructor(server: StreamServer, clients: readonly StreamClient[]) {
    this.#server = server;
    this.#clients = clients;
  }

  static async of(server: StreamServer): Promise<Followers> {
    return new Followers(server, await openStreams(server, readers));
  }

  /** The next frame is sent when all readers have the previous one, so that no reader saves work by lagging. */
  async slice(): Promise<Rate> {
    const cpuBefore = await this.#server.cpuMicroseconds();
    const start = performance.now();
    for (let i = 0; i < framesPerSlice; i += 1) {
      this.#sort += 1;
      const line = lines(this.#sort, 1).toString();
      const all = this.#clients.map((client) => client.readUntil(`${line}\r\n`));
      this.#server.say();
      await Promise.all(all);
    }
    const seconds = (performance.now() - start) / 1_000;
    const cpuSeconds = ((await this.#server.cpuMicroseconds()) - cpuBefore) / 1e6;
    const deliveries = readers * framesPerSlice;
    return { perSecond: deliveries / seconds, perCpuSecond: deliveries / cpuSeconds };
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }
}

const idle = { ours: await bytesOfIdleStream('inlay'), theirs: await bytesOfIdleStream('http') };
await using inlay = await startServer('stream-server.ts', 'inlay');
await using http = await startServer('stream-server.ts', 'http');
const [ours, theirs] = [await Followers.of(inlay), await Followers.of(http)];
const pairs: { readonly ours: Rate; readonly theirs: Rate }[] = [];
// By turns and briefly, so that whatever else the machine does meets both alike.
for (let slice = 0; slice < warmUps + slices; slice += 1) {
  const pair = { ours: await ours.slice(), theirs: await theirs.slice() };
  if (slice >= warmUps) pairs.push(pair);
}
ours.close();
theirs.close();

function row(what: string, rate: keyof Rate, bound: number | null): Row {
  const theirRate = median(pairs.map((pair) => pair.theirs[rate]));
  const ratio = median(pairs.map((pair) => pair.ours[rate] / pair.theirs[rate]));
  return { what, unit: '/s', ours: ratio * theirRate, against: 'node:http', theirs: theirRate, bound };
}

await report('run-log', [
  row(`one run followed by ${readers} readers, deliveries`, 'perSecond', 0.7),
  row('the same, per second of the server’s CPU', 'perCpuSecond', null),
  {
    what: `memory of one idle open stream, of ${idleStreams}`,
    unit: 'KiB',
    ours: idle.ours / 1024,
    against: 'node:http',
    theirs: idle.theirs / 1024,
    bound: 2,
    atMost: true,
  },
]);
