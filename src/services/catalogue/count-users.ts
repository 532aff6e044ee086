import { Prisma } from '../../db/generated/client.ts';
import { isSeenBy } from '../binding.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { Batches } from '../lists/batch.ts';

const counts = new Batches<number, number>();

/**
 * How many users are members of a group of the caller's account, of those that the caller sees. All groups that a request asks for in one turn of the
 * event loop are counted in one statement, over the index of their memberships.
 * @throws AppError `FORBIDDEN`
 */
export async function countUsers(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  groupId: number,
): Promise<number> {
  const admin = requireAdmin(caller);
  const isSeen =
    admin.deployments.length === 0
      ? Prisma.sql`true`
      : Prisma.sql`EXISTS (SELECT FROM "User" t WHERE t.id = m."userId" AND ${isSeenBy(admin)})`;
  const count = await counts.load(admin, '', groupId, async (ids) => {
    const rows = await prisma.$queryRaw<{ id: number; users: number }[]>`
      SELECT g.id, (SELECT count(*)::int FROM "GroupMembership" m WHERE m."groupId" = g.id AND ${isSeen}) AS users
      FROM "Group" g WHERE g."accountId" = ${admin.account.id} AND g.id = ANY(${ids}::int[])`;
    return new Map(rows.map((row) => [row.id, row.users]));
  });
  return count ?? 0;
}
