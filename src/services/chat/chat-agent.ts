import { Prisma } from '../../db/generated/client.ts';
import { queryRaw } from '../../db/query-raw.ts';
import { AppError } from '../../errors.ts';
import { type Caller, requireCaller, requireDeployment, requirePlan } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { validationFailed } from '../input.ts';

export interface ChatAgent {
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
 * The agent that a chat request goes to. `accountName` is the chat path's; it must be the caller's own.
 * @throws AppError `NOT_FOUND`, `FORBIDDEN` (bound to other deployments), `PLAN_REQUIRED`
 */
export async function requireAgent(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller,
  accountName: string | undefined,
  agentNumber: number,
): Promise<ChatAgent> {
  if (accountName !== undefined && accountName !== caller.account.name) {
    throw new AppError('NOT_FOUND', `Account "${accountName}" not found.`);
  }
  requirePlan(caller.account);
  const [agent] = await queryRaw<ChatAgent>(
    context.prisma,
    Prisma.sql`
    SELECT a.id, a.number, a.name, a.model, a."devMode", a."accessibleViews", a.rules, a."certifiedQueries",
           jsonb_build_object('id', d.id, 'number', d.number, 'timezone', d.timezone) AS deployment
    FROM "Agent" a JOIN "Deployment" d ON d.id = a."deploymentId"
    WHERE a."accountId" = ${caller.account.id} AND a.number = ${agentNumber} AND a."retiredAt" IS NULL`,
  );
  if (agent === undefined) throw new AppError('NOT_FOUND', `Agent ${agentNumber} not found.`);
  requireDeployment(caller, agent.deployment.number);
  return agent;
}

/**
 * The agent of this number, or, for an end user that names none, the first of the session's deployment.
 * @throws AppError as {@link requireAgent}; `VALIDATION_FAILED` for an API key that names none
 */
export async function findChatAgent(
  context: Pick<ServiceContext, 'prisma'>,
  maybeCaller: Caller | null,
  agentNumber: number | null | undefined,
): Promise<ChatAgent> {
  const caller = requireCaller(maybeCaller);
  if (agentNumber != null) return requireAgent(context, caller, undefined, agentNumber);
  if (caller.kind === 'apiKey') {
    throw validationFailed([{ path: 'agentId', message: 'is required with an API key' }]);
  }
  const first = await context.prisma.agent.findFirst({
    where: {
      accountId: caller.account.id,
      retiredAt: null,
      deployment: { number: caller.deployment.number },
    },
    orderBy: { id: 'asc' },
    select: { number: true },
  });
  if (first === null) throw new AppError('NOT_FOUND', 'This deployment has no agent.');
  return requireAgent(context, caller, undefined, first.number);
}
