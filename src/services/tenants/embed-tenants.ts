import type { Prisma } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import type { AccountRef } from '../caller.ts';
import type { AttributeDefinitionInput, GroupDefinitionInput } from '../sessions/session-input.ts';

/** The embed tenant of this name, made when it does not exist: naming it is what makes it (contract §4). */
export async function ensureEmbedTenant(
  transaction: Prisma.TransactionClient,
  account: AccountRef,
  name: string,
): Promise<number> {
  await transaction.$executeRaw`
    INSERT INTO "EmbedTenant" ("accountId", name) VALUES (${account.id}, ${name}) ON CONFLICT DO NOTHING`;
  const [row] = await transaction.$queryRaw<{ id: number }[]>`
    SELECT id FROM "EmbedTenant" WHERE "accountId" = ${account.id} AND name = ${name}`;
  if (row === undefined) throw new Error('The embed tenant that was just made is gone.');
  return row.id;
}

/**
 * Upserts group definitions into an embed tenant, or the account's own scope (null): an existing one is reused, its description replaced when another
 * is supplied, never cleared (spec: Group definition).
 */
export async function reconcileGroups(
  transaction: Prisma.TransactionClient,
  account: AccountRef,
  embedTenantId: number | null,
  definitions: readonly GroupDefinitionInput[],
): Promise<void> {
  if (definitions.length === 0) return;
  const rows = inNameOrder(definitions).map(({ name, description }) => ({
    name,
    description: description || null,
  }));
  await transaction.$executeRaw`
    INSERT INTO "Group" AS g ("accountId", "embedTenantId", name, description)
    SELECT ${account.id}::int, ${embedTenantId}::int, r.name, r.description
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(name text, description text)
    ON CONFLICT ("accountId", "embedTenantId", name) DO UPDATE SET description = excluded.description
    WHERE excluded.description IS NOT NULL AND g.description IS DISTINCT FROM excluded.description`;
}

/**
 * Upserts attribute definitions into an embed tenant, or the account's own scope (null); what is not supplied stays (spec: Attribute definition).
 * @throws AppError `BAD_REQUEST` containing `cannot change type`; the caller's transaction must then roll back
 */
export async function reconcileUserAttributes(
  transaction: Prisma.TransactionClient,
  account: AccountRef,
  embedTenantId: number | null,
  definitions: readonly AttributeDefinitionInput[],
): Promise<void> {
  if (definitions.length === 0) return;
  const rows = inNameOrder(definitions).map(({ name, type, displayName, defaultValue, description }) => ({
    name,
    type,
    displayName: displayName ?? null,
    defaultValue: defaultValue ?? null,
    description: description ?? null,
  }));
  await transaction.$executeRaw`
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
        IS DISTINCT FROM (d."displayName", d."defaultValue", d.description)`;
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
}

/** One order for everybody who writes several rows, so that two requests never wait for each other in a circle. */
function inNameOrder<T extends { readonly name: string }>(entries: readonly T[]): T[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
