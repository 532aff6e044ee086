import { Prisma, type PrismaClient } from '../db/generated/client.ts';
import { queryRaw } from '../db/query-raw.ts';
import type { Caller } from './caller.ts';
import {
  type KeyKind,
  type KeyOf,
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
   * The column of the parent, where an index holds it and then the key, and one parent may have far more children than
   * others; `rows` then leaves it out. Absent means that `rows` says which children are the parent's.
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
  const { gt, lt, direction, take } = range;
  const cast = Prisma.raw(list.kind === 'int' ? '::int' : '::uuid');
  // A range, since for an equality the planner expects as many children as parents have on average, and would rather
  // sort all of them than walk the index.
  const ofParent =
    list.parentColumn === undefined
      ? Prisma.empty
      : Prisma.sql`AND ${list.parentColumn} BETWEEN p.id AND p.id`;
  const byParent =
    list.parentColumn === undefined
      ? Prisma.empty
      : Prisma.sql`${list.parentColumn} ${Prisma.raw(direction)},`;
  const columns = Prisma.raw(list.load === undefined ? 't.*' : 't.id');
  const found = await queryRaw<Row & { parentId: number | string }>(
    prisma,
    Prisma.sql`
    SELECT p.id AS "parentId", c.*
    FROM unnest(${[...parents]}${Prisma.raw(`::${list.parents}[]`)}) AS p(id)
    CROSS JOIN LATERAL (
      SELECT ${columns}, ${list.key} AS "pageKey" ${list.rows} ${ofParent}
        ${gt === undefined ? Prisma.empty : Prisma.sql`AND ${list.key} > ${gt}${cast}`}
        ${lt === undefined ? Prisma.empty : Prisma.sql`AND ${list.key} < ${lt}${cast}`}
      ORDER BY ${byParent} ${list.key} ${Prisma.raw(direction)} LIMIT ${take}
    ) AS c
    ORDER BY c."pageKey" ${Prisma.raw(direction)}`,
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
