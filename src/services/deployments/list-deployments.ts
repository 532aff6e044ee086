import { agentFilter } from '../../contract/agents.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { type Agent, type Deployment, Prisma } from '../../db/generated/client.ts';
import { type Caller, requireAdmin, type UserCaller } from '../caller.ts';
import type { List } from '../lists/list.ts';
import { containAny, ifGiven } from '../lists/list-filter.ts';

export const deployments: List<Deployment> = {
  table: 'Deployment',
  columns: Prisma.DeploymentScalarFieldEnum,
  label: 'Deployment',
  id: 'int',
  visible: (caller) => visibleDeployments(caller, 't'),
};

/** An admin key sees the agents of the deployments that it sees, an end user those of the session's, except retired ones. */
export const agents: List<Agent> = {
  table: 'Agent',
  columns: Prisma.AgentScalarFieldEnum,
  label: 'Agent',
  id: 'int',
  visible: (
    caller,
  ) => Prisma.sql`t."retiredAt" IS NULL AND t."deploymentId" IN (SELECT d.id FROM "Deployment" d
    WHERE ${caller?.kind === 'user' ? ofSession(caller) : visibleDeployments(caller, 'd')})`,
  matching: (filter) => ifGiven(parseInput(agentFilter, filter).text, (text) => containAny(['name'], text)),
};

function ofSession({ account, deployment }: UserCaller): Prisma.Sql {
  return Prisma.sql`d."accountId" = ${account.id} AND d.id = ${deployment.id} AND d."retiredAt" IS NULL`;
}

/** An admin key sees the deployments of its account, or those that it is bound to, except retired ones. */
function visibleDeployments(caller: Caller | null, row: 't' | 'd'): Prisma.Sql {
  const { account, deployments: numbers } = requireAdmin(caller);
  const of = Prisma.raw(row);
  const bound =
    numbers.length === 0 ? Prisma.empty : Prisma.sql`AND ${of}.number = ANY(${[...numbers]}::int[])`;
  return Prisma.sql`${of}."accountId" = ${account.id} AND ${of}."retiredAt" IS NULL ${bound}`;
}

/** The ids of an account's agents, including retired ones. @param deployments the numbers of theirs; empty means all */
export function agentsOf(accountId: number, deployments: readonly number[]): Prisma.Sql {
  if (deployments.length === 0) {
    return Prisma.sql`(SELECT a.id FROM "Agent" a WHERE a."accountId" = ${accountId})`;
  }
  return Prisma.sql`(SELECT a.id FROM "Agent" a JOIN "Deployment" d ON d.id = a."deploymentId"
    WHERE a."accountId" = ${accountId} AND d.number = ANY(${[...deployments]}::int[]))`;
}

/** The full URL of an agent's chat (spec: Chat stream). */
export function chatApiUrl(publicUrl: string, accountName: string, agentNumber: number): string {
  const account = encodeURIComponent(accountName);
  return `${publicUrl}/api/v1/public/${account}/agents/${agentNumber}/chat/stream-chat-state`;
}
