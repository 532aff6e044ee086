import { AppError } from '../errors.ts';

/** Something of a turn took longer than it may. Its message is safe to show. */
export class TimeLimitError extends AppError {
  constructor(message: string) {
    super('UNAVAILABLE', message);
  }
}

/** Aborts its signal with a {@link TimeLimitError} when it runs out, unless it was started again or stopped by then. */
export class Clock implements Disposable {
  readonly #expired = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  get signal(): AbortSignal {
    return this.#expired.signal;
  }

  /** @param what of which it is told that it took too long, as a sentence begins */
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
