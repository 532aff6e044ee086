import { engineSqlArgs } from '../../contract/data.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { type Caller, requireAdmin, requireDataReader, requireDeployment } from '../caller.ts';
import { findRow } from '../lists/look-up.ts';
import { users } from '../users/list-users.ts';
import { loadViewer } from '../users/load-viewer.ts';
import type { DataContext } from './data-context.ts';

/** What a query becomes in the data source's own dialect. Its values stay parameters, and are not told. */
export interface EngineSql {
  readonly sql: string;
  readonly parameterCount: number;
}

/**
 * Compiles semantic SQL as one user would run it, without the security context of a session. Asks the data source nothing but
 * the types of its columns.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `PLAN_REQUIRED`, `NOT_FOUND`, `VALIDATION_FAILED`, `SQL_INVALID`,
 *   `SQL_NOT_ALLOWED`
 */
export async function readEngineSql(
  context: DataContext,
  caller: Caller | null,
  userId: number,
  input: object,
): Promise<EngineSql> {
  const admin = requireAdmin(requireDataReader(caller));
  const { deploymentId, query } = parseInput(engineSqlArgs, input);
  requireDeployment(admin, deploymentId);
  const data = context.deployments.get(admin.account.name, deploymentId);
  const { id } = await findRow(context, admin, users, userId);
  const viewer = await loadViewer(context, admin.account.id, { id, securityContext: {} });
  const timezone = data.timezone ?? 'UTC';
  const { sql, params } = await data.layer(undefined).compile(query, viewer, { timezone });
  return { sql, parameterCount: params.length };
}
