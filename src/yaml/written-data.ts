import type { Path } from './document.ts';

/** A value as it was written, before its shape was checked, and where it stands. */
export interface Written {
  readonly value: unknown;
  readonly path: Path;
}

/** A mistake at a value. */
export interface Mistake {
  readonly path: Path;
  readonly message: string;
}

/** The property of a mapping, undefined for anything else. */
export function property({ value, path }: Written, name: string): Written {
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    value: isMapping && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined,
    path: [...path, name],
  };
}

/** The items of a list, none for anything else. */
export function items({ value, path }: Written): readonly Written[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown, index) => ({ value: item, path: [...path, index] }));
}

/** The values of a mapping by name, none for anything else. */
export function entries({ value, path }: Written): readonly (Written & { readonly name: string })[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, each]: [string, unknown]) => ({
    name,
    value: each,
    path: [...path, name],
  }));
}
