import type { SemanticLayer } from '../../../semantic/semantic-layer.ts';
import type { Viewer } from '../../../semantic/viewer.ts';
import type { ServiceContext } from '../../context.ts';
import { firstRows } from '../../data/run-query.ts';
import type { TurnData } from '../turn.ts';

/** Rows of a result that a tool's answer holds (contract §5, `svcSqlApi`). */
const maxRows = 100;

export interface TurnDataScope {
  readonly accountId: number;
  readonly userId: number;
  readonly threadId: string;
  readonly deploymentId: number;
  readonly layer: SemanticLayer;
  readonly viewer: Viewer;
  readonly timezone: string;
  readonly accessibleViews: readonly string[];
}

/** The data that one turn may see: this user's rows of this deployment and branch. */
export function createTurnData(
  context: Pick<ServiceContext, 'prisma' | 'newId' | 'now'>,
  scope: TurnDataScope,
): TurnData {
  const { layer, viewer, timezone, accessibleViews } = scope;
  return {
    relations: () => layer.relations(viewer, { accessibleViews }),

    searchMetadata: (searchQuery, signal) =>
      layer.searchMetadata(searchQuery, viewer, { timezone, accessibleViews, signal }),

    async runSql(input, signal) {
      const options = { timezone, accessibleViews, signal, owner: String(scope.userId) };
      await using result = await layer.query(input.sqlQuery, viewer, options);
      const { columns, rows, totalRows } = await firstRows(result, maxRows);
      const uuid = context.newId();
      await context.prisma.queryResult.create({
        data: {
          id: uuid,
          accountId: scope.accountId,
          userId: scope.userId,
          threadId: scope.threadId,
          deploymentId: scope.deploymentId,
          sqlQuery: input.sqlQuery,
          queryTitle: input.queryTitle,
          createdAt: context.now(),
        },
      });
      return { uuid, columns, rows, totalRows };
    },

    async findResult(uuid) {
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid)) return null;
      const found = await context.prisma.queryResult.findFirst({
        where: {
          id: uuid,
          accountId: scope.accountId,
          userId: scope.userId,
          deploymentId: scope.deploymentId,
        },
        select: { id: true, sqlQuery: true, queryTitle: true },
      });
      return found === null
        ? null
        : { uuid: found.id, sqlQuery: found.sqlQuery, queryTitle: found.queryTitle };
    },
  };
}
