import { parseInput } from '../../contract/parse-input.ts';
import { revokeSessionInput } from '../../contract/sessions.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../errors.ts';
import { type AuditEntry, auditPart, ofSession } from '../audit/audit-part.ts';
import { type ApiKeyCaller, type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { hashSecret } from '../secret.ts';
import { tellOfAccess } from '../thread-notices.ts';
import { visibleSessions } from './list-sessions.ts';

const revocation: AuditEntry = { action: 'session.revoke', subject: 'session', deployments: ofSession };

/**
 * Revokes a session of the caller's account: it can no longer be exchanged, its token stops working, and what runs under
 * the token ends. Safe to repeat: an id that is unknown or that the key may not see is not an error.
 * @throws AppError `FORBIDDEN`
 */
export async function revokeSession(
  context: Pick<ServiceContext, 'prisma' | 'now' | 'newId' | 'threadNotices'>,
  caller: Caller | null,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(caller);
  const { sessionId } = parseInput(revokeSessionInput, input);
  const revoked = Prisma.sql`revoked AS (
    UPDATE "Session" t SET "revokedAt" = ${context.now()}
    WHERE t.hash = ${hashSecret(sessionId)} AND ${visibleSessions(admin)} AND t."revokedAt" IS NULL
    RETURNING t.id, t."deploymentId", t."userId")`;
  const audited = auditPart(context, admin, revocation, 'revoked');
  const [ended] = await sql<{ userId: number }>(context.prisma)`
    WITH ${revoked}, ${audited} SELECT "userId" FROM revoked`;
  endWork(context, admin, ended?.userId);
}

/**
 * Revokes a session that an administrator found in a list, without its secret id. Safe to repeat: the time of the first
 * revocation is kept.
 * @param id the id of its row
 * @throws AppError `FORBIDDEN`; `NOT_FOUND` for a session that the caller may not see
 */
export async function revokeListedSession(
  context: Pick<ServiceContext, 'prisma' | 'now' | 'newId' | 'threadNotices'>,
  caller: Caller | null,
  id: string,
): Promise<void> {
  const admin = requireAdmin(caller);
  const found = Prisma.sql`found AS (
    SELECT t.id FROM "Session" t WHERE t.id = ${id}::uuid AND ${visibleSessions(admin)})`;
  const revoked = Prisma.sql`revoked AS (
    UPDATE "Session" s SET "revokedAt" = ${context.now()} FROM found
    WHERE s.id = found.id AND s."revokedAt" IS NULL RETURNING s.id, s."deploymentId", s."userId")`;
  const audited = auditPart(context, admin, revocation, 'revoked');
  const [row] = await sql<{ userId: number | null }>(context.prisma)`
    WITH ${found}, ${revoked}, ${audited} SELECT r."userId" FROM found LEFT JOIN revoked r ON true`;
  if (row === undefined) throw notFound('Session');
  endWork(context, admin, row.userId ?? undefined);
}

/** Ends what still runs under the token of the session. */
function endWork(
  context: Pick<ServiceContext, 'threadNotices'>,
  { account }: ApiKeyCaller,
  userId: number | undefined,
): void {
  if (userId !== undefined) tellOfAccess(context, { accountId: account.id, userId });
}
