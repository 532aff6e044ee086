import type { EmbedTenant } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { type ApiKeyCaller, type Caller, requireAdmin, requirePlan } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { type Page, type PageArgs, readPage } from '../page.ts';

/** Whoever may administer embed tenants. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `PLAN_REQUIRED` */
export function requireTenantAdmin(caller: Caller | null): ApiKeyCaller {
  const admin = requireAdmin(caller);
  requirePlan(admin.account);
  return admin;
}

/** The account's embed tenants, oldest first. @throws AppError as `requireTenantAdmin`, `VALIDATION_FAILED` */
export function listEmbedTenants(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  args: PageArgs,
  query: object,
): Promise<Page<EmbedTenant>> {
  const { account } = requireTenantAdmin(caller);
  return readPage('int', args, false, ({ where, orderBy, take }) =>
    context.prisma.embedTenant.findMany({
      ...query,
      where: { accountId: account.id, ...where },
      orderBy,
      take,
    }),
  );
}

/** One embed tenant by its name. @throws AppError as `requireTenantAdmin`, `NOT_FOUND` */
export async function findEmbedTenant(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  name: string,
  query: object,
): Promise<EmbedTenant> {
  const { account } = requireTenantAdmin(caller);
  // A name that no tenant can have is not asked for: the database refuses some of what a string can hold.
  const tenant =
    name.isWellFormed() && !name.includes('\0')
      ? await context.prisma.embedTenant.findFirst({ ...query, where: { accountId: account.id, name } })
      : null;
  if (tenant === null) throw new AppError('NOT_FOUND', `Embed tenant "${name}" not found.`);
  return tenant;
}
