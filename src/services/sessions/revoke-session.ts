import { actorOf, type Caller, requireAdmin } from '../caller.ts';
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
  await context.prisma.$executeRaw`
    WITH revoked AS (
      UPDATE "Session" SET "revokedAt" = ${context.now()}
      WHERE hash = ${hashSecret(sessionId)} AND "accountId" = ${admin.account.id} AND "revokedAt" IS NULL
      RETURNING id)
    INSERT INTO "AuditEvent" (id, "accountId", at, actor, action, subject)
    SELECT ${context.newId()}::uuid, ${admin.account.id}::int, ${context.now()}::timestamptz, ${actorOf(admin)},
           'session.revoke', 'session:' || id
    FROM revoked`;
}
