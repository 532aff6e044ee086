import { Prisma } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { type AuditEntry, auditPart, ofSession } from '../audit/audit-part.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { parseInput } from '../input.ts';
import { hashSecret } from '../secret.ts';
import { exchangeSessionSchema } from './exchange-session.ts';
import { ofAdmin } from './list-sessions.ts';

const revocation: AuditEntry = { action: 'session.revoke', subject: 'session', deployments: ofSession };

/**
 * Revokes a session of the caller's account: it can no longer be exchanged, and its token stops working (contract §4).
 * An unknown id is no error, so that revoking twice, or too late, is safe; one of a deployment that the key is not bound to is
 * unknown to it.
 * @throws AppError `FORBIDDEN`
 */
export async function revokeSession(
  context: Pick<ServiceContext, 'prisma' | 'now' | 'newId'>,
  caller: Caller | null,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(caller);
  const { sessionId } = parseInput(exchangeSessionSchema, input);
  const revoked = Prisma.sql`revoked AS (
    UPDATE "Session" t SET "revokedAt" = ${context.now()}
    WHERE t.hash = ${hashSecret(sessionId)} AND ${Prisma.join([...ofAdmin(admin)], ' AND ')} AND t."revokedAt" IS NULL
    RETURNING t.id, t."deploymentId")`;
  const audited = auditPart(context, admin, revocation, 'revoked');
  await context.prisma.$executeRaw`WITH ${revoked}, ${audited} SELECT 1`;
}

/**
 * Revokes a session that an administrator found in a list, which does not tell the secret id. Safe to repeat: the moment
 * of the first time stays.
 * @param id its key
 * @throws AppError `FORBIDDEN`; `NOT_FOUND` for a session that the caller may not see
 */
export async function revokeListedSession(
  context: Pick<ServiceContext, 'prisma' | 'now' | 'newId'>,
  caller: Caller | null,
  id: string,
): Promise<void> {
  const admin = requireAdmin(caller);
  const found = Prisma.sql`found AS (
    SELECT t.id FROM "Session" t WHERE t.id = ${id}::uuid AND ${Prisma.join([...ofAdmin(admin)], ' AND ')})`;
  const revoked = Prisma.sql`revoked AS (
    UPDATE "Session" s SET "revokedAt" = ${context.now()} FROM found
    WHERE s.id = found.id AND s."revokedAt" IS NULL RETURNING s.id, s."deploymentId")`;
  const audited = auditPart(context, admin, revocation, 'revoked');
  const rows = await context.prisma.$queryRaw<
    unknown[]
  >`WITH ${found}, ${revoked}, ${audited} SELECT 1 FROM found`;
  if (rows.length === 0) throw new AppError('NOT_FOUND', 'Session not found.');
}
