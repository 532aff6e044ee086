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
