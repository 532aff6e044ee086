import { isUuid } from '../../contract/parse-input.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import type { AppError } from '../../errors.ts';
import { notFound } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { type BatchContext, type Id, type List, type ReadContext, selectRows } from './list.ts';

/** Reads the rows `t` that the caller may see and that meet a condition. @throws AppError as `list.visible` */
export function findRows<Row extends object>(
  { prisma, now }: ReadContext,
  caller: Caller | null,
  list: List<Row, string>,
  condition: Prisma.Sql,
): Promise<Row[]> {
  return sql<Row>(prisma)`
    ${selectRows(list)} WHERE ${list.visible(caller, now())} AND ${condition}`;
}

/** Reads the row with this id. @throws AppError `NOT_FOUND` unless the caller may see it; as `list.visible` */
export async function findRow<Row extends object>(
  context: ReadContext,
  caller: Caller | null,
  list: List<Row, string>,
  id: Id,
): Promise<Row> {
  const isId = list.id === 'int' || isUuid(String(id));
  const condition = isId ? Prisma.sql`t.id = ${id}::${Prisma.raw(list.id)}` : Prisma.sql`false`;
  const [row] = await findRows(context, caller, list, condition);
  if (row === undefined) throw rowNotFound(list, id);
  return row;
}

/** Reads the row with this id, batched; undefined unless the caller may see it. @throws AppError as `list.visible` */
export function loadRow<Row extends { readonly id: Id }>(
  context: BatchContext,
  caller: Caller | null,
  list: List<Row, string>,
  id: Id,
): Promise<Row | undefined> {
  return context.loaders.load(list, 'visible', id, async (ids) => {
    const rows = await findRows(context, caller, list, isOneOf(list, ids));
    return new Map(rows.map((row) => [row.id, row]));
  });
}

/**
 * Reads the row that another row refers to, batched. Callers who may see a row may see what it refers to, such as the
 * retired deployment of a session.
 * @throws AppError `NOT_FOUND` if it has been deleted
 */
export async function loadReferred<Row extends { readonly id: Id }>(
  { prisma, loaders }: Omit<BatchContext, 'now'>,
  list: List<Row, string>,
  id: Id,
): Promise<Row> {
  const row = await loaders.load(list, 'referred', id, async (ids) => {
    const rows = await sql<Row>(prisma)`
      ${selectRows(list)} WHERE ${isOneOf(list, ids)}`;
    return new Map(rows.map((each) => [each.id, each]));
  });
  if (row === undefined) throw rowNotFound(list, id);
  return row;
}

function rowNotFound({ id: type, label }: Pick<List<object>, 'id' | 'label'>, id: Id): AppError {
  return notFound(type === 'int' ? `${label} ${id}` : label);
}

function isOneOf({ id: type }: Pick<List<object>, 'id'>, ids: readonly Id[]): Prisma.Sql {
  return Prisma.sql`t.id = ANY(${[...ids]}::${Prisma.raw(type)}[])`;
}
