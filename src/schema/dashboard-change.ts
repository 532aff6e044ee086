import {
  addDashboardTileInput,
  createDashboardInput,
  deleteDashboardInput,
  deleteDashboardTileInput,
  updateDashboardInput,
  updateDashboardTileInput,
} from '../contract/user-dashboards.ts';
import {
  createDashboard,
  deleteDashboard,
  updateDashboard,
} from '../services/dashboards/change-dashboard.ts';
import { addTile, deleteTile, updateTile } from '../services/dashboards/change-tile.ts';
import { type DashboardKey, findDashboard, findTile } from '../services/dashboards/find-dashboard.ts';
import { builder } from './builder.ts';
import type { GraphQLContext } from './context.ts';
import { readDashboardId, readTileId } from './dashboard-key.ts';
import { Tile } from './dashboard-tile.ts';
import { inputArg } from './input-of.ts';

const reader = { chatReader: true };

type Place = Pick<DashboardKey, 'deploymentNumber' | 'name'>;

const findBy = ({ deploymentNumber, name }: Place, { services, caller }: GraphQLContext) =>
  findDashboard(services, caller, deploymentNumber, name);

const dashboardPayload = (name: string, description: string) =>
  builder.objectRef<Place>(name).implement({
    description,
    fields: (t) => ({
      dashboard: t.field({
        type: 'Dashboard',
        description: 'The dashboard.',
        resolve: (place, _args, context) => findBy(place, context),
      }),
    }),
  });

const tilePayload = (name: string, description: string) =>
  builder.objectRef<Place & { readonly tile: string }>(name).implement({
    description,
    fields: (t) => ({
      dashboard: t.field({
        type: 'Dashboard',
        description: 'The dashboard that the tile is on.',
        resolve: (place, _args, context) => findBy(place, context),
      }),
      tile: t.field({
        type: Tile,
        nullable: true,
        description: 'The tile. Null if it has been deleted since.',
        resolve: async ({ tile: name, ...place }, _args, context) => {
          const parent = await findBy(place, context);
          return findTile(context.services, context.caller, parent, name);
        },
      }),
    }),
  });

builder.mutationField('createDashboard', (t) =>
  t.field({
    type: dashboardPayload('CreateDashboardPayload', 'The result of making a dashboard.'),
    description:
      'Makes a dashboard of the user of the session token, which only they see until they share it. A user has at most 50 in a deployment.',
    authScopes: reader,
    args: inputArg(createDashboardInput),
    resolve: (_root, { input }, { services, caller }) => createDashboard(services, caller, input),
  }),
);

builder.mutationField('updateDashboard', (t) =>
  t.field({
    type: dashboardPayload('UpdateDashboardPayload', 'The result of changing a dashboard.'),
    description: 'Renames a dashboard that a user made, or changes who can read it.',
    authScopes: reader,
    args: inputArg(updateDashboardInput),
    resolve: async (_root, { input }, { services, caller }) => {
      const key = readDashboardId(input.id);
      await updateDashboard(services, caller, key, input);
      return key;
    },
  }),
);

const DeleteDashboardPayload = builder
  .objectRef<{ readonly id: string }>('DeleteDashboardPayload')
  .implement({
    description: 'The result of deleting a dashboard along with its tiles.',
    fields: (t) => ({
      deletedDashboardId: t.exposeID('id', { description: 'Global ID of the deleted dashboard.' }),
    }),
  });

builder.mutationField('deleteDashboard', (t) =>
  t.field({
    type: DeleteDashboardPayload,
    description: 'Deletes a dashboard that a user made, along with its tiles.',
    authScopes: reader,
    args: inputArg(deleteDashboardInput),
    resolve: async (_root, { input: { id } }, { services, caller }) => {
      await deleteDashboard(services, caller, readDashboardId(id));
      return { id };
    },
  }),
);

builder.mutationField('addDashboardTile', (t) =>
  t.field({
    type: tilePayload('AddDashboardTilePayload', 'The result of keeping an answer.'),
    description:
      'Keeps an answer as the last tile of a dashboard of the user. Its query must be one that the user may run. A dashboard has at most 40 tiles.',
    authScopes: reader,
    args: inputArg(addDashboardTileInput),
    resolve: async (_root, { input }, { services, caller }) => {
      const key = readDashboardId(input.dashboardId);
      return { ...key, tile: await addTile(services, caller, key, input) };
    },
  }),
);

builder.mutationField('updateDashboardTile', (t) =>
  t.field({
    type: tilePayload('UpdateDashboardTilePayload', 'The result of changing a tile.'),
    description: 'Renames, widens or moves a tile of a dashboard that a user made.',
    authScopes: reader,
    args: inputArg(updateDashboardTileInput),
    resolve: async (_root, { input }, { services, caller }) => {
      const { key, tile } = readTileId(input.id);
      await updateTile(services, caller, key, tile, input);
      return { ...key, tile };
    },
  }),
);

const DeleteDashboardTilePayload = builder
  .objectRef<Place & { readonly id: string }>('DeleteDashboardTilePayload')
  .implement({
    description: 'The result of deleting a tile.',
    fields: (t) => ({
      deletedDashboardTileId: t.exposeID('id', { description: 'Global ID of the deleted tile.' }),
      dashboard: t.field({
        type: 'Dashboard',
        description: 'The dashboard that the tile was on.',
        resolve: (place, _args, context) => findBy(place, context),
      }),
    }),
  });

builder.mutationField('deleteDashboardTile', (t) =>
  t.field({
    type: DeleteDashboardTilePayload,
    description: 'Deletes a tile of a dashboard that a user made.',
    authScopes: reader,
    args: inputArg(deleteDashboardTileInput),
    resolve: async (_root, { input: { id } }, { services, caller }) => {
      const { key, tile } = readTileId(id);
      await deleteTile(services, caller, key, tile);
      return { ...key, id };
    },
  }),
);
