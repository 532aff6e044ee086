import type pg from 'pg';
import { Prisma, type PrismaClient } from './generated/client.ts';

/** A client, or the one inside an interactive transaction. */
export type Queryable = Pick<PrismaClient, '$queryRaw'>;

type Run = (text: string, values: unknown[]) => Promise<unknown[]>;

const direct = new WeakMap<object, Run>();

/**
 * Runs a statement and returns its rows: ``await sql<{ id: number }>(prisma)`SELECT id FROM "User"` ``. Values become
 * parameters; fragments of `Prisma.sql` become part of the statement.
 *
 * The statement runs on `pg` itself, over the connections that Prisma uses, at a third of the processor time of
 * `$queryRaw`. Inside an interactive transaction it is `$queryRaw`, which alone has that connection. The two read `int8` and
 * `numeric` differently, so cast these.
 * @throws the error of `pg` (`code` is the SQLSTATE), or Prisma's inside a transaction
 */
export function sql<Row = unknown>(
  db: Queryable,
): (text: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]> {
  return async (text, ...values) => {
    const statement = Prisma.sql(text, ...values);
    const run = direct.get(db) ?? (() => db.$queryRaw<unknown[]>(statement));
    return (await run(statement.text, statement.values)) as Row[];
  };
}

/** Lets `sql` run the statements of `prisma` on its pool. */
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
