/** NDJSON responses of 50 frames per second, against node:http writing the same ready-made frames. */
import { median, report } from './report.ts';
import { StreamClient, type StreamServer, startServer } from './stream-client.ts';
import { lines } from './stream-server.ts';

const connections = 50;
const rounds = 7;
const roundMs = 1_500;
const expected = lines(1, 50);

interface Rate {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

async function measure(server: StreamServer): Promise<Rate> {
  const clients = await Promise.all(
    Array.from({ length: connections }, () => StreamClient.connect(server.port)),
  );
  const before = await server.usage();
  const start = performance.now();
  let responses = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - start < roundMs) {
        const response = await client.fetch('/replay');
        if (!response.includes(expected)) throw new Error(`A wrong response: ${response.toString()}`);
        responses += 1;
      }
      client.close();
    }),
  );
  const seconds = (performance.now() - start) / 1_000;
  const cpuSeconds = ((await server.usage()).cpuMicroseconds - before.cpuMicroseconds) / 1e6;
  return { perSecond: responses / seconds, perCpuSecond: responses / cpuSeconds };
}

await using inlay = await startServer('inlay');
await using http = await startServer('http');
const measured: { ours: Rate[]; theirs: Rate[] } = { ours: [], theirs: [] };
for (let round = 0; round <= rounds; round += 1) {
  const [ours, theirs] = [await measure(inlay), await measure(http)];
  // The first round warms both up.
  if (round === 0) continue;
  measured.ours.push(ours);
  measured.theirs.push(theirs);
}
await report('ndjson', [
  {
    what: `NDJSON responses of 50 frames, ${connections} connections`,
    unit: '/s',
    ours: median(measured.ours.map((m) => m.perSecond)),
    against: 'node:http',
    theirs: median(measured.theirs.map((m) => m.perSecond)),
    bound: 0.6,
  },
  {
    what: 'the same, per second of the server’s CPU',
    unit: '/s',
    ours: median(measured.ours.map((m) => m.perCpuSecond)),
    against: 'node:http',
    theirs: median(measured.theirs.map((m) => m.perCpuSecond)),
    bound: 0.6,
  },
]);
