import { Scalar } from 'yaml';
import { isMapping, readDocuments, type YamlValue } from '../../yaml/document.ts';
import { suggest } from '../../yaml/suggestion.ts';
import type { Place, ProblemList } from './problem-list.ts';

/** What a mapping may hold: properties that Inlay reads, and those that Cube knows and Inlay does not use. */
export interface Shape {
  /** What the mapping is, with its article, for messages: `a dimension`. */
  readonly noun: string;
  readonly used: readonly string[];
  /** Those of the used that have to be given. */
  readonly required?: readonly string[];
  readonly unused?: readonly string[];
}

/** Text as written. */
export interface TextAt extends Place {
  readonly text: string;
  /** The place of one of its characters. */
  placeOf(offset: number): Place;
}

/** The root value of every document in a file, none for an empty one; what is not YAML is reported. */
export function parseModelFile(file: string, text: string, problems: ProblemList): readonly ModelValue[] {
  const documents = readDocuments(file, text);
  const template = /\{[%{#]/.test(text) ? ' Jinja templates are not supported: write the YAML out.' : '';
  for (const problem of documents.flatMap((document) => document.problems)) {
    problems.error(problem, `${problem.message}${template}`);
  }
  const roots = documents.flatMap(({ root }) => root ?? []);
  return roots.map((root) => new ModelValue(file, '', root, problems)).filter((root) => !root.isNull);
}

/** A value of a model file. What has the wrong type is reported and read as absent, so that reading goes on. */
export class ModelValue implements Place {
  readonly file: string;
  readonly path: string;
  readonly #value: YamlValue;
  readonly #problems: ProblemList;

  constructor(file: string, path: string, value: YamlValue, problems: ProblemList) {
    this.file = file;
    this.path = path;
    this.#value = value;
    this.#problems = problems;
  }

  get line(): number {
    return this.#value.line;
  }

  get isNull(): boolean {
    return this.data === null;
  }

  /** Plain JavaScript. */
  get data(): unknown {
    return this.#value.data;
  }

  /** A scalar as its author wrote it: `1.50` stays `1.50`. Undefined for null, lists and mappings. */
  get text(): TextAt | undefined {
    const { data, scalar } = this.#value;
    if (data === null || typeof data === 'object') return undefined;
    const text = typeof data === 'number' ? (scalar?.source ?? String(data)) : String(data);
    const isBlock = scalar?.type === Scalar.BLOCK_LITERAL || scalar?.type === Scalar.BLOCK_FOLDED;
    const { file, line, path } = this;
    const placeOf = (offset: number) => ({
      file,
      // Exact for one-line and literal block scalars.
      line: isBlock ? line + text.slice(0, offset).split('\n').length : line,
      path,
    });
    return { file, line, path, text, placeOf };
  }

  /** Items of a list, those with a name under it; undefined when the value is no list. */
  get items(): readonly ModelValue[] | undefined {
    if (!Array.isArray(this.data)) return undefined;
    return [...this.#value.children].map(([index, item]) => {
      const name = isMapping(item.data) ? item.data['name'] : undefined;
      const isNamed = typeof name === 'string' || typeof name === 'number';
      const path = isNamed ? `${this.path}.${name}` : `${this.path}[${String(index)}]`;
      return new ModelValue(this.file, path, item, this.#problems);
    });
  }

  error(message: string): void {
    this.#problems.error(this, message);
  }

  warn(message: string): void {
    this.#problems.warn(this, message);
  }

  /** Its properties, unknown and missing ones reported, unused ones warned of; undefined when it is no mapping. */
  mapping({ noun, used, required = [], unused = [] }: Shape): Properties | undefined {
    if (!isMapping(this.data)) {
      this.error(`${noun} must be a mapping.`);
      return undefined;
    }
    const values = new Map<string, ModelValue>();
    for (const [name, child] of this.#value.children) {
      const key = snakeCase(String(name));
      const path = `${this.path}${this.path && '.'}${String(name)}`;
      const place = { file: this.file, line: child.keyLine, path };
      if (used.includes(key)) {
        if (values.has(key)) this.#problems.error(place, `${key} is given twice.`);
        values.set(key, new ModelValue(this.file, path, child, this.#problems));
      } else if (unused.includes(key)) {
        this.#problems.warn(place, `${key} is known to Cube but not used by Inlay: it has no effect.`);
      } else {
        // { description: Paid, before refunds } has a second property without a value.
        const isRest = child.data === null && /\s/.test(String(name));
        const hint = isRest
          ? ' Put a text that has a comma in quotes.'
          : suggest(key, [...used, ...unused]) || ` Known: ${used.join(', ')}.`;
        this.#problems.error(place, `"${String(name)}" is not a property of ${noun}.${hint}`);
      }
    }
    const properties = new Properties(this, values);
    for (const key of required) if (!properties.has(key)) this.error(`${key} is missing.`);
    return properties;
  }
}

/** The properties of one mapping. */
export class Properties {
  readonly owner: ModelValue;
  readonly #values: ReadonlyMap<string, ModelValue>;

  constructor(owner: ModelValue, values: ReadonlyMap<string, ModelValue>) {
    this.owner = owner;
    this.#values = values;
  }

  get place(): Place {
    const { file, line, path } = this.owner;
    return { file, line, path };
  }

  get(key: string): ModelValue | undefined {
    const value = this.#values.get(key);
    return value?.isNull ? undefined : value;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  error(message: string): void {
    this.owner.error(message);
  }

  text(key: string): TextAt | undefined {
    const value = this.get(key);
    const text = value?.text;
    if (text === undefined) value?.error('must be text.');
    return text;
  }

  flag(key: string): boolean | undefined {
    const value = this.get(key);
    if (value === undefined || typeof value.data === 'boolean') return value?.data as boolean | undefined;
    value.error('must be true or false.');
    return undefined;
  }

  /** One of the allowed words; camelCase is read as snake_case, as Cube does. */
  oneOf<T extends string>(key: string, allowed: readonly T[]): T | undefined {
    const text = this.text(key)?.text;
    if (text === undefined) return undefined;
    const word = snakeCase(text);
    const found = allowed.find((candidate) => candidate === word || candidate === text);
    if (found === undefined) {
      const hint = suggest(word, allowed) || ` One of: ${allowed.join(', ')}.`;
      this.get(key)?.error(`"${text}" is not known here.${hint}`);
    }
    return found;
  }

  sql(key: string): TextAt | undefined {
    const value = this.get(key);
    const text = value?.text;
    if (text !== undefined && text.text.trim() !== '') return text;
    value?.error(text === undefined ? 'must be SQL text.' : 'is empty.');
    return undefined;
  }

  items(key: string): readonly ModelValue[] {
    const value = this.get(key);
    const items = value?.items;
    if (items === undefined) value?.error('must be a list.');
    return items ?? [];
  }

  /** A list of short texts; a single text is read as a list of one. */
  texts(key: string): readonly TextAt[] {
    const value = this.get(key);
    if (value === undefined) return [];
    return (value.items ?? [value]).flatMap((item) => {
      if (item.text === undefined) item.error('must be text.');
      return item.text ?? [];
    });
  }

  mapping(key: string, shape: Shape): Properties | undefined {
    return this.get(key)?.mapping(shape);
  }

  mappings(key: string, shape: Shape): readonly Properties[] {
    return this.items(key).flatMap((item) => item.mapping(shape) ?? []);
  }

  meta(): Readonly<Record<string, unknown>> {
    const value = this.get('meta');
    const data = value?.data ?? {};
    if (isMapping(data)) return data;
    value?.error('must be a mapping.');
    return {};
  }
}

export function snakeCase(word: string): string {
  return word.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
