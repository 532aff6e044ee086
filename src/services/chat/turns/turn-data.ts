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
  /** What the user may see when the turn begins. */
  readonly viewer: Viewer;
  /** What the user may see now. @throws AppError `FORBIDDEN` if that is nothing any more */
  readonly readViewer: () => Promise<Viewer>;
  readonly timezone: string;
  readonly accessibleViews: readonly string[];
}

/**
 * The data that one turn may use: what the user may see in the deployment and branch. A turn may take minutes, so each query
 * and search goes by the rights of its own moment, which one statement reads.
 */
export function createTurnData(
  context: Pick<ServiceContext, 'prisma' | 'newId' | 'now'>,
  scope: TurnDataScope,
): TurnData {
  const { layer, timezone, accessibleViews } = scope;
  const owner = String(scope.userId);
  let latest = scope.viewer;
  const readViewer = async () => {
    latest = await scope.readViewer();
    return latest;
  };
  return {
    // Of the same moment as what was searched before, so that the two agree.
    relations: () => layer.relations(latest, { accessibleViews }),

    async searchMetadata(searchQuery, signal, named) {
      const options = { timezone, accessibleViews, signal, owner, named };
      return layer.searchMetadata(searchQuery, await readViewer(), options);
    },

    async runSql(input, signal) {
      const options = { timezone, accessibleViews, signal, owner };
      await using result = await layer.query(input.sqlQuery, await readViewer(), options);
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
