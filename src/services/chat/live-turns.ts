import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { PrismaClient } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';

/**
 * How its process ends a turn. `boundary` ends it after the current step and `now` at once; both leave it interrupted.
 * `lost` ends it without writing anything, since the turn belongs to another process.
 */
export type TurnStop = 'boundary' | 'now' | 'lost';

/** A turn that runs in this process. */
interface LiveTurn {
  readonly runId: string;
  /** The owner of its lease. */
  readonly owner: string;
  stop(how: TurnStop): void;
  /** Resolves when the turn is stored and its log closed. Never rejects. */
  readonly done: Promise<void>;
}

/** The right to write a run, until another process takes it over. */
export interface Lease {
  /** Unique for each lease, also within one process. Writes to a run with another owner are refused. */
  readonly owner: string;
  /** When it expires without another heartbeat. */
  readonly expiresAt: Date;
}

/** Renews the leases of the turns in this process, and stops the turns. Disposing ends them at once. */
export interface LiveTurns extends AsyncDisposable {
  newLease(): Lease;
  /** @throws AppError `UNAVAILABLE` once the turns are being stopped */
  requireOpen(): void;
  /** Adds a turn. It ends before its first step if the turns are being stopped. */
  add(turn: LiveTurn): void;
  /** Ends every turn after its current step, or at once if that takes too long. Resolves when all have ended. */
  stop(): Promise<void>;
}

export interface LiveTurnsOptions {
  readonly prisma: PrismaClient;
  /** Identifies this process in the owners of its leases. */
  readonly owner: string;
  readonly now: () => Date;
  readonly logger: Logger;
  /** How long a lease is valid without a heartbeat. @default 30_000 */
  readonly leaseMs?: number;
  /** Time between two heartbeats. @default a third of the lease */
  readonly heartbeatMs?: number;
  /** How long the current step of a turn may take once the turns are being stopped. @default 10_000 */
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
    const renewed = await sql<{ owner: string }>(prisma)`
      UPDATE "ChatRun" SET "leaseExpiresAt" = ${expiresAt}
      WHERE id = ANY(${held.map((turn) => turn.runId)}::uuid[]) AND status = 'running'
        AND "leaseOwner" = ANY(${held.map((turn) => turn.owner)}) RETURNING "leaseOwner" AS owner`;
    const kept = new Set(renewed.map((row) => row.owner));
    for (const turn of held) if (!kept.has(turn.owner)) turn.stop('lost');
  }

  const timer = setInterval(
    () => {
      renewLeases().catch((error: unknown) =>
        logger.error({ err: error }, 'leases of running turns could not be renewed'),
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
      throw new AppError(
        'UNAVAILABLE',
        'The service is shutting down and accepts no new turns. Send the request again.',
        {
          retryAfterSeconds,
        },
      );
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
      if (turns.size > 0) logger.info({ turns: turns.size }, 'running turns end with their current step');
      const first = await Promise.race([ended, late]);
      deadline.abort();
      if (first !== 'late') return;
      logger.warn({ turns: turns.size }, 'turns were cut off: their steps took too long');
      await stopAll('now');
    },
    async [Symbol.asyncDispose]() {
      await stopAll('now');
      clearInterval(timer);
    },
  };
}
