/** What telemetry costs a request while it is off: what one hook costs, times the hooks that the request passes, as its trace shows them. */
import { metrics } from '../src/telemetry/metrics.ts';
import { inSpan, measured } from '../src/telemetry/span.ts';
import { Collector } from '../test/support/collector.ts';
import { chatPath, createServiceFolder, postTo, ServiceProcess } from '../test/support/service-process.ts';
import { report } from './report.ts';

const sessionSettings = { externalId: 'telemetry', groups: ['analysts'] };
const requests = {
  'a GraphQL query': ['/graphql', { query: '{ users(first: 5) { edges { node { createdAt } } } }' }],
  'a data query': [
    '/api/v1/deployments/1/sql',
    { query: 'SELECT channel, MEASURE(order_count) AS n FROM orders_overview GROUP BY 1', sessionSettings },
  ],
  'a turn': [chatPath(1), { input: 'How many orders in 2025 by channel?', sessionSettings }],
} as const;

const work = async () => 1;
const hooked = () =>
  inSpan(
    'work',
    { attributes: { a: 1, b: 'two' }, measure: measured(metrics.database, { operation: 'SELECT' }) },
    work,
  );

/** Nanoseconds of one call, of the best of ten rounds. */
async function nanosecondsOf(call: () => Promise<number>): Promise<number> {
  const calls = 200_000;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 10; round += 1) {
    const startedMs = performance.now();
    for (let i = 0; i < calls; i += 1) await call();
    best = Math.min(best, ((performance.now() - startedMs) * 1e6) / calls);
  }
  return best;
}

/** Milliseconds of a request, the median of 30. */
async function millisecondsOf(url: string, [path, body]: readonly [string, object]): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 30; i += 1) {
    const startedMs = performance.now();
    await (await postTo(url, path, body)).text();
    times.push(performance.now() - startedMs);
  }
  return times.sort((a, b) => a - b)[15] ?? Number.NaN;
}

/** The spans of each request, once what is loaded for the first is there. */
async function spansOf(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [name, [path, body]] of Object.entries(requests)) {
    await using folder = await createServiceFolder();
    await using collector = await Collector.open();
    const service = await ServiceProcess.start(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await (await postTo(service.url, path, body)).text();
    await service.terminate();
    const root = collector.spans.find((span) => span.name.startsWith('POST '));
    found.set(name, collector.spans.filter(({ traceId }) => traceId === root?.traceId).length);
  }
  return found;
}

const hookNs = (await nanosecondsOf(hooked)) - (await nanosecondsOf(work));
const spans = await spansOf();
await using folder = await createServiceFolder();
await using service = await ServiceProcess.start(folder, {});
const rows = [];
for (const [name, request] of Object.entries(requests)) {
  const hooks = spans.get(name) ?? 0;
  const what = `${name}: ${hooks} hooks of ${Math.round(hookNs)} ns, of the whole request`;
  const theirs = (await millisecondsOf(service.url, request)) * 1_000;
  rows.push({
    what,
    unit: 'µs',
    ours: (hooks * hookNs) / 1_000,
    against: 'request',
    theirs,
    bound: 0.01,
    atMost: true,
  });
}
await report('telemetry', rows);
