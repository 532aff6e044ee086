import { type DashboardOfDeployment, lookUpDashboard } from '../services/dashboards/find-dashboard.ts';
import type { GraphQLContext } from './context.ts';
import { malformedId, readNodeNumber } from './record-id.ts';

/** The keys of dashboards and their parts in global IDs. No name in them can contain a colon. */
export function dashboardKey({ accountName, deploymentNumber, dashboard }: DashboardOfDeployment): string {
  return [accountName, deploymentNumber, dashboard.name].join(':');
}

export function partKey(parent: DashboardOfDeployment, { name }: { readonly name: string }): string {
  return `${dashboardKey(parent)}:${name}`;
}

/** Options of the node type of dashboards, by which `node` fetches those that the caller may see. */
export const dashboardNode = {
  loadWithoutCache: (key: string, context: GraphQLContext) => {
    const [parent, ...others] = readKey(key, context);
    if (others.length > 0) throw malformedId();
    return parent;
  },
};

/** The same for what dashboards consist of. */
export function partOf<Part extends 'tiles' | 'filters', Of>(
  part: Part,
  withPart: (parent: DashboardOfDeployment, found: DashboardOfDeployment['dashboard'][Part][number]) => Of,
) {
  return {
    loadWithoutCache: (key: string, context: GraphQLContext): Of | null => {
      const [parent, name, ...others] = readKey(key, context);
      if (name === undefined || others.length > 0) throw malformedId();
      const parts: readonly DashboardOfDeployment['dashboard'][Part][number][] =
        parent?.dashboard[part] ?? [];
      const found = parts.find((each) => each.name === name);
      return parent === null || found === undefined ? null : withPart(parent, found);
    },
  };
}

/** The dashboard of a key, and what follows. @throws AppError as {@link malformedId}, `lookUpDashboard` */
function readKey(
  key: string,
  { services, caller }: GraphQLContext,
): [DashboardOfDeployment | null, ...string[]] {
  const [accountName = '', number = '', name, ...others] = key.split(':');
  if (name === undefined) throw malformedId();
  const deploymentNumber = readNodeNumber(number);
  return [lookUpDashboard(services, caller, { accountName, deploymentNumber, name }), ...others];
}
