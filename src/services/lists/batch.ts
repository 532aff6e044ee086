import type { Caller } from '../caller.ts';

interface Batch<Id, Value> {
  readonly ids: Set<Id>;
  readonly values: Promise<ReadonlyMap<Id, Value>>;
}

/**
 * Loads something for many objects of a list at once: all that one caller asks for in one turn of the event loop, with the
 * same arguments.
 */
export class Batches<Id, Value> {
  readonly #collecting = new WeakMap<Caller, Map<string, Batch<Id, Value>>>();

  /**
   * The value of `id`; undefined when `loadAll` finds none.
   * @param args tells apart what is not loaded together
   * @param loadAll the first one's loads for all
   */
  async load(
    caller: Caller,
    args: string,
    id: Id,
    loadAll: (ids: Id[]) => Promise<ReadonlyMap<Id, Value>>,
  ): Promise<Value | undefined> {
    const batches = this.#collecting.get(caller) ?? new Map<string, Batch<Id, Value>>();
    this.#collecting.set(caller, batches);
    let batch = batches.get(args);
    if (batch === undefined) {
      const ids = new Set<Id>();
      const collected = new Promise<void>((resolve) => setImmediate(resolve));
      const values = collected.then(() => {
        batches.delete(args);
        return loadAll([...ids]);
      });
      batch = { ids, values };
      batches.set(args, batch);
    }
    batch.ids.add(id);
    return (await batch.values).get(id);
  }
}
