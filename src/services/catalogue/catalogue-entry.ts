import { Prisma } from '../../db/generated/client.ts';
import { AppError, workspaceManaged } from '../../errors.ts';
import { changeAudited } from '../audit/audit-part.ts';
import { isWithin, outOfReach } from '../binding.ts';
import { type AccountRef, type ApiKeyCaller, type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { retryRaces } from '../race.ts';
import type { CatalogueScope } from './catalogue-scope.ts';
import { requireTenantAdmin } from './list-embed-tenants.ts';

/** What a catalogue holds: groups and user attributes, which differ in nothing but their columns. */
export interface EntryKind {
  readonly table: 'Group' | 'UserAttributeDefinition';
  /** As audit events name it. */
  readonly subject: 'group' | 'userAttribute';
  /** As people do. */
  readonly label: string;
  /** Where it says who has one: a row with `userId`, and the entry in this column. */
  readonly holders: {
    readonly table: 'GroupMembership' | 'UserAttributeValue';
    readonly column: 'groupId' | 'definitionId';
  };
  /** Whether one may have a default, which all users of its scope have. */
  readonly hasDefault: boolean;
  /** As the workspace does. */
  readonly declaredIn: string;
}

/**
 * Deletes an entry of the scope together with what refers to it (contract §4).
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `NOT_FOUND`, also for an entry of another scope or account,
 *   `WORKSPACE_MANAGED` for one that the workspace declares
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
  await changeEntry(context, admin, kind, scope, id, (prisma) =>
    changeAudited(
      { ...context, prisma },
      admin,
      { action: `${kind.subject}.delete`, subject: kind.subject, details: { embedTenantName } },
      Prisma.sql`DELETE FROM ${Prisma.raw(`"${kind.table}"`)}
        WHERE id = ${id} AND "accountId" = ${admin.account.id} AND ${inScope(admin.account.id, scope)} AND NOT managed
        RETURNING id`,
    ),
  );
}

/** What a change of an entry runs on: the database itself, or a transaction in which the entry is locked. */
type EntryChange = (prisma: Pick<ServiceContext['prisma'], '$queryRaw'>) => Promise<number | null>;

/**
 * Runs a change of an entry of the scope. One by a bound key is refused when users who have been in other deployments have
 * the entry, and nobody gets it meanwhile.
 * @param change returns null when there is no such entry
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`; whatever `change` throws
 */
export async function changeEntry(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  admin: ApiKeyCaller,
  kind: EntryKind,
  scope: CatalogueScope,
  id: number,
  change: EntryChange,
): Promise<void> {
  const changeWithin = () =>
    prisma.$transaction(async (transaction) => {
      if (scope.kind === 'account') await requireOwnHolders(transaction, admin, kind, id);
      else await requireOwnTenant(transaction, admin, scope.name);
      return change(transaction);
    });
  const changed = await (admin.deployments.length === 0 ? change(prisma) : retryRaces(changeWithin));
  if (changed === null) throw await whyUnchanged(prisma, admin.account, kind, scope, id);
}

/** @throws AppError `FORBIDDEN` when the tenant has been elsewhere; none comes to be elsewhere until the transaction ends */
async function requireOwnTenant(
  transaction: Prisma.TransactionClient,
  admin: ApiKeyCaller,
  name: string,
): Promise<void> {
  const [tenant] = await transaction.$queryRaw<{ isWithin: boolean }[]>`
    SELECT ${isWithin(admin, Prisma.sql`deployments`)} AS "isWithin" FROM "EmbedTenant"
    WHERE "accountId" = ${admin.account.id} AND name = ${name} FOR NO KEY UPDATE`;
  if (tenant?.isWithin === false) {
    throw outOfReach(admin, `The embed tenant "${name}" has been in other deployments`);
  }
}

/** @throws AppError `FORBIDDEN` when users from elsewhere have the entry; nobody gets it until the transaction ends */
async function requireOwnHolders(
  transaction: Prisma.TransactionClient,
  admin: ApiKeyCaller,
  kind: EntryKind,
  id: number,
): Promise<void> {
  const { table, holders, hasDefault, label } = kind;
  const hasOne = hasDefault ? Prisma.sql`"defaultValue" IS NOT NULL` : Prisma.sql`false`;
  const [entry] = await transaction.$queryRaw<{ hasDefault: boolean }[]>`
    SELECT ${hasOne} AS "hasDefault" FROM ${Prisma.raw(`"${table}"`)}
    WHERE id = ${id} AND "accountId" = ${admin.account.id} AND "embedTenantId" IS NULL FOR UPDATE`;
  if (entry === undefined) return;
  if (entry.hasDefault) throw everybodysDefault(admin);
  // A statement of its own: it sees what was written until the row was locked.
  const [found] = await transaction.$queryRaw<{ isOurs: boolean }[]>`
    SELECT NOT EXISTS (
      SELECT FROM ${Prisma.raw(`"${holders.table}"`)} h JOIN "User" u ON u.id = h."userId"
      WHERE h.${Prisma.raw(`"${holders.column}"`)} = ${id} AND NOT ${isWithin(admin, Prisma.sql`u.deployments`)}
    ) AS "isOurs"`;
  if (found?.isOurs !== true) throw outOfReach(admin, `Users of other deployments have the ${label} ${id}`);
}

/** Why an entry was not changed by a statement that passes over what the workspace declares. */
async function whyUnchanged(
  prisma: ServiceContext['prisma'],
  account: AccountRef,
  kind: EntryKind,
  scope: CatalogueScope,
  id: number,
): Promise<AppError> {
  const [managed] = await prisma.$queryRaw<{ name: string }[]>`
    SELECT name FROM ${Prisma.raw(`"${kind.table}"`)}
    WHERE id = ${id} AND "accountId" = ${account.id} AND ${inScope(account.id, scope)} AND managed`;
  if (managed === undefined) return entryNotFound(kind, id, scope);
  return workspaceManaged(`${kind.label} "${managed.name}"`, kind.declaredIn);
}

/** The refusal to set, change or take away a tenant-wide default. */
export function everybodysDefault(admin: ApiKeyCaller): AppError {
  return outOfReach(admin, 'Every user of the account has the default of a tenant-wide attribute');
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
