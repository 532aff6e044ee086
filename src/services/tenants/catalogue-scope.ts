import { Prisma } from '../../db/generated/client.ts';

/** Where groups and user attributes live: tenant-wide, which is the account's own scope, or in one embed tenant. */
export type CatalogueScope =
  | { readonly kind: 'account' }
  | { readonly kind: 'embedTenant'; readonly name: string };

/** The account's own scope. */
export const tenantWide: CatalogueScope = { kind: 'account' };

/** The condition on a row's `embedTenantId` that bounds a statement by the scope within an account. */
export function inScope(accountId: number, scope: CatalogueScope): Prisma.Sql {
  return scope.kind === 'account'
    ? Prisma.sql`"embedTenantId" IS NULL`
    : Prisma.sql`"embedTenantId" = (SELECT t.id FROM "EmbedTenant" t WHERE t."accountId" = ${accountId} AND t.name = ${scope.name})`;
}

/** Names the scope in a message: ` of embed tenant "north"`, or nothing. */
export function ofScope(scope: CatalogueScope): string {
  return scope.kind === 'account' ? '' : ` of embed tenant "${scope.name}"`;
}
