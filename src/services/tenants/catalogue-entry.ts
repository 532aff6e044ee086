import { Prisma } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { changeAudited } from '../audit/audit-part.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import type { CatalogueScope } from './catalogue-scope.ts';
import { requireTenantAdmin } from './list-embed-tenants.ts';

/** What a catalogue holds: groups and user attributes, which differ in nothing but their columns. */
export interface EntryKind {
  readonly table: 'Group' | 'UserAttributeDefinition';
  /** As audit events name it. */
  readonly subject: 'group' | 'userAttribute';
  /** As people do. */
  readonly label: string;
}

/**
 * Deletes an entry of the scope together with what refers to it (contract §4).
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `NOT_FOUND`, also for an entry of another scope or account
 */
export async function deleteEntry(
  context: ServiceContext,
  caller: Caller | null,
  kind: EntryKind,
  scope: CatalogueScope,
  id: number,
): Promise<void> {
  const admin = scope.kind === 'embedTenant' ? requireTenantAdmin(caller) : requireAdmin(caller);
  const embedTenantName = scope.kind === 'embedTenant' ? scope.name : undefined;
  const deleted = await changeAudited(
    context,
    admin,
    { action: `${kind.subject}.delete`, subject: kind.subject, details: { embedTenantName } },
    Prisma.sql`DELETE FROM ${Prisma.raw(`"${kind.table}"`)}
      WHERE id = ${id} AND "accountId" = ${admin.account.id} AND ${inScope(admin.account.id, scope)} RETURNING id`,
  );
  if (deleted === null) throw entryNotFound(kind, id, scope);
}

/** The error for an entry that the scope does not hold. */
export function entryNotFound({ label }: EntryKind, id: number, scope: CatalogueScope): AppError {
  const of = scope.kind === 'account' ? '' : ` of embed tenant "${scope.name}"`;
  return new AppError('NOT_FOUND', `${label} ${id}${of} not found.`);
}

/** The condition on a row's `embedTenantId` that bounds a statement by the scope within an account. */
function inScope(accountId: number, scope: CatalogueScope): Prisma.Sql {
  return scope.kind === 'account'
    ? Prisma.sql`"embedTenantId" IS NULL`
    : Prisma.sql`"embedTenantId" = (SELECT t.id FROM "EmbedTenant" t WHERE t."accountId" = ${accountId} AND t.name = ${scope.name})`;
}
