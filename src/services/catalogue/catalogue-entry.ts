import { Prisma } from '../../db/generated/client.ts';
import { type Queryable, sql } from '../../db/sql.ts';
import { type AppError, notFound, workspaceManaged } from '../../errors.ts';
import { type AuditEntry, changeAudited } from '../audit/audit-part.ts';
import { isSeenBy, isWithin, outOfReach } from '../binding.ts';
import { type AccountRef, type ApiKeyCaller, type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import type { List } from '../lists/list.ts';
import { retryRaces } from '../race.ts';
import { requireTenantAdmin } from './list-embed-tenants.ts';

/** What groups and user attributes belong to: the account, where they are tenant-wide, or one embed tenant. */
type CatalogueScope = { readonly kind: 'account' } | { readonly kind: 'embedTenant'; readonly name: string };

export const tenantWide: CatalogueScope = { kind: 'account' };

/**
 * Groups or user attributes. Both are either tenant-wide or belong to an embed tenant, and differ in little but their
 * columns.
 */
export interface EntryKind<Row extends object = object> extends List<Row> {
  readonly table: 'Group' | 'UserAttributeDefinition';
  /** Their name in audit events. */
  readonly subject: 'group' | 'userAttribute';
  /** The table that assigns them to users, by `userId` and this column. */
  readonly holders: {
    readonly table: 'GroupMembership' | 'UserAttributeValue';
    readonly column: 'groupId' | 'definitionId';
  };
  /** Whether they can have a default, which applies to all users of the scope. */
  readonly hasDefault: boolean;
  /** Their key in inlay.yml. */
  readonly declaredIn: string;
}

/**
 * The condition that an admin key may see an entry `t`: it is tenant-wide, or belongs to an embed tenant that the key
 * may see.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`
 */
export function visibleEntries(caller: Caller | null): Prisma.Sql {
  const admin = requireAdmin(caller);
  const inAccount = Prisma.sql`t."accountId" = ${admin.account.id}`;
  if (admin.deployments.length === 0) return inAccount;
  return Prisma.sql`${inAccount} AND (t."embedTenantId" IS NULL OR EXISTS (SELECT FROM "EmbedTenant" e
    WHERE e.id = t."embedTenantId" AND ${isSeenBy(admin, 'e')}))`;
}

/** The condition that an entry `t` is tenant-wide. */
export const isTenantWide = Prisma.sql`t."embedTenantId" IS NULL`;

type Details = AuditEntry['details'];
type Columns = Readonly<Record<string, string | Prisma.Sql | null | undefined>>;

/** Creates a tenant-wide entry and returns its id. @throws AppError `CONFLICT` if the name is taken */
export async function createEntry(
  context: ServiceContext,
  admin: ApiKeyCaller,
  kind: EntryKind,
  details: Details,
  columns: Columns,
): Promise<number> {
  const names = Object.keys(columns).map((name) => `"${name}"`);
  const id = await changeAudited(
    context,
    admin,
    { action: `${kind.subject}.create`, subject: kind.subject, details },
    Prisma.sql`INSERT INTO ${tableOf(kind)} ("accountId", ${Prisma.raw(names.join(', '))})
      VALUES (${admin.account.id}, ${Prisma.join(Object.values(columns))}) RETURNING id`,
    taken(kind, details),
  );
  if (id === null) throw new Error('An insert returned no row.');
  return id;
}

/**
 * Changes a tenant-wide entry. Columns that are undefined stay as they are.
 * @throws AppError as `changeEntry`; `CONFLICT` if the name is taken, `WORKSPACE_MANAGED` for one that the workspace
 *   declares
 */
export async function updateEntry(
  context: ServiceContext,
  admin: ApiKeyCaller,
  kind: EntryKind,
  id: number,
  details: Details,
  columns: Columns,
): Promise<void> {
  const changes = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => Prisma.sql`${Prisma.raw(`"${name}"`)} = ${value}`);
  // Keeps SET from being empty. It changes nothing, since the statement only matches entries that are not managed.
  const set = Prisma.join([Prisma.sql`managed = false`, ...changes]);
  await changeEntry(context, admin, kind, tenantWide, id, (prisma) =>
    changeAudited(
      { ...context, prisma },
      admin,
      { action: `${kind.subject}.update`, subject: kind.subject, details },
      Prisma.sql`UPDATE ${tableOf(kind)} SET ${set}
        WHERE id = ${id} AND "accountId" = ${admin.account.id} AND "embedTenantId" IS NULL AND NOT managed
        RETURNING id`,
      taken(kind, details),
    ),
  );
}

/**
 * Deletes an entry of the scope along with everything that refers to it.
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
      Prisma.sql`DELETE FROM ${tableOf(kind)}
        WHERE id = ${id} AND "accountId" = ${admin.account.id} AND ${inScope(admin.account.id, scope)} AND NOT managed
        RETURNING id`,
    ),
  );
}

/** A change of an entry, run on the database or in a transaction that has locked the entry. */
type EntryChange = (prisma: Queryable) => Promise<number | null>;

/**
 * Changes an entry of the scope. A bound key is refused if users who have been in other deployments have the entry;
 * they cannot be given it during the change.
 * @param change returns null if there is no such entry
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

/** Locks the tenant. @throws AppError `FORBIDDEN` if it was used in other deployments */
async function requireOwnTenant(
  transaction: Prisma.TransactionClient,
  admin: ApiKeyCaller,
  name: string,
): Promise<void> {
  const [tenant] = await sql<{ isWithin: boolean }>(transaction)`
    SELECT ${isWithin(admin, Prisma.sql`deployments`)} AS "isWithin" FROM "EmbedTenant"
    WHERE "accountId" = ${admin.account.id} AND name = ${name} FOR NO KEY UPDATE`;
  if (tenant?.isWithin === false) {
    throw outOfReach(admin, `The embed tenant "${name}" has been used in other deployments`);
  }
}

/** Locks the entry. @throws AppError `FORBIDDEN` if users of other deployments have it */
async function requireOwnHolders(
  transaction: Prisma.TransactionClient,
  admin: ApiKeyCaller,
  kind: EntryKind,
  id: number,
): Promise<void> {
  const { holders, hasDefault, label } = kind;
  const hasOne = hasDefault ? Prisma.sql`"defaultValue" IS NOT NULL` : Prisma.sql`false`;
  const [entry] = await sql<{ hasDefault: boolean }>(transaction)`
    SELECT ${hasOne} AS "hasDefault" FROM ${tableOf(kind)}
    WHERE id = ${id} AND "accountId" = ${admin.account.id} AND "embedTenantId" IS NULL FOR UPDATE`;
  if (entry === undefined) return;
  if (entry.hasDefault) throw everybodysDefault(admin);
  // A separate statement, so that it sees everything committed before the row was locked.
  const [found] = await sql<{ isOurs: boolean }>(transaction)`
    SELECT NOT EXISTS (
      SELECT FROM ${Prisma.raw(`"${holders.table}"`)} h JOIN "User" u ON u.id = h."userId"
      WHERE h.${Prisma.raw(`"${holders.column}"`)} = ${id} AND NOT ${isWithin(admin, Prisma.sql`u.deployments`)}
    ) AS "isOurs"`;
  if (found?.isOurs !== true)
    throw outOfReach(admin, `Users of other deployments have the ${label.toLowerCase()} ${id}`);
}

/** Why a statement did not change an entry: it is managed or does not exist. */
async function whyUnchanged(
  prisma: ServiceContext['prisma'],
  account: AccountRef,
  kind: EntryKind,
  scope: CatalogueScope,
  id: number,
): Promise<AppError> {
  const [managed] = await sql<{ name: string }>(prisma)`
    SELECT name FROM ${tableOf(kind)}
    WHERE id = ${id} AND "accountId" = ${account.id} AND ${inScope(account.id, scope)} AND managed`;
  if (managed === undefined) return entryNotFound(kind, id, scope);
  return workspaceManaged(`${kind.label} "${managed.name}"`, kind.declaredIn);
}

/** The refusal to set, change or remove a tenant-wide default. */
export function everybodysDefault(admin: ApiKeyCaller): AppError {
  return outOfReach(admin, 'Every user of the account has the default of a tenant-wide attribute');
}

/** The error for an entry that does not exist in the scope. */
export function entryNotFound({ label }: EntryKind, id: number, scope: CatalogueScope): AppError {
  const of = scope.kind === 'account' ? '' : ` of embed tenant "${scope.name}"`;
  return notFound(`${label} ${id}${of}`);
}

function tableOf({ table }: EntryKind): Prisma.Sql {
  return Prisma.raw(`"${table}"`);
}

function taken({ label }: EntryKind, details: Details): string {
  return `A ${label.toLowerCase()} with the name "${details?.['name']}" already exists.`;
}

/** The condition on `embedTenantId` that an entry of the account belongs to the scope. */
function inScope(accountId: number, scope: CatalogueScope): Prisma.Sql {
  return scope.kind === 'account'
    ? Prisma.sql`"embedTenantId" IS NULL`
    : Prisma.sql`"embedTenantId" = (SELECT t.id FROM "EmbedTenant" t WHERE t."accountId" = ${accountId} AND t.name = ${scope.name})`;
}
