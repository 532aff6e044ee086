import type { Session } from '../../db/generated/client.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { type Page, type PageArgs, readPage } from '../page.ts';

/** Which sessions to list: all, those minted for an embed tenant, or a user's. */
export interface SessionFilter {
  readonly embedTenantId?: number;
  readonly userId?: number;
}

/** What an admin key may see of sessions: those of its account and of the deployments it is bound to. */
export function visibleSessions(caller: Caller | null): {
  accountId: number;
  deployment?: { number: { in: number[] } };
} {
  const { account, deployments } = requireAdmin(caller);
  if (deployments.length === 0) return { accountId: account.id };
  return { accountId: account.id, deployment: { number: { in: [...deployments] } } };
}

/** Sessions, newest first. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED` */
export function listSessions(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  filter: SessionFilter,
  args: PageArgs,
  query: object,
): Promise<Page<Session>> {
  const visible = visibleSessions(caller);
  return readPage('uuid', args, true, ({ where, orderBy, take }) =>
    context.prisma.session.findMany({ ...query, where: { ...visible, ...filter, ...where }, orderBy, take }),
  );
}
