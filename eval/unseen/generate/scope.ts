import type { Random } from '../../../examples/shop/generator/random.ts';
import {
  type Aggregate,
  type Column,
  type Domain,
  inSentence,
  keyOf,
  measuresOf,
  parentsOf,
  type Table,
} from '../domain.ts';
import { type ColumnProfile, isGroup, type Profile } from '../profile.ts';
import { plural } from './wording.ts';

/** A column as seen from the rows of one table: its own, or one of a table that they belong to. */
export interface Reached {
  readonly table: string;
  readonly name: string;
  readonly column: Column;
  readonly profile: ColumnProfile;
  readonly sql: string;
  /** Rows may have no value, or belong to nothing. */
  readonly nullable: boolean;
}

/** What a question asks for, of the rows of one table. */
export interface Figure {
  readonly sql: string;
  readonly kind: 'count' | Aggregate | 'median' | 'where' | 'over';
  readonly column?: string;
  readonly phrase: string;
  readonly percent: boolean;
}

/** What a question groups by, with the lists of keys that may be meant. */
export interface Group {
  readonly sql: string;
  readonly keys: readonly (readonly string[])[];
  readonly one: string;
  readonly many: string;
  readonly nullable: boolean;
  readonly distinct: number;
  readonly source: Reached;
}

const aggregateWords: Readonly<Record<Aggregate | 'median', readonly string[]>> = {
  sum: ['total ', 'total ', '', '', 'overall ', 'sum of '],
  avg: ['average ', 'average ', 'mean ', 'avg '],
  min: ['lowest ', 'minimum ', 'smallest '],
  max: ['highest ', 'maximum ', 'largest '],
  median: ['median '],
};

/** A table whose rows are asked about, and everything that can be said of them. */
export class Scope {
  readonly domain: Domain;
  readonly name: string;
  readonly table: Table;
  readonly reached: readonly Reached[];
  readonly #profile: Profile;
  readonly #random: Random;
  readonly #ambiguous: ReadonlySet<string>;

  constructor(domain: Domain, name: string, profile: Profile, random: Random) {
    this.domain = domain;
    this.name = name;
    this.table = domain.tables[name] as Table;
    this.#profile = profile;
    this.#random = random;
    this.#ambiguous = ambiguousPhrases(domain);
    const own = { table: name, path: [] as readonly string[] };
    this.reached = [own, ...parentsOf(domain, name)].flatMap(({ table, path }) =>
      Object.entries(domain.tables[table]?.columns ?? {}).map(([columnName, column]) => {
        const found = this.profileOf(table, columnName);
        let holder = name;
        const open = path.some((step) => {
          const { nulls } = this.profileOf(holder, step);
          holder = domain.tables[holder]?.columns[step]?.to ?? '';
          return nulls > 0;
        });
        return {
          table,
          name: columnName,
          column,
          profile: found,
          sql: `${table === name ? 't' : `t_${table}`}.${columnName}`,
          nullable: found.nulls > 0 || open,
        };
      }),
    );
  }

  get rows(): number {
    return this.#profile.rows.get(this.name) ?? 0;
  }

  profileOf(table: string, column: string): ColumnProfile {
    const found = this.#profile.columns.get(`${table}.${column}`);
    if (found === undefined) throw new Error(`${table}.${column} has no profile.`);
    return found;
  }

  /** The rows of this table, joined with what the rest of the statement reads. */
  from(rest: string): string {
    const wanted = new Set([...rest.matchAll(/\bt_(\w+)\./g)].map(([, table]) => table));
    const joins = new Map<string, string>();
    for (const { table, path } of parentsOf(this.domain, this.name)) {
      if (!wanted.has(table)) continue;
      let holder = this.name;
      for (const column of path) {
        const to = this.domain.tables[holder]?.columns[column]?.to ?? '';
        const alias = holder === this.name ? 't' : `t_${holder}`;
        const key = keyOf(this.domain.tables[to] as Table);
        if (!joins.has(to)) joins.set(to, `LEFT JOIN ${to} t_${to} ON ${alias}.${column} = t_${to}.${key}`);
        holder = to;
      }
    }
    return [`FROM ${this.name} t`, ...joins.values()].join(' ');
  }

  select(
    columns: readonly string[],
    parts: {
      readonly where?: readonly string[];
      readonly group?: readonly string[];
      readonly tail?: string;
      readonly distinct?: boolean;
    } = {},
  ): string {
    const { where = [], group = [], tail = '', distinct = false } = parts;
    const rest = [
      where.length === 0 ? '' : `WHERE ${where.map((one) => `(${one})`).join(' AND ')}`,
      group.length === 0 ? '' : `GROUP BY ${group.join(', ')}`,
      tail,
    ].filter((part) => part !== '');
    const from = this.from([...columns, ...rest].join(' '));
    return [`SELECT ${distinct ? 'DISTINCT ' : ''}${columns.join(', ')}`, from, ...rest].join(' ');
  }

  /** A phrase for something described: mostly its title, at times what people say instead. Never one that means two things. */
  say(described: {
    readonly title: string;
    readonly synonyms?: readonly string[];
    readonly says?: readonly string[];
  }): string {
    const { title, synonyms = [], says = [] } = described;
    const others = [...synonyms, ...says]
      .map(inSentence)
      .filter((phrase) => !this.#ambiguous.has(phrase.toLowerCase()));
    const own = inSentence(title);
    return others.length === 0 || this.#random.chance(0.6) ? own : this.#random.pick(others);
  }

  noun(): string {
    const { many, synonyms = [], says = [] } = this.table;
    const others = [...synonyms, ...says].map(inSentence);
    return others.length === 0 || this.#random.chance(0.75) ? many : this.#random.pick(others);
  }

  count(): Figure {
    return { sql: 'count(*)', kind: 'count', phrase: `number of ${this.noun()}`, percent: false };
  }

  /** A figure of these rows: a measure of the model, or an aggregate of a number that the model does not name. */
  figure(accept: (figure: Figure) => boolean = () => true): Figure | undefined {
    const measures: Figure[] = measuresOf(this.name, this.table).map((measure): Figure => {
      const { kind, column, sql, percent } = measure;
      const common = { sql, percent: percent === true, ...(column === undefined ? {} : { column }) };
      if (kind === 'count') return this.count();
      if (kind === 'where' || kind === 'over') return { ...common, kind, phrase: this.say(measure) };
      return { ...common, kind, phrase: this.#aggregated(kind, this.table.columns[column ?? ''] as Column) };
    });
    const unnamed = Object.entries(this.table.columns).flatMap(([name, column]): Figure[] => {
      if (column.type !== 'number' || column.measures === undefined) return [];
      return (['avg', 'min', 'max', 'median'] as const)
        .filter((kind) => kind === 'median' || !column.measures?.includes(kind))
        .map((kind) => ({
          sql: `${kind}(t.${name})`,
          kind,
          column: name,
          phrase: this.#aggregated(kind, column),
          percent: false,
        }));
    });
    const named = measures.filter(accept);
    const other = unnamed.filter(accept);
    if (named.length + other.length === 0) return undefined;
    return this.#random.pick(
      other.length > 0 && (named.length === 0 || this.#random.chance(0.2)) ? other : named,
    );
  }

  #aggregated(kind: Aggregate | 'median', column: Column): string {
    return this.#random.pick(aggregateWords[kind]) + this.say(column);
  }

  /** What rows can be grouped by; with `records`, also each thing that they belong to, by its name. */
  groups(records = false): readonly Group[] {
    return this.reached.flatMap((source): Group[] => {
      const { column, profile, table, sql, nullable } = source;
      if (column.label === true && table !== this.name && records) {
        const { one, many } = this.domain.tables[table] as Table;
        const own =
          this.reached.find((other) => other.table === table && other.column.key === true)?.sql ?? sql;
        return [{ sql, keys: [[sql], [own, sql]], one, many, nullable, distinct: profile.distinct, source }];
      }
      if (!isGroup(column, profile) || this.#ambiguous.has(inSentence(column.title).toLowerCase())) return [];
      if (column.label === true && table === this.name) return [];
      const one = this.say(column);
      const many =
        one === inSentence(column.title) && column.plural !== undefined ? column.plural : plural(one);
      return [{ sql, keys: [[sql]], one, many, nullable, distinct: profile.distinct, source }];
    });
  }
}

/** Phrases that name more than one column or metric of a domain. */
function ambiguousPhrases(domain: Domain): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const table of Object.values(domain.tables)) {
    const described = Object.values(table.columns).filter(({ hidden }) => hidden !== true);
    for (const { title, synonyms = [], says = [] } of [...described, ...Object.values(table.metrics ?? {})]) {
      for (const phrase of new Set([title, ...synonyms, ...says].map((one) => one.toLowerCase()))) {
        if (seen.has(phrase)) twice.add(phrase);
        seen.add(phrase);
      }
    }
  }
  return twice;
}
