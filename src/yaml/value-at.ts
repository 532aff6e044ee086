import { isMapping, type Path } from './document.ts';

/** A value of a document whose shape is not checked yet, and its path. */
export interface ValueAt {
  readonly value: unknown;
  readonly path: Path;
}

/** A problem, and the path of the value that has it. */
export interface ProblemAt {
  readonly path: Path;
  readonly message: string;
}

/** The property of a mapping, undefined for anything else. */
export function property({ value, path }: ValueAt, name: string): ValueAt {
  const isGiven = isMapping(value) && Object.hasOwn(value, name);
  return { value: isGiven ? value[name] : undefined, path: [...path, name] };
}

/** The items of a list, none for anything else. */
export function items({ value, path }: ValueAt): readonly ValueAt[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown, index) => ({ value: item, path: [...path, index] }));
}

/** The values of a mapping by name, none for anything else. */
export function entries({ value, path }: ValueAt): readonly (ValueAt & { readonly name: string })[] {
  if (!isMapping(value)) return [];
  return Object.entries(value).map(([name, each]) => ({ name, value: each, path: [...path, name] }));
}
