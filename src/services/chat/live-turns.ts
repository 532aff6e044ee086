import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { PrismaClient } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';

/**
 * How a turn is ended by its process: `boundary` when its current step is done, and `now` at once, both leave it
 * interrupted; `lost` writes nothing more, since it is another process's now.
 */
export type TurnStop = 'boundary' | 'now' | 'lost';

/** A turn at work in this process. */
export interface LiveTurn {
  readonly runId: string;
  /** The owner that its row names. */
  readonly owner: string;
  stop(how: TurnStop): void;
  /** Settles once the turn is stored and its log closed; never rejects. */
  readonly done: Promise<void>;
}

/** The right to write a run, from when it is taken up until somebody else takes it. */
export interface Lease {
  /** No two leases have the same, also of one process: a row that names another owner refuses every write. */
  readonly owner: string;
  /** Until when it holds without a further sign of life. */
  readonly expiresAt: Date;
}

/** Keeps the leases of this process's runs and knows how to stop them. Disposing cuts off whatever still runs. */
export interface LiveTurns extends AsyncDisposable {
  newLease(): Lease;
  /** @throws AppError `UNAVAILABLE` once the turns are stopping: another process, or the next one, takes new ones */
  requireOpen(): void;
  /** A turn that comes once the turns are stopping ends before its first step. */
  add(turn: LiveTurn): void;
  /** Lets every turn finish the step that it is in, and cuts off those that take too long; resolves once all have ended. */
  stop(): Promise<void>;
}

export interface LiveTurnsOptions {
  readonly prisma: PrismaClient;
  /** Names this process in the owners of its leases. */
  readonly owner: string;
  readonly now: () => Date;
  readonly logger: Logger;
  /** How long a run stays this process's own without a sign of life. @default 30_000 (contract §5) */
  readonly leaseMs?: number;
  /** Time between two signs of life. @default a third of the lease */
  readonly heartbeatMs?: number;
  /** How long a step may take to end once the turns are stopping. @default 10_000 */
  readonly stopMs?: number;
}

const retryAfterSeconds = 2;

export function createLiveTurns(options: LiveTurnsOptions): LiveTurns {
  const { prisma, owner, now, logger, leaseMs = 30_000, stopMs = 10_000 } = options;
  const turns = new Map<string, LiveTurn>();
  let leases = 0;
  let stopping: 'boundary' | 'now' | undefined;

  async function renewLeases(): Promise<void> {
    const held = [...turns.values()];
    if (held.length === 0) return;
    const expiresAt = new Date(now().getTime() + leaseMs);
    const renewed = await prisma.$queryRaw<{ owner: string }[]>`
      UPDATE "ChatRun" SET "leaseExpiresAt" = ${expiresAt}
      WHERE id = ANY(${held.map((turn) => turn.runId)}::uuid[]) AND status = 'running'
        AND "leaseOwner" = ANY(${held.map((turn) => turn.owner)}) RETURNING "leaseOwner" AS owner`;
    const kept = new Set(renewed.map((row) => row.owner));
    for (const turn of held) if (!kept.has(turn.owner)) turn.stop('lost');
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

  function stopAll(how: 'boundary' | 'now'): Promise<unknown> {
    stopping = how;
    const running = [...turns.values()];
    for (const turn of running) turn.stop(how);
    return Promise.all(running.map((turn) => turn.done));
  }

  return {
    newLease() {
      leases += 1;
      return { owner: `${owner}/${leases}`, expiresAt: new Date(now().getTime() + leaseMs) };
    },
    requireOpen() {
      if (stopping === undefined) return;
      throw new AppError('UNAVAILABLE', 'The service is stopping and takes no new turns. Send this again.', {
        retryAfterSeconds,
      });
    },
    add(turn) {
      turns.set(turn.owner, turn);
      void turn.done.then(() => turns.delete(turn.owner));
      if (stopping !== undefined) turn.stop(stopping);
    },
    async stop() {
      const deadline = new AbortController();
      const late = sleep(stopMs, 'late', { signal: deadline.signal }).catch(() => undefined);
      const ended = stopAll('boundary');
      if (turns.size > 0) logger.info({ turns: turns.size }, 'turns end with the step that they are in');
      const first = await Promise.race([ended, late]);
      deadline.abort();
      if (first !== 'late') return;
      logger.warn({ turns: turns.size }, 'turns are cut off: their steps took too long to end');
      await stopAll('now');
    },
    async [Symbol.asyncDispose]() {
      await stopAll('now');
      clearInterval(timer);
    },
  };
}
