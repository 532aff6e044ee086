import type { ChatUsage } from '../../src/contract/stream-lines.ts';
import type { AgentEvent, TurnOutcome, TurnRequest } from '../../src/services/chat/turn.ts';

const noUsage: ChatUsage = { inputTokens: 0, outputTokens: 0, steps: 0 };

/** One turn in a test's hands: it says what the test tells it to, when the test tells it to. */
export class ScriptedTurn {
  readonly request: TurnRequest;
  /** What the service is given as the turn's outcome. */
  readonly outcome: Promise<TurnOutcome>;
  readonly #gate = Promise.withResolvers<TurnOutcome>();

  constructor(request: TurnRequest, endsOnAbort: boolean) {
    this.request = request;
    const { signal } = request;
    if (endsOnAbort) {
      const abort = () => this.#gate.resolve({ status: 'aborted', usage: noUsage });
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    }
    this.outcome = this.#gate.promise;
  }

  /** Says these in order, each once the one before was taken. */
  async say(...events: readonly AgentEvent[]): Promise<void> {
    for (const event of events) await this.request.emit(event);
  }

  /** A message in pieces: a delta for each, then the whole. */
  async sayText(id: string, ...pieces: readonly string[]): Promise<void> {
    for (const delta of pieces) await this.say({ type: 'text-delta', id, delta });
    await this.say({ type: 'text', id, content: pieces.join('') });
  }

  /** Ends the turn with the answer given, if any. */
  async complete(answer?: string, usage: ChatUsage = noUsage): Promise<void> {
    if (answer !== undefined) await this.say({ type: 'answer', id: 'answer', content: answer });
    this.end({ status: 'completed', usage });
  }

  end(outcome: TurnOutcome): void {
    this.#gate.resolve(outcome);
  }

  /** Breaks as no agent should. */
  throw(error: unknown): void {
    this.#gate.reject(error);
  }
}

/**
 * An agent that waits for the test at each step. Turns end with `aborted` when they are aborted, as
 * `TurnRequest.signal` requires, unless `endsOnAbort` is set to false.
 */
export class ScriptedAgent {
  endsOnAbort = true;
  /** Turns that were started, ever. */
  started = 0;
  readonly #arrived: ScriptedTurn[] = [];
  readonly #waiting: ((turn: ScriptedTurn) => void)[] = [];

  readonly runTurn = (request: TurnRequest): Promise<TurnOutcome> => {
    const turn = new ScriptedTurn(request, this.endsOnAbort);
    this.started += 1;
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#arrived.push(turn);
    else waiting(turn);
    return turn.outcome;
  };

  /** The next turn in the order of starting, once it has started. */
  nextTurn(): Promise<ScriptedTurn> {
    const arrived = this.#arrived.shift();
    if (arrived !== undefined) return Promise.resolve(arrived);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
