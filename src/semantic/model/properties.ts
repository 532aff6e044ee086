import { nearestName, suggest } from '../../yaml/suggestion.ts';
import type { Place, ProblemList } from './problem-list.ts';
import {
  isNullValue,
  lineOfOffset,
  type YamlEntry,
  type YamlValue,
  yamlEntries,
  yamlItems,
  yamlScalar,
  yamlScalarText,
  yamlToJs,
} from './yaml-value.ts';

/** What a mapping may hold: properties that Inlay reads, and those that Cube knows and Inlay does not use. */
export interface Shape {
  /** What the mapping is, with its article, for messages: `a dimension`. */
  readonly noun: string;
  readonly used: readonly string[];
  readonly unused: readonly string[];
}

/** SQL as written, with the place of every character. */
export interface SqlText extends Place {
  readonly text: string;
  readonly value: YamlValue;
}

/** A name or other short text as written. */
export interface TextAt extends Place {
  readonly text: string;
}

/** Reads the properties of one mapping; whatever has the wrong type is reported and read as absent. */
export class Properties implements Place {
  readonly file: string;
  readonly line: number;
  readonly path: string;
  readonly #entries: ReadonlyMap<string, YamlEntry>;
  readonly #problems: ProblemList;

  constructor(place: Place, entries: ReadonlyMap<string, YamlEntry>, problems: ProblemList) {
    this.file = place.file;
    this.line = place.line;
    this.path = place.path;
    this.#entries = entries;
    this.#problems = problems;
  }

  get(key: string): YamlValue | undefined {
    const entry = this.#entries.get(key);
    return entry === undefined || isNullValue(entry.value) ? undefined : entry.value;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  text(key: string): TextAt | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    const text = yamlScalarText(value);
    if (text === undefined) {
      this.#problems.error(value, 'must be text.');
      return undefined;
    }
    return { file: value.file, line: value.line, path: value.path, text };
  }

  flag(key: string): boolean | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    const scalar = yamlScalar(value);
    if (typeof scalar === 'boolean') return scalar;
    this.#problems.error(value, 'must be true or false.');
    return undefined;
  }

  /** One of the allowed words; camelCase is read as snake_case, as Cube does. */
  oneOf<T extends string>(key: string, allowed: readonly T[]): T | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    const word = snakeCase(text.text);
    const found = allowed.find((candidate) => candidate === word || candidate === text.text);
    if (found === undefined) {
      const hint = suggest(word, allowed) || ` One of: ${allowed.join(', ')}.`;
      this.#problems.error(text, `"${text.text}" is not known here.${hint}`);
    }
    return found;
  }

  sql(key: string): SqlText | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    const text = yamlScalarText(value);
    if (text === undefined || text.trim() === '') {
      this.#problems.error(value, text === undefined ? 'must be SQL text.' : 'is empty.');
      return undefined;
    }
    return { file: value.file, line: value.line, path: value.path, text, value };
  }

  items(key: string): readonly YamlValue[] {
    const value = this.get(key);
    if (value === undefined) return [];
    const items = yamlItems(value);
    if (items === undefined) this.#problems.error(value, 'must be a list.');
    return items ?? [];
  }

  /** A list of short texts; a single text is read as a list of one. */
  texts(key: string): readonly TextAt[] {
    const value = this.get(key);
    if (value === undefined) return [];
    const texts: TextAt[] = [];
    for (const item of yamlItems(value) ?? [value]) {
      const text = yamlScalarText(item);
      if (text === undefined) this.#problems.error(item, 'must be text.');
      else texts.push({ file: item.file, line: item.line, path: item.path, text });
    }
    return texts;
  }

  meta(): Readonly<Record<string, unknown>> {
    const value = this.get('meta');
    if (value === undefined) return {};
    if (yamlEntries(value) === undefined) {
      this.#problems.error(value, 'must be a mapping.');
      return {};
    }
    const record: Record<string, unknown> = {};
    for (const [key, entry] of yamlEntries(value) ?? []) record[key] = yamlToJs(entry.value);
    return record;
  }
}

/** The properties of a mapping, unknown ones reported, unused ones warned of; undefined when the value is no mapping. */
export function readProperties(
  value: YamlValue,
  shape: Shape,
  problems: ProblemList,
): Properties | undefined {
  const written = yamlEntries(value);
  if (written === undefined) {
    problems.error(value, `${shape.noun} must be a mapping.`);
    return undefined;
  }
  const entries = new Map<string, YamlEntry>();
  for (const [name, entry] of written) {
    const key = snakeCase(name);
    if (shape.used.includes(key)) {
      if (entries.has(key)) problems.error(entry.key, `${key} is given twice.`);
      entries.set(key, entry);
    } else if (shape.unused.includes(key)) {
      problems.warn(entry.key, `${key} is known to Cube but not used by Inlay: it has no effect.`);
    } else {
      const known = [...shape.used, ...shape.unused];
      const hint =
        nearestName(key, known) === undefined ? ` Known: ${shape.used.join(', ')}.` : suggest(key, known);
      problems.error(entry.key, `"${name}" is not a property of ${shape.noun}.${hint}`);
    }
  }
  return new Properties(value, entries, problems);
}

/** Place of a character of SQL text. */
export function placeOf(sql: SqlText, offset: number): Place {
  return { file: sql.file, path: sql.path, line: lineOfOffset(sql.value, sql.text, offset) };
}

export function snakeCase(word: string): string {
  return word.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
