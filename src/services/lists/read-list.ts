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
import { type Page, type PagePlan, planPage } from './plan-page.ts';

/** A page, and what the whole list can be asked. */
export interface ListedPage<Row> extends Page<Row> {
  /** Counts the rows of the whole list, with its filter, up to 10,000. */
  readonly count: () => Promise<number>;
}

/** Rows of a list are counted up to this number, so that counting costs little in any list. */
const maxCounted = 10_000;

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
        SELECT count(*)::int AS count FROM (SELECT FROM ${tableOf(list)} t WHERE ${rows} LIMIT ${maxCounted}) AS counted`;
      return counted?.count ?? 0;
    },
  };
}

/** How the rows of a nested list belong to a parent. */
interface Parent {
  /** The column that refers to it. There must be an index on it and the columns that the list is sorted by. */
  readonly column: string;
  /**
   * The table with that column, if it is not the rows' own, and its column that refers to the rows. The list is then
   * sorted by that column.
   */
  readonly through?: { readonly table: Prisma.ModelName; readonly column: string } | undefined;
}

interface ParentRow extends Parent {
  readonly id: Id;
}

/**
 * Reads one page of the rows that belong to a parent, like `readList`, in the list's own order. One statement reads the
 * pages of all parents that a request reads with the same arguments in the same turn of the event loop.
 */
export async function readChildren<Row extends object>(
  { prisma, now, loaders }: BatchContext,
  caller: Caller | null,
  list: List<Row, string>,
  { id, column, through }: ParentRow,
  { first, after, last, before, filter }: Omit<ListArgs<string>, 'orderBy'>,
): Promise<ListedPage<Row>> {
  const args = { first, after, last, before, filter };
  const plan = planPage(list, args);
  // Written once for a batch, and not for each parent.
  const children = () => childrenOf(list, { column, through }, plan, conditions(list, args, caller, now()));
  const variant = JSON.stringify([column, through, filter]);
  const idType = Prisma.raw(typeof id === 'number' ? 'int' : 'uuid');
  const found = await loaders.load(list, JSON.stringify([variant, args]), id, async (ids) => {
    const { table, columns, rows } = children();
    const pages = await sql<Row & { readonly parentId: Id }>(prisma)`
      SELECT p.id AS "parentId", c.* FROM unnest(${ids}::${idType}[]) AS p(id)
      CROSS JOIN LATERAL (
        ${selectRows(list, table)} WHERE ${rows} AND ${boundsOfPage(columns, plan)}
        ORDER BY ${sorted(columns, plan.direction)} LIMIT ${plan.take}) AS c
      ORDER BY ${sorted(
        plan.order.map((name) => columnOf('c', name)),
        plan.direction,
      )}`;
    return Map.groupBy(pages, ({ parentId }) => parentId);
  });
  return {
    ...plan.toPage(found ?? []),
    async count() {
      const count = await loaders.load(list, `count ${variant}`, id, async (ids) => {
        const { table, columns, rows } = children();
        const counts = await sql<{ readonly parentId: Id; readonly count: number }>(prisma)`
          SELECT p.id AS "parentId", c.count FROM unnest(${ids}::${idType}[]) AS p(id)
          CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM (
            SELECT FROM ${table} WHERE ${rows} AND ${columns[0]} = p.id LIMIT ${maxCounted}) AS counted) AS c`;
        return new Map(counts.map((row) => [row.parentId, row.count]));
      });
      return count ?? 0;
    },
  };
}

/** Where the rows of parents are, what they meet, and the columns that they are sorted by, of which the first names the parent. */
function childrenOf<Row extends object>(
  list: List<Row, string>,
  { column, through }: Parent,
  { order }: PagePlan<Row>,
  [visible = Prisma.empty, ...matching]: readonly Prisma.Sql[],
) {
  const key = order.at(-1) ?? '';
  const columns: [Prisma.Sql, ...Prisma.Sql[]] = [
    columnOf(through === undefined ? 't' : 'm', `"${column}"`),
    ...order.slice(0, -1).map((name) => columnOf('t', name)),
    through === undefined ? columnOf('t', key) : columnOf('m', `"${through.column}"`),
  ];
  const seen = Prisma.sql`(${visible}) ${list.parentFirst ? Prisma.sql`IS TRUE` : Prisma.empty}`;
  const table =
    through === undefined
      ? Prisma.sql`${tableOf(list)} t`
      : Prisma.sql`${tableOf(list)} t JOIN ${tableOf(through)} m ON ${columnOf('m', `"${through.column}"`)} = t.id`;
  return { table, columns, rows: Prisma.join([seen, ...matching], ' AND ') };
}

/**
 * A range of the index on the parent `p` and the order. With an equality on the parent, the order would be that of the
 * rest alone, and the planner might read a whole-table index in that order, because it assumes that all parents have
 * equally many rows.
 */
function boundsOfPage(
  columns: readonly [Prisma.Sql, ...Prisma.Sql[]],
  { from, to }: Pick<PagePlan<object>, 'from' | 'to'>,
): Prisma.Sql {
  const place = Prisma.sql`(${Prisma.join(columns)})`;
  return Prisma.sql`
    ${from === undefined ? Prisma.sql`${columns[0]} >= p.id` : Prisma.sql`${place} > (p.id, ${from})`} AND
    ${to === undefined ? Prisma.sql`${columns[0]} <= p.id` : Prisma.sql`${place} < (p.id, ${to})`}`;
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
