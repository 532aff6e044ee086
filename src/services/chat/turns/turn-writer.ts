import type { ChatLine, ChatMessageLine } from '../../../contract/stream-lines.ts';
import type { RunWriter } from '../../../runs/run-log.ts';
import { errorLine, graphPaths, stateLine, type TurnEnd, withSafeChart } from '../chat-line.ts';
import { publish } from '../stream/reach-run-log.ts';
import type { AgentEvent, TurnError } from '../turn.ts';
import { sortBlock, type TurnRows } from './turn-rows.ts';

/** Results for calls that were open when their turn ended, so that every call has a result. */
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
 * Turns what an agent says into the numbered lines of its thread. Each line is appended to the run log, and each
 * finished message is stored before anyone can read it. Events are handled one after the other, in order.
 */
export class TurnWriter {
  /** The stored turn. */
  readonly rows: TurnRows;
  readonly #newId: () => string;
  readonly #log: RunWriter<ChatLine>;
  readonly #threadId: string;
  readonly #devMode: boolean;
  readonly #openTexts = new Map<string, OpenText>();
  readonly #openTools = new Map<string, { readonly name: string; readonly input: string }>();
  #messages: readonly ChatMessageLine[] = [];
  /** Our ids by those of the agent, since the ids of a provider may not be unique beyond one response. */
  readonly #ids = new Map<string, string>();
  #sort: number;
  #reserved: number;
  #tail: Promise<void> = Promise.resolve();
  #stopped = false;

  /**
   * @param run `lastSort` is the thread's last number before the block that is reserved for this run
   */
  constructor(
    rows: TurnRows,
    log: RunWriter<ChatLine>,
    run: { readonly threadId: string; readonly lastSort: number; readonly devMode: boolean },
    newId: () => string,
  ) {
    this.rows = rows;
    this.#log = log;
    this.#threadId = run.threadId;
    this.#devMode = run.devMode;
    this.#newId = newId;
    this.#sort = run.lastSort;
    this.#reserved = run.lastSort + sortBlock;
  }

  /**
   * Publishes what is already stored of the turn: the user's message, and messages before an interruption.
   * @param broken the messages of the step that starts over, which are withdrawn
   */
  async begin(messages: readonly ChatMessageLine[], broken: readonly ChatMessageLine[] = []): Promise<void> {
    this.#messages = messages;
    this.#sort = Math.max(this.#sort, ...messages.map((line) => line.sort));
    await publish(() => this.#log.append(messages.map(numbered)));
    for (const { id } of broken) await this.#append(await this.#withdraw(id));
  }

  /** @throws LeaseLostError, TurnNotStoredError, RunLogError; Error if the turn has ended */
  emit(event: AgentEvent): Promise<void> {
    if (this.#stopped) return Promise.reject(new Error('The turn has ended.'));
    const handled = this.#tail.then(() => this.#handle(event));
    // A failure rejects this call and all later ones. It must not also be an unhandled rejection.
    this.#tail = handled;
    handled.catch(() => {});
    return handled;
  }

  /** Refuses further events. Resolves when the earlier ones have been handled, successfully or not. */
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
      case 'text-withdrawn':
        return this.#append(await this.#withdraw(event.id));
      case 'tool-call': {
        const { id, name } = event;
        const input = withSafeChart(event.input);
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
        // The answer ends the turn, even if the agent left something open.
        for (const line of await this.#closeOpen(cutResults.ended)) await this.#append(line);
        return this.#append(
          await this.#store({ id: event.id, content: event.content, graphPath: graphPaths.final }),
        );
    }
  }

  /**
   * Ends the turn: closes what is still open, stores the outcome, and only then tells the readers, so that the thread
   * accepts new input when they learn of it. @throws LeaseLostError, TurnNotStoredError
   */
  async close(end: TurnEnd, error?: TurnError): Promise<void> {
    await this.stop();
    const cut = end.status === 'aborted' ? cutResults.aborted : cutResults.ended;
    const last: ChatLine[] = await this.#closeOpen(cut);
    if (error !== undefined) last.push(errorLine(await this.#nextSort(), error));
    const sort = await this.#nextSort();
    last.push(stateLine(this.#threadId, sort, end, this.#messages));
    await this.rows.finish(end, error, this.#sort);
    await publish(() => this.#log.close(last.map(numbered)));
  }

  /**
   * Ends the log of a turn that cannot be stored. What is open is withdrawn, since nobody will find it.
   * @returns stores that end. The database shows the turn as running until it succeeds, or until the lease expires.
   */
  async breakOff(end: TurnEnd, error: TurnError): Promise<() => Promise<void>> {
    await this.stop();
    // Numbers cannot be reserved either. Those that are used are stored with the end.
    const next = () => (this.#sort += 1);
    const withdrawn = [...this.#openTexts.keys()].map((id) =>
      finishedLine({ id, content: '', graphPath: graphPaths.text }, next()),
    );
    const cut = [...this.#openTools].map(([id, call]) =>
      finishedLine(toolMessage({ id, ...call, result: cutResults.ended }), next()),
    );
    const open = [...withdrawn, ...cut];
    for (const line of open) this.#keep(line);
    const last = [errorLine(next(), error), stateLine(this.#threadId, next(), end, this.#messages)];
    await publish(() => this.#log.close([...open, ...last].map(numbered)));
    return async () => {
      for (const line of open) await this.rows.storeMessage(line);
      await this.rows.finish(end, error, this.#sort);
    };
  }

  #idOf(event: AgentEvent): string {
    const key = `${event.type.split('-')[0]}:${event.id}`.replace(/^thinking:/, 'text:');
    const id = this.#ids.get(key) ?? this.#newId();
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

  /** Closes and stores what is open, without publishing it. */
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

  /**
   * Closes a message as an empty one, which replaces what readers have of it. It is stored too, for readers who return
   * after the end of the turn.
   */
  async #withdraw(id: string): Promise<ChatMessageLine> {
    this.#openTexts.delete(id);
    return this.#store({ id, content: '', graphPath: graphPaths.text });
  }

  async #closeTool(call: ToolResult): Promise<ChatMessageLine> {
    const line = await this.#store(toolMessage(call));
    this.#openTools.delete(call.id);
    return line;
  }

  /** Numbers and stores a finished message. @throws LeaseLostError, TurnNotStoredError */
  async #store(message: MessageParts): Promise<ChatMessageLine> {
    const line = finishedLine(message, await this.#nextSort());
    await this.rows.storeMessage(line);
    this.#keep(line);
    return line;
  }

  #keep(line: ChatMessageLine): void {
    this.#messages = [...this.#messages.filter(({ id }) => id !== line.id), line];
  }

  async #append(line: ChatMessageLine): Promise<void> {
    try {
      await publish(() => this.#log.append([numbered(line)]));
    } catch (error) {
      // It was neither stored nor published, so the next line can have its number.
      if (line.isInProcess) this.#sort -= 1;
      throw error;
    }
  }

  async #nextSort(): Promise<number> {
    if (this.#sort === this.#reserved) {
      await this.rows.reserveNumbers(this.#reserved + sortBlock);
      this.#reserved += sortBlock;
    }
    this.#sort += 1;
    return this.#sort;
  }
}

function toolMessage({ id, name, input, result }: ToolResult): MessageParts {
  const toolCall = { name, input: withSafeChart(input), result: withSafeChart(result) };
  return { id, content: '', toolCall, graphPath: graphPaths.tools };
}

function finishedLine(
  { id, content, thinking, toolCall, graphPath }: MessageParts,
  sort: number,
): ChatMessageLine {
  return {
    id,
    role: 'assistant',
    content,
    ...(thinking === undefined ? {} : { thinking }),
    ...(toolCall === undefined ? {} : { toolCall }),
    graphPath,
    isDelta: false,
    isInProcess: false,
    sort,
  };
}

function numbered(event: ChatLine): { readonly sort: number; readonly event: ChatLine } {
  return { sort: event.sort, event };
}
