import type { Prisma, PrismaClient } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { reconcileGroups, reconcileUserAttributes } from '../catalogue/embed-tenants.ts';
import { hashSecret, newApiKey } from '../secret.ts';
import { applyKnowledge } from './apply-knowledge.ts';
import { markManaged } from './mark-managed.ts';
import type { Workspace } from './parse-workspace.ts';
import type { WorkspaceAccount, WorkspaceApiKey, WorkspaceUser } from './workspace-schema.ts';

/** A key that the environment or `inlay.yml` named before, and does not any more. */
interface RevokedKey {
  readonly account: string;
  readonly name: string;
}

/**
 * Applies the workspace to the database, one transaction for each account. Applying it again changes nothing. What was
 * created through the API stays. Deployments and agents that the workspace no longer declares are retired, and its
 * former keys are revoked.
 * @returns the keys that it revoked
 * @param adminApiKeys admin keys of the first account, from the environment
 * @param keepAdminKey keeps the admin key that is generated if the first account has none that reaches all deployments. If it fails, nothing is stored.
 * @throws AppError `BAD_REQUEST` if an attribute would change its type
 */
export async function applyWorkspace(
  prisma: PrismaClient,
  workspace: Workspace,
  adminApiKeys: readonly string[],
  now: Date,
  keepAdminKey: (key: string) => Promise<void>,
): Promise<readonly RevokedKey[]> {
  const revoked: RevokedKey[] = [];
  for (const [index, account] of workspace.accounts.entries()) {
    const isFirst = index === 0;
    const fromEnvironment = (isFirst ? adminApiKeys : []).map(
      (key): WorkspaceApiKey => ({ name: 'ADMIN_API_KEY', key, role: 'admin', deployments: [] }),
    );
    const names = await prisma.$transaction(
      async (transaction) => {
        const id = await applyAccount(transaction, account, now);
        const former = await applyKeys(transaction, id, [...account.apiKeys, ...fromEnvironment], now);
        if (isFirst) await ensureAdminKey(transaction, id, keepAdminKey);
        return former;
      },
      { timeout: 60_000 },
    );
    revoked.push(...names.map((name) => ({ account: account.name, name })));
  }
  return revoked;
}

async function applyAccount(
  transaction: Prisma.TransactionClient,
  account: WorkspaceAccount,
  now: Date,
): Promise<number> {
  const { name, plan, cloudRegion, useCreatorMode, maxExternalUsers } = account;
  const settings = { plan, cloudRegion, useCreatorMode, maxExternalUsers };
  const { id } = await transaction.account.upsert({
    where: { name },
    create: { name, ...settings },
    update: settings,
    select: { id: true },
  });
  const ref = { id, name, plan, useCreatorMode };
  await reconcileGroups(transaction, ref, null, account.groups);
  await reconcileUserAttributes(transaction, ref, null, account.userAttributes);
  for (const user of account.users) await applyUser(transaction, id, user);
  await markManaged(transaction, id, account);
  await applyDeployments(transaction, id, account, now);
  return id;
}

/** Adds the declared memberships and sets the declared values. Others stay. */
async function applyUser(
  transaction: Prisma.TransactionClient,
  accountId: number,
  user: WorkspaceUser,
): Promise<void> {
  const [row] = await sql<{ id: number }>(transaction)`
    INSERT INTO "User" AS u ("accountId", kind, identifier, email)
    VALUES (${accountId}, 'internal', ${user.username}, ${user.email ?? null})
    ON CONFLICT ("accountId", "embedTenantId", kind, identifier)
      DO UPDATE SET email = coalesce(excluded.email, u.email)
    RETURNING id`;
  if (row === undefined) throw new Error('An upsert returned no row.');
  await sql(transaction)`
    INSERT INTO "GroupMembership" ("userId", "groupId")
    SELECT ${row.id}::int, g.id FROM "Group" g
    WHERE g."accountId" = ${accountId} AND g."embedTenantId" IS NULL AND g.name = ANY(${user.groups}::text[])
    ON CONFLICT DO NOTHING`;
  const values = Object.entries(user.userAttributes)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ({ name, value }));
  await sql(transaction)`
    INSERT INTO "UserAttributeValue" ("userId", "definitionId", value)
    SELECT ${row.id}::int, d.id, v.value
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS v(name text, value jsonb)
    JOIN "UserAttributeDefinition" d
      ON d.name = v.name AND d."accountId" = ${accountId} AND d."embedTenantId" IS NULL
    ON CONFLICT ("userId", "definitionId") DO UPDATE SET value = excluded.value`;
}

async function applyDeployments(
  transaction: Prisma.TransactionClient,
  accountId: number,
  account: WorkspaceAccount,
  now: Date,
): Promise<void> {
  const rowIds = new Map<number, number>();
  for (const { id: number, name, timezone } of account.deployments) {
    const data = { name, timezone: timezone ?? null, retiredAt: null };
    const row = await transaction.deployment.upsert({
      where: { accountId_number: { accountId, number } },
      create: { accountId, number, ...data },
      update: data,
      select: { id: true },
    });
    rowIds.set(number, row.id);
  }
  for (const agent of account.agents) {
    const { id: number, deploymentId: deploymentNumber, rules, certifiedQueries, ...declared } = agent;
    const deploymentId = rowIds.get(deploymentNumber);
    if (deploymentId === undefined) throw new Error(`Agent ${number} names an unknown deployment.`);
    const { reasoning, temperature, ...settings } = declared;
    // Null, so that a setting that was removed from the file is removed here too.
    const sampling = { reasoning: reasoning ?? null, temperature: temperature ?? null };
    const data = { ...settings, ...sampling, deploymentId, retiredAt: null };
    const row = await transaction.agent.upsert({
      where: { accountId_number: { accountId, number } },
      create: { accountId, number, ...data },
      update: data,
      select: { id: true },
    });
    await applyKnowledge(transaction, row.id, { rules, certifiedQueries });
  }
  const gone = (numbers: number[]) => ({ accountId, number: { notIn: numbers }, retiredAt: null });
  await transaction.deployment.updateMany({
    where: gone(account.deployments.map((deployment) => deployment.id)),
    data: { retiredAt: now },
  });
  await transaction.agent.updateMany({
    where: gone(account.agents.map((agent) => agent.id)),
    data: { retiredAt: now },
  });
}

/**
 * Stores keys by their hash, and revokes keys that the workspace no longer declares.
 * @returns the names of these
 */
async function applyKeys(
  transaction: Prisma.TransactionClient,
  accountId: number,
  keys: readonly WorkspaceApiKey[],
  now: Date,
): Promise<readonly string[]> {
  const hashes = keys.map(({ key }) => hashSecret(key));
  const revoked = await transaction.apiKey.updateManyAndReturn({
    where: { accountId, managed: true, revokedAt: null, hash: { notIn: hashes } },
    data: { revokedAt: now },
    select: { name: true },
  });
  for (const { name, key, role, deployments } of keys) {
    const data = { accountId, name, role, deployments, managed: true, revokedAt: null };
    await transaction.apiKey.upsert({
      where: { hash: hashSecret(key) },
      create: { ...data, hash: hashSecret(key), hint: key.slice(-4) },
      update: data,
    });
  }
  return revoked.map(({ name }) => name);
}

/** Creates an admin key if there is none for the whole account, since only such a key can administer it. */
async function ensureAdminKey(
  transaction: Prisma.TransactionClient,
  accountId: number,
  keep: (key: string) => Promise<void>,
): Promise<void> {
  const existing = await transaction.apiKey.findFirst({
    where: { accountId, role: 'admin', deployments: { isEmpty: true }, revokedAt: null },
  });
  if (existing !== null) return;
  const key = newApiKey();
  // First, so that no key is stored that nobody knows.
  await keep(key);
  await transaction.apiKey.create({
    data: { accountId, name: 'first admin key', hash: hashSecret(key), hint: key.slice(-4), role: 'admin' },
  });
}
