import { AppError } from '../errors.ts';

/** A part of a turn took too long. The message is safe to show. */
export class TimeLimitError extends AppError {
  constructor(message: string) {
    super('UNAVAILABLE', message);
  }
}

/** Aborts its signal with a {@link TimeLimitError} when it runs out, unless it is restarted or stopped before. */
export class Clock implements Disposable {
  readonly #expired = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  get signal(): AbortSignal {
    return this.#expired.signal;
  }

  /** @param what begins the message, such as `The agent did not complete its answer` */
  start(ms: number, what: string): this {
    this[Symbol.dispose]();
    const end = (): void =>
      this.#expired.abort(new TimeLimitError(`${what} within ${ms / 1000} s. Please try again.`));
    this.#timer = setTimeout(end, ms);
    return this;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
