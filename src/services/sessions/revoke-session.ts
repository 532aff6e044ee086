import { Prisma } from '../../db/generated/client.ts';
import { auditPart } from '../audit/audit-part.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { parseInput } from '../input.ts';
import { hashSecret } from '../keys/secret.ts';
import { exchangeSessionSchema } from './exchange-session.ts';

/**
 * Revokes a session of the caller's account: it can no longer be exchanged, and its token stops working (contract §4).
 * An unknown id is no error, so that revoking twice, or too late, is safe.
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
    UPDATE "Session" SET "revokedAt" = ${context.now()}
    WHERE hash = ${hashSecret(sessionId)} AND "accountId" = ${admin.account.id} AND "revokedAt" IS NULL
    RETURNING id)`;
  const audited = auditPart(context, admin, { action: 'session.revoke', subject: 'session' }, 'revoked');
  await context.prisma.$executeRaw`WITH ${revoked}, ${audited} SELECT 1`;
}
