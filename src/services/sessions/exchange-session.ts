import { parseInput } from '../../contract/parse-input.ts';
import { exchangeSessionInput } from '../../contract/sessions.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import type { SessionTokens } from '../access/session-token.ts';
import { auditPart, ofSession } from '../audit/audit-part.ts';
import type { ServiceContext } from '../context.ts';
import { perSecond, spendRate } from '../limits/spend-rate.ts';
import { hashSecret } from '../secret.ts';
import { isLiving } from '../users/end-users.ts';

export interface ExchangedSession {
  readonly token: string;
  readonly expiresAt: Date;
  readonly accountName: string;
}

/**
 * Exchanges a session id for the end user's token. Works once: of two concurrent exchanges, one fails.
 * @param clientAddress exchanges are limited by address, since they need no credentials; undefined if it is not known
 * @throws AppError `UNAUTHENTICATED` if the id is unknown, used, revoked or expired; `TOO_MANY_REQUESTS`
 */
export async function exchangeSession(
  context: Pick<ServiceContext, 'prisma' | 'now' | 'newId' | 'limits'>,
  tokens: SessionTokens,
  input: unknown,
  clientAddress: string | undefined,
): Promise<ExchangedSession> {
  const { sessionId } = parseInput(exchangeSessionInput, input);
  if (clientAddress !== undefined) {
    const { rates, exchangesPerSecond } = context.limits;
    const what = 'Session exchanges from one address';
    await spendRate(rates, `exchange:${clientAddress}`, perSecond(exchangesPerSecond), what);
  }
  const now = context.now();
  const exchanged = Prisma.sql`exchanged AS (
    UPDATE "Session" SET "exchangedAt" = ${now}
    WHERE hash = ${hashSecret(sessionId)} AND "exchangedAt" IS NULL AND "revokedAt" IS NULL AND "expiresAt" > ${now}
      AND EXISTS (SELECT FROM "User" u WHERE u.id = "userId" AND ${isLiving(now, 'u')})
    RETURNING id, "accountId", "userId", "deploymentId")`;
  const audited = auditPart(
    context,
    'itsUser',
    { action: 'session.exchange', subject: 'session', deployments: ofSession },
    'exchanged',
  );
  const [row] = await sql<{ id: string; accountName: string }>(context.prisma)`
    WITH ${exchanged}, ${audited}
    SELECT e.id::text AS id, a.name AS "accountName" FROM exchanged e JOIN "Account" a ON a.id = e."accountId"`;
  if (row === undefined) {
    throw new AppError(
      'UNAUTHENTICATED',
      'The session is unknown, already used, revoked or expired. Mint a new one.',
    );
  }
  return { ...(await tokens.sign(row.id, now)), accountName: row.accountName };
}
