/** One run followed by 1,000 readers, and the memory of idle open streams, against node:http doing the same. */
import { median, report } from './report.ts';
import { type ServerKind, StreamClient, startServer } from './stream-client.ts';
import { lines } from './stream-server.ts';

const readers = 1_000;
const frames = 60;
const rounds = 5;

/** A frame is said when all readers have the one before it, so that nobody saves work by lagging. */
async function follow(
  kind: ServerKind,
): Promise<{ perSecond: number; perCpuSecond: number; bytesEach: number }[]> {
  await using server = await startServer(kind);
  const warm = await StreamClient.connect(server.port);
  for (let i = 0; i < 200; i += 1) await warm.fetch('/replay');
  warm.close();
  const idle = await server.usage();
  const clients: StreamClient[] = [];
  for (let i = 0; i < readers; i += 1) {
    const client = await StreamClient.connect(server.port);
    await client.follow('/follow');
    clients.push(client);
  }
  const bytesEach = ((await server.usage()).rssBytes - idle.rssBytes) / readers;
  const results = [];
  let sort = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const before = await server.usage();
    const start = performance.now();
    for (let i = 0; i < frames; i += 1) {
      sort += 1;
      const line = lines(sort, 1).toString();
      const all = clients.map((client) => client.readUntil(line));
      server.say();
      await Promise.all(all);
    }
    const seconds = (performance.now() - start) / 1_000;
    const cpuSeconds = ((await server.usage()).cpuMicroseconds - before.cpuMicroseconds) / 1e6;
    const deliveries = readers * frames;
    if (round > 0) {
      results.push({ perSecond: deliveries / seconds, perCpuSecond: deliveries / cpuSeconds, bytesEach });
    }
  }
  for (const client of clients) client.close();
  return results;
}

const ours = await follow('inlay');
const theirs = await follow('http');
await report('run-log', [
  {
    what: `one run followed by ${readers} readers, deliveries`,
    unit: '/s',
    ours: median(ours.map((m) => m.perSecond)),
    against: 'node:http',
    theirs: median(theirs.map((m) => m.perSecond)),
    bound: 0.7,
  },
  {
    what: 'the same, per second of the server’s CPU',
    unit: '/s',
    ours: median(ours.map((m) => m.perCpuSecond)),
    against: 'node:http',
    theirs: median(theirs.map((m) => m.perCpuSecond)),
    bound: 0.7,
  },
  {
    what: `memory of one idle open stream, of ${readers}`,
    unit: 'KiB',
    ours: median(ours.map((m) => m.bytesEach)) / 1024,
    against: 'node:http',
    theirs: median(theirs.map((m) => m.bytesEach)) / 1024,
    bound: 2,
    atMost: true,
  },
]);
