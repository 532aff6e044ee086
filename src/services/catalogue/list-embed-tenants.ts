import { isStorable } from '../../contract/fields.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { embedTenantFilter } from '../../contract/tenants.ts';
import { type EmbedTenant, Prisma } from '../../db/generated/client.ts';
import { notFound } from '../../errors.ts';
import { isSeenBy } from '../binding.ts';
import { type ApiKeyCaller, type Caller, requireAdmin, requirePlan } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import type { List } from '../lists/list.ts';
import { containAny, ifGiven } from '../lists/list-filter.ts';
import { findRows } from '../lists/look-up.ts';

/** Requires a caller who may administer embed tenants. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `PLAN_REQUIRED` */
export function requireTenantAdmin(caller: Caller | null): ApiKeyCaller {
  const admin = requireAdmin(caller);
  requirePlan(admin.account);
  return admin;
}

/**
 * An admin key sees the embed tenants of its account, a bound key only those that were used in its deployments, and an end
 * user the one that it belongs to.
 */
export const embedTenants: List<EmbedTenant> = {
  table: 'EmbedTenant',
  columns: Prisma.EmbedTenantScalarFieldEnum,
  label: 'Embed tenant',
  id: 'int',
  visible(caller) {
    if (caller?.kind === 'user') {
      return Prisma.sql`t."accountId" = ${caller.account.id}
        AND t.id = (SELECT u."embedTenantId" FROM "User" u WHERE u.id = ${caller.userId})`;
    }
    const admin = requireTenantAdmin(caller);
    return Prisma.sql`t."accountId" = ${admin.account.id} AND ${isSeenBy(admin)}`;
  },
  matching: (filter) =>
    ifGiven(parseInput(embedTenantFilter, filter).text, (text) => containAny(['name'], text)),
};

/** Finds an embed tenant by its name. @throws AppError as `requireTenantAdmin`, `NOT_FOUND` */
export async function findEmbedTenant(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller | null,
  name: string,
): Promise<EmbedTenant> {
  // The database rejects some strings, which therefore cannot be the name of a tenant.
  const condition = isStorable(name) ? Prisma.sql`t.name = ${name}` : Prisma.sql`false`;
  const [tenant] = await findRows(context, caller, embedTenants, condition);
  if (tenant === undefined) throw notFound(`Embed tenant "${name}"`);
  return tenant;
}
