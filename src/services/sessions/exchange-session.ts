import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { ServiceContext } from '../context.ts';
import { parseInput } from '../input.ts';
import { hashSecret } from '../keys/secret.ts';
import type { SessionTokens } from './session-token.ts';

export const exchangeSessionSchema = z.object({ sessionId: z.string().max(256) });

/**
 * Exchanges a session id for the end user's token, once (contract §4). Of two exchanges at the same moment one wins.
 * @throws AppError `UNAUTHENTICATED` when the id is unknown, used, revoked or expired
 */
export async function exchangeSession(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  tokens: SessionTokens,
  input: unknown,
): Promise<{ token: string; expiresAt: Date }> {
  const { sessionId } = parseInput(exchangeSessionSchema, input);
  const now = context.now();
  const [row] = await context.prisma.$queryRaw<{ id: string }[]>`
    UPDATE "Session" SET "exchangedAt" = ${now}
    WHERE hash = ${hashSecret(sessionId)} AND "exchangedAt" IS NULL AND "revokedAt" IS NULL AND "expiresAt" > ${now}
    RETURNING id::text AS id`;
  if (row === undefined) {
    throw new AppError(
      'UNAUTHENTICATED',
      'The session is unknown, used already, revoked or expired. Mint a new one.',
    );
  }
  return tokens.sign(row.id, now);
}
