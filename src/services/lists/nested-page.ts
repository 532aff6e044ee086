import { Prisma, type PrismaClient } from '../../db/generated/client.ts';
import { queryRaw } from '../../db/query-raw.ts';
import type { Caller } from '../caller.ts';
import {
  type KeyKind,
  type KeyOf,
  type KeysetRange,
  keyCursors,
  type Page,
  type PageArgs,
  type PagePlan,
  planPage,
} from './page.ts';

/** A list that each object of another list has, such as the groups of each user. */
export interface NestedList<
  Kind extends KeyKind,
  Id extends number | string,
  Row extends { readonly id: Id },
> {
  /** Tells lists apart. */
  readonly name: string;
  /** Of the key that the list is sorted by. */
  readonly kind: Kind;
  readonly newestFirst: boolean;
  /** Type of the parents' ids in the database. */
  readonly parents: 'int' | 'uuid';
  /** The key's column. */
  readonly key: Prisma.Sql;
  /**
   * The column of the parent, where an index holds it and then the key; `rows` then leaves it out, and compares what other
   * indexes begin with by IS NOT DISTINCT FROM, which keeps the planner from them: it takes parents to be alike, and would
   * rather sort all children of one. Absent where `rows` says which children are the parent's.
   */
  readonly parentColumn?: Prisma.Sql;
  /** `FROM … WHERE …` of the children `t` of the parent `p.id`, bounded by what the caller may see. */
  readonly rows: Prisma.Sql;
  /** The children of these ids, in any order. Absent for rows that are the columns of `t` and nothing else. */
  readonly load?: (ids: Id[]) => Promise<Row[]>;
  readonly keyOf: (row: Row) => KeyOf<Kind>;
}

interface Batch {
  readonly parents: Set<number | string>;
  readonly children: Promise<ReadonlyMap<number | string, readonly unknown[]>>;
}

/** What is being collected, by the request's caller. */
const collecting = new WeakMap<Caller, Map<string, Batch>>();

/**
 * A page of a nested list (contract §6). All pages of the same list, with the same arguments, that a request asks for in
 * one turn of the event loop are read in two statements, however many parents there are: one finds the keys of each
 * page over an index, one loads the rows; or in one, where there is nothing to `load`.
 * @param query what the rows are loaded with; lists that load other things are read on their own. @default {}
 * @throws AppError `VALIDATION_FAILED` as `readPage`
 */
export async function readNestedPage<
  Kind extends KeyKind,
  Id extends number | string,
  Row extends { readonly id: Id },
>(
  prisma: PrismaClient,
  caller: Caller,
  list: NestedList<Kind, Id, Row>,
  parent: number | string,
  { first, after, last, before }: PageArgs,
  query: object = {},
): Promise<Page<Row>> {
  const plan = planPage(keyCursors(list.kind), { first, after, last, before }, list.newestFirst);
  const batches = collecting.get(caller) ?? new Map<string, Batch>();
  collecting.set(caller, batches);
  const name = JSON.stringify([list.name, first, after, last, before, query]);
  let batch = batches.get(name);
  if (batch === undefined) {
    const parents = new Set<number | string>();
    const collected = new Promise<void>((resolve) => setImmediate(resolve));
    const children = collected.then(() => {
      batches.delete(name);
      return readChildren(prisma, list, plan, parents);
    });
    batch = { parents, children };
    batches.set(name, batch);
  }
  batch.parents.add(parent);
  const rows = (await batch.children).get(parent) ?? [];
  return plan.toPage(rows as Row[], list.keyOf);
}

async function readChildren<
  Kind extends KeyKind,
  Id extends number | string,
  Row extends { readonly id: Id },
>(
  prisma: PrismaClient,
  list: NestedList<Kind, Id, Row>,
  { range }: PagePlan<KeyOf<Kind>>,
  parents: ReadonlySet<number | string>,
): Promise<ReadonlyMap<number | string, readonly Row[]>> {
  const { direction, take } = range;
  const towards = Prisma.raw(direction);
  const columns = Prisma.raw(list.load === undefined ? 't.*' : 't.id');
  const order =
    list.parentColumn === undefined
      ? Prisma.sql`${list.key} ${towards}`
      : Prisma.sql`${list.parentColumn} ${towards}, ${list.key} ${towards}`;
  const found = await queryRaw<Row & { parentId: number | string }>(
    prisma,
    Prisma.sql`
    SELECT p.id AS "parentId", c.*
    FROM unnest(${[...parents]}${Prisma.raw(`::${list.parents}[]`)}) AS p(id)
    CROSS JOIN LATERAL (
      SELECT ${columns}, ${list.key} AS "pageKey" ${list.rows} ${boundsOf(list, range)}
      ORDER BY ${order} LIMIT ${take}
    ) AS c
    ORDER BY c."pageKey" ${towards}`,
  );
  const rows = found.length === 0 ? [] : await list.load?.([...new Set(found.map(({ id }) => id))]);
  const loaded = rows && new Map(rows.map((row) => [row.id, row]));
  const children = new Map<number | string, Row[]>();
  for (const each of found) {
    const row = loaded === undefined ? each : loaded.get(each.id);
    // Gone between the two statements.
    if (row === undefined) continue;
    const siblings = children.get(each.parentId);
    if (siblings === undefined) children.set(each.parentId, [row]);
    else siblings.push(row);
  }
  return children;
}

/**
 * Which children of `p.id` a page may hold, as conditions that begin with AND. Where the parent's column is known they are the two
 * ends of one range of its index: an order by both is what no other index has, and only rows that are compared as a whole bound the
 * key together with the parent.
 */
function boundsOf(
  {
    kind,
    key,
    parentColumn: parent,
  }: Pick<NestedList<KeyKind, never, never>, 'kind' | 'key' | 'parentColumn'>,
  { gt, lt }: KeysetRange<number | string>,
): Prisma.Sql {
  const cast = Prisma.raw(kind);
  const from = gt === undefined ? undefined : Prisma.sql`${gt}::${cast}`;
  const to = lt === undefined ? undefined : Prisma.sql`${lt}::${cast}`;
  if (parent === undefined) {
    return Prisma.sql`${from ? Prisma.sql`AND ${key} > ${from}` : Prisma.empty}
      ${to ? Prisma.sql`AND ${key} < ${to}` : Prisma.empty}`;
  }
  return Prisma.sql`AND ${from ? Prisma.sql`(${parent}, ${key}) > (p.id, ${from})` : Prisma.sql`${parent} >= p.id`}
    AND ${to ? Prisma.sql`(${parent}, ${key}) < (p.id, ${to})` : Prisma.sql`${parent} <= p.id`}`;
}
