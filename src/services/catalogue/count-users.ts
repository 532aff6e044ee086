import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { isSeenBy } from '../binding.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import type { Loaders } from '../lists/loaders.ts';

/**
 * Counts the members of a group that the caller may see, batched.
 * @throws AppError `FORBIDDEN`
 */
export async function countUsers(
  { prisma, loaders }: Pick<ServiceContext, 'prisma'> & { readonly loaders: Loaders },
  caller: Caller | null,
  groupId: number,
): Promise<number> {
  const admin = requireAdmin(caller);
  const isSeen =
    admin.deployments.length === 0
      ? Prisma.sql`true`
      : Prisma.sql`EXISTS (SELECT FROM "User" t WHERE t.id = m."userId" AND ${isSeenBy(admin)})`;
  const count = await loaders.load(countUsers, '', groupId, async (ids) => {
    const rows = await sql<{ id: number; users: number }>(prisma)`
      SELECT g.id, (SELECT count(*)::int FROM "GroupMembership" m WHERE m."groupId" = g.id AND ${isSeen}) AS users
      FROM "Group" g WHERE g."accountId" = ${admin.account.id} AND g.id = ANY(${ids}::int[])`;
    return new Map(rows.map((row) => [row.id, row.users]));
  });
  return count ?? 0;
}
