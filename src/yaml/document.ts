import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, Scalar } from 'yaml';
import type { Problem } from './model-error.ts';
import { maxMistakes, notYaml, parseYaml } from './parse-yaml.ts';

/** Steps from the root to a value, as in a zod issue. */
export type Path = readonly PropertyKey[];

/** A value of a YAML file, and where it is written. */
export interface YamlValue {
  /** Plain data, with the environment filled in. */
  readonly data: unknown;
  /** 1-based; the line of its key or item for a collection, which begins below it. */
  readonly line: number;
  /** The line of the key or item that holds it. */
  readonly keyLine: number;
  /** Items by index, properties by name, those of merged mappings included. */
  readonly children: ReadonlyMap<PropertyKey, YamlValue>;
  /** Values in it, and itself. */
  readonly size: number;
  /** As its author wrote it: `1.50` is not `1.5`. */
  readonly scalar: Scalar | undefined;
  /** Whether it is text with variables, and whether the environment has them all. */
  readonly environment: 'set' | 'unset' | undefined;
}

/** A parsed YAML document, with the places of its values. */
export interface YamlDocument {
  /** Undefined for an empty file and for one that is not valid YAML. */
  readonly root: YamlValue | undefined;
  /** The data of the root; null where there is none. */
  readonly data: unknown;
  /** Syntax errors, and variables that the environment does not have. */
  readonly problems: readonly Problem[];
  /**
   * The problem at a value; at its key instead, for a property that should not be there.
   * None where a variable is missing, which was reported already.
   */
  problemsAt(path: Path, message: string, at?: 'value' | 'key'): readonly Problem[];
  /** Whether the value is text that comes from the environment, in part at least. */
  isFromEnvironment(path: Path): boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Values that aliases and merges may add to what is written. */
const maxRepeated = 100_000;

/**
 * Parses YAML and replaces `${NAME}` by the environment's value in every string (`$${` stands for `${` itself).
 * The value is text, whatever it looks like: it never becomes a list, a number or a key.
 * @param env when undefined, strings stay as they are written
 */
export function readDocument(file: string, text: string, env: Environment | undefined): YamlDocument {
  const [first, second] = readDocuments(file, text, env);
  if (first === undefined || second === undefined) return first ?? documentOf(file, undefined, []);
  const line = second.root?.keyLine ?? 1;
  return documentOf(file, undefined, [notYaml(file, line, 'A file holds one document')]);
}

/** The documents of a file; one without data that has the problems, when they cannot be read. */
export function readDocuments(file: string, text: string, env?: Environment): readonly YamlDocument[] {
  const { documents, problems, lineAt } = parseYaml(file, text);
  if (problems.length > 0) return [documentOf(file, undefined, problems)];
  return documents.map((document) => new Reader(file, document, lineAt, env).read());
}

function documentOf(file: string, root: YamlValue | undefined, problems: readonly Problem[]): YamlDocument {
  const data = root?.data ?? null;
  return {
    root,
    data,
    problems,
    problemsAt(path, message, at = 'value') {
      const { value, isWhole } = find(root, path);
      if (isWhole && value?.environment === 'unset') return [];
      const line = (isWhole && at === 'value' ? value?.line : value?.keyLine) ?? 1;
      return [{ file, line, path: shown(data, path), message }];
    },
    isFromEnvironment: (path) => {
      const { value, isWhole } = find(root, path);
      return isWhole && value?.environment !== undefined;
    },
  };
}

class Reader {
  readonly #file: string;
  readonly #document: Document;
  readonly #lineAt: (offset: number) => number;
  readonly #env: Environment | undefined;
  readonly #anchors = new Map<string, YamlValue>();
  readonly #problems: Problem[] = [];
  readonly #unset: { readonly name: string; readonly line: number; readonly path: Path }[] = [];
  #repeated = 0;

  constructor(
    file: string,
    document: Document,
    lineAt: (offset: number) => number,
    env: Environment | undefined,
  ) {
    this.#file = file;
    this.#document = document;
    this.#lineAt = lineAt;
    this.#env = env;
  }

  read(): YamlDocument {
    const { contents } = this.#document;
    const root = this.#value(contents, [], this.#lineOf(contents) ?? 1);
    if (this.#problems.length > 0) return documentOf(this.#file, undefined, this.#problems);
    const unset = this.#unset.map(({ name, line, path }) => ({
      file: this.#file,
      line,
      path: shown(root.data, path),
      message: `The environment has no ${name}. Set it, or write $\${${name}} for the text itself.`,
    }));
    return documentOf(this.#file, root, unset);
  }

  #value(node: unknown, path: Path, keyLine: number): YamlValue {
    const line = this.#lineOf(node) ?? keyLine;
    if (isAlias(node)) return this.#repeat(node.source, line, keyLine);
    const value = isMap(node)
      ? this.#mapping(node.items, path, keyLine)
      : isSeq(node)
        ? this.#list(node.items, path, keyLine)
        : this.#scalar(isScalar(node) ? node : undefined, path, line, keyLine);
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, value);
    return value;
  }

  #scalar(scalar: Scalar | undefined, path: Path, line: number, keyLine: number): YamlValue {
    const text = scalar?.value ?? null;
    const env = this.#env;
    if (typeof text !== 'string' || env === undefined) return leaf(scalar, text, line, keyLine);
    let environment: YamlValue['environment'];
    const data = text.replace(/\$(\$\{)|\$\{([^}]*)\}/g, (whole, escaped?: string, name = '') => {
      if (escaped !== undefined) return escaped;
      const value = env[name];
      if (value === undefined) this.#unset.push({ name, line, path });
      environment = value === undefined || environment === 'unset' ? 'unset' : 'set';
      return value ?? whole;
    });
    return { ...leaf(scalar, data, line, keyLine), environment };
  }

  #list(nodes: readonly unknown[], path: Path, keyLine: number): YamlValue {
    const items = nodes.map((node, index) =>
      this.#value(node, [...path, index], this.#lineOf(node) ?? keyLine),
    );
    const data = items.map((item) => item.data);
    return collection(data, keyLine, new Map(items.entries()));
  }

  #mapping(pairs: readonly Pair[], path: Path, keyLine: number): YamlValue {
    const own = new Map<string, YamlValue>();
    const merged: [string, YamlValue][] = [];
    for (const { key, value: node } of pairs) {
      const line = this.#lineOf(key) ?? keyLine;
      const name = this.#name(key, line);
      const value = this.#value(node, [...path, name], line);
      if (isScalar(key) && key.type === Scalar.PLAIN && name === '<<') merged.push(...this.#merge(value));
      else if (own.has(name)) this.#report(line, 'Map keys must be unique. Remove one, or merge the two');
      else own.set(name, value);
    }
    for (const [name, value] of merged) if (!own.has(name)) own.set(name, value);
    const data = Object.fromEntries([...own].map(([name, value]) => [name, value.data]));
    return collection(data, keyLine, own);
  }

  #name(key: unknown, line: number): string {
    // Variables are for values: keys stay as they are written.
    if (key === null) return '';
    if (isScalar(key)) {
      if (key.anchor !== undefined) this.#anchors.set(key.anchor, leaf(key, key.value, line, line));
      return String(key.value ?? '');
    }
    const { data } = isAlias(key) ? this.#repeat(key.source, line, line) : { data: {} };
    if (typeof data === 'object') this.#report(line, 'A key is text, not a list or a mapping');
    return String(data);
  }

  /** Properties of the mapping under `<<`, or of the mappings in a list there. */
  #merge(value: YamlValue): [string, YamlValue][] {
    const sources = Array.isArray(value.data) ? [...value.children.values()] : [value];
    return sources.flatMap((source) => {
      if (isMapping(source.data)) {
        const { keyLine } = value;
        return [...source.children].map(([name, child]) => [
          String(name),
          { ...child, line: keyLine, keyLine },
        ]);
      }
      this.#report(value.keyLine, 'Only mappings can be merged');
      return [];
    });
  }

  #repeat(anchor: string, line: number, keyLine: number): YamlValue {
    const value = this.#anchors.get(anchor);
    if (value === undefined) this.#report(line, `No value above has the anchor &${anchor}`);
    else this.#repeated += value.size;
    if (this.#repeated > maxRepeated) this.#report(line, 'Its aliases repeat too many values');
    if (value === undefined || this.#repeated > maxRepeated) return collection(null, line, new Map());
    return { ...value, line, keyLine };
  }

  #lineOf(node: unknown): number | undefined {
    const range = (node as Node | null)?.range;
    return range ? this.#lineAt(range[0]) : undefined;
  }

  #report(line: number, reason: string): void {
    if (this.#problems.length < maxMistakes) this.#problems.push(notYaml(this.#file, line, reason));
  }
}

const noChildren: ReadonlyMap<PropertyKey, YamlValue> = new Map();

function leaf(scalar: Scalar | undefined, data: unknown, line: number, keyLine: number): YamlValue {
  return { data, line, keyLine, children: noChildren, size: 1, scalar, environment: undefined };
}

function collection(data: unknown, line: number, children: YamlValue['children']): YamlValue {
  let size = 1;
  for (const child of children.values()) size += child.size;
  return { data, line, keyLine: line, children, size, scalar: undefined, environment: undefined };
}

export function isMapping(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

/** The value at the path, or the deepest one on the way to it. */
function find(root: YamlValue | undefined, path: Path) {
  let value = root;
  for (const step of path) {
    const next = value?.children.get(step);
    if (next === undefined) return { value, isWhole: false };
    value = next;
  }
  return { value, isWhole: true };
}

/** The path with names where lists have them: `accounts.acme.agents.1.model`. */
function shown(data: unknown, path: Path): string {
  let value = data;
  let text = '';
  for (const step of path) {
    const parent = value;
    value = typeof parent === 'object' && parent !== null ? Reflect.get(parent, step) : undefined;
    const name = Array.isArray(parent) ? nameOf(value) : String(step);
    text += name === undefined ? `[${String(step)}]` : text === '' ? name : `.${name}`;
  }
  return text;
}

function nameOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  for (const property of ['id', 'name', 'username']) {
    const name: unknown = Reflect.get(item, property);
    if (typeof name === 'string' || typeof name === 'number') return String(name);
  }
  return undefined;
}
