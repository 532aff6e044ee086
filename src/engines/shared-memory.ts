/** Who is there while statements use the memory of one engine, which does not say whose it ran out of. */
export class SharedMemory {
  #present = 0;
  #entries = 0;

  /** @returns ends the presence */
  enter(): () => void {
    this.#present += 1;
    this.#entries += 1;
    return () => {
      this.#present -= 1;
    };
  }

  /** Begins to watch, from one that has entered. @returns whether anybody else was there since then */
  watch(): () => boolean {
    const entries = this.#entries;
    const hadCompany = this.#present > 1;
    return () => hadCompany || this.#entries !== entries;
  }
}
