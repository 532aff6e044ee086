import type { EmbedTenant } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { seenBy } from '../binding.ts';
import { type ApiKeyCaller, type Caller, requireAdmin, requirePlan } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { type Page, type PageArgs, readPage } from '../lists/page.ts';

/** Whoever may administer embed tenants. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `PLAN_REQUIRED` */
export function requireTenantAdmin(caller: Caller | null): ApiKeyCaller {
  const admin = requireAdmin(caller);
  requirePlan(admin.account);
  return admin;
}

/** What an admin key may see of embed tenants: those of its account; a bound one those that have been in its deployments. */
export function visibleEmbedTenants(
  caller: Caller | null,
): { accountId: number } & ReturnType<typeof seenBy> {
  const admin = requireTenantAdmin(caller);
  return { accountId: admin.account.id, ...seenBy(admin) };
}

/** What an admin key may see of groups and user attributes: tenant-wide ones, and those of the embed tenants that it sees. */
export interface VisibleEntries {
  accountId: number;
  OR?: ({ embedTenantId: null } | { embedTenant: ReturnType<typeof seenBy> })[];
}

/** @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` */
export function visibleEntries(caller: Caller | null): VisibleEntries {
  const admin = requireAdmin(caller);
  const accountId = admin.account.id;
  if (admin.deployments.length === 0) return { accountId };
  return { accountId, OR: [{ embedTenantId: null }, { embedTenant: seenBy(admin) }] };
}

/** The embed tenants that the caller may see, oldest first. @throws AppError as `requireTenantAdmin`, `VALIDATION_FAILED` */
export function listEmbedTenants(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  args: PageArgs,
  query: object,
): Promise<Page<EmbedTenant>> {
  const visible = visibleEmbedTenants(caller);
  return readPage('int', args, false, ({ where, orderBy, take }) =>
    context.prisma.embedTenant.findMany({ ...query, where: { ...visible, ...where }, orderBy, take }),
  );
}

/** One embed tenant by its name. @throws AppError as `requireTenantAdmin`, `NOT_FOUND` */
export async function findEmbedTenant(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  name: string,
  query: object,
): Promise<EmbedTenant> {
  const visible = visibleEmbedTenants(caller);
  // A name that no tenant can have is not asked for: the database refuses some of what a string can hold.
  const tenant =
    name.isWellFormed() && !name.includes('\0')
      ? await context.prisma.embedTenant.findFirst({ ...query, where: { ...visible, name } })
      : null;
  if (tenant === null) throw new AppError('NOT_FOUND', `Embed tenant "${name}" not found.`);
  return tenant;
}
