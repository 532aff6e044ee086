import DataLoader from 'dataloader';

type Loader = DataLoader<number | string, unknown>;

/**
 * The batched reads of one request: what its fields read in the same turn of the event loop is read together. Nothing
 * is cached, since a mutation may come between two reads.
 */
export class Loaders {
  readonly #loaders = new Map<object, Map<string, Loader>>();

  /**
   * The value of a key, or undefined if `loadAll` finds none.
   * @param source the list or the function that is read: keys are read together if they have the same source and
   *   variant, by the `loadAll` of the first of them
   * @param loadAll receives each key once
   */
  async load<Key extends number | string, Value>(
    source: object,
    variant: string,
    key: Key,
    loadAll: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  ): Promise<Value | undefined> {
    const variants = this.#loaders.get(source) ?? new Map<string, Loader>();
    this.#loaders.set(source, variants);
    const loader = variants.get(variant) ?? createLoader(loadAll);
    variants.set(variant, loader);
    return (await loader.load(key)) as Value | undefined;
  }
}

function createLoader<Key extends number | string>(
  loadAll: (keys: Key[]) => Promise<ReadonlyMap<Key, unknown>>,
): Loader {
  return new DataLoader(
    async (keys) => {
      const values = await loadAll([...new Set(keys as readonly Key[])]);
      return keys.map((key) => values.get(key as Key));
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
}
