import { isDeepStrictEqual } from 'node:util';
import type { Prisma } from '../../db/generated/client.ts';
import type { WorkspaceAgent } from './agent-schema.ts';

/** Gives an agent the rules and certified queries of the workspace, in their order. Those made through the API stay. */
export async function applyKnowledge(
  transaction: Prisma.TransactionClient,
  agentId: number,
  { rules, certifiedQueries }: Pick<WorkspaceAgent, 'rules' | 'certifiedQueries'>,
): Promise<void> {
  const managed = { where: { agentId, managed: true }, orderBy: { id: 'asc' } } as const;
  const mark = <Columns extends object>(columns: Columns) => ({ ...columns, agentId, managed: true });

  const declaredRules = rules.map((text) => ({ text }));
  const { agentRule, certifiedQuery } = transaction;
  if (!isDeepStrictEqual(await agentRule.findMany({ ...managed, select: { text: true } }), declaredRules)) {
    await agentRule.deleteMany({ where: managed.where });
    await agentRule.createMany({ data: declaredRules.map(mark) });
  }
  const known = await certifiedQuery.findMany({ ...managed, select: { question: true, sql: true } });
  if (!isDeepStrictEqual(known, certifiedQueries)) {
    await certifiedQuery.deleteMany({ where: managed.where });
    await certifiedQuery.createMany({ data: certifiedQueries.map(mark) });
  }
}
