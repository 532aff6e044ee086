/**
 * How a domain is described: once, in `domains/<name>/domain.ts`. Tables, models in three styles, the sheet of facts and
 * the generated questions all follow from it.
 */
export interface Domain {
  readonly name: string;
  readonly title: string;
  /** Who asks, and what for: for the writers of blind questions. */
  readonly persona: string;
  /** The moment at which the questions are asked, ISO 8601 with `Z`: soon after the data ends. */
  readonly now: string;
  /** npm packages that the data comes from. */
  readonly packages: readonly string[];
  /** Styles whose model shows views instead of its cubes. Which ones differs by domain, so that style and form differ. */
  readonly viewStyles: readonly Style[];
  /** What the SQL of the tables reads, by name: the path of a CSV or JSON file, or rows. */
  readonly load: () => Promise<Readonly<Record<string, string | readonly object[]>>>;
  readonly tables: Readonly<Record<string, Table>>;
}

/**
 * - `terse`: names only.
 * - `titled`: titles and descriptions.
 * - `documented`: synonyms and `ai_context` besides.
 */
export type Style = 'terse' | 'titled' | 'documented';

export const styles: readonly Style[] = ['terse', 'titled', 'documented'];

interface Words {
  readonly title: string;
  readonly description?: string;
  /** `ai_context` of the documented model. */
  readonly context?: string;
  /** Of the documented model. */
  readonly synonyms?: readonly string[];
  /** What people call it as well, which stands in no model. */
  readonly says?: readonly string[];
}

export interface Table extends Words {
  /** Makes the table from what the domain loads; ordered, so that it is always the same. */
  readonly sql: string;
  /** One of its rows, and several, as people call them in a sentence. */
  readonly one: string;
  readonly many: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly metrics?: Readonly<Record<string, Metric>>;
}

export type ColumnType = 'string' | 'number' | 'boolean' | 'time';

export interface Column extends Words {
  readonly type: ColumnType;
  readonly key?: boolean;
  /** In no model: keys that say nothing to a person. */
  readonly hidden?: boolean;
  /** Name of the table whose row this is the key of. */
  readonly to?: string;
  /** Names a row for a person. */
  readonly label?: boolean;
  readonly plural?: string;
  /** How a value qualifies rows of its table, with `{}` for the value. */
  readonly patterns?: readonly string[];
  /** Aggregates that are measures of the model. A sum among them says that the values add up. */
  readonly measures?: readonly Aggregate[];
  readonly format?: 'currency' | 'percent' | 'id';
  /** How true and false qualify rows: `with parking`, `without parking`. */
  readonly yes?: readonly string[];
  readonly no?: readonly string[];
  /** The time that a period means where the question names none. */
  readonly primary?: boolean;
}

export type Aggregate = 'sum' | 'avg' | 'min' | 'max';

/** A measure with a definition: rows that fulfil a condition, or one measure divided by another. */
export type Metric = Words & { readonly percent?: boolean } & (
    | { readonly where: string }
    | { readonly over: readonly [string, string] }
  );

type More = Partial<Omit<Column, 'title'>>;

export const text = (title: string, more: More = {}): Column => ({ type: 'string', title, ...more });
export const number = (title: string, more: More = {}): Column => ({ type: 'number', title, ...more });
export const flag = (
  title: string,
  yes: readonly string[],
  no: readonly string[],
  more: More = {},
): Column => ({ type: 'boolean', title, yes, no, ...more });
export const time = (title: string, more: More = {}): Column => ({ type: 'time', title, ...more });
export const key = (title: string, more: More = {}): Column => ({
  type: 'number',
  title,
  key: true,
  format: 'id',
  ...more,
});
/** The key of a row of another table; in no model but for the join. */
export const link = (to: string, more: More = {}): Column => ({
  type: 'number',
  title: to,
  to,
  hidden: true,
  ...more,
});

/** A measure of a table's model. */
export interface Measure extends Words {
  readonly name: string;
  readonly kind: 'count' | Aggregate | 'where' | 'over';
  readonly column?: string;
  readonly metric?: Metric;
  readonly percent?: boolean;
  readonly format?: Column['format'];
  /** The same of the raw rows of the table under the alias `t`. */
  readonly sql: string;
}

const prefixes: Readonly<Record<Aggregate, readonly [name: string, title: string]>> = {
  sum: ['total', 'Total'],
  avg: ['avg', 'Average'],
  min: ['min', 'Lowest'],
  max: ['max', 'Highest'],
};

/** All measures of a table, the count of its rows first. */
export function measuresOf(tableName: string, table: Table): readonly Measure[] {
  const measures: Measure[] = [
    { name: `${tableName}_count`, title: `Number of ${table.many}`, kind: 'count', sql: 'count(*)' },
  ];
  for (const [column, { title, measures: own = [], synonyms = [], says = [], format }] of Object.entries(
    table.columns,
  )) {
    for (const kind of own) {
      const [short, long] = prefixes[kind];
      const worded = (words: readonly string[]) => words.map((word) => `${long.toLowerCase()} ${word}`);
      measures.push({
        name: `${short}_${column}`,
        title: `${long} ${inSentence(title)}`,
        synonyms: kind === 'sum' ? [...synonyms] : worded(synonyms),
        says: kind === 'sum' ? [...says] : worded(says),
        kind,
        column,
        ...(format === undefined ? {} : { format }),
        sql: `${kind}(t.${column})`,
      });
    }
  }
  for (const [name, metric] of Object.entries(table.metrics ?? {})) {
    const find = (wanted: string): Measure => {
      const measure = measures.find((candidate) => candidate.name === wanted);
      if (measure === undefined)
        throw new Error(`${tableName}.${name} divides ${wanted}, which is no measure.`);
      return measure;
    };
    const sql =
      'where' in metric
        ? `count(*) FILTER (WHERE ${metric.where.replaceAll('{}', 't')})`
        : `1.0 * ${find(metric.over[0]).sql} / nullif(${find(metric.over[1]).sql}, 0)`;
    measures.push({ ...metric, name, kind: 'where' in metric ? 'where' : 'over', metric, sql });
  }
  return measures;
}

/** A title as it is written within a sentence: `GDP per head` stays, `Order date` becomes `order date`. */
export function inSentence(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** The tables that a table's rows belong to, directly or through others, each with the columns that lead there. */
export function parentsOf(
  domain: Domain,
  table: string,
): readonly { readonly table: string; readonly path: readonly string[] }[] {
  const own = Object.entries(domain.tables[table]?.columns ?? {});
  return own.flatMap(([column, { to }]) =>
    to === undefined
      ? []
      : [
          { table: to, path: [column] },
          ...parentsOf(domain, to).map((parent) => ({ ...parent, path: [column, ...parent.path] })),
        ],
  );
}

export function keyOf(table: Table): string {
  const found = Object.entries(table.columns).find(([, { key: isKey }]) => isKey === true);
  if (found === undefined) throw new Error(`${table.title} has no key.`);
  return found[0];
}
