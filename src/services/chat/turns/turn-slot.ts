import { Prisma } from '../../../db/generated/client.ts';
import { queryRaw } from '../../../db/query-raw.ts';
import { AppError } from '../../../errors.ts';
import type { ReleaseSlot } from '../../../limits/fair-slots.ts';
import { perMinute, spendRate } from '../../limits/spend-rate.ts';
import type { ChatScope } from '../chat-scope.ts';
import type { Turn } from './find-turn.ts';
import type { OpenTurn } from './store-turn.ts';

/** A turn that has a place to run in. */
export interface PlacedTurn extends OpenTurn {
  /** Gives the place back, once the turn has ended. */
  readonly release: ReleaseSlot;
}

/** When to try again where other turns have to end first. */
const retryAfterSeconds = 5;

/**
 * Stores a turn if there is a place for it: within the user's rate, within what the account and the user may run at
 * once on all processes, and within what this process runs at once. Only the last is waited for, account by account.
 * @param store the turn's own way into the database; what it finds there instead has no place
 * @throws AppError `TOO_MANY_REQUESTS`; `OVERLOADED` when this process has no place in time; what `store` throws
 */
export async function placeTurn<Found extends Turn | null>(
  scope: ChatScope,
  store: () => Promise<OpenTurn | Found>,
): Promise<PlacedTurn | Found> {
  const { context, accountId, user, limits } = scope;
  const { rates, turns, turnWaitMs, starting } = context.limits;
  await spendRate(rates, `turns:${user.id}`, perMinute(limits.userTurnsPerMinute), 'Turns of this user');
  const release = await turns.acquire({ owner: String(accountId), timeoutMs: turnWaitMs });
  let placed = false;
  try {
    // Until it is stored a turn is counted here, so that those which start at the same moment see each other.
    const names = { account: `account:${accountId}`, user: `user:${user.id}` };
    const others = { account: starting.of(names.account), user: starting.of(names.user) };
    using _ofAccount = starting.add(names.account);
    using _ofUser = starting.add(names.user);
    await requireRoom(scope, others);
    const stored = await store();
    if (stored === null || 'run' in stored) return stored;
    placed = true;
    return { ...stored, release };
  } finally {
    if (!placed) release();
  }
}

interface TurnCount {
  readonly account: number;
  readonly user: number;
}

/** The database knows what runs on all processes; a turn whose process is gone counts until its lease is over. */
async function requireRoom(scope: ChatScope, starting: TurnCount): Promise<void> {
  const { context, accountId, user, limits } = scope;
  const { concurrentTurns, userConcurrentTurns } = limits;
  if (concurrentTurns === 0 && userConcurrentTurns === 0) return;
  const sql = Prisma.sql`
    SELECT count(*)::int AS account, (count(*) FILTER (WHERE r."userId" = ${user.id}))::int AS user
    FROM "ChatRun" r JOIN "ChatThread" t ON t.id = r."threadId"
    WHERE r.status = 'running' AND r."leaseExpiresAt" > ${context.now()} AND t."accountId" = ${accountId}`;
  const [running] = await queryRaw<TurnCount>(context.prisma, sql);
  if (running === undefined) throw new Error('A count returned no row.');
  requireFewer(running.account + starting.account, concurrentTurns, 'account');
  requireFewer(running.user + starting.user, userConcurrentTurns, 'user');
}

function requireFewer(running: number, limit: number, whose: string): void {
  if (limit === 0 || running < limit) return;
  const message = `No more than ${limit} turns of this ${whose} may run at once. Wait for one to end.`;
  throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
}
