/**
 * Calls that a client may cancel by a request of its own. Since the revision 2026-07-28, clients close the response instead.
 * Known in this process only, so a load balancer has to keep such a client on one process.
 */
export class Cancellations {
  readonly #running = new Map<string, AbortController>();

  /**
   * Does some work whose signal aborts when either `signal` does or the call is cancelled, always with an `AbortError`.
   * @param call identifies it
   */
  async run<Result>(
    call: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    this.#running.set(call, controller);
    try {
      return await work(controller.signal);
    } finally {
      signal.removeEventListener('abort', abort);
      if (this.#running.get(call) === controller) this.#running.delete(call);
    }
  }

  /** Cancels a call. Does nothing if it is not running. */
  cancel(call: string): void {
    this.#running.get(call)?.abort();
  }
}
