import { Prisma } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { changeAudited } from '../audit/audit-part.ts';
import { isWithin, outOfReach } from '../binding.ts';
import type { ApiKeyCaller, Caller } from '../caller.ts';
import { requireTenantAdmin } from '../catalogue/list-embed-tenants.ts';
import type { ChatContext } from '../chat/chat-context.ts';
import { retryRaces } from '../race.ts';
import { endUsersParts, uncountUsers } from '../users/end-users.ts';
import { sweepExpiredUsers } from './sweep-expired-users.ts';

/** How long the erasure of a tenant's users is waited for; what is left by then is the sweeper's. */
const eraseMs = 5_000;

/** How long a tenant with very many users may take to end. */
const endMs = 10 * 60 * 1_000;

export interface DeletedEmbedTenant {
  readonly id: number;
  /** How many users it had, ephemeral ones included. */
  readonly users: number;
}

/**
 * Deletes an embed tenant with its users, groups, attributes and sessions (contract §11). One transaction ends all of its
 * users, deletes the tenant and leaves the audit event: from then on none of them can be named or seen in it, no session of
 * the tenant works, and the name is free. What the users left is erased in batches, here for some seconds and from then on,
 * also after a crash, by the sweep of any process.
 * @throws AppError as `requireTenantAdmin`; `NOT_FOUND`; `FORBIDDEN` when a bound key names one that has been elsewhere
 */
export async function deleteEmbedTenant(
  context: ChatContext,
  caller: Caller | null,
  name: string,
): Promise<DeletedEmbedTenant> {
  const admin = requireTenantAdmin(caller);
  const end = (prisma: Prisma.TransactionClient) => endTenant({ ...context, prisma }, admin, name);
  const deleted = await retryRaces(() => context.prisma.$transaction(end, { timeout: endMs }));
  await sweepExpiredUsers(context, AbortSignal.timeout(eraseMs)).catch((error: unknown) => {
    context.logger.warn(
      { err: error },
      'users of a deleted tenant are not erased yet: the next sweep does it',
    );
  });
  return deleted;
}

async function endTenant(
  context: Pick<ChatContext, 'now' | 'newId'> & { readonly prisma: Prisma.TransactionClient },
  admin: ApiKeyCaller,
  name: string,
): Promise<DeletedEmbedTenant> {
  const { prisma } = context;
  // Locked first: whoever brings a user or a session to it comes before, and is seen below, or finds it gone.
  const [tenant] = await prisma.$queryRaw<{ id: number; isOurs: boolean }[]>`
    SELECT id, ${isWithin(admin, Prisma.sql`deployments`)} AS "isOurs" FROM "EmbedTenant"
    WHERE "accountId" = ${admin.account.id} AND name = ${name} FOR UPDATE`;
  if (tenant === undefined) throw new AppError('NOT_FOUND', `Embed tenant "${name}" not found.`);
  if (!tenant.isOurs) throw outOfReach(admin, `The embed tenant "${name}" has been in other deployments`);
  const { id } = tenant;
  const parts = endUsersParts(admin.account.id, Prisma.sql`"embedTenantId" = ${id}`);
  const [ended] = await prisma.$queryRaw<{ users: number; counted: number }[]>`
    WITH ${Prisma.join([...parts], ', ')}
    SELECT count(*)::int AS users, (count(*) FILTER (WHERE counted))::int AS counted FROM changed`;
  const { users, counted } = ended ?? { users: 0, counted: 0 };
  await changeAudited(
    context,
    admin,
    { action: 'embedTenant.delete', subject: 'embedTenant', details: { users } },
    Prisma.sql`DELETE FROM "EmbedTenant" WHERE id = ${id} RETURNING id`,
  );
  // The account's row comes last: every new user of the account waits for whoever holds it.
  await prisma.$executeRaw`${uncountUsers(admin.account.id, Prisma.sql`${counted}::int`)}`;
  return { id, users };
}
