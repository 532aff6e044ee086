import { Prisma } from '../../db/generated/client.ts';
import type { RunWriter } from '../../runs/run-log.ts';
import type { ServiceContext } from '../context.ts';
import { sortBlock } from './chat-context.ts';
import {
  type ChatLine,
  type ChatMessageLine,
  type ChatUsage,
  errorLine,
  graphPaths,
  stateLine,
  type ThreadStatus,
} from './chat-line.ts';
import { tellReaders } from './reach-run-log.ts';
import type { AgentEvent } from './turn.ts';

/** The run is no longer this process's: its lease expired and somebody else marked it. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** The database did not take it. */
export class TurnNotStoredError extends Error {
  override readonly name = 'TurnNotStoredError';
}

/** Results of calls that were open when their turn ended, so that every call has one. */
export const cutResults = {
  aborted: JSON.stringify({ error: 'The request was aborted.' }),
  ended: JSON.stringify({ error: 'The turn ended before this finished.' }),
} as const;

interface OpenText {
  content: string;
  thinking: string;
}

type MessageParts = Pick<ChatMessageLine, 'id' | 'content' | 'thinking' | 'toolCall' | 'graphPath'>;
type ToolResult = {
  readonly id: string;
  readonly name: string;
  readonly input: string;
  readonly result: string;
};

/**
 * Turns what an agent says into the numbered lines of its thread: each finished message is stored before anybody can
 * read it, each line goes to the run's log. Events are handled one after the other, in the order they came.
 */
export class TurnWriter {
  readonly #context: Pick<ServiceContext, 'prisma' | 'now' | 'newId'>;
  readonly #log: RunWriter<ChatLine>;
  readonly #run: { readonly id: string; readonly threadId: string; readonly owner: string };
  readonly #devMode: boolean;
  readonly #openTexts = new Map<string, OpenText>();
  readonly #openTools = new Map<string, { readonly name: string; readonly input: string }>();
  readonly #messages: ChatMessageLine[] = [];
  /** Our ids for the agent's: a provider's are unique in its own answer at best. */
  readonly #ids = new Map<string, string>();
  #usage: { readonly spent: ChatUsage; readonly isStored: boolean };
  #sort: number;
  #reserved: number;
  #tail: Promise<void> = Promise.resolve();
  #stopped = false;

  /**
   * @param run `lastSort` is the thread's last number before the block that is reserved for this run; `owner` is that of
   *   the lease under which it is written
   */
  constructor(
    context: Pick<ServiceContext, 'prisma' | 'now' | 'newId'>,
    log: RunWriter<ChatLine>,
    run: {
      readonly id: string;
      readonly threadId: string;
      readonly owner: string;
      readonly lastSort: number;
      readonly usage: ChatUsage;
    },
    devMode: boolean,
  ) {
    this.#context = context;
    this.#log = log;
    this.#run = run;
    this.#devMode = devMode;
    this.#usage = { spent: run.usage, isStored: true };
    this.#sort = run.lastSort;
    this.#reserved = run.lastSort + sortBlock;
  }

  /** What the turn has cost so far. It is stored with the next message, so that little of it is lost with the process. */
  get usage(): ChatUsage {
    return this.#usage.spent;
  }

  set usage(spent: ChatUsage) {
    this.#usage = { spent, isStored: false };
  }

  /** Says what is stored of the turn already: the user's message, and what came before an interruption. */
  async begin(messages: readonly ChatMessageLine[]): Promise<void> {
    this.#messages.push(...messages);
    this.#sort = Math.max(this.#sort, ...messages.map((line) => line.sort));
    await tellReaders(() => this.#log.append(messages.map(numbered)));
  }

  /** @throws LeaseLostError; TurnNotStoredError; RunLogError; an Error once the turn has ended */
  emit(event: AgentEvent): Promise<void> {
    if (this.#stopped) return Promise.reject(new Error('The turn has ended.'));
    const handled = this.#tail.then(() => this.#handle(event));
    // A failed event fails its own emitter and whatever follows; it must not also be an unhandled rejection.
    this.#tail = handled;
    handled.catch(() => {});
    return handled;
  }

  /** Takes nothing more from the agent; resolves once what it said before was handled, well or badly. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#tail.catch(() => {});
  }

  async #handle(said: AgentEvent): Promise<void> {
    const event = { ...said, id: this.#idOf(said) };
    switch (event.type) {
      case 'text-delta':
        this.#openText(event.id).content += event.delta;
        return this.#append(await this.#delta(event.id, { content: event.delta }));
      case 'thinking-delta':
        if (!this.#devMode) return;
        this.#openText(event.id).thinking += event.delta;
        return this.#append(await this.#delta(event.id, { content: '', thinking: event.delta }));
      case 'text':
        return this.#append(await this.#closeText(event.id, event.content, event.thinking));
      case 'tool-call': {
        const { id, name, input } = event;
        this.#openTools.set(id, { name, input });
        const sort = await this.#nextSort();
        return this.#append({
          id,
          role: 'assistant',
          content: '',
          toolCall: { name, input },
          graphPath: graphPaths.tools,
          isDelta: false,
          isInProcess: true,
          sort,
        });
      }
      case 'tool-result':
        return this.#append(await this.#closeTool(event));
      case 'answer':
        // The answer is the last word of a turn, whatever the agent left open.
        for (const line of await this.#closeOpen(cutResults.ended)) await this.#append(line);
        return this.#append(
          await this.#store({ id: event.id, content: event.content, graphPath: graphPaths.final }),
        );
    }
  }

  /**
   * Ends the turn: closes what is still open, stores the outcome, and only then tells the readers, so that the thread
   * takes new input once they know. @throws LeaseLostError, TurnNotStoredError
   */
  async close(
    status: ThreadStatus,
    usage: ChatUsage,
    error?: { readonly code: string; readonly message: string },
  ): Promise<void> {
    await this.stop();
    const cut = status === 'aborted' ? cutResults.aborted : cutResults.ended;
    const last: ChatLine[] = await this.#closeOpen(cut);
    if (error !== undefined) last.push(errorLine(await this.#nextSort(), error));
    const sort = await this.#nextSort();
    last.push(stateLine(this.#run.threadId, sort, status, this.#messages, usage));
    await this.#storeOutcome(status, usage, error);
    await tellReaders(() => this.#log.close(last.map(numbered)));
  }

  async #storeOutcome(
    status: ThreadStatus,
    usage: ChatUsage,
    error: { readonly code: string; readonly message: string } | undefined,
  ): Promise<void> {
    const now = this.#context.now();
    await this.#execute(Prisma.sql`
      WITH finished AS (
        UPDATE "ChatRun" SET status = ${status}::"ChatRunStatus", "finishedAt" = ${now}::timestamptz,
          "errorCode" = ${error?.code ?? null}, "errorMessage" = ${error?.message ?? null}, ${usageColumns(usage)}
        WHERE id = ${this.#run.id}::uuid AND status = 'running' AND "leaseOwner" = ${this.#run.owner}
        RETURNING "threadId")
      UPDATE "ChatThread" SET "lastSort" = ${this.#sort}::int, "updatedAt" = ${now}::timestamptz
      WHERE id IN (SELECT "threadId" FROM finished)`);
  }

  /** Ends the log of a turn that cannot be stored: its row says that it runs, until its lease is over. */
  async breakOff(error: { readonly code: string; readonly message: string }): Promise<void> {
    await this.stop();
    await tellReaders(() => this.#log.close([numbered(errorLine(this.#sort + 1, error))]));
  }

  #idOf(event: AgentEvent): string {
    const key = `${event.type.split('-')[0]}:${event.id}`.replace(/^thinking:/, 'text:');
    const id = this.#ids.get(key) ?? this.#context.newId();
    this.#ids.set(key, id);
    return id;
  }

  #openText(id: string): OpenText {
    const open = this.#openTexts.get(id) ?? { content: '', thinking: '' };
    this.#openTexts.set(id, open);
    return open;
  }

  async #delta(id: string, piece: { content: string; thinking?: string }): Promise<ChatMessageLine> {
    const sort = await this.#nextSort();
    return {
      id,
      role: 'assistant',
      ...piece,
      graphPath: graphPaths.text,
      isDelta: true,
      isInProcess: true,
      sort,
    };
  }

  /** Closes and stores what is open; the readers are not told yet. */
  async #closeOpen(toolResult: string): Promise<ChatMessageLine[]> {
    const lines: ChatMessageLine[] = [];
    for (const [id, { content }] of [...this.#openTexts]) {
      lines.push(await this.#closeText(id, content, undefined));
    }
    for (const [id, call] of [...this.#openTools]) {
      lines.push(await this.#closeTool({ id, ...call, result: toolResult }));
    }
    return lines;
  }

  async #closeText(id: string, content: string, said: string | undefined): Promise<ChatMessageLine> {
    const thinking = said ?? (this.#openTexts.get(id)?.thinking || undefined);
    const line = await this.#store({
      id,
      content,
      ...(this.#devMode && thinking !== undefined ? { thinking } : {}),
      graphPath: graphPaths.text,
    });
    this.#openTexts.delete(id);
    return line;
  }

  async #closeTool({ id, name, input, result }: ToolResult): Promise<ChatMessageLine> {
    const toolCall = { name, input, result };
    const line = await this.#store({ id, content: '', toolCall, graphPath: graphPaths.tools });
    this.#openTools.delete(id);
    return line;
  }

  /** Numbers and stores a finished message. @throws LeaseLostError, TurnNotStoredError */
  async #store(message: MessageParts): Promise<ChatMessageLine> {
    const sort = await this.#nextSort();
    const line: ChatMessageLine = {
      id: message.id,
      role: 'assistant',
      content: message.content,
      ...(message.thinking === undefined ? {} : { thinking: message.thinking }),
      ...(message.toolCall === undefined ? {} : { toolCall: message.toolCall }),
      graphPath: message.graphPath,
      isDelta: false,
      isInProcess: false,
      sort,
    };
    await this.#write(Prisma.sql`
      INSERT INTO "ChatMessage" (id, "threadId", "runId", sort, role, content, thinking, "toolName", "toolInput",
                                 "toolResult", "graphPath", "createdAt")
      SELECT ${line.id}::uuid, run."threadId", run.id, ${sort}::int, 'assistant', ${clean(line.content)},
             ${clean(line.thinking)}, ${line.toolCall?.name ?? null}, ${clean(line.toolCall?.input)},
             ${clean(line.toolCall?.result)}, ${[...line.graphPath]}::text[], ${this.#context.now()}::timestamptz
      FROM run`);
    this.#messages.push(line);
    return line;
  }

  /**
   * Writes what only the run's owner may. Its row is held meanwhile, so that whoever takes the run over does it before or
   * after, never in between. @throws LeaseLostError, TurnNotStoredError
   */
  #write(statement: Prisma.Sql): Promise<void> {
    const { id, owner } = this.#run;
    const { spent, isStored } = this.#usage;
    const owned = Prisma.sql`id = ${id}::uuid AND status = 'running' AND "leaseOwner" = ${owner}`;
    const held = isStored
      ? Prisma.sql`SELECT id, "threadId" FROM "ChatRun" WHERE ${owned} FOR SHARE`
      : Prisma.sql`UPDATE "ChatRun" SET ${usageColumns(spent)} WHERE ${owned} RETURNING id, "threadId"`;
    this.#usage = { spent, isStored: true };
    return this.#execute(Prisma.sql`WITH run AS (${held}) ${statement}`);
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

  async #append(line: ChatMessageLine): Promise<void> {
    try {
      await tellReaders(() => this.#log.append([numbered(line)]));
    } catch (error) {
      // Neither stored nor told: its number goes to the next line.
      if (line.isInProcess) this.#sort -= 1;
      throw error;
    }
  }

  async #nextSort(): Promise<number> {
    if (this.#sort === this.#reserved) {
      await this.#write(Prisma.sql`
        UPDATE "ChatThread" t SET "lastSort" = ${this.#reserved + sortBlock}::int FROM run WHERE t.id = run."threadId"`);
      this.#reserved += sortBlock;
    }
    this.#sort += 1;
    return this.#sort;
  }
}

function usageColumns({ inputTokens, outputTokens, steps }: ChatUsage): Prisma.Sql {
  return Prisma.sql`"inputTokens" = ${inputTokens}::int, "outputTokens" = ${outputTokens}::int, steps = ${steps}::int`;
}

function numbered(event: ChatLine): { readonly sort: number; readonly event: ChatLine } {
  return { sort: event.sort, event };
}

/** PostgreSQL stores no NUL, and a model may say one. */
function clean(text: string | undefined): string | null {
  return text === undefined ? null : text.replaceAll('\0', '\uFFFD').toWellFormed();
}
