import { Prisma } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { isWithin, outOfReach } from '../binding.ts';
import type { AccountRef, ApiKeyCaller } from '../caller.ts';
import { RaceLostError } from '../race.ts';
import type { AttributeDefinitionInput, GroupDefinitionInput } from './definition-input.ts';

/** What a session brings to the embed tenant that it names. */
export interface TenantDefinitions {
  readonly groups: readonly GroupDefinitionInput[];
  readonly userAttributes: readonly AttributeDefinitionInput[];
}

/**
 * Makes the embed tenant of this name when it does not exist, since naming it is what makes it (contract §4), and brings
 * definitions into it.
 * @throws AppError `BAD_REQUEST` containing `cannot change type`; `FORBIDDEN` when a bound key would change what users of
 *   other deployments have: a definition that is there, or the default of a new one; RaceLostError when the tenant was deleted
 *   at this moment. The caller's transaction must then roll back
 */
export async function bringToEmbedTenant(
  transaction: Prisma.TransactionClient,
  caller: ApiKeyCaller,
  name: string,
  { groups, userAttributes }: TenantDefinitions,
): Promise<void> {
  const { account } = caller;
  await transaction.$executeRaw`
    INSERT INTO "EmbedTenant" ("accountId", name) VALUES (${account.id}, ${name}) ON CONFLICT DO NOTHING`;
  // A bound key holds the row, so that the tenant is used nowhere else meanwhile.
  const lock = caller.deployments.length === 0 ? Prisma.empty : Prisma.sql`FOR NO KEY UPDATE`;
  const [tenant] = await transaction.$queryRaw<{ id: number; isWithin: boolean }[]>`
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
 * Upserts group definitions into an embed tenant, or the account's own scope (null): an existing one is reused, its description replaced when another
 * is supplied, never cleared (spec: Group definition).
 * @returns how many existing ones were changed
 */
export async function reconcileGroups(
  transaction: Prisma.TransactionClient,
  account: AccountRef,
  embedTenantId: number | null,
  definitions: readonly GroupDefinitionInput[],
): Promise<number> {
  if (definitions.length === 0) return 0;
  const rows = inNameOrder(definitions).map(({ name, description }) => ({
    name,
    description: description || null,
  }));
  const written = await transaction.$queryRaw<{ isNew: boolean }[]>`
    INSERT INTO "Group" AS g ("accountId", "embedTenantId", name, description)
    SELECT ${account.id}::int, ${embedTenantId}::int, r.name, r.description
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(name text, description text)
    ON CONFLICT ("accountId", "embedTenantId", name) DO UPDATE SET description = excluded.description
    WHERE excluded.description IS NOT NULL AND g.description IS DISTINCT FROM excluded.description
    RETURNING ${isNewRow} AS "isNew"`;
  return written.filter(({ isNew }) => !isNew).length;
}

/** In what an upsert returns: a row that was there has been locked by it. */
const isNewRow = Prisma.sql`xmax = 0`;

/**
 * Upserts attribute definitions into an embed tenant, or the account's own scope (null); what is not supplied stays (spec: Attribute definition).
 * @returns how many mean something to users who are there already: existing ones that were changed, new ones with a default
 * @throws AppError `BAD_REQUEST` containing `cannot change type`; the caller's transaction must then roll back
 */
export async function reconcileUserAttributes(
  transaction: Prisma.TransactionClient,
  account: AccountRef,
  embedTenantId: number | null,
  definitions: readonly AttributeDefinitionInput[],
): Promise<number> {
  if (definitions.length === 0) return 0;
  const rows = inNameOrder(definitions).map(({ name, type, displayName, defaultValue, description }) => ({
    name,
    type,
    displayName: displayName ?? null,
    defaultValue: defaultValue ?? null,
    description: description ?? null,
  }));
  const written = await transaction.$queryRaw<{ isNew: boolean; hasDefault: boolean }[]>`
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
  // Read after writing, so that a definition made by another request at the same moment is judged too.
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

/** One order for everybody who writes several rows, so that two requests never wait for each other in a circle. */
function inNameOrder<T extends { readonly name: string }>(entries: readonly T[]): T[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
