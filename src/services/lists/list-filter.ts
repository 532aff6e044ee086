import { Prisma } from '../../db/generated/client.ts';

/** Whether any of these columns of `t` contains a text, case-insensitively; `%`, `_` and `\` are literal. */
export function containAny(columns: readonly string[], text: string): Prisma.Sql {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const each = columns.map((column) => Prisma.sql`${Prisma.raw(`t."${column}"`)} ILIKE ${pattern}`);
  return Prisma.sql`(${Prisma.join(each, ' OR ')})`;
}

/** The condition for a value of a filter; none if it is not given. */
export function ifGiven<Value>(
  value: Value | null | undefined,
  condition: (value: Value) => Prisma.Sql,
): readonly Prisma.Sql[] {
  return value == null ? [] : [condition(value)];
}

/** The conditions for a range of times that includes `from` and excludes `before`. */
export function whereBetween(
  column: Prisma.Sql,
  from: Date | null | undefined,
  before: Date | null | undefined,
): readonly Prisma.Sql[] {
  return [
    ...ifGiven(from, (time) => Prisma.sql`${column} >= ${time.toISOString()}::timestamptz`),
    ...ifGiven(before, (time) => Prisma.sql`${column} < ${time.toISOString()}::timestamptz`),
  ];
}
