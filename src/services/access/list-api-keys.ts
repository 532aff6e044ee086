import { type ApiKeyState, apiKeyFilter } from '../../contract/keys.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { type ApiKey, Prisma } from '../../db/generated/client.ts';
import { isOnlyAbout } from '../binding.ts';
import { requireAdmin } from '../caller.ts';
import type { List } from '../lists/list.ts';
import { ifGiven } from '../lists/list-filter.ts';

/** An admin key sees the keys of its account, a bound key only those with no wider access than its own. */
export const apiKeys: List<ApiKey, 'createdAt' | 'name'> = {
  table: 'ApiKey',
  columns: Prisma.ApiKeyScalarFieldEnum,
  label: 'API key',
  id: 'int',
  fields: { createdAt: 'key', name: 'text' },
  order: { field: 'createdAt', direction: 'asc' },
  visible(caller) {
    const admin = requireAdmin(caller);
    return Prisma.sql`t."accountId" = ${admin.account.id} AND ${isOnlyAbout(admin)}`;
  },
  matching: (filter, _caller, now) =>
    ifGiven(parseInput(apiKeyFilter, filter).state, (state) => inState(state, now)),
};

/** The state of an API key at a time. */
export function stateOfApiKey(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt === null || expiresAt > now ? 'active' : 'expired';
}

/** The condition that an API key `t` has a state at a time. */
export function inState(state: ApiKeyState, now: Date): Prisma.Sql {
  switch (state) {
    case 'revoked':
      return Prisma.sql`t."revokedAt" IS NOT NULL`;
    case 'active':
      return Prisma.sql`t."revokedAt" IS NULL AND (t."expiresAt" IS NULL OR t."expiresAt" > ${now})`;
    case 'expired':
      return Prisma.sql`t."revokedAt" IS NULL AND t."expiresAt" <= ${now}`;
  }
}
