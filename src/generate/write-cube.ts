import { stringify } from 'yaml';
import { isNumberType, isTimeType } from '../contract/columns.ts';
import { singular } from '../english.ts';
import type { CatalogueColumn, CatalogueTable } from './catalogue.ts';
import type { FoundJoins } from './joins.ts';
import type { TableKeys } from './keys.ts';

export interface CubeToWrite {
  readonly table: CatalogueTable;
  readonly name: string;
  readonly key: TableKeys | undefined;
  readonly found: FoundJoins;
  /** The names of cubes by table. */
  readonly names: ReadonlyMap<CatalogueTable, string>;
  readonly quoteName: (name: string) => string;
  /** Whether tables are named with their schema. */
  readonly withSchema: boolean;
}

/** The group that a generated policy lets see everything. */
export const generatedGroup = 'analysts';

/** Numbers that are not added up: a sum of them means nothing. */
const notAdded =
  /(^|_)(rate|ratio|percent|percentage|pct|price|score|rating|grade|stars|age|avg|average|level|rank|latitude|longitude|lat|lng|lon|temperature|unit_price|list_price|discount_rate|weight_limit|max|min|limit|factor)(_|$)/i;

/** Numbers that name something. */
const naming =
  /(^|_)(id|key|code|no|number|nr|year|month|week|day|quarter|zip|postcode|postal|phone|version|position|sort|order|sequence|line|floor|hour|minute)$/i;

/** What an order, a sale or an invoice comes to, which people call revenue. */
const takings = /^((order|line|grand|net)_)?(total|amount)(_(amount|price|value))?$/i;
const sold = /(^|_)(orders?|sales?|invoices?|order_(lines?|items?)|purchases?)$/i;

/** Currencies that are in wide use, without those whose code is also a word or a unit (`all`, `try`, `sek`). */
const currencies = new Set(
  (
    'aed aud brl cad chf clp cny czk dkk egp eur gbp hkd huf idr ils inr jpy krw kzt mxn myr ngn nok nzd pkr pln rsd rub ' +
    'sgd thb twd uah usd vnd zar'
  ).split(' '),
);

/** Short for units and the like, which people write in lower case. */
const lowerCase = new Set(['hrs', 'kwh', 'lbs', 'mph', 'mwh', 'pcs', 'pct', 'pts', 'wks', 'yrs']);

/** Columns by which rows are often restricted. */
const tenantColumn = /^(tenant|account|organi[sz]ation|org|company|region|country)(_?(id|code|key|name))?$/i;

/** `built year` and `builtYear` as `built_year`. */
function plainName({ name }: { readonly name: string }): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])|[^\p{L}\p{N}]+/gu, '_');
}

/** One file of a model: a cube over a table. */
export function writeCube(cube: CubeToWrite): string {
  const { table, name, key, found } = cube;
  const lines: string[] = [
    '# yaml-language-server: $schema=../.schemas/model.json',
    'cubes:',
    `  - name: ${name}`,
    `    sql_table: ${text(tableName(cube))}`,
    `    title: ${text(capitalised(wordsOf(table.name)))}`,
  ];
  if (table.comment !== undefined) lines.push(`    description: ${text(oneLine(table.comment))}`);
  if (key === undefined) {
    lines.push(
      '    # No key is known: give one with primary_key, or measures cannot be joined to other tables without counting rows twice.',
    );
  }
  const used = new Set<string>();
  lines.push(...joinLines(cube));
  const others = table.columns.filter(({ type }) => type === 'Json').map((column) => column.name);
  lines.push('    dimensions:');
  const joined = new Set(found.joins.flatMap(({ columns }) => columns));
  for (const column of table.columns) {
    if (column.type !== 'Json') lines.push(...dimensionLines(cube, column, joined.has(column.name), used));
  }
  if (others.length > 0)
    lines.push(`      # Left out, since they hold no single values: ${others.join(', ')}.`);
  lines.push('    measures:', ...measureLines(cube, joined, used), ...policyLines(cube));
  return `${lines.join('\n')}\n`;
}

function joinLines({ found, names, quoteName }: CubeToWrite): readonly string[] {
  const notes = found.notes.map((note) => `    # Not joined: ${note}`);
  if (found.joins.length === 0) return notes;
  const joins = found.joins.flatMap(({ target, columns, targetColumns, relationship, evidence }) => {
    const other = names.get(target) ?? target.name;
    const condition = columns.map(
      (column, index) =>
        `{CUBE}.${written(column, quoteName)} = {${other}}.${written(targetColumns[index] ?? '', quoteName)}`,
    );
    return [
      `      # ${evidence}`,
      `      - name: ${other}`,
      `        relationship: ${relationship}`,
      `        sql: ${text(condition.join(' AND '))}`,
    ];
  });
  return [...notes, '    joins:', ...joins];
}

function dimensionLines(
  { table, key, quoteName }: CubeToWrite,
  column: CatalogueColumn,
  isJoined: boolean,
  used: Set<string>,
): readonly string[] {
  const name = memberName(column.name, used);
  const isKey = key?.primaryKey.includes(column.name) === true;
  const lines = [
    `      - name: ${name}`,
    `        title: ${text(capitalised(columnWords(column, table)))}`,
    ...(column.comment === undefined ? [] : [`        description: ${text(oneLine(column.comment))}`]),
    `        sql: ${text(`{CUBE}.${written(column.name, quoteName)}`)}`,
    `        type: ${typeOf(column)}`,
  ];
  if (isKey) lines.push(`        primary_key: true   # ${key.evidence}`);
  if (isNumberType(column.type) && (isKey || naming.test(plainName(column))))
    lines.push('        format: id');
  lines.push(...currencyLines(column));
  // Numbers of other tables' rows mean little to people; what they stand for is a join away.
  if (isJoined && !isKey) lines.push('        public: false');
  return lines;
}

function measureLines(
  { table, key, quoteName }: CubeToWrite,
  joined: ReadonlySet<string>,
  used: Set<string>,
): readonly string[] {
  const things = wordsOf(table.name);
  const lines = [
    `      - name: ${memberName(`${singular(table.name)}_count`, used)}`,
    `        title: ${text(capitalised(things))}`,
    `        description: ${text(`Number of ${things}`)}`,
    '        type: count',
    `        meta: { synonyms: [${text(`number of ${things}`)}] }`,
  ];
  for (const column of table.columns) {
    if (!isNumberType(column.type) || joined.has(column.name) || naming.test(plainName(column))) continue;
    if (key?.primaryKey.includes(column.name) === true) continue;
    const words = columnWords(column, table);
    const aggregates = notAdded.test(plainName(column)) ? (['avg'] as const) : (['sum', 'avg'] as const);
    for (const type of aggregates) {
      const prefix = type === 'sum' ? 'total' : 'average';
      // A sum of totals is called as they are.
      const isTotal = type === 'sum' && /^total(_|$)/i.test(plainName(column));
      lines.push(
        `      - name: ${memberName(`${isTotal ? 'sum' : prefix}_${column.name}`, used)}`,
        `        title: ${text(capitalised(isTotal ? words : `${prefix} ${words}`))}`,
        ...(column.comment === undefined
          ? []
          : [
              `        description: ${text(`${prefix === 'total' ? 'Sum' : 'Average'}. ${oneLine(column.comment)}`)}`,
            ]),
        `        sql: ${text(`{CUBE}.${written(column.name, quoteName)}`)}`,
        `        type: ${type}`,
        ...currencyLines(column),
      );
      if (
        type === 'sum' &&
        takings.test(plainName({ name: withoutCurrency(column) })) &&
        sold.test(plainName(table))
      )
        lines.push('        meta: { synonyms: [revenue, sales, turnover] }   # by name');
    }
  }
  return lines;
}

function policyLines({ table }: CubeToWrite): readonly string[] {
  const column = table.columns.find(({ name }) => tenantColumn.test(name))?.name;
  const example = column === undefined ? 'COLUMN' : safeName(column);
  return [
    '    # Fill in who may see which rows. As it stands, only this group sees any.',
    '    access_policy:',
    `      - group: ${generatedGroup}`,
    '        row_level: { allow_all: true }',
    '      # - group: "*"',
    '      #   row_level:',
    '      #     filters:',
    `      #       - { member: ${example}, operator: equals, values: ["{ userAttributes.${example} }"] }`,
  ];
}

function typeOf({ type }: CatalogueColumn): string {
  if (isNumberType(type)) return 'number';
  if (isTimeType(type)) return 'time';
  return type === 'Boolean' ? 'boolean' : 'string';
}

function tableName({ table, quoteName, withSchema }: CubeToWrite): string {
  const parts = withSchema ? [table.schema, table.name] : [table.name];
  return parts.map((part) => written(part, quoteName)).join('.');
}

/** A name as SQL needs it: plain ones stay as they are. */
function written(name: string, quoteName: (name: string) => string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : quoteName(name);
}

/** A name that a model may use. */
export function safeName(name: string): string {
  const plain = name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase()
    .slice(0, 55);
  return /^[a-z]/.test(plain) && !/^(cube|table)$/.test(plain) ? plain : `n_${plain}`;
}

function memberName(name: string, used: Set<string>): string {
  const safe = safeName(name);
  let free = safe;
  for (let number = 2; used.has(free); number += 1) free = `${safe}_${number}`;
  used.add(free);
  return free;
}

function currencyLines(column: CatalogueColumn): readonly string[] {
  const currency = currencyOf(column);
  return currency === undefined ? [] : ['        format: currency', `        currency: ${currency}`];
}

/** `USD` for numbers that are called `amount_usd` or `Amount (USD)`. */
function currencyOf(column: CatalogueColumn): string | undefined {
  const code = /_([a-z]{3})_?$/i.exec(plainName(column))?.[1]?.toLowerCase();
  if (code === undefined || !currencies.has(code) || !isNumberType(column.type)) return undefined;
  return code.toUpperCase();
}

/** `amount` for numbers that are called `amount_usd`; the names of other columns as they are. */
function withoutCurrency(column: CatalogueColumn): string {
  if (currencyOf(column) === undefined) return column.name;
  return column.name.replace(/[^\p{L}\p{N}]*[a-z]{3}[^\p{L}\p{N}]*$/iu, '');
}

/** What a column is called: without its currency, unless another column is called so. */
function columnWords(column: CatalogueColumn, table: CatalogueTable): string {
  const words = wordsOf(withoutCurrency(column));
  const currency = currencyOf(column);
  const isShared = table.columns.some(
    (other) => other !== column && wordsOf(withoutCurrency(other)) === words,
  );
  return currency !== undefined && isShared ? `${words} ${currency}` : words;
}

/** `ordered_at` as `ordered at`, `mrr_total` as `MRR total`. */
function wordsOf(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .split(/[\s_.-]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const lower = word.toLowerCase();
      const isAbbreviation = /^[b-df-hj-np-tv-xz]{3,}$/.test(lower) && !lowerCase.has(lower);
      return isAbbreviation || /^[A-Z]{2,}$/.test(word) ? word.toUpperCase() : lower;
    })
    .join(' ');
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function oneLine(comment: string): string {
  return comment.replace(/\s+/g, ' ').trim().slice(0, 1_000);
}

/** A text as YAML. */
function text(value: string): string {
  return stringify(value, {
    lineWidth: 0,
    defaultStringType: /[,[\]{}#]/.test(value) ? 'QUOTE_DOUBLE' : 'PLAIN',
  }).trim();
}
