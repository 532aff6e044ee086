import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  Scalar,
} from 'yaml';
import type { Place, ProblemList } from './problem-list.ts';

interface YamlSource {
  readonly file: string;
  readonly document: Document;
  readonly lines: LineCounter;
}

/** A node of a YAML file that knows where it stands. */
export interface YamlValue extends Place {
  readonly node: Node | null;
  readonly source: YamlSource;
}

export interface YamlEntry {
  readonly key: Place;
  readonly value: YamlValue;
}

/** The root value of every document in a file; syntax errors are reported and the broken document left out. */
export function parseYaml(text: string, file: string, problems: ProblemList): readonly YamlValue[] {
  const lines = new LineCounter();
  // One file may hold several documents; an empty one holds none.
  const documents = parseAll(text, lines);
  if (documents === undefined) {
    problems.error({ file, line: 1, path: '' }, 'Not valid YAML: It is nested too deeply.');
    return [];
  }
  const values: YamlValue[] = [];
  for (const document of Array.isArray(documents) ? documents : []) {
    for (const error of document.errors) {
      const line = Math.max(1, lines.linePos(error.pos[0]).line);
      const [firstLine = ''] = error.message.split('\n');
      const reason = firstLine.replace(/ at line \d+, column \d+:?$/, '');
      const template = /\{[%{#]/.test(text) ? ' Jinja templates are not supported: write the YAML out.' : '';
      problems.error({ file, line, path: '' }, `Not valid YAML: ${reason}.${template}`);
    }
    if (document.errors.length > 0) continue;
    const source: YamlSource = { file, document, lines };
    values.push(valueAt(source, document.contents, '', 1));
  }
  return values;
}

/** Undefined for what is nested too deeply for the library, which calls itself for each level. */
function parseAll(text: string, lineCounter: LineCounter) {
  try {
    return parseAllDocuments(text, { lineCounter });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function valueAt(source: YamlSource, node: unknown, path: string, fallbackLine: number): YamlValue {
  const range = isNode(node) ? node.range : undefined;
  const line = range ? source.lines.linePos(range[0]).line : fallbackLine;
  const target = isAlias(node) ? (node.resolve(source.document) ?? null) : isNode(node) ? node : null;
  return { file: source.file, line, path, node: target, source };
}

/** The same node under another path: lists of named things read better by name than by index. */
export function withPath(value: YamlValue, path: string): YamlValue {
  return { ...value, path };
}

export function isNullValue(value: YamlValue): boolean {
  return value.node === null || (isScalar(value.node) && value.node.value === null);
}

/** Items of a list, or undefined when the value is none. */
export function yamlItems(value: YamlValue): readonly YamlValue[] | undefined {
  const { node, source } = value;
  if (!isSeq(node)) return undefined;
  return node.items.map((item, index) => valueAt(source, item, `${value.path}[${index}]`, value.line));
}

/** Entries of a mapping with `<<` merged in, or undefined when the value is none. */
export function yamlEntries(value: YamlValue): ReadonlyMap<string, YamlEntry> | undefined {
  const { node, source } = value;
  if (!isMap(node)) return undefined;
  const entries = new Map<string, YamlEntry>();
  const merged: YamlValue[] = [];
  for (const pair of node.items) {
    const name = isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
    const path = value.path === '' ? name : `${value.path}.${name}`;
    const keyPlace = valueAt(source, pair.key, path, value.line);
    const entryValue = valueAt(source, pair.value, path, keyPlace.line);
    if (name === '<<') merged.push(...(yamlItems(entryValue) ?? [entryValue]));
    else entries.set(name, { key: { file: source.file, line: keyPlace.line, path }, value: entryValue });
  }
  for (const part of merged) {
    for (const [name, entry] of yamlEntries(part) ?? []) {
      if (!entries.has(name)) entries.set(name, entry);
    }
  }
  return entries;
}

/** A string, number or boolean; null for a null; undefined for a list or a mapping. */
export function yamlScalar(value: YamlValue): string | number | boolean | null | undefined {
  if (value.node === null) return null;
  if (!isScalar(value.node)) return undefined;
  const scalar: unknown = value.node.value;
  if (typeof scalar === 'string' || typeof scalar === 'number' || typeof scalar === 'boolean') return scalar;
  return scalar === null ? null : String(scalar);
}

/** The scalar as its author wrote it: `1.50` stays `1.50`. */
export function yamlScalarText(value: YamlValue): string | undefined {
  const scalar = yamlScalar(value);
  if (scalar === undefined || scalar === null) return undefined;
  if (typeof scalar === 'number' && isScalar(value.node)) return value.node.source ?? String(scalar);
  return String(scalar);
}

/** Line of a character of a scalar's text: exact for one-line and literal block scalars. */
export function lineOfOffset(value: YamlValue, text: string, offset: number): number {
  if (!isScalar(value.node)) return value.line;
  const block = value.node.type === Scalar.BLOCK_LITERAL || value.node.type === Scalar.BLOCK_FOLDED;
  if (!block) return value.line;
  return value.line + 1 + (text.slice(0, offset).match(/\n/g)?.length ?? 0);
}

/** Plain JavaScript of any value, for `meta`. */
export function yamlToJs(value: YamlValue): unknown {
  return value.node === null ? null : value.node.toJS(value.source.document, { maxAliasCount: 100 });
}
