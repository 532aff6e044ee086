import { Prisma, type Session } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { type ApiKeyCaller, type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { type FilteredList, type ListArgs, readFilteredPage } from '../lists/filtered-page.ts';
import { whereGiven } from '../lists/list-filter.ts';
import { type NestedList, readNestedPage } from '../lists/nested-page.ts';
import type { Page, PageArgs } from '../lists/page.ts';
import { inState, type SessionState } from './session-state.ts';

/** What an admin key may see of sessions: those of its account and of the deployments it is bound to. */
export function visibleSessions(caller: Caller | null): {
  accountId: number;
  deployment?: { number: { in: number[] } };
} {
  const { account, deployments } = requireAdmin(caller);
  if (deployments.length === 0) return { accountId: account.id };
  return { accountId: account.id, deployment: { number: { in: [...deployments] } } };
}

/** Which sessions to list. */
export interface SessionFilter {
  readonly userId?: number | null | undefined;
  readonly state?: SessionState | null | undefined;
}

/** Sessions, newest first unless sorted otherwise. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED` */
export async function listSessions(
  { prisma, now }: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller | null,
  args: ListArgs<SessionFilter, 'createdAt'>,
  query: object,
): Promise<Page<Session>> {
  const admin = requireAdmin(caller);
  const { userId, state } = args.filter ?? {};
  const list: FilteredList<'uuid', 'createdAt', Session> = {
    kind: 'uuid',
    fields: { createdAt: 'key' },
    order: { field: 'createdAt', direction: 'desc' },
    from: Prisma.sql`"Session" t`,
    where: [
      ...ofAdmin(admin),
      ...whereGiven(userId, (id) => Prisma.sql`t."userId" = ${id}`),
      ...whereGiven(state, (is) => inState(is, now())),
    ],
    load: (ids) => prisma.session.findMany({ ...query, where: { id: { in: ids } } }),
  };
  return readFilteredPage(prisma, list, args);
}

/** A session of those that the caller may see. @throws AppError `FORBIDDEN`, `NOT_FOUND` */
export async function findSession(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  id: string,
  query: object,
): Promise<Session> {
  const session = await prisma.session.findFirst({ ...query, where: { id, ...visibleSessions(caller) } });
  if (session === null) throw new AppError('NOT_FOUND', 'Session not found.');
  return session;
}

/** The conditions that bound sessions `t` by what an admin key may see. */
export function ofAdmin(admin: ApiKeyCaller): readonly Prisma.Sql[] {
  return [Prisma.sql`t."accountId" = ${admin.account.id}`, ...ofItsDeployments(admin)];
}

/** Empty for a key that is bound to none. */
function ofItsDeployments({ account, deployments }: ApiKeyCaller): readonly Prisma.Sql[] {
  if (deployments.length === 0) return [];
  return [
    Prisma.sql`t."deploymentId" IN (SELECT d.id FROM "Deployment" d
      WHERE d."accountId" = ${account.id} AND d.number = ANY(${[...deployments]}::int[]))`,
  ];
}

const parentColumns = { embedTenant: Prisma.sql`t."embedTenantId"`, user: Prisma.sql`t."userId"` };

/** Sessions minted for an embed tenant, or for a user, newest first. @throws AppError as `listSessions` */
export function listSessionsOf(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  parent: { readonly of: 'embedTenant' | 'user'; readonly id: number },
  args: PageArgs,
  query: object,
): Promise<Page<Session>> {
  const admin = requireAdmin(caller);
  const list: NestedList<'uuid', string, Session> = {
    name: `sessions of ${parent.of}`,
    kind: 'uuid',
    newestFirst: true,
    parents: 'int',
    key: Prisma.sql`t.id`,
    parentColumn: parentColumns[parent.of],
    rows: Prisma.sql`FROM "Session" t WHERE ${Prisma.join(
      [Prisma.sql`t."accountId" IS NOT DISTINCT FROM ${admin.account.id}`, ...ofItsDeployments(admin)],
      ' AND ',
    )}`,
    load: (ids) => prisma.session.findMany({ ...query, where: { id: { in: ids } } }),
    keyOf: ({ id }) => id,
  };
  return readNestedPage(prisma, admin, list, parent.id, args, query);
}
