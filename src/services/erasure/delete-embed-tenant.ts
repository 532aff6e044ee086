import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../errors.ts';
import { changeAudited } from '../audit/audit-part.ts';
import { isWithin, outOfReach } from '../binding.ts';
import type { ApiKeyCaller, Caller } from '../caller.ts';
import { requireTenantAdmin } from '../catalogue/list-embed-tenants.ts';
import type { ChatContext } from '../chat/chat-context.ts';
import { retryRaces } from '../race.ts';
import { endUsersParts, uncountUsers } from '../users/end-users.ts';
import { sweepExpiredUsers } from './sweep-expired-users.ts';

/** How long to wait for the erasure of the tenant's users; after that, it is left to the sweep. */
const eraseMs = 5_000;

/** Time limit of the transaction, enough for a tenant with very many users. */
const endMs = 10 * 60 * 1_000;

export interface DeletedEmbedTenant {
  readonly id: number;
  /** How many users it had, ephemeral ones included. */
  readonly users: number;
}

/**
 * Deletes an embed tenant with its users, groups, attributes and sessions. One transaction ends the users' lives,
 * deletes the tenant and stores the audit event: from then on its users can neither be named nor seen, its sessions do
 * not work, and the name is free. The data of the users is then erased in batches, for some seconds here and then, also
 * after a crash, by the sweep of any process.
 * @throws AppError as `requireTenantAdmin`; `NOT_FOUND`; `FORBIDDEN` if a bound key names a tenant that was used
 *   elsewhere
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
      'users of a deleted tenant could not be erased: the next sweep will try again',
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
  // Locked first: a request that adds a user or a session either commits before and is seen below, or finds no tenant.
  const [tenant] = await sql<{ id: number; isOurs: boolean }>(prisma)`
    SELECT id, ${isWithin(admin, Prisma.sql`deployments`)} AS "isOurs" FROM "EmbedTenant"
    WHERE "accountId" = ${admin.account.id} AND name = ${name} FOR UPDATE`;
  if (tenant === undefined) throw notFound(`Embed tenant "${name}"`);
  if (!tenant.isOurs)
    throw outOfReach(admin, `The embed tenant "${name}" has been used in other deployments`);
  const { id } = tenant;
  const parts = endUsersParts(admin.account.id, Prisma.sql`"embedTenantId" = ${id}`);
  const [ended] = await sql<{ users: number; counted: number }>(prisma)`
    WITH ${Prisma.join([...parts], ', ')}
    SELECT count(*)::int AS users, (count(*) FILTER (WHERE counted))::int AS counted FROM changed`;
  const { users, counted } = ended ?? { users: 0, counted: 0 };
  await changeAudited(
    context,
    admin,
    { action: 'embedTenant.delete', subject: 'embedTenant', details: { users } },
    Prisma.sql`DELETE FROM "EmbedTenant" WHERE id = ${id} AND "accountId" = ${admin.account.id} RETURNING id`,
  );
  // The account's row is locked last, because every new user of the account waits for it.
  await sql(prisma)`${uncountUsers(admin.account.id, Prisma.sql`${counted}::int`)}`;
  return { id, users };
}
