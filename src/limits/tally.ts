/** Counts what is going on, by name; a name is forgotten with the last of it. */
export class Tally {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** One more, until it is taken back. */
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
