import { createHash } from 'node:crypto';
import { Prisma, type PrismaClient } from '../../db/generated/client.ts';
import { queryRaw } from '../../db/query-raw.ts';
import { isStorable } from '../input.ts';
import {
  type CursorCodec,
  type KeyKind,
  type KeyOf,
  type Page,
  type PageArgs,
  planPage,
  readKey,
  type SortDirection,
} from './page.ts';

/** How a list is to be sorted. */
export interface SortOrder<Field extends string> {
  readonly field: Field;
  readonly direction: SortDirection;
}

/** Relay's arguments of a connection that can be filtered and sorted. */
export interface ListArgs<Filter, Field extends string> extends PageArgs {
  readonly filter?: Filter | null | undefined;
  readonly orderBy?: SortOrder<Field> | null | undefined;
}

/** What a list can be sorted by: its key, or a column that is never null and then the key, since its values repeat. */
export type SortField = 'key' | { readonly column: Prisma.Sql; readonly type: 'text' | 'timestamptz' };

/** A list that can be filtered and sorted. */
export interface FilteredList<
  Kind extends KeyKind,
  Field extends string,
  Row extends { readonly id: KeyOf<Kind> },
> {
  /** Of the key, `t.id`. */
  readonly kind: Kind;
  readonly fields: Readonly<Record<Field, SortField>>;
  /** Unless the arguments say otherwise. */
  readonly order: SortOrder<Field>;
  /** The table of the rows, `t`. */
  readonly from: Prisma.Sql;
  /** Conditions on `t`: what the caller may see and the filter lets pass. */
  readonly where: readonly Prisma.Sql[];
  /** The rows of these ids, in any order. Absent for rows that are the columns of `t` and nothing else. */
  readonly load?: (ids: KeyOf<Kind>[]) => Promise<Row[]>;
}

interface Position<Key> {
  readonly id: Key;
  /** Of the column that is sorted by; times in ISO 8601. */
  readonly value: string | undefined;
}

/**
 * A page of a list that is filtered and sorted (contract §6), in two statements: one finds the keys over an index, one
 * loads the rows; or in one, where there is nothing to `load`. As with `readPage`, a deep page costs what the first does.
 * @throws AppError `VALIDATION_FAILED` as `readPage`, also for a cursor of another filter or order
 */
export async function readFilteredPage<
  Kind extends KeyKind,
  Field extends string,
  Row extends { readonly id: KeyOf<Kind> },
>(
  prisma: PrismaClient,
  list: FilteredList<Kind, Field, Row>,
  args: ListArgs<object, Field>,
): Promise<Page<Row>> {
  const order = args.orderBy ?? list.order;
  const by: SortField = list.fields[order.field];
  const cursors = positionCursors(list.kind, by, viewName(args.filter, order, list.order));
  const { range, toPage } = planPage(cursors, args, order.direction === 'desc');
  const bounds = [
    ...(range.gt === undefined ? [] : [Prisma.sql`${place(by)} > ${placeOf(list.kind, by, range.gt)}`]),
    ...(range.lt === undefined ? [] : [Prisma.sql`${place(by)} < ${placeOf(list.kind, by, range.lt)}`]),
  ];
  const value = by === 'key' ? Prisma.sql`NULL` : by.column;
  const towards = Prisma.raw(range.direction);
  const columns = Prisma.raw(list.load === undefined ? 't.*' : 't.id');
  const found = await queryRaw<Row & { orderValue: string | Date | null }>(
    prisma,
    Prisma.sql`SELECT ${columns}, ${value} AS "orderValue" FROM ${list.from}
      WHERE ${Prisma.join([...list.where, ...bounds], ' AND ')}
      ORDER BY ${by === 'key' ? Prisma.empty : Prisma.sql`${by.column} ${towards},`} t.id ${towards}
      LIMIT ${range.take}`,
  );
  const page = toPage(found, ({ id, orderValue }) => ({
    id,
    value: orderValue instanceof Date ? orderValue.toISOString() : (orderValue ?? undefined),
  }));
  if (list.load === undefined) return page;
  if (page.edges.length === 0) return { ...page, edges: [] };
  const rows = await list.load(page.edges.map(({ node }) => node.id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    ...page,
    edges: page.edges.flatMap(({ cursor, node: { id } }) => {
      const node = byId.get(id);
      // Gone between the two statements.
      return node === undefined ? [] : [{ cursor, node }];
    }),
  };
}

/** Where a row stands in the order. */
function place(by: SortField): Prisma.Sql {
  return by === 'key' ? Prisma.sql`t.id` : Prisma.sql`(${by.column}, t.id)`;
}

function placeOf<Kind extends KeyKind>(
  kind: Kind,
  by: SortField,
  position: Position<KeyOf<Kind>>,
): Prisma.Sql {
  const id = Prisma.sql`${position.id}::${Prisma.raw(kind)}`;
  return by === 'key' ? id : Prisma.sql`(${position.value}::${Prisma.raw(by.type)}, ${id})`;
}

/** Tells the filter and order that a cursor belongs to from others; `key` for the whole list in its own order. */
function viewName(
  filter: object | null | undefined,
  order: SortOrder<string>,
  ownOrder: SortOrder<string>,
): string {
  const filters = Object.entries(filter ?? {})
    .filter(([, value]) => value != null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const isOwnOrder = order.field === ownOrder.field && order.direction === ownOrder.direction;
  if (filters.length === 0 && isOwnOrder) return 'key';
  const text = JSON.stringify([filters, order.field, order.direction]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** `<view>:<key>`, and `:<value>` where the list is sorted by one. */
function positionCursors<Kind extends KeyKind>(
  kind: Kind,
  by: SortField,
  view: string,
): CursorCodec<Position<KeyOf<Kind>>> {
  return {
    write: ({ id, value }) => [view, id, ...(value === undefined ? [] : [value])].join(':'),
    read(text) {
      const [, of, key = '', value] = /^(\w+):([\w-]+)(?::(.*))?$/s.exec(text) ?? [];
      const id = readKey(kind, key);
      if (of !== view || id === undefined || !isValue(by, value)) return undefined;
      return { id, value };
    },
  };
}

function isValue(by: SortField, value: string | undefined): boolean {
  if (by === 'key' || value === undefined) return by === 'key' && value === undefined;
  return by.type === 'text' ? isStorable(value) : isTimestamp(value);
}

function isTimestamp(text: string): boolean {
  return (
    /^[1-9]\d{3}-/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text
  );
}
