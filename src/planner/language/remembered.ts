import { LRUCache } from 'lru-cache';

/** The same function, computed once for each object and kept as long as the object lives. */
export function remembered<K extends object, V>(compute: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    let found = known.get(of);
    if (found === undefined) {
      found = { value: compute(of) };
      known.set(of, found);
    }
    return found.value;
  };
}

/** As `remembered`, for each object of one kind together with one of another. */
export function rememberedFor<A extends object, B extends object, V>(
  compute: (of: A, and: B) => V,
): (of: A, and: B) => V {
  const within = remembered((of: A) => remembered((and: B) => compute(of, and)));
  return (of, and) => within(of)(and);
}

/**
 * Computes what belongs to a key, and keeps that of the keys that were asked for last.
 * @param bounds number of keys, or of their characters
 */
export function rememberedLast<V extends object | boolean>(
  bounds: { readonly keys: number } | { readonly characters: number },
): (key: string, compute: () => V) => V {
  const known = new LRUCache<string, V>(
    'keys' in bounds
      ? { max: bounds.keys }
      : { maxSize: bounds.characters, sizeCalculation: (_, key) => key.length },
  );
  return (key, compute) => {
    let found = known.get(key);
    if (found === undefined) {
      found = compute();
      known.set(key, found);
    }
    return found;
  };
}

/**
 * The same function of words and names, which come up so often that to keep them in the order in which they were asked for would
 * cost more than it saves: those that were computed are forgotten together when there are too many.
 */
export function rememberedWords<V>(keys: number, compute: (word: string) => V): (word: string) => V {
  const known = new Map<string, V>();
  return (word) => {
    let found = known.get(word);
    if (found === undefined) {
      found = compute(word);
      if (known.size >= keys) known.clear();
      known.set(word, found);
    }
    return found;
  };
}
