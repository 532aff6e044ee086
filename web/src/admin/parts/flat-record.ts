import type { CsvColumn } from '../../../../src/csv.ts';

/** An object of the API as one level of names and values: `user.identifier`. Lists stay as they are. */
export function flatRecord(node: object, prefix = ''): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(node)) {
    if (name === '__typename') continue;
    const path = prefix + name;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) flat[path] = value;
    else Object.assign(flat, flatRecord(value, `${path}.`));
  }
  return flat;
}

/** The columns of flat records: every name, except of objects that some of the records lack. */
export function recordColumns(records: readonly Readonly<Record<string, unknown>>[]): CsvColumn[] {
  const names = [...new Set(records.flatMap(Object.keys))];
  return names
    .filter((name) => !names.some((other) => other.startsWith(`${name}.`)))
    .map((name) => ({ name, columnType: 'String' }));
}
