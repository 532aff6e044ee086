/** A map whose entries expire. It holds at most about twice as many as are alive, without a timer. */
export class ExpiringMap<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly expiresAtMs: number }>();
  #sweepAt = 1_024;

  get size(): number {
    return this.#entries.size;
  }

  get(key: string, nowMs: number): Value | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.expiresAtMs > nowMs ? entry.value : undefined;
  }

  set(key: string, value: Value, expiresAtMs: number, nowMs: number): void {
    this.#entries.set(key, { value, expiresAtMs });
    if (this.#entries.size >= this.#sweepAt) this.#sweep(nowMs);
  }

  #sweep(nowMs: number): void {
    for (const [key, { expiresAtMs }] of this.#entries) if (expiresAtMs <= nowMs) this.#entries.delete(key);
    this.#sweepAt = Math.max(1_024, 2 * this.#entries.size);
  }
}
