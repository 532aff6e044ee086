import { redisScript } from '../redis-script.ts';

/**
 * The keys of a run in Redis, each with the log's PREFIX:
 *
 * - `PREFIX:run:RUN`, a hash: `fence` and `node` of the latest writer, `count` of the positions in its stream, `last`
 *   number given out, `ended`;
 * - `PREFIX:lease:RUN`, its fence, for as long as the writer sends heartbeats;
 * - `PREFIX:log:RUN:FENCE`, the stream. An item holds the events of one turn of the writer's event loop: `n` of them,
 *   their numbers `s`, their lines `l`. Its id is `POSITION-0`, the number of events up to its end, which lets
 *   Redis and readers tell a repeated item from a new one. The end of the log has an item, or shares the last, with `e`,
 *   and has a position of its own; `e` is `lost` if the writer of a later log of the run added it;
 * - `PREFIX:node:NODE`, a stream of messages to a process: which of its runs to abort, and to restart its blocking read.
 *
 * Everything expires. Running a script twice has the same effect as once.
 */

/** KEYS run, lease. ARGV fence, node, leaseMs, lifeMs, graceMs, stream prefix. 1, or 0 when there is a live writer. */
export const openScript = redisScript(`
local run = redis.call('HMGET', KEYS[1], 'fence', 'ended', 'count')
if run[1] == ARGV[1] then return 1 end
if run[1] and run[2] ~= '1' then
  if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
  local stream = ARGV[6] .. run[1]
  redis.call('XADD', stream, string.format('%d-0', run[3] + 1), 'n', 0, 's', '', 'l', '', 'e', 'lost')
  redis.call('PEXPIRE', stream, ARGV[5])
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'fence', ARGV[1], 'node', ARGV[2], 'count', 0, 'last', 0, 'ended', 0)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
return 1
`);

/**
 * KEYS run, lease, stream. ARGV fence, node, leaseMs, lifeMs, graceMs, from, n, last, sorts, lines, end (0 or 1).
 * Adds events if the stream ends at position `from`, and renews the lease. Returns the position at which the stream now
 * ends (0 if Redis did not know the run), or -1 if the run has another writer.
 */
export const appendScript = redisScript(`
local run = redis.call('HMGET', KEYS[1], 'fence', 'count', 'ended')
local count = 0
if not run[1] then
  redis.call('HSET', KEYS[1], 'fence', ARGV[1], 'node', ARGV[2], 'count', 0, 'last', 0, 'ended', 0)
  redis.call('DEL', KEYS[3])
elseif run[1] ~= ARGV[1] then
  return -1
else
  count = tonumber(run[2])
end
if run[3] == '1' then return count end
local ended = false
if count == tonumber(ARGV[6]) and (ARGV[7] ~= '0' or ARGV[11] == '1') then
  count = count + ARGV[7] + ARGV[11]
  local id = string.format('%d-0', count)
  if ARGV[11] == '1' then
    redis.call('XADD', KEYS[3], id, 'n', ARGV[7], 's', ARGV[9], 'l', ARGV[10], 'e', 1)
    ended = true
  else
    redis.call('XADD', KEYS[3], id, 'n', ARGV[7], 's', ARGV[9], 'l', ARGV[10])
  end
  redis.call('HSET', KEYS[1], 'count', count, 'ended', ARGV[11])
  if ARGV[8] ~= '' then redis.call('HSET', KEYS[1], 'last', ARGV[8]) end
end
local life = ARGV[4]
if ended then
  redis.call('DEL', KEYS[2])
  life = ARGV[5]
else
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
end
redis.call('PEXPIRE', KEYS[1], life)
redis.call('PEXPIRE', KEYS[3], life)
return count
`);

/** KEYS run, lease. Returns nothing, or the fence, the last number, and 1 for a live writer, else 0. */
export const findScript = redisScript(`
local run = redis.call('HMGET', KEYS[1], 'fence', 'last', 'ended')
if not run[1] then return {} end
local live = 0
if run[3] ~= '1' and redis.call('EXISTS', KEYS[2]) == 1 then live = 1 end
return { run[1], tonumber(run[2]), live }
`);

/** KEYS run, lease. ARGV prefix of the nodes' streams, run, life of such a stream in ms. Returns 1 if the writer is notified. */
export const abortScript = redisScript(`
local run = redis.call('HMGET', KEYS[1], 'fence', 'ended', 'node')
if not run[1] or run[2] == '1' or redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
local node = ARGV[1] .. run[3]
redis.call('XADD', node, 'MAXLEN', '~', 1000, '*', 'abort', ARGV[2], 'fence', run[1])
redis.call('PEXPIRE', node, ARGV[3])
return 1
`);

/** KEYS run, lease. ARGV stream prefix. */
export const trimScript = redisScript(`
local run = redis.call('HMGET', KEYS[1], 'fence', 'ended')
if not run[1] or (run[2] ~= '1' and redis.call('EXISTS', KEYS[2]) == 1) then return 0 end
redis.call('DEL', KEYS[1], ARGV[1] .. run[1])
return 1
`);

/** KEYS the process's own stream. ARGV its life in ms. Ends the process's blocking read. */
export const wakeScript = redisScript(`
redis.call('XADD', KEYS[1], 'MAXLEN', '~', 1000, '*', 'wake', '')
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
`);
