import {
  certifyAnswerInput,
  createCertifiedQueryInput,
  updateCertifiedQueryInput,
} from '../../contract/knowledge.ts';
import { isUuid, parseInput } from '../../contract/parse-input.ts';
import { readToolResult } from '../../contract/read-tool-call.ts';
import { type Agent, type CertifiedQuery, Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { AppError, notFound, validationFailed } from '../../errors.ts';
import { type ApiKeyCaller, type Caller, requireAdmin } from '../caller.ts';
import { visibleMessages } from '../chat/threads/threads.ts';
import type { DataContext } from '../data/data-context.ts';
import { agents, deployments } from '../deployments/list-deployments.ts';
import { findRow } from '../lists/look-up.ts';
import {
  createKnowledge,
  findAgent,
  type KnowledgeKind,
  updateKnowledge,
  visibleKnowledge,
} from './knowledge.ts';

/** Questions with SQL that people have checked. */
export const certifiedQueries: KnowledgeKind<CertifiedQuery> = {
  table: 'CertifiedQuery',
  columns: Prisma.CertifiedQueryScalarFieldEnum,
  label: 'Certified query',
  plural: 'certified queries',
  id: 'int',
  visible: visibleKnowledge,
  subject: 'certifiedQuery',
};

/**
 * Certifies a query for an agent.
 * @returns its id
 * @throws AppError `FORBIDDEN`, `VALIDATION_FAILED` (also for SQL that does not fit the data model), `NOT_FOUND`, as
 *   `createKnowledge`
 */
export async function createCertifiedQuery(
  context: DataContext,
  caller: Caller | null,
  input: unknown,
): Promise<number> {
  const admin = requireAdmin(caller);
  const { agentId, ...query } = parseInput(createCertifiedQueryInput, input);
  const agent = await findAgent(context, admin, agentId);
  await requireFit(context, admin, agent, query.sql);
  return createKnowledge(context, admin, certifiedQueries, agent, query);
}

/** @throws AppError as {@link createCertifiedQuery}, `updateKnowledge` */
export async function updateCertifiedQuery(
  context: DataContext,
  caller: Caller | null,
  id: number,
  input: unknown,
): Promise<void> {
  const admin = requireAdmin(caller);
  const { question, sql: statement } = parseInput(updateCertifiedQueryInput, input);
  if (statement != null) {
    const { agentId } = await findRow(context, admin, certifiedQueries, id);
    await requireFit(context, admin, await findRow(context, admin, agents, agentId), statement);
  }
  const columns = { question: question ?? undefined, sql: statement ?? undefined };
  await updateKnowledge(context, admin, certifiedQueries, id, columns);
}

/**
 * Certifies the last query of a turn, up to the message, for the agent that ran it.
 * @returns the id of the certified query
 * @throws AppError `NOT_FOUND` unless the caller may see the message, `VALIDATION_FAILED` if the turn had read no rows by
 *   then, as {@link createCertifiedQuery}
 */
export async function certifyAnswer(
  context: DataContext,
  caller: Caller | null,
  input: unknown,
): Promise<number> {
  const admin = requireAdmin(caller);
  const { messageId, question } = parseInput(certifyAnswerInput, input);
  const [turn] = isUuid(messageId)
    ? await sql<{ agentId: number; asked: string; results: string[] }>(context.prisma)`
        SELECT h."agentId",
               (SELECT m.content FROM "ChatMessage" m WHERE m."runId" = t."runId" AND m.role = 'user'
                ORDER BY m.sort LIMIT 1) AS asked,
               ARRAY(SELECT m."toolResult" FROM "ChatMessage" m WHERE m."runId" = t."runId"
                 AND m.sort <= t.sort AND m."toolResult" IS NOT NULL ORDER BY m.sort DESC) AS results
        FROM "ChatMessage" t JOIN "ChatThread" h ON h.id = t."threadId"
        WHERE t.id = ${messageId}::uuid AND t.role = 'assistant' AND ${visibleMessages(admin)}`
    : [];
  if (turn === undefined) throw notFound('Chat message');
  const query = turn.results.map((result) => readToolResult(result).query).find((each) => each !== undefined);
  if (query === undefined) {
    throw validationFailed([{ path: 'messageId', message: 'is of a turn that read no rows' }]);
  }
  const agent = await findRow(context, admin, agents, turn.agentId);
  const certified = { agentId: agent.number, question: question ?? oneLine(turn.asked), sql: query.sqlQuery };
  return createCertifiedQuery(context, admin, certified);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** @throws AppError `VALIDATION_FAILED` if the agent could not run the query for a user without restrictions */
async function requireFit(
  context: DataContext,
  admin: ApiKeyCaller,
  { deploymentId, accessibleViews }: Pick<Agent, 'deploymentId' | 'accessibleViews'>,
  statement: string,
): Promise<void> {
  const { number } = await findRow(context, admin, deployments, deploymentId);
  const layer = context.deployments.get(admin.account.name, number).layer(undefined);
  try {
    await layer.describe(statement, accessibleViews);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw validationFailed([{ path: 'sql', message: error.message }]);
  }
}
