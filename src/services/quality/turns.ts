import { chatTurnFilter, type TurnProblem } from '../../contract/chat-turns.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { readToolResult } from '../../contract/read-tool-call.ts';
import { type ChatMessage, type ChatRun, Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { requireAdmin } from '../caller.ts';
import { messages } from '../chat/threads/threads.ts';
import { repeatedWithinDays } from '../chat/turns/question-key.ts';
import { agentsOf } from '../deployments/list-deployments.ts';
import { type BatchContext, type List, selectRows } from '../lists/list.ts';
import { containAny, ifGiven, whereBetween } from '../lists/list-filter.ts';

const columns = {
  id: 'id',
  threadId: 'threadId',
  agentId: 'agentId',
  status: 'status',
  stopReason: 'stopReason',
  errorMessage: 'errorMessage',
  model: 'model',
  ratedBad: 'ratedBad',
  repeated: 'repeated',
  questionKey: 'questionKey',
  startedAt: 'startedAt',
  finishedAt: 'finishedAt',
  handledAt: 'handledAt',
} as const;

/** A turn, without what only the process that runs it needs. */
export type Turn = Pick<ChatRun, keyof typeof columns>;

/** An admin key sees the turns of the agents of its account or deployments. */
export const turns: List<Turn, 'startedAt'> = {
  table: 'ChatRun',
  columns,
  label: 'Chat turn',
  id: 'uuid',
  fields: { startedAt: 'timestamptz' },
  order: { field: 'startedAt', direction: 'desc' },
  visible(caller) {
    const { account, deployments } = requireAdmin(caller);
    return Prisma.sql`t."agentId" IN ${agentsOf(account.id, deployments)}`;
  },
  matching(filter) {
    const { problems, isHandled, agentId, text, from, before } = parseInput(chatTurnFilter, filter);
    return [
      ...ifGiven(problems, (any) => Prisma.sql`(${Prisma.join(any.map(hasProblem), ' OR ')})`),
      ...ifGiven(isHandled, (is) => Prisma.sql`(t."handledAt" IS NOT NULL) = ${is}`),
      ...ifGiven(
        agentId,
        (number) => Prisma.sql`(SELECT a.number FROM "Agent" a WHERE a.id = t."agentId") = ${number}`,
      ),
      ...ifGiven(
        text,
        (
          sought,
        ) => Prisma.sql`EXISTS (SELECT FROM (SELECT * FROM "ChatMessage" m WHERE m."runId" = t.id AND m.role = 'user') t
          WHERE ${containAny(['content'], sought)})`,
      ),
      ...whereBetween(Prisma.sql`t."startedAt"`, from, before),
    ];
  },
};

/** Their disjunction is the condition of the index "ChatRun_with_problem", in these words. */
const problemConditions: Readonly<Record<TurnProblem, Prisma.Sql>> = {
  refused: Prisma.sql`t."stopReason" IN ('refusal', 'no_answer', 'content_filter')`,
  failed: Prisma.sql`(t.status IN ('failed', 'interrupted') OR t."stopReason" IN ('length', 'step_limit', 'time_limit', 'token_limit'))`,
  ratedBad: Prisma.sql`t."ratedBad"`,
  repeated: Prisma.sql`(t.repeated AND NOT EXISTS (SELECT FROM "ChatRun" n WHERE n."agentId" = t."agentId"
    AND n."questionKey" = t."questionKey" AND n."startedAt" > t."startedAt"))`,
};

function hasProblem(problem: TurnProblem): Prisma.Sql {
  return problemConditions[problem];
}

/** The problems of a turn, as {@link turns} finds them, but for later turns with the same question. */
export function problemsOf({ status, stopReason, ratedBad, repeated }: Turn): TurnProblem[] {
  const problems: TurnProblem[] = [];
  if (stopReason === 'refusal' || stopReason === 'no_answer' || stopReason === 'content_filter') {
    problems.push('refused');
  } else if (
    status === 'failed' ||
    status === 'interrupted' ||
    (stopReason !== null && stopReason !== 'stop')
  ) {
    problems.push('failed');
  }
  if (ratedBad) problems.push('ratedBad');
  if (repeated) problems.push('repeated');
  return problems;
}

/** The message of the user and the final answer of a turn, batched; null for one that there is not. */
export async function loadTurnMessage(
  { prisma, loaders }: Omit<BatchContext, 'now'>,
  turnId: string,
  which: 'question' | 'answer',
): Promise<ChatMessage | null> {
  const condition =
    which === 'question' ? Prisma.sql`t.role = 'user'` : Prisma.sql`t."graphPath" = '{final}'`;
  const found = await loaders.load(loadTurnMessage, which, turnId, async (ids) => {
    const rows = await sql<ChatMessage>(prisma)`
      ${selectRows(messages)} WHERE t."runId" = ANY(${ids}::uuid[]) AND ${condition}`;
    return new Map(rows.map((row) => [row.runId, row]));
  });
  return found ?? null;
}

/** The last semantic SQL that a turn read rows with; null if it read none. */
export async function lastQueryOf(
  { prisma, loaders }: Omit<BatchContext, 'now'>,
  turnId: string,
): Promise<string | null> {
  const results = await loaders.load(lastQueryOf, '', turnId, async (ids) => {
    const rows = await sql<{ runId: string; toolResult: string }>(prisma)`
      SELECT t."runId"::text AS "runId", t."toolResult" FROM "ChatMessage" t
      WHERE t."runId" = ANY(${ids}::uuid[]) AND t."toolResult" IS NOT NULL ORDER BY t.sort`;
    return Map.groupBy(rows, ({ runId }) => runId);
  });
  const queries = (results ?? []).flatMap(({ toolResult }) => readToolResult(toolResult).query ?? []);
  return queries.at(-1)?.sqlQuery ?? null;
}

/** How often the question of a turn was put to its agent in the thirty days up to it, the turn included; batched. */
export async function countAsked(
  { prisma, loaders }: Omit<BatchContext, 'now'>,
  turn: Turn,
): Promise<number> {
  const count = await loaders.load(countAsked, '', turn.id, async (ids) => {
    const rows = await sql<{ id: string; count: number }>(prisma)`
      SELECT t.id::text AS id, (SELECT count(*)::int FROM "ChatRun" p WHERE p."agentId" = t."agentId" AND p."questionKey" = t."questionKey"
        AND p."startedAt" BETWEEN t."startedAt" - make_interval(days => ${repeatedWithinDays}) AND t."startedAt") AS count
      FROM "ChatRun" t WHERE t.id = ANY(${ids}::uuid[])`;
    return new Map(rows.map((row) => [row.id, row.count]));
  });
  return Math.max(1, count ?? 1);
}
