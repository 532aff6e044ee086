/**
 * How long one anonymous request blocks the event loop of a real process, for the worst request of each kind:
 * `node bench/stalls.ts`, or with a part of the names to take. What counts is the processor time between two turns of the
 * loop, and the least of several tries: other work on the machine only ever adds. `BENCH_TRIES` (5); `BENCH_CREDENTIALS` sends each with these instead of none.
 */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileRequests, sendHostile } from '../test/support/hostile-requests.ts';
import {
  createServiceFolder,
  ServiceProcess,
  serviceCommand,
  stallMonitor,
} from '../test/support/service-process.ts';
import type { Stalls } from '../test/support/stall-monitor.ts';
import { report } from './report.ts';

const tries = Number(process.env['BENCH_TRIES'] ?? 5);
const { BENCH_CREDENTIALS: credentials } = process.env;
/** What no request of a stranger may take (milliseconds). */
const boundMs = 20;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

await using folder = await createServiceFolder();
await using service = await ServiceProcess.start(
  folder,
  { LOG_LEVEL: 'silent', ANONYMOUS_REQUESTS_PER_SECOND: '0', EXCHANGES_PER_SECOND: '0' },
  serviceCommand('--max-semi-space-size=16', stallMonitor),
);
const only = process.argv[2] ?? '';
interface Measured {
  readonly name: string;
  readonly status: number | string;
  /** Of the processor, the least of all tries and the most. */
  readonly cpuMs: number;
  readonly mostCpuMs: number;
  /** Of time, the least of all tries. */
  readonly wallMs: number;
}

const measured: Measured[] = [];
for (const hostile of hostileRequests.filter(({ name }) => name.includes(only))) {
  const stalls: Stalls[] = [];
  let status: number | string = 0;
  for (let index = 0; index < tries; index += 1) {
    await service.stalls();
    status = await sendHostile(service.url, hostile, { agent, credentials });
    await sleep(10);
    stalls.push(await service.stalls());
  }
  const cpuMs = stalls.map((each) => each.cpuMs);
  measured.push({
    name: hostile.name,
    status,
    cpuMs: Math.min(...cpuMs),
    mostCpuMs: Math.max(...cpuMs),
    wallMs: Math.min(...stalls.map((each) => each.wallMs)),
  });
}
agent.destroy();
const inOrder = measured.toSorted((a, b) => b.cpuMs - a.cpuMs);
console.log(' cpu ms  most cpu   wall ms  status');
for (const { name, status, cpuMs, mostCpuMs, wallMs } of inOrder) {
  const numbers = [cpuMs, mostCpuMs, wallMs].map((ms) => ms.toFixed(1).padStart(7));
  console.log(`${numbers.join('   ')}  ${status}  ${name}`);
}
await report('stalls', [
  {
    what: `longest stall by one of ${measured.length} kinds of requests without credentials`,
    unit: 'ms',
    ours: inOrder[0]?.cpuMs ?? 0,
    against: 'the bound',
    theirs: boundMs,
    bound: 1,
    atMost: true,
  },
]);
