import { createApiKeyInput, defaultOverlapSeconds, rotateApiKeyInput } from '../../contract/keys.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { AppError, notFound, validationFailed, workspaceManaged } from '../../errors.ts';
import { auditPart, changeAudited, ofApiKey } from '../audit/audit-part.ts';
import { type ApiKeyCaller, type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { hashSecret, newApiKey } from '../secret.ts';
import { inState } from './list-api-keys.ts';

/** A new key with its secret, which is never stored and cannot be shown again. */
export interface CreatedApiKey {
  readonly id: number;
  readonly secret: string;
}

/**
 * Creates an API key. A bound key can only create keys that are bound to some of its own deployments.
 * @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, `NOT_FOUND` for an unknown deployment
 */
export async function createApiKey(
  context: ServiceContext,
  caller: Caller | null,
  input: unknown,
): Promise<CreatedApiKey> {
  const admin = requireAdmin(caller);
  const { name, role, expiresAt, deployments: named } = parseInput(createApiKeyInput, input);
  if (expiresAt != null && expiresAt <= context.now()) {
    throw validationFailed([{ path: 'expiresAt', message: 'must be in the future' }]);
  }
  const deployments = [...new Set(named ?? [])].sort((a, b) => a - b);
  requireReach(admin, deployments);
  await requireDeployments(context, admin, deployments);
  const secret = newApiKey();
  const id = await changeAudited(
    context,
    admin,
    {
      action: 'apiKey.create',
      subject: 'apiKey',
      details: { name, role, deployments },
      deployments: ofApiKey,
    },
    Prisma.sql`INSERT INTO "ApiKey" ("accountId", name, hash, hint, role, deployments, "createdAt", "expiresAt")
      VALUES (${admin.account.id}, ${name}, ${hashSecret(secret)}, ${secret.slice(-4)}, ${role}::"ApiKeyRole",
              ${deployments}::int[], ${context.now()}::timestamptz, ${expiresAt ?? null}::timestamptz)
      RETURNING id, deployments`,
  );
  if (id === null) throw new Error('An insert returned no row.');
  return { id, secret };
}

/**
 * Replaces a key with a new one that has the same name, role and deployments. The old key expires after an overlap, so
 * that callers can change over without a gap. If it was created for a limited time, the new key is valid for the same
 * time.
 * @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, `NOT_FOUND`, `CONFLICT` for a key that expired, was revoked or was
 *   rotated, `WORKSPACE_MANAGED` for a key of the workspace
 */
export async function rotateApiKey(
  context: ServiceContext,
  caller: Caller | null,
  id: number,
  input: unknown,
): Promise<CreatedApiKey> {
  const admin = requireAdmin(caller);
  const { overlapSeconds } = parseInput(rotateApiKeyInput, input);
  await requireChangeable(context, admin, id);
  const now = context.now();
  const until = new Date(now.getTime() + (overlapSeconds ?? defaultOverlapSeconds) * 1_000);
  const secret = newApiKey();
  const audited = auditPart(
    context,
    admin,
    { action: 'apiKey.rotate', subject: 'apiKey', details: { replaces: id, until }, deployments: ofApiKey },
    'made',
  );
  const [row] = await sql<{ id: number }>(context.prisma)`
    WITH locked AS (
      SELECT * FROM "ApiKey" t WHERE t.id = ${id} AND t."accountId" = ${admin.account.id} AND NOT t.managed
        AND t."replacedAt" IS NULL AND ${inState('active', now)} FOR UPDATE),
    made AS (
      INSERT INTO "ApiKey" ("accountId", name, hash, hint, role, deployments, "createdAt", "expiresAt")
      SELECT "accountId", name, ${hashSecret(secret)}, ${secret.slice(-4)}, role, deployments, ${now}::timestamptz,
             ${now}::timestamptz + ("expiresAt" - "createdAt")
      FROM locked RETURNING id, deployments),
    ended AS (
      UPDATE "ApiKey" SET "replacedAt" = ${now}::timestamptz, "expiresAt" = least("expiresAt", ${until}::timestamptz)
      WHERE id IN (SELECT id FROM locked)),
    ${audited}
    SELECT id FROM made`;
  if (row === undefined) {
    throw new AppError(
      'CONFLICT',
      `API key ${id} has expired, was revoked or was rotated already: rotate the key in its place, or create a new one.`,
    );
  }
  return { id: row.id, secret };
}

/**
 * Revokes a key immediately. Safe to repeat.
 * @throws AppError `FORBIDDEN`, `NOT_FOUND`, `WORKSPACE_MANAGED` for a key of the workspace
 */
export async function revokeApiKey(
  context: ServiceContext,
  caller: Caller | null,
  id: number,
): Promise<void> {
  const admin = requireAdmin(caller);
  await requireChangeable(context, admin, id);
  await changeAudited(
    context,
    admin,
    { action: 'apiKey.revoke', subject: 'apiKey', deployments: ofApiKey },
    Prisma.sql`UPDATE "ApiKey" SET "revokedAt" = ${context.now()}
      WHERE id = ${id} AND "accountId" = ${admin.account.id} AND "revokedAt" IS NULL AND NOT managed
      RETURNING id, deployments`,
  );
}

/** @throws AppError `NOT_FOUND`, `FORBIDDEN` for a key with wider access, `WORKSPACE_MANAGED` for a key of the workspace */
async function requireChangeable(context: ServiceContext, admin: ApiKeyCaller, id: number): Promise<void> {
  const key = await context.prisma.apiKey.findFirst({
    where: { id, accountId: admin.account.id },
    select: { managed: true, deployments: true },
  });
  if (key === null) throw notFound(`API key ${id}`);
  requireReach(admin, key.deployments);
  if (key.managed) {
    throw workspaceManaged(`API key ${id}`, 'apiKeys (or ADMIN_API_KEY, if it is that one)');
  }
}

/** @throws AppError `FORBIDDEN` if the deployments (empty: all) include any that the caller is not bound to */
function requireReach(admin: ApiKeyCaller, deployments: readonly number[]): void {
  if (admin.deployments.length === 0) return;
  if (deployments.length > 0 && deployments.every((number) => admin.deployments.includes(number))) return;
  throw new AppError(
    'FORBIDDEN',
    `This key is bound to the deployments ${admin.deployments.join(', ')} and cannot manage keys with wider access.`,
  );
}

/** @throws AppError `NOT_FOUND` */
async function requireDeployments(
  context: ServiceContext,
  admin: ApiKeyCaller,
  deployments: readonly number[],
): Promise<void> {
  if (deployments.length === 0) return;
  const rows = await context.prisma.deployment.findMany({
    where: { accountId: admin.account.id, number: { in: [...deployments] }, retiredAt: null },
    select: { number: true },
  });
  const known = new Set(rows.map((row) => row.number));
  const [unknown] = deployments.filter((number) => !known.has(number));
  if (unknown !== undefined) throw notFound(`Deployment ${unknown}`);
}
