import {
  type DashboardOfDeployment,
  findDashboard,
  listDashboards,
} from '../services/dashboards/find-dashboard.ts';
import { builder } from './builder.ts';
import { Filter } from './dashboard-filter.ts';
import { dashboardKey, dashboardNode } from './dashboard-key.ts';
import { Tile } from './dashboard-tile.ts';

const Dashboard = builder.objectRef<DashboardOfDeployment>('Dashboard');

builder.node(Dashboard, {
  ...dashboardNode,
  id: { resolve: dashboardKey },
  authScopes: { chatReader: true },
  description: 'A dashboard declared in the workspace: tiles in reading order on a 12-column grid.',
  fields: (t) => ({
    name: t.string({
      description: 'Name of the dashboard, as used in the URL `/embed/dashboard/{name}`.',
      resolve: ({ dashboard }) => dashboard.name,
    }),
    title: t.string({
      description: 'Display title of the dashboard.',
      resolve: ({ dashboard }) => dashboard.title,
    }),
    description: t.string({
      nullable: true,
      description: 'Human-readable description of the dashboard.',
      resolve: ({ dashboard }) => dashboard.description,
    }),
    deploymentId: t.exposeInt('deploymentNumber', {
      description: 'Number of the deployment whose data the dashboard shows.',
    }),
    timezone: t.exposeString('timezone', {
      description:
        "IANA name of the time zone of the dashboard's dates, unless a result is requested in another.",
    }),
    filters: t.field({
      type: [Filter],
      description: 'Filters of the dashboard.',
      resolve: (parent) => parent.dashboard.filters.map((filter) => ({ ...parent, filter })),
    }),
    filter: t.field({
      type: Filter,
      nullable: true,
      description: 'A single filter of the dashboard.',
      args: { name: t.arg.string({ required: true, description: 'Name of the filter.' }) },
      resolve: (parent, { name }) => {
        const filter = parent.dashboard.filters.find((each) => each.name === name);
        return filter === undefined ? null : { ...parent, filter };
      },
    }),
    tiles: t.field({
      type: [Tile],
      description: 'All tiles of the dashboard.',
      resolve: (parent) => parent.dashboard.tiles.map((tile) => ({ ...parent, tile })),
    }),
    tile: t.field({
      type: Tile,
      nullable: true,
      description: 'A single tile of the dashboard, so that each tile can be loaded separately.',
      args: { name: t.arg.string({ required: true, description: 'Name of the tile.' }) },
      resolve: (parent, { name }) => {
        const tile = parent.dashboard.tiles.find((each) => each.name === name);
        return tile === undefined ? null : { ...parent, tile };
      },
    }),
  }),
});

const deploymentDescription =
  'Number of the deployment. Required with an API key. Default: the deployment of the session.';

builder.queryFields((t) => ({
  dashboards: t.field({
    type: [Dashboard],
    description: 'Dashboards of a deployment, sorted by name.',
    authScopes: { chatReader: true },
    args: { deploymentId: t.arg.int({ description: deploymentDescription }) },
    resolve: (_root, { deploymentId }, { services, caller }) => [
      ...listDashboards(services, caller, deploymentId),
    ],
  }),
  dashboard: t.field({
    type: Dashboard,
    description: 'Fetches a dashboard of a deployment by its name.',
    authScopes: { chatReader: true },
    args: {
      deploymentId: t.arg.int({ description: deploymentDescription }),
      name: t.arg.string({ required: true, description: 'Name of the dashboard.' }),
    },
    resolve: (_root, { deploymentId, name }, { services, caller }) =>
      findDashboard(services, caller, deploymentId, name),
  }),
}));
