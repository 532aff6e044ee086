import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import type { Caller } from '../caller.ts';
import {
  type BatchContext,
  type Id,
  type List,
  type ListArgs,
  type ReadContext,
  selectRows,
} from './list.ts';
import { type Page, planPage } from './plan-page.ts';

/** A page, and what the whole list can be asked. */
export interface ListedPage<Row> extends Page<Row> {
  /** Counts the rows of the whole list, with its filter. It reads all of them. */
  readonly count: () => Promise<number>;
}

/**
 * Reads one page of the rows that the caller may see. One statement reads it from an index, so a later page costs as
 * much as the first, and rows added or deleted between two pages neither repeat nor hide others.
 * @param scope further conditions on `t`, such as what the list belongs to
 * @throws AppError `VALIDATION_FAILED` for a size outside of 1..100 or a cursor of another list, filter or order; as
 *   `list.visible` and `list.matching`
 */
export async function readList<Row extends object, Field extends string>(
  { prisma, now }: ReadContext,
  caller: Caller | null,
  list: List<Row, Field>,
  args: ListArgs<Field>,
  scope: readonly Prisma.Sql[] = [],
): Promise<ListedPage<Row>> {
  const { order, from, to, direction, take, toPage } = planPage(list, args);
  const columns = order.map((column) => columnOf('t', column));
  const place = Prisma.sql`(${Prisma.join(columns)})`;
  const rows = Prisma.join([...scope, ...conditions(list, args, caller, now())], ' AND ');
  const bounds = Prisma.join(
    [
      rows,
      ...(from === undefined ? [] : [Prisma.sql`${place} > (${from})`]),
      ...(to === undefined ? [] : [Prisma.sql`${place} < (${to})`]),
    ],
    ' AND ',
  );
  const found = await sql<Row>(prisma)`
    ${selectRows(list)} WHERE ${bounds} ORDER BY ${sorted(columns, direction)} LIMIT ${take}`;
  return {
    ...toPage(found),
    async count() {
      const [counted] = await sql<{ count: number }>(prisma)`
        SELECT count(*)::int AS count FROM ${tableOf(list)} t WHERE ${rows}`;
      return counted?.count ?? 0;
    },
  };
}

/** The object that the rows of a nested list belong to. */
interface Parent {
  readonly id: Id;
  /** The column that refers to it. There must be an index on it and the columns that the list is sorted by. */
  readonly column: string;
  /**
   * The table with that column, if it is not the rows' own, and its column that refers to the rows. The list is then
   * sorted by that column.
   */
  readonly through?: { readonly table: Prisma.ModelName; readonly column: string };
}

/**
 * Reads one page of the rows that belong to a parent, like `readList`, in the list's own order. One statement reads the
 * pages of all parents that a request reads with the same arguments in the same turn of the event loop.
 */
export async function readChildren<Row extends object>(
  { prisma, now, loaders }: BatchContext,
  caller: Caller | null,
  list: List<Row, string>,
  { id, column, through }: Parent,
  { first, after, last, before, filter }: Omit<ListArgs<string>, 'orderBy'>,
): Promise<ListedPage<Row>> {
  const args = { first, after, last, before, filter };
  const { order, from, to, direction, take, toPage } = planPage(list, args);
  const key = order.at(-1) ?? '';
  const columns = [
    columnOf(through === undefined ? 't' : 'm', `"${column}"`),
    ...order.slice(0, -1).map((name) => columnOf('t', name)),
    through === undefined ? columnOf('t', key) : columnOf('m', `"${through.column}"`),
  ];
  const [parent = Prisma.empty] = columns;
  const place = Prisma.sql`(${Prisma.join(columns)})`;
  const [visible = Prisma.empty, ...matching] = conditions(list, args, caller, now());
  const rows = Prisma.join(
    [Prisma.sql`(${visible}) ${list.parentFirst ? Prisma.sql`IS TRUE` : Prisma.empty}`, ...matching],
    ' AND ',
  );
  const table =
    through === undefined
      ? Prisma.sql`${tableOf(list)} t`
      : Prisma.sql`${tableOf(list)} t JOIN ${tableOf(through)} m ON ${columnOf('m', `"${through.column}"`)} = t.id`;
  const idType = Prisma.raw(typeof id === 'number' ? 'int' : 'uuid');
  // A range of the index on the parent and the order. With an equality on the parent, the order would be that of the
  // rest alone, and the planner might read a whole-table index in that order, because it assumes that all parents have
  // equally many rows.
  const bounds = Prisma.sql`
    ${from === undefined ? Prisma.sql`${parent} >= p.id` : Prisma.sql`${place} > (p.id, ${from})`} AND
    ${to === undefined ? Prisma.sql`${parent} <= p.id` : Prisma.sql`${place} < (p.id, ${to})`}`;
  const variant = JSON.stringify([column, through, filter]);
  const found = await loaders.load(list, JSON.stringify([variant, args]), id, async (ids) => {
    const pages = await sql<Row & { readonly parentId: Id }>(prisma)`
      SELECT p.id AS "parentId", c.* FROM unnest(${ids}::${idType}[]) AS p(id)
      CROSS JOIN LATERAL (
        ${selectRows(list, table)} WHERE ${rows} AND ${bounds}
        ORDER BY ${sorted(columns, direction)} LIMIT ${take}) AS c
      ORDER BY ${sorted(
        order.map((name) => columnOf('c', name)),
        direction,
      )}`;
    return Map.groupBy(pages, ({ parentId }) => parentId);
  });
  return {
    ...toPage(found ?? []),
    async count() {
      const count = await loaders.load(list, `count ${variant}`, id, async (ids) => {
        const counts = await sql<{ readonly parentId: Id; readonly count: number }>(prisma)`
          SELECT ${parent} AS "parentId", count(*)::int AS count FROM ${table}
          WHERE ${rows} AND ${parent} = ANY(${ids}::${idType}[]) GROUP BY ${parent}`;
        return new Map(counts.map((row) => [row.parentId, row.count]));
      });
      return count ?? 0;
    },
  };
}

/** What the rows of a list meet: first that the caller may see them, then what the filter says. */
function conditions<Row extends object>(
  list: List<Row, string>,
  { filter }: Pick<ListArgs<string>, 'filter'>,
  caller: Caller | null,
  now: Date,
): readonly Prisma.Sql[] {
  const matching = filter == null ? [] : (list.matching?.(filter, caller, now) ?? []);
  return [list.visible(caller, now), ...matching];
}

function tableOf({ table }: { readonly table: Prisma.ModelName }): Prisma.Sql {
  return Prisma.raw(`"${table}"`);
}

function columnOf(table: 't' | 'm' | 'c', column: string): Prisma.Sql {
  return Prisma.raw(`${table}.${column}`);
}

function sorted(columns: readonly Prisma.Sql[], direction: 'asc' | 'desc'): Prisma.Sql {
  return Prisma.join(columns.map((column) => Prisma.sql`${column} ${Prisma.raw(direction)}`));
}
