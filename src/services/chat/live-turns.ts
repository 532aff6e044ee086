import type { Logger } from 'pino';
import type { PrismaClient } from '../../db/generated/client.ts';
import { leaseMs } from './chat-context.ts';

/** A turn at work in this process. */
export interface LiveTurn {
  readonly runId: string;
  /** Stops it: `shutdown` leaves it interrupted; `lost` writes nothing more, since it is another process's now. */
  stop(reason: 'shutdown' | 'lost'): void;
  /** Settles once the turn is stored and its log closed; never rejects. */
  readonly done: Promise<void>;
}

/**
 * Keeps the leases of this process's runs and knows how to stop them. Disposing stops every turn and waits for it.
 */
export interface LiveTurns extends AsyncDisposable {
  /** The owner that this process writes into its runs. */
  readonly owner: string;
  /** A turn that comes after the disposal is stopped at once. */
  add(turn: LiveTurn): void;
}

export function createLiveTurns(options: {
  readonly prisma: PrismaClient;
  readonly owner: string;
  readonly now: () => Date;
  readonly logger: Logger;
  /** Time between two signs of life. @default a third of the lease */
  readonly heartbeatMs?: number;
}): LiveTurns {
  const { prisma, owner, now, logger } = options;
  const turns = new Map<string, LiveTurn>();
  let disposed = false;

  async function renewLeases(): Promise<void> {
    const ids = [...turns.keys()];
    if (ids.length === 0) return;
    const expiresAt = new Date(now().getTime() + leaseMs);
    const renewed = await prisma.$queryRaw<{ id: string }[]>`
      UPDATE "ChatRun" SET "leaseExpiresAt" = ${expiresAt}
      WHERE id = ANY(${ids}::uuid[]) AND "leaseOwner" = ${owner} AND status = 'running' RETURNING id::text AS id`;
    const kept = new Set(renewed.map((row) => row.id));
    for (const id of ids) if (!kept.has(id)) turns.get(id)?.stop('lost');
  }

  const timer = setInterval(
    () => {
      renewLeases().catch((error: unknown) =>
        logger.error({ err: error }, 'leases of running turns not renewed'),
      );
    },
    options.heartbeatMs ?? leaseMs / 3,
  );
  timer.unref();

  return {
    owner,
    add(turn) {
      turns.set(turn.runId, turn);
      void turn.done.then(() => {
        // A turn that was interrupted may have been taken up again by then, under the same id.
        if (turns.get(turn.runId) === turn) turns.delete(turn.runId);
      });
      if (disposed) turn.stop('shutdown');
    },
    async [Symbol.asyncDispose]() {
      disposed = true;
      for (const turn of turns.values()) turn.stop('shutdown');
      await Promise.all([...turns.values()].map((turn) => turn.done));
      clearInterval(timer);
    },
  };
}
