import type { PrismaClient } from '../../db/generated/client.ts';
import { type ApiKeyCaller, type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';

interface Batch {
  readonly groupIds: Set<number>;
  readonly counts: Promise<ReadonlyMap<number, number>>;
}

/** What is being collected, by the request's caller. */
const batches = new WeakMap<Caller, Batch>();

/**
 * How many users are members of a group of the caller's account. All groups that a request asks for in one turn of the
 * event loop are counted in one statement, over the index of their memberships.
 * @throws AppError `FORBIDDEN`
 */
export async function countUsers(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  groupId: number,
): Promise<number> {
  const admin = requireAdmin(caller);
  let batch = batches.get(admin);
  if (batch === undefined) {
    const groupIds = new Set<number>();
    const collected = new Promise<void>((resolve) => setImmediate(resolve));
    batch = { groupIds, counts: collected.then(() => countAll(prisma, admin, groupIds)) };
    batches.set(admin, batch);
  }
  batch.groupIds.add(groupId);
  return (await batch.counts).get(groupId) ?? 0;
}

async function countAll(
  prisma: PrismaClient,
  admin: ApiKeyCaller,
  groupIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  batches.delete(admin);
  const rows = await prisma.$queryRaw<{ id: number; users: number }[]>`
    SELECT g.id, (SELECT count(*)::int FROM "GroupMembership" m WHERE m."groupId" = g.id) AS users
    FROM "Group" g WHERE g."accountId" = ${admin.account.id} AND g.id = ANY(${[...groupIds]}::int[])`;
  return new Map(rows.map((row) => [row.id, row.users]));
}
