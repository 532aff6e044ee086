import { type ApiKey, Prisma } from '../../db/generated/client.ts';
import { isOnlyAbout } from '../binding.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { type FilteredList, type ListArgs, readFilteredPage } from '../lists/filtered-page.ts';
import { whereGiven } from '../lists/list-filter.ts';
import type { Page } from '../lists/page.ts';

/** Whether an API key works, or how it ended. */
export type ApiKeyState = 'active' | 'expired' | 'revoked';

/** Which API keys to list. */
export interface ApiKeyFilter {
  readonly state?: ApiKeyState | null | undefined;
}

export type ApiKeyOrderField = 'createdAt' | 'name';

/**
 * API keys of the account, oldest first unless sorted otherwise, revoked and expired ones included; for a bound key those of
 * no wider reach than its own.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export async function listApiKeys(
  { prisma, now }: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller | null,
  args: ListArgs<ApiKeyFilter, ApiKeyOrderField>,
  query: object,
): Promise<Page<ApiKey>> {
  const admin = requireAdmin(caller);
  const list: FilteredList<'int', ApiKeyOrderField, ApiKey> = {
    kind: 'int',
    fields: {
      createdAt: 'key',
      name: { column: Prisma.sql`t.name COLLATE "C"`, type: 'text' },
    },
    order: { field: 'createdAt', direction: 'asc' },
    from: Prisma.sql`"ApiKey" t`,
    where: [
      Prisma.sql`t."accountId" = ${admin.account.id}`,
      isOnlyAbout(admin),
      ...whereGiven(args.filter?.state, (state) => inState(state, now())),
    ],
    load: (ids) => prisma.apiKey.findMany({ ...query, where: { id: { in: ids } } }),
  };
  return readFilteredPage(prisma, list, args);
}

/** The state of an API key at a time. */
export function apiKeyState(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt === null || expiresAt > now ? 'active' : 'expired';
}

function inState(state: ApiKeyState, now: Date): Prisma.Sql {
  switch (state) {
    case 'revoked':
      return Prisma.sql`t."revokedAt" IS NOT NULL`;
    case 'active':
      return Prisma.sql`t."revokedAt" IS NULL AND (t."expiresAt" IS NULL OR t."expiresAt" > ${now})`;
    case 'expired':
      return Prisma.sql`t."revokedAt" IS NULL AND t."expiresAt" <= ${now}`;
  }
}
