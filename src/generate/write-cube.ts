import { stringify } from 'yaml';
import { isNumberType, isTimeType } from '../contract/columns.ts';
import { singular } from '../english.ts';
import { quoteIdentifier } from '../quoting.ts';
import type { CatalogueColumn, CatalogueTable } from './catalogue.ts';
import {
  capitalised,
  columnTitle,
  columnUnit,
  currencyOf,
  plainName,
  withoutUnit,
  wordsOf,
} from './column-words.ts';
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
  /(^|_)(rate|ratio|per|percent|percentage|pct|price|unit_cost|lead_time|score|rating|satisfaction|csat|nps|grade|stars|age|avg|average|level|rank|latitude|longitude|lat|lng|lon|temperature|unit_price|list_price|discount_rate|weight_limit|max|min|limit|factor)(_|$)/i;

/** Numbers that name something. */
const naming =
  /(^|_)(id|key|code|no|number|nr|year|month|week|day|quarter|zip|postcode|postal|phone|version|position|sort|order|sequence|line|floor|hour|minute|by)$/i;

/** What an order, a sale or an invoice comes to, which people call revenue. */
const takings = /^((order|line|grand|net)_)?(total|amount)(_(amount|price|value))?$/i;
const sold = /(^|_)(orders?|sales?|invoices?|(order|invoice|sales)_(lines?|items?|details?)|purchases?)$/i;

/** What the rows of a table are no plural of: `usage_monthly`, `staff`. */
const uncountable =
  /(^|_)(hourly|daily|weekly|monthly|quarterly|yearly|annually|usage|inventory|stock|history|data|info|information|staff|personnel|weather|traffic|equipment|feedback|payroll|attendance)$/i;

/** What has to be multiplied to know it, where no column says it. */
const counted = /^(quantity|qty|units)(_(sold|ordered))?$/i;
const priced = /^((unit|item|sale|sales|selling)_)?price$/i;

/** Columns by which rows are often restricted. */
const tenantColumn = /^(tenant|account|organi[sz]ation|org|company|region|country)(_?(id|code|key|name))?$/i;

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
  lines.push(
    '    measures:',
    ...measureLines(cube, joined, used),
    ...revenueLines(cube),
    ...policyLines(cube),
  );
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
    `        title: ${text(capitalised(columnTitle(column, table)))}`,
    ...descriptionLines(column, table),
    `        sql: ${text((column.asText ?? '?').replace('?', () => `{CUBE}.${written(column.name, quoteName)}`))}`,
    `        type: ${typeOf(column)}`,
  ];
  if (isKey) lines.push(`        primary_key: true   # ${key.evidence}`);
  if (isNumberType(column.type) && (isKey || naming.test(plainName(column.name))))
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
  const isUncountable = uncountable.test(plainName(table.name));
  const things = wordsOf(table.name) + (isUncountable ? ' rows' : '');
  const revenue = revenueColumn(table);
  const lines = [
    `      - name: ${memberName(`${singular(table.name)}_count`, used)}`,
    `        title: ${text(capitalised(things))}`,
    `        description: ${text(`Number of ${things}`)}`,
    '        type: count',
    `        meta: { synonyms: [${text(`number of ${things}`)}] }`,
  ];
  for (const column of table.columns) {
    if (!isNumberType(column.type) || joined.has(column.name) || naming.test(plainName(column.name)))
      continue;
    if (key?.primaryKey.includes(column.name) === true) continue;
    const words = columnTitle(column, table);
    const aggregates = notAdded.test(addedName(column, table))
      ? (['avg'] as const)
      : (['sum', 'avg'] as const);
    for (const type of aggregates) {
      const prefix = type === 'sum' ? 'total' : 'average';
      // A sum of totals is called as they are.
      const isTotal = type === 'sum' && /^total(_|$)/i.test(plainName(column.name));
      lines.push(
        `      - name: ${memberName(`${isTotal ? 'sum' : prefix}_${column.name}`, used)}`,
        `        title: ${text(capitalised(isTotal ? words : `${prefix} ${words}`))}`,
        ...descriptionLines(column, table, prefix === 'total' ? 'Sum. ' : 'Average. '),
        `        sql: ${text(`{CUBE}.${written(column.name, quoteName)}`)}`,
        `        type: ${type}`,
        ...currencyLines(column),
      );
      if (type === 'sum' && column === revenue)
        lines.push('        meta: { synonyms: [revenue, sales, turnover] }   # by name');
    }
  }
  return lines;
}

/** The one column whose sum is called revenue: of several, what is left without taxes, or else the first. */
function revenueColumn(table: CatalogueTable): CatalogueColumn | undefined {
  if (!sold.test(plainName(table.name))) return undefined;
  const columns = table.columns.filter(
    (it) => isNumberType(it.type) && takings.test(plainName(withoutUnit(it, table))),
  );
  return columns.find(({ name }) => /^net_/i.test(plainName(name))) ?? columns[0];
}

/** A measure for a person to judge: whether the price is that of one, and before which discounts, no name says. */
function revenueLines({ table, quoteName }: CubeToWrite): readonly string[] {
  const named = (pattern: RegExp) =>
    table.columns.find((it) => isNumberType(it.type) && pattern.test(plainName(withoutUnit(it, table))));
  const [quantity, price] = [named(counted), named(priced)];
  if (quantity === undefined || price === undefined || named(takings) !== undefined) return [];
  if (!sold.test(plainName(table.name))) return [];
  const factors = [quantity, price].map(({ name }) => `{CUBE}.${written(name, quoteName)}`);
  const discounts = table.columns.filter(({ name }) => /discount/i.test(name)).map(({ name }) => name);
  return [
    `      # If ${price.name} is the price of one, this is revenue${discounts.length > 0 ? ` before ${discounts.join(', ')}` : ''}:`,
    '      # - name: revenue',
    '      #   title: Revenue',
    `      #   sql: ${text(factors.join(' * '))}`,
    '      #   type: sum',
  ];
}

/** What is looked at to tell whether a sum means something: `duration` of `duration_min`, which is not the least one. */
function addedName(column: CatalogueColumn, table: CatalogueTable): string {
  const unit = columnUnit(column, table);
  return unit?.isTime === true ? unit.rest : plainName(column.name);
}

function descriptionLines(column: CatalogueColumn, table: CatalogueTable, before = ''): readonly string[] {
  const unit = columnUnit(column, table);
  const said =
    column.comment === undefined ? unit && `In ${unit.words}.` : `${before}${oneLine(column.comment)}`;
  return said === undefined ? [] : [`        description: ${text(said)}`];
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

/** As models write names of tables, whatever the source's SQL quotes them with. */
function tableName({ table, withSchema }: CubeToWrite): string {
  const parts = withSchema ? [table.schema, table.name] : [table.name];
  return parts.map((part) => written(part, quoteIdentifier)).join('.');
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
