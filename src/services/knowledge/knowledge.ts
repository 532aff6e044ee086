import { maxKnowledge } from '../../contract/knowledge.ts';
import { type Agent, Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { AppError, notFound, workspaceManaged } from '../../errors.ts';
import { changeAudited, ofAgent } from '../audit/audit-part.ts';
import { type ApiKeyCaller, type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { agents } from '../deployments/list-deployments.ts';
import type { List } from '../lists/list.ts';
import { findRow, findRows } from '../lists/look-up.ts';

/** Rules or certified queries. Both belong to an agent and differ in nothing but their columns. */
export interface KnowledgeKind<Row extends { readonly managed: boolean } = { readonly managed: boolean }>
  extends List<Row> {
  readonly table: 'AgentRule' | 'CertifiedQuery';
  /** Their name in audit events. */
  readonly subject: 'agentRule' | 'certifiedQuery';
  /** What error messages call several. */
  readonly plural: string;
}

/** An admin key sees the knowledge of the agents that it sees. */
export function visibleKnowledge(caller: Caller | null, now: Date): Prisma.Sql {
  return Prisma.sql`t."agentId" IN (SELECT t.id FROM "Agent" t WHERE ${agents.visible(caller, now)})`;
}

/** The agent with this number. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `NOT_FOUND` */
export async function findAgent(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller | null,
  number: number,
): Promise<Agent> {
  const [agent] = await findRows(context, caller, agents, Prisma.sql`t.number = ${number}`);
  if (agent === undefined) throw notFound(`Agent ${number}`);
  return agent;
}

type Columns = Readonly<Record<string, string | undefined>>;

/**
 * Adds knowledge to an agent. Its next turn uses it, in every process.
 * @returns its id
 * @throws AppError `CONFLICT` if the agent has the same already, or as much as it may have
 */
export async function createKnowledge(
  context: ServiceContext,
  admin: ApiKeyCaller,
  kind: KnowledgeKind,
  agent: Pick<Agent, 'id' | 'number'>,
  columns: Columns,
): Promise<number> {
  const table = Prisma.raw(`"${kind.table}"`);
  const names = Prisma.raw(
    Object.keys(columns)
      .map((name) => `"${name}"`)
      .join(', '),
  );
  const values = Prisma.join(Object.values(columns));
  const id = await context.prisma.$transaction(async (transaction) => {
    // Locked first, so that the next statements see what was created at the same time.
    await sql(transaction)`SELECT FROM "Agent" WHERE id = ${agent.id} FOR NO KEY UPDATE`;
    const [same] = await sql<{ id: number }>(transaction)`
      SELECT id FROM ${table} WHERE "agentId" = ${agent.id} AND (${names}) = (${values}) LIMIT 1`;
    if (same !== undefined) {
      throw new AppError('CONFLICT', `${kind.label} ${same.id} of agent ${agent.number} is the same.`);
    }
    return changeAudited(
      { ...context, prisma: transaction },
      admin,
      { action: `${kind.subject}.create`, subject: kind.subject, deployments: ofAgent },
      Prisma.sql`INSERT INTO ${table} ("agentId", ${names})
        SELECT t.id, ${values} FROM "Agent" t
        WHERE t.id = ${agent.id} AND ${agents.visible(admin, context.now())}
          AND (SELECT count(*) FROM ${table} k WHERE k."agentId" = t.id AND NOT k.managed) < ${maxKnowledge}
        RETURNING id, "agentId"`,
    );
  });
  if (id !== null) return id;
  throw new AppError(
    'CONFLICT',
    `Agent ${agent.number} already has ${maxKnowledge} ${kind.plural} beside those of the workspace. Delete one first.`,
  );
}

/**
 * Changes knowledge of an agent. Columns that are undefined stay as they are.
 * @throws AppError `NOT_FOUND`, `WORKSPACE_MANAGED` for what the workspace declares
 */
export async function updateKnowledge(
  context: ServiceContext,
  admin: ApiKeyCaller,
  kind: KnowledgeKind,
  id: number,
  columns: Columns,
): Promise<void> {
  const changes = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => Prisma.sql`${Prisma.raw(`"${name}"`)} = ${value}`);
  // Keeps SET from being empty. It changes nothing, since the statement matches nothing that is managed.
  const set = Prisma.join([Prisma.sql`managed = false`, ...changes]);
  await change(context, admin, kind, id, 'update', (table) => Prisma.sql`UPDATE ${table} t SET ${set}`);
}

/**
 * Deletes knowledge of an agent.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `NOT_FOUND`, `WORKSPACE_MANAGED` for what the workspace declares
 */
export async function deleteKnowledge(
  context: ServiceContext,
  caller: Caller | null,
  kind: KnowledgeKind,
  id: number,
): Promise<void> {
  await change(
    context,
    requireAdmin(caller),
    kind,
    id,
    'delete',
    (table) => Prisma.sql`DELETE FROM ${table} t`,
  );
}

async function change(
  context: ServiceContext,
  admin: ApiKeyCaller,
  kind: KnowledgeKind,
  id: number,
  verb: 'update' | 'delete',
  statement: (table: Prisma.Sql) => Prisma.Sql,
): Promise<void> {
  const changed = await changeAudited(
    context,
    admin,
    { action: `${kind.subject}.${verb}`, subject: kind.subject, deployments: ofAgent },
    Prisma.sql`${statement(Prisma.raw(`"${kind.table}"`))}
      WHERE t.id = ${id} AND ${kind.visible(admin, context.now())} AND NOT t.managed RETURNING t.id, t."agentId"`,
  );
  if (changed !== null) return;
  const { managed } = await findRow(context, admin, kind, id);
  if (managed) throw workspaceManaged(`${kind.label} ${id}`, 'agents');
  throw notFound(`${kind.label} ${id}`);
}
