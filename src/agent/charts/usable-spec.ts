import type { Column } from '../../engines/query-engine.ts';
import { type Spec, vegaLiteSchema } from './spec.ts';

/**
 * A model's Vega-Lite specification, made fit for use: `$schema` v5, no data of its own. Undefined when it is not JSON,
 * names no mark, or encodes a field that is neither a column of the result nor made by its own transforms.
 */
export function usableSpec(text: string, columns: readonly Column[]): Spec | undefined {
  const spec = parseObject(text);
  if (spec === undefined) return undefined;
  if (typeof spec['$schema'] === 'string' && !/\/vega-lite\/v5(\.|$|\/)/.test(spec['$schema']))
    return undefined;
  const seen: Seen = { fields: new Set(), made: new Set(), marks: 0, foreignData: false };
  walk(spec, seen);
  if (seen.marks === 0 || seen.fields.size === 0 || seen.foreignData) return undefined;
  const known = new Set([...columns.map((column) => column.name), ...seen.made]);
  for (const field of seen.fields) if (!known.has(field)) return undefined;
  return { ...withoutData(spec), $schema: vegaLiteSchema };
}

interface Seen {
  readonly fields: Set<string>;
  readonly made: Set<string>;
  marks: number;
  foreignData: boolean;
}

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
    if (key === 'mark') seen.marks += 1;
    else if (key === 'as') addNames(value, seen.made);
    else if (key === 'data' || key === 'datasets') {
      // A reference to other data could load it from anywhere.
      if (JSON.stringify(value).includes('"url"')) seen.foreignData = true;
      continue;
    }
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

function withoutData(spec: Spec): Spec {
  return Object.fromEntries(
    Object.entries(spec)
      .filter(([key]) => key !== 'data' && key !== 'datasets')
      .map(([key, value]) => [key, stripData(value)]),
  );
}

function stripData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripData);
  return typeof value === 'object' && value !== null ? withoutData(value as Spec) : value;
}

function parseObject(text: string): Spec | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Spec) : undefined;
  } catch {
    return undefined;
  }
}
