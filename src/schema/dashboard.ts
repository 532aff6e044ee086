import { userDashboardsArgs } from '../contract/user-dashboards.ts';
import {
  findDashboard,
  findFilter,
  findTile,
  listDashboards,
  listUserDashboards,
  tilesOf,
} from '../services/dashboards/find-dashboard.ts';
import { isChangeable } from '../services/dashboards/user-dashboards.ts';
import { loadReferred } from '../services/lists/look-up.ts';
import { users } from '../services/users/list-users.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import { Filter } from './dashboard-filter.ts';
import { dashboardKey, dashboardNode } from './dashboard-key.ts';
import { Tile } from './dashboard-tile.ts';
import { argsOf } from './input-of.ts';

builder.node('Dashboard', {
  ...dashboardNode,
  id: { resolve: dashboardKey },
  authScopes: { chatReader: true },
  description:
    'A dashboard, which the workspace declares or a user made: tiles in reading order on a 12-column grid.',
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
    isManaged: t.boolean({
      description: 'Whether the dashboard is declared in the workspace. If so, change it there.',
      resolve: ({ origin }) => origin.kind === 'workspace',
    }),
    isEditable: t.boolean({
      description: 'Whether the caller can change the dashboard: the user who made it, and an admin key.',
      resolve: ({ origin }, _args, { caller }) => origin.kind === 'user' && isChangeable(caller, origin.row),
    }),
    isShared: t.boolean({
      description:
        'Whether others can read the dashboard: one of the workspace, or one that its user shares within the embed tenant. Each reader sees their own rows.',
      resolve: ({ origin }) => origin.kind === 'workspace' || origin.row.isShared,
    }),
    owner: t.field({
      type: 'User',
      nullable: true,
      description:
        'The user who made the dashboard. Null for a dashboard of the workspace, and for one that another user shares.',
      resolve: ({ origin }, _args, { services, caller }) =>
        origin.kind === 'user' && isChangeable(caller, origin.row)
          ? loadReferred(services, users, origin.row.userId)
          : null,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the dashboard or one of its tiles last changed. Null for a dashboard of the workspace.',
      resolve: ({ origin }) => (origin.kind === 'user' ? origin.row.updatedAt : null),
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
      resolve: (parent, { name }) => findFilter(parent, name),
    }),
    tiles: t.field({
      type: [Tile],
      description: 'All tiles of the dashboard.',
      resolve: async (parent, _args, { services, caller }) =>
        (await tilesOf(services, caller, parent)).map((tile) => ({ ...parent, tile })),
    }),
    tile: t.field({
      type: Tile,
      nullable: true,
      description: 'A single tile of the dashboard, so that each tile can be loaded separately.',
      args: { name: t.arg.string({ required: true, description: 'Name of the tile.' }) },
      resolve: (parent, { name }, { services, caller }) => findTile(services, caller, parent, name),
    }),
  }),
});

const deploymentDescription =
  'Number of the deployment. Required with an API key. Default: the deployment of the session.';

builder.queryFields((t) => ({
  dashboards: t.field({
    type: ['Dashboard'],
    description: 'Dashboards that the workspace declares for a deployment, sorted by name.',
    authScopes: { chatReader: true },
    args: { deploymentId: t.arg.int({ description: deploymentDescription }) },
    resolve: (_root, { deploymentId }, { services, caller }) => [
      ...listDashboards(services, caller, deploymentId),
    ],
  }),
  userDashboards: t.connection(
    {
      type: 'Dashboard',
      description:
        'Dashboards that users made in a deployment, those changed last first. An end user sees their own and those shared with them, an admin key all of them.',
      authScopes: { chatReader: true },
      args: {
        deploymentId: t.arg.int({ description: deploymentDescription }),
        ...argsOf(userDashboardsArgs),
      },
      resolve: (_root, { deploymentId, ...args }, { services, caller }) =>
        listUserDashboards(services, caller, deploymentId, args),
    },
    connectionOf('Dashboard'),
  ),
  dashboard: t.field({
    type: 'Dashboard',
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
