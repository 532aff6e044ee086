import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type pg from 'pg';

/** What a database and a Redis have done so far for the processes that are measured; counts only grow. */
export interface ServerCosts {
  /** Transactions of the database: as many as statements, where each is its own. */
  readonly transactions: number;
  /** CPU time of the database's connections. */
  readonly databaseMicroseconds: number;
  readonly databaseConnections: number;
  /** Scripts that were run: one round trip each. */
  readonly redisScripts: number;
  readonly redisBytesIn: number;
  readonly redisBytesOut: number;
  readonly redisMicroseconds: number;
  readonly redisConnections: number;
}

/** How long PostgreSQL may keep counts to itself. */
const statisticsMs = 1_500;

/** The client's own connections and what it asks are part of it; both are few. */
export async function readServerCosts(database: pg.Client, redis: Redis): Promise<ServerCosts> {
  await sleep(statisticsMs);
  const { rows: counts } = await database.query<{ transactions: string }>(
    'SELECT xact_commit + xact_rollback AS transactions FROM pg_stat_database WHERE datname = current_database()',
  );
  const { rows: backends } = await database.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const cpu = await Promise.all(backends.map(({ pid }) => cpuMicroseconds(pid)));
  const info = parseInfo(await redis.info('all'));
  return {
    transactions: Number(counts[0]?.transactions ?? 0),
    databaseMicroseconds: cpu.reduce((sum, each) => sum + each, 0),
    databaseConnections: backends.length,
    redisScripts: callsOf(info, 'evalsha') + callsOf(info, 'eval'),
    redisBytesIn: Number(info.get('total_net_input_bytes')),
    redisBytesOut: Number(info.get('total_net_output_bytes')),
    redisMicroseconds: 1e6 * (Number(info.get('used_cpu_user')) + Number(info.get('used_cpu_sys'))),
    redisConnections: Number(info.get('connected_clients')) - 1,
  };
}

/** Of a process on this machine, from Linux's ticks of 10 ms. */
async function cpuMicroseconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user = '0', system = '0'] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10_000;
}

function callsOf(info: ReadonlyMap<string, string>, command: string): number {
  return Number(/^calls=(\d+)/.exec(info.get(`cmdstat_${command}`) ?? '')?.[1] ?? 0);
}

function parseInfo(text: string): Map<string, string> {
  const entries = text.split('\r\n').flatMap((line): [string, string][] => {
    const [name, value] = line.split(':');
    return name !== undefined && value !== undefined ? [[name, value]] : [];
  });
  return new Map(entries);
}
