/** NDJSON responses of 50 frames per second, against node:http writing the same ready-made frames. */
import { median, type Row, report } from './report.ts';
import { get, StreamClient, type StreamServer, startServer } from './stream-client.ts';
import { lines } from './stream-server.ts';

const connections = 50;
const warmUps = 10;
const slices = 60;
const sliceMs = 200;
const expected = lines(1, 50);

interface Rate {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

class Load {
  readonly #server: StreamServer;
  readonly #clients: readonly StreamClient[];

  private constructor(server: StreamServer, clients: readonly StreamClient[]) {
    this.#server = server;
    this.#clients = clients;
  }

  static async on(server: StreamServer): Promise<Load> {
    return new Load(
      server,
      await Promise.all(Array.from({ length: connections }, () => StreamClient.connect(server.port))),
    );
  }

  /** Asks again and again for a moment. */
  async slice(): Promise<Rate> {
    const cpuBefore = await this.#server.cpuMicroseconds();
    const start = performance.now();
    let responses = 0;
    await Promise.all(
      this.#clients.map(async (client) => {
        while (performance.now() - start < sliceMs) {
          const response = await client.fetch(get('/replay'));
          if (!response.includes(expected)) throw new Error(`A wrong response: ${response.toString()}`);
          responses += 1;
        }
      }),
    );
    const seconds = (performance.now() - start) / 1_000;
    const cpuSeconds = ((await this.#server.cpuMicroseconds()) - cpuBefore) / 1e6;
    return { perSecond: responses / seconds, perCpuSecond: responses / cpuSeconds };
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }
}

await using inlay = await startServer('stream-server.ts', 'inlay');
await using http = await startServer('stream-server.ts', 'http');
const [ours, theirs] = [await Load.on(inlay), await Load.on(http)];
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

await report('ndjson', [
  row(`NDJSON responses of 50 frames, ${connections} connections`, 'perSecond', 0.6),
  row('the same, per second of the server’s CPU', 'perCpuSecond', null),
]);
