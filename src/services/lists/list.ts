import { createHash } from 'node:crypto';
import { isStorable } from '../../contract/fields.ts';
import { isUuid } from '../../contract/parse-input.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import type { AppError } from '../../errors.ts';
import { validationFailed } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import type { Loaders } from './loaders.ts';

export type Id = number | string;

/** The rows of one table: who may see them, and how lists are sorted. The columns are the fields of `Row`. */
export interface List<Row extends object, Field extends string = never> {
  readonly table: Prisma.ModelName;
  readonly columns: Readonly<Record<keyof Row & string, string>>;
  /** What error messages call a row. */
  readonly label: string;
  /** The type of the rows' `id`. */
  readonly id: 'int' | 'uuid';
  /** The column that lists are sorted by unless the caller chooses otherwise. @default 'id' */
  readonly key?: 'id' | 'sort';
  /**
   * What callers can sort by: the key, or a column of this name and type, which is never null. Rows with equal values
   * are sorted by the key.
   */
  readonly fields?: Readonly<Record<Field, SortType>>;
  /** The default order. Nested lists are always sorted by the key. @default by the key, ascending */
  readonly order?: SortOrder<Field>;
  /**
   * The condition that the caller may see a row `t`. Lists and look-ups read no other rows.
   * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`
   */
  readonly visible: (caller: Caller | null, now: Date) => Prisma.Sql;
  /**
   * Whether the rows of a parent must be found through the index on the parent. It keeps the query planner from indexes
   * on the columns that `visible` compares, such as the account, which do not have the rows in the order of the list.
   * @default false
   */
  readonly parentFirst?: boolean;
}

type SortType = 'key' | 'text' | 'timestamptz';

interface SortOrder<Field extends string> {
  readonly field: Field;
  /** @default 'asc' */
  readonly direction?: 'asc' | 'desc' | undefined;
}

/** Relay's arguments of a connection. Exactly one direction: `first` with `after`, or `last` with `before`. */
export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** Relay's arguments of a connection that can be filtered and sorted. */
export interface ListArgs<Filter, Field extends string> extends PageArgs {
  readonly filter?: Filter | null | undefined;
  readonly orderBy?: SortOrder<Field> | null | undefined;
}

export interface Page<Row> {
  readonly edges: { readonly cursor: string; readonly node: Row }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export const defaultPageSize = 20;
export const maxPageSize = 100;

export type ReadContext = Pick<ServiceContext, 'prisma' | 'now'>;
export type BatchContext = ReadContext & { readonly loaders: Loaders };

/**
 * Reads one page of the rows that the caller may see. One statement reads it from an index, so a later page costs as
 * much as the first, and rows added or deleted between two pages neither repeat nor hide others.
 * @param filter the conditions on `t` that `args.filter` means
 * @throws AppError `VALIDATION_FAILED` for a size outside of 1..100 or a cursor of another list, filter or order; as
 *   `list.visible`
 */
export async function readList<Row extends object, Field extends string>(
  { prisma, now }: ReadContext,
  caller: Caller | null,
  list: List<Row, Field>,
  args: ListArgs<object, Field>,
  filter: readonly Prisma.Sql[] = [],
): Promise<Page<Row>> {
  const visible = list.visible(caller, now());
  const { order, from, to, direction, take, toPage } = planPage(list, args);
  const place = Prisma.sql`(${Prisma.join(order)})`;
  const bounds = [
    ...(from === undefined ? [] : [Prisma.sql`${place} > (${from})`]),
    ...(to === undefined ? [] : [Prisma.sql`${place} < (${to})`]),
  ];
  const rows = await sql<Row>(prisma)`
    ${selectRows(list)} WHERE ${Prisma.join([visible, ...filter, ...bounds], ' AND ')}
    ORDER BY ${sorted(order, direction)} LIMIT ${take}`;
  return toPage(rows);
}

/** The object that the rows of a nested list belong to. */
interface Parent {
  readonly id: Id;
  /** The column that refers to it. There must be an index on it and the key. */
  readonly column: string;
  /** The table with that column, if it is not the rows' own, and its column that refers to the rows. */
  readonly through?: { readonly table: Prisma.ModelName; readonly column: string };
}

/**
 * Reads one page of the rows that belong to a parent, like `readList`, sorted by their key. One statement reads the
 * pages of all parents that a request reads with the same arguments in the same turn of the event loop.
 */
export async function readChildren<Row extends object>(
  { prisma, now, loaders }: BatchContext,
  caller: Caller | null,
  list: List<Row, string>,
  { id, column, through }: Parent,
  { first, after, last, before }: PageArgs,
): Promise<Page<Row>> {
  const args = { first, after, last, before };
  const { from, to, direction, take, toPage } = planPage(list, args);
  const parent = columnOf(through === undefined ? 't' : 'm', column);
  const key = through === undefined ? keyOf(list) : columnOf('m', through.column);
  const joined = through && Prisma.sql`JOIN ${Prisma.raw(`"${through.table}"`)} m ON ${key} = t.id`;
  // A range of the index on both columns. With an equality on the parent, the order would be that of the key alone, and
  // the planner might read a whole-table index in that order, because it assumes that all parents have equally many
  // rows.
  const bounds = Prisma.sql`
    ${from === undefined ? Prisma.sql`${parent} >= p.id` : Prisma.sql`(${parent}, ${key}) > (p.id, ${from})`} AND
    ${to === undefined ? Prisma.sql`${parent} <= p.id` : Prisma.sql`(${parent}, ${key}) < (p.id, ${to})`}`;
  const rows = await loaders.load(list, JSON.stringify([column, through, args]), id, async (ids) => {
    const found = await sql<Row & { readonly parentId: Id }>(prisma)`
      SELECT p.id AS "parentId", c.*
      FROM unnest(${ids}::${Prisma.raw(typeof id === 'number' ? 'int' : 'uuid')}[]) AS p(id)
      CROSS JOIN LATERAL (
        ${selectRows(list)} ${joined ?? Prisma.empty}
        WHERE (${list.visible(caller, now())}) ${list.parentFirst ? Prisma.sql`IS TRUE` : Prisma.empty} AND ${bounds}
        ORDER BY ${sorted([parent, key], direction)} LIMIT ${take}) AS c
      ORDER BY ${sorted([columnOf('c', list.key ?? 'id')], direction)}`;
    return Map.groupBy(found, ({ parentId }) => parentId);
  });
  return toPage(rows ?? []);
}

type Names = Pick<List<object>, 'table' | 'columns' | 'key' | 'id'>;

/**
 * `SELECT … FROM` the rows `t` of a list. Columns are named, so that prepared statements survive a migration that adds
 * one.
 */
export function selectRows({ table, columns }: Names): Prisma.Sql {
  const names = Object.keys(columns).map((name) => `t."${name}"`);
  return Prisma.raw(`SELECT ${names.join(', ')} FROM "${table}" t`);
}

function keyOf({ key = 'id' }: Names): Prisma.Sql {
  return columnOf('t', key);
}

function columnOf(table: 't' | 'm' | 'c', name: string): Prisma.Sql {
  return Prisma.raw(`${table}."${name}"`);
}

function sorted(columns: readonly Prisma.Sql[], direction: 'asc' | 'desc'): Prisma.Sql {
  return Prisma.join(columns.map((column) => Prisma.sql`${column} ${Prisma.raw(direction)}`));
}

/** What to read for a page, and how to make a page of the rows. */
interface PagePlan<Row> {
  /** The columns that the list is sorted by. */
  readonly order: readonly Prisma.Sql[];
  /** The positions before the first row and after the last, as values of these columns. */
  readonly from: Prisma.Sql | undefined;
  readonly to: Prisma.Sql | undefined;
  readonly direction: 'asc' | 'desc';
  /** One more than the size of the page. */
  readonly take: number;
  toPage(rows: readonly Row[]): Page<Row>;
}

/** @throws AppError `VALIDATION_FAILED` as `readList` */
export function planPage<Row extends object, Field extends string>(
  list: List<Row, Field>,
  args: ListArgs<object, Field>,
): PagePlan<Row> {
  const backwards = args.last != null || (args.before != null && args.first == null);
  if (backwards && (args.first != null || args.after != null)) {
    throw invalid('last', 'Use either first and after, or last and before');
  }
  const size = pageSize(backwards ? 'last' : 'first', backwards ? args.last : args.first);
  const field = (args.orderBy ?? list.order)?.field;
  const type = field === undefined ? 'key' : (list.fields?.[field] ?? 'key');
  const descending = (args.orderBy ?? list.order)?.direction === 'desc';
  const cursors = cursorsOf(list, type, field ?? '', viewOf(list, args));
  const after = cursors.read('after', args.after);
  const before = cursors.read('before', args.before);
  const column = Prisma.raw(`t."${field}"${type === 'text' ? ' COLLATE "C"' : ''}`);
  return {
    order: type === 'key' ? [keyOf(list)] : [column, keyOf(list)],
    from: descending ? before : after,
    to: descending ? after : before,
    direction: descending === backwards ? 'asc' : 'desc',
    take: size + 1,
    toPage(rows) {
      const more = rows.length > size;
      const nodes = backwards ? rows.slice(0, size).reverse() : rows.slice(0, size);
      const edges = nodes.map((node) => ({ cursor: cursors.write(node), node }));
      return {
        edges,
        pageInfo: {
          hasNextPage: backwards ? before !== undefined : more,
          hasPreviousPage: backwards ? more : after !== undefined,
          startCursor: edges.at(0)?.cursor ?? null,
          endCursor: edges.at(-1)?.cursor ?? null,
        },
      };
    },
  };
}

function pageSize(name: string, size: number | null | undefined): number {
  if (size == null) return defaultPageSize;
  if (Number.isInteger(size) && size >= 1 && size <= maxPageSize) return size;
  throw invalid(name, `must be an integer from 1 to ${maxPageSize}`);
}

/** Identifies the filter and order that a cursor belongs to; `key` for the whole list in its own order. */
function viewOf<Field extends string>(
  { order: own }: Pick<List<object, Field>, 'order'>,
  { filter, orderBy }: ListArgs<object, Field>,
): string {
  const filters = Object.entries(filter ?? {})
    .filter(([, value]) => value != null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const { field, direction = 'asc' } = orderBy ?? own ?? {};
  if (filters.length === 0 && field === own?.field && direction === (own?.direction ?? 'asc')) return 'key';
  const text = JSON.stringify([filters, field, direction]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** A cursor is `<view>:<key>`, followed by `:<value>` if the list is sorted by a column, in base64url. */
function cursorsOf(list: Names, type: SortType, field: string, view: string) {
  const { key = 'id' } = list;
  const keyType = key === 'id' ? list.id : 'int';
  const encode = (...parts: readonly string[]) => Buffer.from(parts.join(':')).toString('base64url');
  return {
    write(row: object): string {
      const { [key]: id, [field]: value } = row as Readonly<Record<string, unknown>>;
      const position = [view, String(id)];
      if (type !== 'key') position.push(value instanceof Date ? value.toISOString() : String(value));
      return encode(...position);
    },
    /** The position, as values of the columns that the list is sorted by. */
    read(name: string, cursor: string | null | undefined): Prisma.Sql | undefined {
      if (cursor == null) return undefined;
      const text = Buffer.from(cursor, 'base64url').toString();
      const [, of, id = '', value] = /^(\w+):([\w-]+)(?::(.*))?$/s.exec(text) ?? [];
      if (of !== view || !isKey(keyType, id) || !isValue(type, value) || encode(text) !== cursor) {
        throw invalid(
          name,
          'is not a cursor of this list; use an endCursor or startCursor that it returned with the same filter and orderBy',
        );
      }
      const position = Prisma.sql`${keyType === 'int' ? Number(id) : id}::${Prisma.raw(keyType)}`;
      return type === 'key' ? position : Prisma.sql`${value}::${Prisma.raw(type)}, ${position}`;
    },
  };
}

function isKey(type: 'int' | 'uuid', text: string): boolean {
  return type === 'uuid'
    ? isUuid(text)
    : /^\d{1,10}$/.test(text) && String(Number(text)) === text && Number(text) <= 2_147_483_647;
}

function isValue(type: SortType, value: string | undefined): boolean {
  if (type === 'key' || value === undefined) return type === 'key' && value === undefined;
  return type === 'text' ? isStorable(value) : isTimestamp(value);
}

function isTimestamp(text: string): boolean {
  return (
    /^[1-9]\d{3}-/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text
  );
}

function invalid(path: string, message: string): AppError {
  return validationFailed([{ path, message }]);
}
