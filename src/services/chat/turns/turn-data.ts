import { isUuid } from '../../../contract/parse-input.ts';
import type { SemanticLayer } from '../../../semantic/semantic-layer.ts';
import type { Viewer } from '../../../semantic/viewer.ts';
import type { ServiceContext } from '../../context.ts';
import { firstRows } from '../../data/run-query.ts';
import type { TurnData } from '../turn.ts';

/** Maximum number of rows in the result of a tool call. */
const maxRows = 100;

interface TurnDataScope {
  readonly accountId: number;
  readonly userId: number;
  readonly threadId: string;
  readonly deploymentId: number;
  readonly layer: SemanticLayer;
  readonly viewer: Viewer;
  readonly timezone: string;
  readonly accessibleViews: readonly string[];
}

/** The data that one turn may use: what the user may see in the deployment and branch. */
export function createTurnData(
  context: Pick<ServiceContext, 'prisma' | 'newId' | 'now'>,
  scope: TurnDataScope,
): TurnData {
  const { layer, viewer, timezone, accessibleViews } = scope;
  const owner = String(scope.userId);
  return {
    relations: () => layer.relations(viewer, { accessibleViews }),

    searchMetadata: (searchQuery, signal, named) =>
      layer.searchMetadata(searchQuery, viewer, { timezone, accessibleViews, signal, owner, named }),

    async runSql(input, signal) {
      const options = { timezone, accessibleViews, signal, owner };
      await using result = await layer.query(input.sqlQuery, viewer, options);
      const { columns, rows, totalRows, reuse } = await firstRows(result, maxRows);
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
      const origin = reuse === undefined ? {} : { cached: reuse.hit, asOf: reuse.asOf.toISOString() };
      return { uuid, columns, rows, totalRows, ...origin };
    },

    async findResult(uuid) {
      if (!isUuid(uuid.toLowerCase())) return null;
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
