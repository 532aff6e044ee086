/** Counts what is in progress, by name. A name whose count reaches zero is dropped. */
export class Tally {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Adds one until the result is disposed. */
  add(name: string): Disposable {
    this.#counts.set(name, this.of(name) + 1);
    return {
      [Symbol.dispose]: () => {
        const left = this.of(name) - 1;
        if (left > 0) this.#counts.set(name, left);
        else this.#counts.delete(name);
      },
    };
  }
}
