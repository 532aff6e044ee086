import { z } from 'zod';
import { Prisma } from '../../db/generated/client.ts';
import { caps, isStorable, unstorableMessage } from '../input.ts';

/** Text that a filter looks for. */
export function soughtText() {
  return z
    .string()
    .max(caps.nameChars, `must have at most ${caps.nameChars} characters`)
    .refine(isStorable, unstorableMessage)
    .nullish();
}

/** A time that a filter compares with: of the years that have four digits. */
export function comparedTime() {
  return z.date().min(new Date('1000-01-01T00:00:00.000Z'), 'must be in the year 1000 or later').nullish();
}

/** Whether a column contains a text, in whatever case; `%`, `_` and `\` stand for themselves. */
export function contains(column: Prisma.Sql, text: string): Prisma.Sql {
  return Prisma.sql`${column} ILIKE ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** Conditions of a filter's entries, for those that are given. */
export function whereGiven<Value>(
  value: Value | null | undefined,
  condition: (value: Value) => Prisma.Sql,
): readonly Prisma.Sql[] {
  return value == null ? [] : [condition(value)];
}

/** Conditions of a time range: `from` is in it, `before` is not. */
export function whereBetween(
  column: Prisma.Sql,
  from: Date | null | undefined,
  before: Date | null | undefined,
): readonly Prisma.Sql[] {
  return [
    ...whereGiven(from, (time) => Prisma.sql`${column} >= ${time.toISOString()}::timestamptz`),
    ...whereGiven(before, (time) => Prisma.sql`${column} < ${time.toISOString()}::timestamptz`),
  ];
}
