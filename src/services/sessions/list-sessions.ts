import { z } from 'zod';
import { parseInput } from '../../contract/parse-input.ts';
import { type SessionState, sessionFilter } from '../../contract/sessions.ts';
import { Prisma, type Session } from '../../db/generated/client.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { List } from '../lists/list.ts';
import { ifGiven } from '../lists/list-filter.ts';

/** The filter after the user's global ID has been replaced by the number. */
const filterSchema = sessionFilter.extend({ userId: z.int32().nullish() });

/** An admin key sees the sessions of its account, a bound key only those of its deployments. */
export const sessions: List<Session, 'createdAt'> = {
  table: 'Session',
  columns: Prisma.SessionScalarFieldEnum,
  label: 'Session',
  id: 'uuid',
  fields: { createdAt: 'key' },
  order: { field: 'createdAt', direction: 'desc' },
  parentFirst: true,
  visible: visibleSessions,
  matching(filter, _caller, now) {
    const { userId, state } = parseInput(filterSchema, filter);
    return [
      ...ifGiven(userId, (id) => Prisma.sql`t."userId" = ${id}`),
      ...ifGiven(state, (is) => inState(is, now)),
    ];
  },
};

/** The condition that the caller may see a session `t`. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` */
export function visibleSessions(caller: Caller | null): Prisma.Sql {
  const { account, deployments } = requireAdmin(caller);
  if (deployments.length === 0) return Prisma.sql`t."accountId" = ${account.id}`;
  return Prisma.sql`t."accountId" = ${account.id} AND t."deploymentId" IN (SELECT d.id FROM "Deployment" d
    WHERE d."accountId" = ${account.id} AND d.number = ANY(${[...deployments]}::int[]))`;
}

/** The state of a session at a time. */
export function stateOfSession(
  { revokedAt, exchangedAt, expiresAt }: Pick<Session, 'revokedAt' | 'exchangedAt' | 'expiresAt'>,
  now: Date,
): SessionState {
  if (revokedAt !== null) return 'revoked';
  if (exchangedAt !== null) return 'exchanged';
  return expiresAt > now ? 'pending' : 'expired';
}

function inState(state: SessionState, now: Date): Prisma.Sql {
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
