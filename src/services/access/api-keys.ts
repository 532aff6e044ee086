import { z } from 'zod';
import { type ApiKey, Prisma } from '../../db/generated/client.ts';
import { AppError, workspaceManaged } from '../../errors.ts';
import { auditPart, changeAudited, ofApiKey } from '../audit/audit-part.ts';
import { onlyAbout } from '../binding.ts';
import { type ApiKeyCaller, type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { caps, lineOfText, parseInput, validationFailed } from '../input.ts';
import { hashSecret, newApiKey } from '../secret.ts';

/** A new key and its secret, which is shown this once and never stored. */
export interface CreatedApiKey {
  readonly id: number;
  readonly secret: string;
}

/** What an admin key may see of keys: those of its account, and of no wider reach than its own. */
export function visibleApiKeys(caller: Caller | null): { accountId: number } & ReturnType<typeof onlyAbout> {
  const admin = requireAdmin(caller);
  return { accountId: admin.account.id, ...onlyAbout(admin) };
}

/** One API key that the caller may see. @throws AppError `FORBIDDEN`, `NOT_FOUND` */
export async function findApiKey(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  id: number,
  query: object,
): Promise<ApiKey> {
  const key = await context.prisma.apiKey.findFirst({ ...query, where: { id, ...visibleApiKeys(caller) } });
  if (key === null) throw notFound(id);
  return key;
}

const createSchema = z.object({
  name: lineOfText(),
  role: z.enum(['admin', 'chat']),
  deployments: z.array(z.int32()).max(caps.listItems).nullish(),
  expiresAt: z.date().nullish(),
});

/**
 * Makes an API key with a role, for some deployments or all (an empty list), until a time or for good.
 * A key that is bound to deployments makes only keys that are bound to some of them.
 * @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, `NOT_FOUND` for an unknown deployment
 */
export async function createApiKey(
  context: ServiceContext,
  caller: Caller | null,
  input: unknown,
): Promise<CreatedApiKey> {
  const admin = requireAdmin(caller);
  const { name, role, expiresAt, deployments: named } = parseInput(createSchema, input);
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

/** How long the old secret works beside the new one, unless the rotation says otherwise: a day. */
export const defaultOverlapSeconds = 24 * 60 * 60;
const maxOverlapSeconds = 30 * 24 * 60 * 60;

const rotateSchema = z.object({ overlapSeconds: z.int().min(0).max(maxOverlapSeconds).nullish() });

/**
 * Replaces a key by a new one of the same name, role and deployments, and ends the old one after an overlap, so that
 * callers can change over without a gap. A key that was made for a limited time gets that much time again.
 * @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, `NOT_FOUND`, `CONFLICT` for a key that has ended,
 *   `WORKSPACE_MANAGED` for one of the workspace
 */
export async function rotateApiKey(
  context: ServiceContext,
  caller: Caller | null,
  id: number,
  input: unknown,
): Promise<CreatedApiKey> {
  const admin = requireAdmin(caller);
  const { overlapSeconds } = parseInput(rotateSchema, input);
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
  const [row] = await context.prisma.$queryRaw<{ id: number }[]>`
    WITH locked AS (
      SELECT * FROM "ApiKey" WHERE id = ${id} AND "accountId" = ${admin.account.id} AND NOT managed
        AND "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > ${now}) FOR UPDATE),
    made AS (
      INSERT INTO "ApiKey" ("accountId", name, hash, hint, role, deployments, "createdAt", "expiresAt")
      SELECT "accountId", name, ${hashSecret(secret)}, ${secret.slice(-4)}, role, deployments, ${now}::timestamptz,
             ${now}::timestamptz + ("expiresAt" - "createdAt")
      FROM locked RETURNING id, deployments),
    ended AS (
      UPDATE "ApiKey" SET "expiresAt" = least("expiresAt", ${until}::timestamptz)
      WHERE id IN (SELECT id FROM locked)),
    ${audited}
    SELECT id FROM made`;
  if (row === undefined)
    throw new AppError('CONFLICT', `API key ${id} has expired or was revoked: create a new one.`);
  return { id: row.id, secret };
}

/**
 * Revokes a key at once. Safe to repeat.
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

/** @throws AppError `NOT_FOUND`, `FORBIDDEN` for a key of wider reach, `WORKSPACE_MANAGED` for one of the workspace */
async function requireChangeable(context: ServiceContext, admin: ApiKeyCaller, id: number): Promise<void> {
  const key = await context.prisma.apiKey.findFirst({
    where: { id, accountId: admin.account.id },
    select: { managed: true, deployments: true },
  });
  if (key === null) throw notFound(id);
  requireReach(admin, key.deployments);
  if (key.managed) {
    throw workspaceManaged(`API key ${id}`, 'apiKeys (or ADMIN_API_KEY, if it is that one)');
  }
}

/** @throws AppError `FORBIDDEN` when the deployments (none: all) reach beyond those that the caller is bound to */
function requireReach(admin: ApiKeyCaller, deployments: readonly number[]): void {
  if (admin.deployments.length === 0) return;
  if (deployments.length > 0 && deployments.every((number) => admin.deployments.includes(number))) return;
  throw new AppError(
    'FORBIDDEN',
    `This key is bound to the deployments ${admin.deployments.join(', ')} and cannot act on keys of wider reach.`,
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
  if (unknown !== undefined) throw new AppError('NOT_FOUND', `Deployment ${unknown} not found.`);
}

function notFound(id: number): AppError {
  return new AppError('NOT_FOUND', `API key ${id} not found.`);
}
