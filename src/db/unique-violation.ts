import { z } from 'zod';

/** The part of Prisma's error that its PostgreSQL adapter fills in, for model operations (P2002) and raw SQL (P2010). */
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
 * The name of the unique index that `error` says was violated, such as `Account_name_key`; undefined when it is any
 * other error. Names of indexes stand in prisma/migrations.
 */
export function violatedUniqueIndex(error: unknown): string | undefined {
  const { data } = uniqueViolation.safeParse(error);
  return data?.meta.driverAdapterError.cause.constraint.index;
}
