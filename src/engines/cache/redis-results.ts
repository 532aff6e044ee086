import type { Redis } from 'ioredis';
import type { ColumnType } from '../../contract/columns.ts';
import { redisScript, runScript } from '../../redis-script.ts';
import { keptRows } from '../row-batch.ts';
import type { KeptResult, SharedResults } from './result-store.ts';

export interface RedisResultsOptions {
  /** Owned by the results. It must reject commands immediately while it is not connected. */
  readonly client: Redis;
  /** Size of all results together; the ones that would expire first go first. */
  readonly maxBytes: number;
  /** Prefix of all keys, shared by processes that share results. @default 'inlay' */
  readonly prefix?: string;
}

/**
 * KEYS the result; sizes of all results; their sum; when they expire. ARGV result, life in milliseconds, name, maximum sum.
 * Sizes are kept beside the results because those expire by themselves.
 */
const keepScript = redisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local size, life, name, most = #ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local prefix = string.sub(KEYS[1], 1, #KEYS[1] - #name)
local sum = tonumber(redis.call('GET', KEYS[3]) or 0)
local function remove(names)
  for _, each in ipairs(names) do
    sum = sum - tonumber(redis.call('HGET', KEYS[2], each) or 0)
    redis.call('HDEL', KEYS[2], each)
    redis.call('ZREM', KEYS[4], each)
    redis.call('DEL', prefix .. each)
  end
end
remove(redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'LIMIT', 0, 100))
if redis.call('HEXISTS', KEYS[2], name) == 1 then remove({ name }) end
while sum + size > most do
  local first = redis.call('ZRANGE', KEYS[4], 0, 0)
  if #first == 0 then break end
  remove(first)
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', life)
redis.call('HSET', KEYS[2], name, size)
redis.call('ZADD', KEYS[4], now + life, name)
redis.call('SET', KEYS[3], sum + size)
`);

/** What comes before the rows of a result. */
interface Header {
  readonly columns: readonly { readonly name: string; readonly columnType: ColumnType }[];
  readonly asOf: number;
  /** Rows and bytes of each batch. */
  readonly batches: readonly (readonly [count: number, bytes: number])[];
}

/** Results that all processes on one Redis share. Without a connection, they have none. */
export function createRedisResults(options: RedisResultsOptions): SharedResults & AsyncDisposable {
  const { client, maxBytes, prefix = 'inlay' } = options;
  const base = `${prefix}:results`;
  const keyOf = (name: string): string => `${base}:of:${name}`;
  return {
    async get(name) {
      if (client.status !== 'ready') return undefined;
      const bytes = await client.getBuffer(keyOf(name)).catch(() => null);
      return bytes === null ? undefined : decode(bytes);
    },
    async set(name, result, lifeMs) {
      if (client.status !== 'ready' || result.bytes > maxBytes) return;
      const keys = [keyOf(name), `${base}:sizes`, `${base}:sum`, `${base}:expiry`];
      const args = [encode(result), Math.max(1, Math.ceil(lifeMs)), name, maxBytes];
      await runScript(client, keepScript, keys, args).catch(() => undefined);
    },
    async [Symbol.asyncDispose]() {
      client.disconnect();
    },
  };
}

function encode({ columns, asOf, batches }: KeptResult): Buffer {
  const parts = batches.map((batch) => ({ count: batch.count, json: batch.json() }));
  const header: Header = {
    columns,
    asOf: asOf.getTime(),
    batches: parts.map(({ count, json }) => [count, json.byteLength]),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...parts.map(({ json }) => json)]);
}

function decode(bytes: Buffer): KeptResult {
  // Every character of the header is JSON without line ends.
  const end = bytes.indexOf('\n');
  const { columns, asOf, batches } = JSON.parse(bytes.toString('utf8', 0, end)) as Header;
  let from = end + 1;
  const rows = batches.map(([count, size]) => {
    const json = bytes.subarray(from, from + size);
    from += size;
    return keptRows(count, json);
  });
  return { columns, batches: rows, asOf: new Date(asOf), bytes: bytes.byteLength - end - 1 };
}
