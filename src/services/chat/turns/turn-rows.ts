import { Prisma } from '../../../db/generated/client.ts';
import type { ServiceContext } from '../../context.ts';
import type { ChatMessageLine, ChatUsage, TurnEnd } from '../chat-line.ts';

/** The run is no longer this process's: its lease expired and somebody else marked it. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** The database did not take it. */
export class TurnNotStoredError extends Error {
  override readonly name = 'TurnNotStoredError';
}

/** How a turn failed, as its readers are told. */
export interface TurnError {
  readonly code: string;
  readonly message: string;
}

/**
 * What is stored of a turn while it runs, under the lease of its process. Every write is refused once the run is somebody
 * else's: it rejects with LeaseLostError then, and with TurnNotStoredError when the database fails.
 */
export class TurnRows {
  readonly #context: Pick<ServiceContext, 'prisma' | 'now'>;
  readonly #run: { readonly id: string; readonly owner: string };
  #usage: { readonly spent: ChatUsage; readonly isStored: boolean };

  /** @param run `owner` is that of the lease, `usage` what is stored of it */
  constructor(
    context: Pick<ServiceContext, 'prisma' | 'now'>,
    run: { readonly id: string; readonly owner: string; readonly usage: ChatUsage },
  ) {
    this.#context = context;
    this.#run = run;
    this.#usage = { spent: run.usage, isStored: true };
  }

  /** What the turn has cost so far. It is stored with the next message, so that little of it is lost with the process. */
  get usage(): ChatUsage {
    return this.#usage.spent;
  }

  set usage(spent: ChatUsage) {
    this.#usage = { spent, isStored: false };
  }

  /** Stores a finished message of the agent, in the place of what was stored of it before. */
  storeMessage(line: ChatMessageLine): Promise<void> {
    return this.#write(Prisma.sql`
      INSERT INTO "ChatMessage" (id, "threadId", "runId", sort, role, content, thinking, "toolName", "toolInput",
                                 "toolResult", "graphPath", "createdAt")
      SELECT ${line.id}::uuid, run."threadId", run.id, ${line.sort}::int, 'assistant', ${clean(line.content)},
             ${clean(line.thinking)}, ${line.toolCall?.name ?? null}, ${clean(line.toolCall?.input)},
             ${clean(line.toolCall?.result)}, ${[...line.graphPath]}::text[], ${this.#context.now()}::timestamptz
      FROM run
      ON CONFLICT (id) DO UPDATE SET sort = excluded.sort, content = excluded.content, thinking = excluded.thinking
        WHERE "ChatMessage"."runId" = excluded."runId"`);
  }

  /** From now on no other turn of the thread is given a number up to this one. */
  reserveNumbers(last: number): Promise<void> {
    return this.#write(Prisma.sql`
      UPDATE "ChatThread" t SET "lastSort" = ${last}::int FROM run WHERE t.id = run."threadId"`);
  }

  /** Stores how the turn ended, and gives back the numbers that it reserved beyond its last. */
  finish(
    { status, stopReason, usage }: TurnEnd,
    error: TurnError | undefined,
    lastSort: number,
  ): Promise<void> {
    const now = this.#context.now();
    return this.#execute(Prisma.sql`
      WITH finished AS (
        UPDATE "ChatRun" SET status = ${status}::"ChatRunStatus", "finishedAt" = ${now}::timestamptz,
          "stopReason" = ${stopReason ?? null}::"ChatStopReason", "errorCode" = ${error?.code ?? null}, "errorMessage" = ${error?.message ?? null}, ${usageColumns(usage)}
        WHERE ${this.#owned()} RETURNING "threadId")
      UPDATE "ChatThread" SET "lastSort" = ${lastSort}::int, "updatedAt" = ${now}::timestamptz
      WHERE id IN (SELECT "threadId" FROM finished)`);
  }

  /** The run's row is held meanwhile, so that whoever takes the run over does it before or after, never in between. */
  #write(statement: Prisma.Sql): Promise<void> {
    const { spent, isStored } = this.#usage;
    const held = isStored
      ? Prisma.sql`SELECT id, "threadId" FROM "ChatRun" WHERE ${this.#owned()} FOR SHARE`
      : Prisma.sql`UPDATE "ChatRun" SET ${usageColumns(spent)} WHERE ${this.#owned()} RETURNING id, "threadId"`;
    this.#usage = { spent, isStored: true };
    return this.#execute(Prisma.sql`WITH run AS (${held}) ${statement}`);
  }

  #owned(): Prisma.Sql {
    const { id, owner } = this.#run;
    return Prisma.sql`id = ${id}::uuid AND status = 'running' AND "leaseOwner" = ${owner}`;
  }

  async #execute(statement: Prisma.Sql): Promise<void> {
    let written: number;
    try {
      written = await this.#context.prisma.$executeRaw(statement);
    } catch (cause) {
      throw new TurnNotStoredError('The turn could not be stored.', { cause });
    }
    if (written === 0) throw new LeaseLostError();
  }
}

function usageColumns({ inputTokens, outputTokens, steps }: ChatUsage): Prisma.Sql {
  return Prisma.sql`"inputTokens" = ${inputTokens}::int, "outputTokens" = ${outputTokens}::int, steps = ${steps}::int`;
}

/** PostgreSQL stores no NUL, and a model may say one. */
function clean(text: string | undefined): string | null {
  return text === undefined ? null : text.replaceAll('\0', '\uFFFD').toWellFormed();
}
