import { type Agent, type Deployment, Prisma } from '../../db/generated/client.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { type NestedList, readNestedPage } from '../lists/nested-page.ts';
import { type Page, type PageArgs, readPage } from '../lists/page.ts';

/** What an admin key may see of deployments: those of its account, or the ones it is bound to; none that is retired. */
export function visibleDeployments(caller: Caller | null): {
  accountId: number;
  retiredAt: null;
  number?: { in: number[] };
} {
  const { account, deployments } = requireAdmin(caller);
  const own = { accountId: account.id, retiredAt: null };
  return deployments.length === 0 ? own : { ...own, number: { in: [...deployments] } };
}

/** What an admin key may see of agents: those of its deployments. */
export function visibleAgents(caller: Caller | null): {
  accountId: number;
  retiredAt: null;
  deployment: ReturnType<typeof visibleDeployments>;
} {
  const deployment = visibleDeployments(caller);
  return { accountId: deployment.accountId, retiredAt: null, deployment };
}

/** The ids of an account's agents, retired ones too; of these deployments, or of all when none is named. */
export function agentsOf(accountId: number, deployments: readonly number[]): Prisma.Sql {
  if (deployments.length === 0) {
    return Prisma.sql`(SELECT a.id FROM "Agent" a WHERE a."accountId" = ${accountId})`;
  }
  return Prisma.sql`(SELECT a.id FROM "Agent" a JOIN "Deployment" d ON d.id = a."deploymentId"
    WHERE a."accountId" = ${accountId} AND d.number = ANY(${[...deployments]}::int[]))`;
}

/** Deployments, oldest first. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED` */
export function listDeployments(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  args: PageArgs,
  query: object,
): Promise<Page<Deployment>> {
  const visible = visibleDeployments(caller);
  return readPage('int', args, false, ({ where, orderBy, take }) =>
    context.prisma.deployment.findMany({ ...query, where: { ...visible, ...where }, orderBy, take }),
  );
}

/** Agents, oldest first. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED` */
export function listAgents(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  args: PageArgs,
  query: object,
): Promise<Page<Agent>> {
  const visible = visibleAgents(caller);
  return readPage('int', args, false, ({ where, orderBy, take }) =>
    context.prisma.agent.findMany({ ...query, where: { ...visible, ...where }, orderBy, take }),
  );
}

/** Agents of a deployment that the caller may see, oldest first. @throws AppError as `listAgents` */
export function listAgentsOfDeployment(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  deploymentRowId: number,
  args: PageArgs,
  query: object,
): Promise<Page<Agent>> {
  const visible = visibleAgents(caller);
  const list: NestedList<'int', number, Agent> = {
    name: 'agents of deployments',
    kind: 'int',
    newestFirst: false,
    parents: 'int',
    key: Prisma.sql`t.id`,
    rows: Prisma.sql`FROM "Agent" t
      WHERE t."deploymentId" = p.id AND t."accountId" = ${visible.accountId} AND t."retiredAt" IS NULL`,
    // A deployment that a key is not bound to shows no agents either.
    load: (ids) => prisma.agent.findMany({ ...query, where: { ...visible, id: { in: ids } } }),
    keyOf: ({ id }) => id,
  };
  return readNestedPage(prisma, requireAdmin(caller), list, deploymentRowId, args, query);
}

/** The complete address of an agent's chat (spec: Chat stream; contract §4). */
export function chatApiUrl(publicUrl: string, accountName: string, agentNumber: number): string {
  const account = encodeURIComponent(accountName);
  return `${publicUrl}/api/v1/public/${account}/agents/${agentNumber}/chat/stream-chat-state`;
}
