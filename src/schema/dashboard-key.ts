import { notFound } from '../errors.ts';
import {
  type DashboardKey,
  type DashboardOfDeployment,
  lookUpDashboard,
} from '../services/dashboards/find-dashboard.ts';
import type { GraphQLContext } from './context.ts';
import { decodeAnyId, isRecordNumber, malformedId } from './record-id.ts';

/** The keys of dashboards and their parts in global IDs. No name in them can contain a colon. */
export function dashboardKey({ accountName, deploymentNumber, dashboard }: DashboardOfDeployment): string {
  return [accountName, deploymentNumber, dashboard.name].join(':');
}

export function partKey(parent: DashboardOfDeployment, { name }: { readonly name: string }): string {
  return `${dashboardKey(parent)}:${name}`;
}

/** Options of the node type of dashboards, by which `node` fetches those that the caller may see. */
export const dashboardNode = {
  loadWithoutCache: (id: string, { services, caller }: GraphQLContext) => {
    const read = readKey(id);
    if (read === undefined || read.part !== undefined) throw malformedId();
    return lookUpDashboard(services, caller, read.key);
  },
};

/** The same for what dashboards consist of. @param find returns null unless the dashboard has a part of this name */
export function partOf<Part>(
  find: (
    parent: DashboardOfDeployment,
    name: string,
    context: GraphQLContext,
  ) => Part | null | Promise<Part | null>,
) {
  return {
    loadWithoutCache: async (id: string, context: GraphQLContext): Promise<Part | null> => {
      const read = readKey(id);
      if (read?.part === undefined) throw malformedId();
      const parent = await lookUpDashboard(context.services, context.caller, read.key);
      return parent === null ? null : find(parent, read.part, context);
    },
  };
}

/** The key in the global ID of a dashboard. @throws AppError `NOT_FOUND` for anything that cannot identify one */
export function readDashboardId(globalId: string): DashboardKey {
  const { typename, id } = decodeAnyId(globalId);
  const read = typename === 'Dashboard' ? readKey(id) : undefined;
  if (read === undefined || read.part !== undefined) throw notFound('Dashboard');
  return read.key;
}

/** The keys in the global ID of a tile. @throws AppError `NOT_FOUND` for anything that cannot identify one */
export function readTileId(globalId: string): { readonly key: DashboardKey; readonly tile: string } {
  const { typename, id } = decodeAnyId(globalId);
  const read = typename === 'DashboardTile' ? readKey(id) : undefined;
  if (read?.part === undefined) throw notFound('Tile');
  return { key: read.key, tile: read.part };
}

/** The key of a dashboard, and the name of its part, if it is that of one; undefined for any other text. */
function readKey(id: string): { readonly key: DashboardKey; readonly part: string | undefined } | undefined {
  const [accountName = '', number = '', name, part, ...others] = id.split(':');
  if (name === undefined || others.length > 0 || !isRecordNumber(number)) return undefined;
  return { key: { accountName, deploymentNumber: Number(number), name }, part };
}
