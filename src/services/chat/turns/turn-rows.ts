import type { ChatMessageLine, ChatUsage } from '../../../contract/stream-lines.ts';
import { Prisma } from '../../../db/generated/client.ts';
import { sql } from '../../../db/sql.ts';
import type { ServiceContext } from '../../context.ts';
import { spentPart, UnstoredCalls } from '../../usage/model-usage.ts';
import type { TurnEnd } from '../chat-line.ts';
import type { AgentState, TurnError } from '../turn.ts';

/** How many line numbers are reserved at a time in the thread's row, so that none is used twice after a crash. */
export const sortBlock = 256;

/** The lease has expired and the run belongs to another process. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** The database failed. */
export class TurnNotStoredError extends Error {
  override readonly name = 'TurnNotStoredError';
}

/**
 * Stores a running turn under the lease of its process. A write rejects with LeaseLostError if the run belongs to
 * another process, and with TurnNotStoredError if the database fails.
 */
export class TurnRows {
  readonly #context: Pick<ServiceContext, 'prisma' | 'now'>;
  readonly #run: { readonly id: string; readonly owner: string };
  #usage: { readonly spent: ChatUsage; readonly isStored: boolean };
  /** Stored with the next message, like the usage. */
  readonly calls = new UnstoredCalls();

  /** @param run `owner` is that of the lease, `usage` the usage stored so far */
  constructor(
    context: Pick<ServiceContext, 'prisma' | 'now'>,
    run: { readonly id: string; readonly owner: string; readonly usage: ChatUsage },
  ) {
    this.#context = context;
    this.#run = run;
    this.#usage = { spent: run.usage, isStored: true };
  }

  /** The usage of the turn so far, stored with the next message. */
  get usage(): ChatUsage {
    return this.#usage.spent;
  }

  set usage(spent: ChatUsage) {
    this.#usage = { spent, isStored: false };
  }

  /** Stores a finished message of the agent, or replaces it. */
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

  /** Keeps what the agent needs to continue the turn after an interruption. */
  keepState(state: AgentState): Promise<void> {
    const { spent } = this.#usage;
    this.#usage = { spent, isStored: true };
    return this.#execute(Prisma.sql`
      UPDATE "ChatRun" SET "agentState" = ${JSON.stringify(state)}, ${usageColumns(spent)} WHERE ${this.#owned()}`);
  }

  /** Keeps what later turns are shown with the question. */
  keepNotes(notes: string): Promise<void> {
    return this.#execute(Prisma.sql`UPDATE "ChatRun" SET notes = ${notes} WHERE ${this.#owned()}`);
  }

  /** Reserves the thread's numbers up to this one. */
  reserveNumbers(last: number): Promise<void> {
    return this.#write(Prisma.sql`
      UPDATE "ChatThread" t SET "lastSort" = ${last}::int FROM run WHERE t.id = run."threadId"`);
  }

  /** Stores how the turn ended, and releases the reserved numbers after its last one. */
  finish(
    { status, stopReason, usage, model }: TurnEnd,
    error: TurnError | undefined,
    lastSort: number,
  ): Promise<void> {
    const now = this.#context.now();
    return this.#execute(Prisma.sql`
      WITH finished AS (
        UPDATE "ChatRun" SET status = ${status}::"ChatRunStatus", "finishedAt" = ${now}::timestamptz,
          "stopReason" = ${stopReason ?? null}::"ChatStopReason", "errorCode" = ${error?.code ?? null}, "errorMessage" = ${error?.message ?? null}, model = ${model ?? null},
          "agentState" = CASE WHEN ${status} = 'interrupted' THEN "agentState" END, ${usageColumns(usage)}
        WHERE ${this.#owned()} RETURNING "threadId", "userId", "agentId")${spentPart(this.calls.take(), 'finished', now)}
      UPDATE "ChatThread" SET "lastSort" = ${lastSort}::int, "updatedAt" = ${now}::timestamptz
      WHERE id IN (SELECT "threadId" FROM finished)`);
  }

  /** Locks the run's row, so that another process cannot take the run over during the write. */
  #write(statement: Prisma.Sql): Promise<void> {
    const { spent, isStored } = this.#usage;
    const columns = Prisma.sql`id, "threadId", "userId", "agentId"`;
    const held = isStored
      ? Prisma.sql`SELECT ${columns} FROM "ChatRun" WHERE ${this.#owned()} FOR SHARE`
      : Prisma.sql`UPDATE "ChatRun" SET ${usageColumns(spent)} WHERE ${this.#owned()} RETURNING ${columns}`;
    this.#usage = { spent, isStored: true };
    const calls = spentPart(this.calls.take(), 'run', this.#context.now());
    return this.#execute(Prisma.sql`WITH run AS (${held})${calls} ${statement}`);
  }

  #owned(): Prisma.Sql {
    const { id, owner } = this.#run;
    return Prisma.sql`id = ${id}::uuid AND status = 'running' AND "leaseOwner" = ${owner}`;
  }

  /** @param statement ends where RETURNING may follow */
  async #execute(statement: Prisma.Sql): Promise<void> {
    let written: unknown[];
    try {
      written = await sql(this.#context.prisma)`${statement} RETURNING 1`;
    } catch (cause) {
      throw new TurnNotStoredError('The turn could not be stored.', { cause });
    }
    if (written.length === 0) throw new LeaseLostError();
  }
}

function usageColumns({ inputTokens, cachedInputTokens = 0, outputTokens, steps }: ChatUsage): Prisma.Sql {
  return Prisma.sql`"inputTokens" = ${inputTokens}::int, "cachedInputTokens" = ${cachedInputTokens}::int, "outputTokens" = ${outputTokens}::int, steps = ${steps}::int`;
}

/** Replaces what PostgreSQL cannot store, but a model may say: NUL and lone surrogates. */
function clean(text: string | undefined): string | null {
  return text === undefined ? null : text.replaceAll('\0', '\uFFFD').toWellFormed();
}
