import type { AgentSettings } from '../../contract/agents.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { AppError, notFound, validationFailed } from '../../errors.ts';
import { type Caller, requireCaller, requireDeployment, requirePlan } from '../caller.ts';
import type { ServiceContext } from '../context.ts';

export interface ChatAgent extends AgentSettings {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly model: string;
  readonly devMode: boolean;
  readonly accessibleViews: readonly string[];
  readonly rules: readonly string[];
  readonly certifiedQueries: readonly { readonly question: string; readonly sql: string }[];
  readonly deployment: { readonly id: number; readonly number: number; readonly timezone: string | null };
}

/**
 * Finds the agent of a chat request.
 * @param accountName from the path; must be the caller's account if given
 * @throws AppError `NOT_FOUND`, for an end user also of an agent of another deployment; `FORBIDDEN` for a key that is bound to others;
 *   `PLAN_REQUIRED`
 */
export async function requireAgent(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller,
  accountName: string | null | undefined,
  agentNumber: number,
): Promise<ChatAgent> {
  if (accountName != null && accountName !== caller.account.name) throw notFound(`Account "${accountName}"`);
  const agent = await readAgent(context, caller, Prisma.sql`a.number = ${agentNumber}`);
  const isElsewhere = caller.kind === 'user' && agent?.deployment.number !== caller.deployment.number;
  if (agent === undefined || isElsewhere) throw notFound(`Agent ${agentNumber}`);
  requireDeployment(caller, agent.deployment.number);
  return agent;
}

/**
 * Finds the agent with this number, or else the first one of a deployment: by default for an end user, of the session's.
 * @throws AppError as {@link requireAgent}; `VALIDATION_FAILED` for an API key that names neither
 */
export async function findChatAgent(
  context: Pick<ServiceContext, 'prisma'>,
  maybeCaller: Caller | null,
  agentNumber: number | null | undefined,
  deploymentNumber?: number | null,
): Promise<ChatAgent> {
  const caller = requireCaller(maybeCaller);
  if (agentNumber != null) return requireAgent(context, caller, undefined, agentNumber);
  const number = deploymentNumber ?? (caller.kind === 'user' ? caller.deployment.number : undefined);
  if (number === undefined) {
    const message = 'is required with an API key, unless deploymentId is given';
    throw validationFailed([{ path: 'agentId', message }]);
  }
  requireDeployment(caller, number);
  const first = await readAgent(context, caller, Prisma.sql`d.number = ${number}`);
  if (first === undefined) throw new AppError('NOT_FOUND', `Deployment ${number} has no agent.`);
  return first;
}

async function readAgent(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  { account }: Caller,
  condition: Prisma.Sql,
): Promise<ChatAgent | undefined> {
  requirePlan(account);
  const [agent] = await sql<ChatAgent>(prisma)`
    SELECT a.id, a.number, a.name, a.model, a.fallback, a.reasoning, a.temperature, a.limits,
           a."devMode", a."accessibleViews",
           ARRAY(SELECT r.text FROM "AgentRule" r WHERE r."agentId" = a.id ORDER BY r.managed DESC, r.id) AS rules,
           coalesce((SELECT jsonb_agg(jsonb_build_object('question', q.question, 'sql', q.sql) ORDER BY q.managed DESC, q.id)
                     FROM "CertifiedQuery" q WHERE q."agentId" = a.id), '[]') AS "certifiedQueries",
           jsonb_build_object('id', d.id, 'number', d.number, 'timezone', d.timezone) AS deployment
    FROM "Agent" a JOIN "Deployment" d ON d.id = a."deploymentId"
    WHERE a."accountId" = ${account.id} AND ${condition} AND a."retiredAt" IS NULL ORDER BY a.id LIMIT 1`;
  return agent;
}
