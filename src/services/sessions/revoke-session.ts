import { parseInput } from '../../contract/parse-input.ts';
import { revokeSessionInput } from '../../contract/sessions.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../errors.ts';
import { type AuditEntry, auditPart, ofSession } from '../audit/audit-part.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { hashSecret } from '../secret.ts';
import { visibleSessions } from './list-sessions.ts';

const revocation: AuditEntry = { action: 'session.revoke', subject: 'session', deployments: ofSession };

/**
 * Revokes a session of the caller's account: it can no longer be exchanged, and its token stops working. Safe to
 * repeat: an id that is unknown or that the key may not see is not an error.
 * @throws AppError `FORBIDDEN`
 */
export async function revokeSession(
  context: Pick<ServiceContext, 'prisma' | 'now' | 'newId'>,
  caller: Caller | null,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(caller);
  const { sessionId } = parseInput(revokeSessionInput, input);
  const revoked = Prisma.sql`revoked AS (
    UPDATE "Session" t SET "revokedAt" = ${context.now()}
    WHERE t.hash = ${hashSecret(sessionId)} AND ${visibleSessions(admin)} AND t."revokedAt" IS NULL
    RETURNING t.id, t."deploymentId")`;
  const audited = auditPart(context, admin, revocation, 'revoked');
  await sql(context.prisma)`WITH ${revoked}, ${audited} SELECT 1`;
}

/**
 * Revokes a session that an administrator found in a list, without its secret id. Safe to repeat: the time of the first
 * revocation is kept.
 * @param id the id of its row
 * @throws AppError `FORBIDDEN`; `NOT_FOUND` for a session that the caller may not see
 */
export async function revokeListedSession(
  context: Pick<ServiceContext, 'prisma' | 'now' | 'newId'>,
  caller: Caller | null,
  id: string,
): Promise<void> {
  const admin = requireAdmin(caller);
  const found = Prisma.sql`found AS (
    SELECT t.id FROM "Session" t WHERE t.id = ${id}::uuid AND ${visibleSessions(admin)})`;
  const revoked = Prisma.sql`revoked AS (
    UPDATE "Session" s SET "revokedAt" = ${context.now()} FROM found
    WHERE s.id = found.id AND s."revokedAt" IS NULL RETURNING s.id, s."deploymentId")`;
  const audited = auditPart(context, admin, revocation, 'revoked');
  const rows = await sql<unknown>(context.prisma)`WITH ${found}, ${revoked}, ${audited} SELECT 1 FROM found`;
  if (rows.length === 0) throw notFound('Session');
}
