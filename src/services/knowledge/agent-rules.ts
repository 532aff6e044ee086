import { createAgentRuleInput, updateAgentRuleInput } from '../../contract/knowledge.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { type AgentRule, Prisma } from '../../db/generated/client.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import {
  createKnowledge,
  findAgent,
  type KnowledgeKind,
  updateKnowledge,
  visibleKnowledge,
} from './knowledge.ts';

/** Instructions that an agent gets with every question. */
export const agentRules: KnowledgeKind<AgentRule> = {
  table: 'AgentRule',
  columns: Prisma.AgentRuleScalarFieldEnum,
  label: 'Agent rule',
  plural: 'rules',
  id: 'int',
  visible: visibleKnowledge,
  subject: 'agentRule',
};

/** @returns its id @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, `NOT_FOUND`, as `createKnowledge` */
export async function createAgentRule(
  context: ServiceContext,
  caller: Caller | null,
  input: unknown,
): Promise<number> {
  const admin = requireAdmin(caller);
  const { agentId, text } = parseInput(createAgentRuleInput, input);
  const agent = await findAgent(context, admin, agentId);
  return createKnowledge(context, admin, agentRules, agent, { text });
}

/** @throws AppError `FORBIDDEN`, `VALIDATION_FAILED`, as `updateKnowledge` */
export async function updateAgentRule(
  context: ServiceContext,
  caller: Caller | null,
  id: number,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(caller);
  const { text } = parseInput(updateAgentRuleInput, input);
  await updateKnowledge(context, admin, agentRules, id, { text });
}
