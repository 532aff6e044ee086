/** Tracks which statements use an engine's memory at the same time, since the engine does not say which one ran out. */
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

  /** Starts watching, after entering. @returns whether any other statement was present since then */
  watch(): () => boolean {
    const entries = this.#entries;
    const hadCompany = this.#present > 1;
    return () => hadCompany || this.#entries !== entries;
  }
}
