/** A Vega-Lite specification, or a part of one. */
export type Spec = Readonly<Record<string, unknown>>;

export const vegaLiteSchema = 'https://vega.github.io/schema/vega-lite/v5.json';

/**
 * What keeps a specification from drawing a result with these columns: no mark, a field that is neither a column nor
 * made by its own transforms, another version than v5, anything that would load from or lead to an address. Empty when
 * nothing does. Its `data` and `datasets` are passed over; {@link withoutData} takes them out.
 */
export function chartSpecProblems(spec: Spec, columns: readonly string[]): readonly string[] {
  const problems: string[] = [];
  const schema = spec['$schema'];
  if (typeof schema === 'string' && !/\/vega-lite\/v5(\.|$|\/)/.test(schema)) {
    problems.push('It must be Vega-Lite v5.');
  }
  const seen: Seen = { fields: new Set(), made: new Set(), marks: 0, refused: new Set() };
  walk(spec, seen);
  if (seen.marks === 0) problems.push('It names no mark.');
  else if (seen.fields.size === 0) problems.push('It encodes no column.');
  for (const key of seen.refused)
    problems.push(`It must not have "${key}": a chart loads nothing and leads nowhere.`);
  const known = new Set([...columns, ...seen.made]);
  for (const field of seen.fields) {
    if (!known.has(field)) problems.push(`There is no column "${field}". There are ${columns.join(', ')}.`);
  }
  return problems;
}

/** The specification without data of its own, at any depth. */
export function withoutData(spec: Spec): Spec {
  return Object.fromEntries(
    Object.entries(spec)
      .filter(([key]) => !dataKeys.has(key))
      .map(([key, value]) => [key, stripData(value)]),
  );
}

function stripData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripData);
  return typeof value === 'object' && value !== null ? withoutData(value as Spec) : value;
}

interface Seen {
  readonly fields: Set<string>;
  readonly made: Set<string>;
  marks: number;
  readonly refused: Set<string>;
}

const dataKeys = new Set(['data', 'datasets']);
/** Addresses, and `usermeta`, by which a specification would configure whoever draws it. */
const refusedKeys = new Set(['url', 'href', 'usermeta']);
const fieldKeys = new Set([
  'field',
  'groupby',
  'fold',
  'pivot',
  'value_field',
  'flatten',
  'impute',
  'density',
]);

function walk(node: unknown, seen: Seen): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, seen);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (dataKeys.has(key)) {
      // A reference to other data could load it from anywhere.
      if (JSON.stringify(value).includes('"url"')) seen.refused.add('url');
      continue;
    }
    if (refusedKeys.has(key)) seen.refused.add(key);
    if (key === 'mark') seen.marks += 1;
    if (key === 'as') addNames(value, seen.made);
    if (key === 'fold') addNames(Array.isArray((node as Spec)['as']) ? [] : ['key', 'value'], seen.made);
    if (fieldKeys.has(key)) addNames(value, seen.fields);
    walk(value, seen);
  }
}

function addNames(value: unknown, into: Set<string>): void {
  const names: unknown[] = Array.isArray(value) ? value : [value];
  for (const name of names) {
    if (typeof name === 'string') into.add(name.replace(/\\(.)/g, '$1'));
  }
}
