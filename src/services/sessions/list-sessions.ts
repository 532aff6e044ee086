import { Prisma, type Session } from '../../db/generated/client.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { type NestedList, readNestedPage } from '../nested-page.ts';
import { type Page, type PageArgs, readPage } from '../page.ts';

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
  args: PageArgs,
  query: object,
): Promise<Page<Session>> {
  const visible = visibleSessions(caller);
  return readPage('uuid', args, true, ({ where, orderBy, take }) =>
    context.prisma.session.findMany({ ...query, where: { ...visible, ...where }, orderBy, take }),
  );
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
  const { account, deployments } = admin;
  const bound =
    deployments.length === 0
      ? Prisma.empty
      : Prisma.sql`AND t."deploymentId" IN (SELECT d.id FROM "Deployment" d
          WHERE d."accountId" = ${account.id} AND d.number = ANY(${[...deployments]}::int[]))`;
  const list: NestedList<'uuid', string, Session> = {
    name: `sessions of ${parent.of}`,
    kind: 'uuid',
    newestFirst: true,
    parents: 'int',
    key: Prisma.sql`t.id`,
    rows: Prisma.sql`FROM "Session" t
      WHERE ${parentColumns[parent.of]} = p.id AND t."accountId" = ${account.id} ${bound}`,
    load: (ids) => prisma.session.findMany({ ...query, where: { id: { in: ids } } }),
    keyOf: ({ id }) => id,
  };
  return readNestedPage(prisma, admin, list, parent.id, args, query);
}
