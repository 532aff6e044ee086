import type { UserAttributeDefinition } from '../../contract/attributes.ts';
import type { GroupDefinition } from '../../contract/groups.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import { isWithin, outOfReach } from '../binding.ts';
import type { AccountRef, ApiKeyCaller } from '../caller.ts';
import { RaceLostError } from '../race.ts';

/** The definitions that a session brings to its embed tenant. */
export interface TenantDefinitions {
  readonly groups: readonly GroupDefinition[];
  readonly userAttributes: readonly UserAttributeDefinition[];
}

/**
 * Creates the embed tenant with this name if it does not exist, and creates or updates definitions in it.
 * @throws AppError `BAD_REQUEST` containing `cannot change type`; `FORBIDDEN` if a bound key would affect users of
 *   other deployments by changing a definition or by creating one with a default; RaceLostError if another request
 *   deleted the tenant. The caller's transaction must then roll back
 */
export async function bringToEmbedTenant(
  transaction: Prisma.TransactionClient,
  caller: ApiKeyCaller,
  name: string,
  { groups, userAttributes }: TenantDefinitions = { groups: [], userAttributes: [] },
): Promise<void> {
  const { account } = caller;
  await sql(transaction)`
    INSERT INTO "EmbedTenant" ("accountId", name) VALUES (${account.id}, ${name}) ON CONFLICT DO NOTHING`;
  // A bound key locks the row, so that the tenant cannot be used in another deployment during the change.
  const lock = caller.deployments.length === 0 ? Prisma.empty : Prisma.sql`FOR NO KEY UPDATE`;
  const [tenant] = await sql<{ id: number; isWithin: boolean }>(transaction)`
    SELECT id, ${isWithin(caller, Prisma.sql`deployments`)} AS "isWithin" FROM "EmbedTenant"
    WHERE "accountId" = ${account.id} AND name = ${name} ${lock}`;
  if (tenant === undefined) throw new RaceLostError();
  const affecting =
    (await reconcileGroups(transaction, account, tenant.id, groups)) +
    (await reconcileUserAttributes(transaction, account, tenant.id, userAttributes));
  if (affecting > 0 && !tenant.isWithin) {
    throw outOfReach(caller, `Definitions of the embed tenant "${name}" are in use in other deployments`);
  }
}

/**
 * Creates or updates the groups of an embed tenant, or tenant-wide ones (null). The description of an existing group is
 * replaced if another one is given, and never cleared (spec: Group definition).
 * @returns the number of existing groups that were changed
 */
export async function reconcileGroups(
  transaction: Prisma.TransactionClient,
  account: AccountRef,
  embedTenantId: number | null,
  definitions: readonly GroupDefinition[],
): Promise<number> {
  if (definitions.length === 0) return 0;
  const rows = inNameOrder(definitions).map(({ name, description }) => ({
    name,
    description: description || null,
  }));
  const written = await sql<{ isNew: boolean }>(transaction)`
    INSERT INTO "Group" AS g ("accountId", "embedTenantId", name, description)
    SELECT ${account.id}::int, ${embedTenantId}::int, r.name, r.description
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(name text, description text)
    ON CONFLICT ("accountId", "embedTenantId", name) DO UPDATE SET description = excluded.description
    WHERE excluded.description IS NOT NULL AND g.description IS DISTINCT FROM excluded.description
    RETURNING ${isNewRow} AS "isNew"`;
  return written.filter(({ isNew }) => !isNew).length;
}

/** For RETURNING in an upsert: a row that existed has been locked by it. */
const isNewRow = Prisma.sql`xmax = 0`;

/**
 * Creates or updates the attributes of an embed tenant, or tenant-wide ones (null). What is not given stays as it is
 * (spec: Attribute definition).
 * @returns the number of definitions that affect existing users: existing ones that were changed, and new ones with a
 *   default
 * @throws AppError `BAD_REQUEST` containing `cannot change type`; the caller's transaction must then roll back
 */
export async function reconcileUserAttributes(
  transaction: Prisma.TransactionClient,
  account: AccountRef,
  embedTenantId: number | null,
  definitions: readonly UserAttributeDefinition[],
): Promise<number> {
  if (definitions.length === 0) return 0;
  const rows = inNameOrder(definitions).map(({ name, type, displayName, defaultValue, description }) => ({
    name,
    type,
    displayName: displayName ?? null,
    defaultValue: defaultValue ?? null,
    description: description ?? null,
  }));
  const written = await sql<{ isNew: boolean; hasDefault: boolean }>(transaction)`
    INSERT INTO "UserAttributeDefinition" AS d
      ("accountId", "embedTenantId", name, type, "displayName", "defaultValue", description)
    SELECT ${account.id}::int, ${embedTenantId}::int, r.name, r.type::"UserAttributeType", r."displayName", r."defaultValue",
           r.description
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r(name text, type text, "displayName" text, "defaultValue" text, description text)
    ON CONFLICT ("accountId", "embedTenantId", name) DO UPDATE SET
      "displayName" = coalesce(excluded."displayName", d."displayName"),
      "defaultValue" = coalesce(excluded."defaultValue", d."defaultValue"),
      description = coalesce(excluded.description, d.description)
    WHERE d.type = excluded.type
      AND (coalesce(excluded."displayName", d."displayName"), coalesce(excluded."defaultValue", d."defaultValue"),
           coalesce(excluded.description, d.description))
        IS DISTINCT FROM (d."displayName", d."defaultValue", d.description)
    RETURNING ${isNewRow} AS "isNew", "defaultValue" IS NOT NULL AS "hasDefault"`;
  // Read after writing, so that a definition created by a concurrent request is checked too.
  const stored = await transaction.userAttributeDefinition.findMany({
    where: { accountId: account.id, embedTenantId, name: { in: rows.map((row) => row.name) } },
    select: { name: true, type: true },
  });
  const types = new Map(stored.map((row) => [row.name, row.type]));
  const changed = rows.filter((row) => types.get(row.name) !== row.type);
  if (changed.length > 0) {
    const list = changed.map((row) => `"${row.name}" from ${types.get(row.name)} to ${row.type}`).join(', ');
    throw new AppError(
      'BAD_REQUEST',
      `cannot change type of user attribute ${list}: delete the attribute and create it again to change its type`,
    );
  }
  return written.filter(({ isNew, hasDefault }) => !isNew || hasDefault).length;
}

/** All requests write several rows in this order, so that they do not deadlock. */
function inNameOrder<T extends { readonly name: string }>(entries: readonly T[]): T[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
