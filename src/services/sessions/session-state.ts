import { Prisma, type Session } from '../../db/generated/client.ts';

/**
 * How far a session has come: `pending` can be exchanged, `expired` was not in time; `exchanged` was, and `revoked` ended
 * either way.
 */
export type SessionState = 'pending' | 'exchanged' | 'revoked' | 'expired';

/** The state of a session at a time. */
export function sessionState(
  { revokedAt, exchangedAt, expiresAt }: Pick<Session, 'revokedAt' | 'exchangedAt' | 'expiresAt'>,
  now: Date,
): SessionState {
  if (revokedAt !== null) return 'revoked';
  if (exchangedAt !== null) return 'exchanged';
  return expiresAt > now ? 'pending' : 'expired';
}

/** The condition that sessions `t` are in a state at a time. */
export function inState(state: SessionState, now: Date): Prisma.Sql {
  const unused = Prisma.sql`t."exchangedAt" IS NULL AND t."revokedAt" IS NULL`;
  switch (state) {
    case 'revoked':
      return Prisma.sql`t."revokedAt" IS NOT NULL`;
    case 'exchanged':
      return Prisma.sql`t."exchangedAt" IS NOT NULL AND t."revokedAt" IS NULL`;
    case 'pending':
      return Prisma.sql`${unused} AND t."expiresAt" > ${now}`;
    case 'expired':
      return Prisma.sql`${unused} AND t."expiresAt" <= ${now}`;
  }
}
