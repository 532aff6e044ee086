import type pg from 'pg';
import type { Prisma, PrismaClient } from './generated/client.ts';

/** A client, or the one inside an interactive transaction. */
export type Queryable = Pick<PrismaClient, '$queryRaw'>;

type Run = (text: string, values: unknown[]) => Promise<unknown[]>;

const direct = new WeakMap<object, Run>();

/**
 * Runs a statement that is raw SQL anyway on `pg` itself: the same connections, statements and rows as with Prisma's
 * `$queryRaw`, at a third of the processor time. It is for the few statements that every request runs. Inside an
 * interactive transaction it is `$queryRaw`.
 *
 * Rows hold what `pg` makes of them: cast `int8` and `numeric`, which come as text.
 * @throws the error of `pg` (`code` is the SQLSTATE), or Prisma's inside a transaction
 */
export async function queryRaw<Row>(db: Queryable, sql: Prisma.Sql): Promise<Row[]> {
  const run = direct.get(db);
  if (run === undefined) return db.$queryRaw<Row[]>(sql);
  return (await run(sql.text, sql.values)) as Row[];
}

/** Lets `queryRaw` run the statements of `prisma` on its pool. */
export function runDirectly(
  prisma: PrismaClient,
  pool: pg.Pool,
  nameOf: (statement: { sql: string }) => string,
  onStatement: ((sql: string) => void) | undefined,
): void {
  direct.set(prisma, async (text, values) => {
    onStatement?.(text);
    const { rows } = await pool.query<Record<string, unknown>>({ name: nameOf({ sql: text }), text, values });
    return rows;
  });
}
