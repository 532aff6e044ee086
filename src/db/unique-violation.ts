import pg from 'pg';
import { z } from 'zod';

/** The part of Prisma's error that its PostgreSQL adapter sets, for model operations and in transactions. */
const uniqueViolation = z.object({
  meta: z.object({
    driverAdapterError: z.object({
      cause: z.object({
        kind: z.literal('UniqueConstraintViolation'),
        constraint: z.object({ index: z.string() }),
      }),
    }),
  }),
});

/**
 * The name of the unique index that was violated, such as `Account_name_key`; undefined for any other error. The names
 * are in prisma/migrations.
 */
export function violatedUniqueIndex(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code === '23505' ? error.constraint : undefined;
  const { data } = uniqueViolation.safeParse(error);
  return data?.meta.driverAdapterError.cause.constraint.index;
}
