import { z } from 'zod';
import { caps, graphqlTypes, input, lineOfText, newName, textBlock } from './fields.ts';
import { filterArgs, searchText } from './lists.ts';

/** Dashboards that users make of answers. */

/** Maximum number of dashboards that a user has in a deployment. */
export const maxDashboards = 50;
/** Maximum number of tiles of a dashboard, as of one of the workspace. */
export const maxTiles = 40;
/** Maximum length of a chart's specification as JSON. */
const maxSpecCharacters = 32_768;

const dashboardId = z.string().describe('Global ID of the dashboard.').register(graphqlTypes, { name: 'ID' });
const tileId = z.string().describe('Global ID of the tile.').register(graphqlTypes, { name: 'ID' });
const width = z.int32().min(1, 'must be from 1 to 12').max(12, 'must be from 1 to 12');

const tile = input(
  'DashboardTileInput',
  'An answer to keep: a query, and how its rows are displayed. With `spec` it is a chart, with `value` a figure, else a table.',
  {
    title: newName().describe('Title of the tile: one line, at most 255 characters.'),
    description: textBlock(caps.textChars)
      .nullish()
      .describe('What the tile shows, at most 2,000 characters.'),
    sql: textBlock(caps.inputChars)
      .refine((text) => text.trim() !== '', 'must not be empty')
      .describe(
        'Semantic SQL that the user may run, at most 20,000 characters. Each reader gets the rows that they may see.',
      ),
    spec: z
      .record(z.string(), z.unknown())
      .refine(
        (spec) => JSON.stringify(spec).length <= maxSpecCharacters,
        `must have at most ${maxSpecCharacters} characters as JSON`,
      )
      .register(graphqlTypes, { name: 'JSONObject' })
      .nullish()
      .describe(
        'Vega-Lite v5 specification without data, which names columns of the query. At most 32,768 characters as JSON.',
      ),
    value: lineOfText().nullish().describe('Column whose value in the first row is shown.'),
    width: width
      .nullish()
      .describe('Width in columns of the 12-column grid. Default: 3 for a figure, else 6.'),
  },
).refine(({ spec, value }) => spec == null || value == null, {
  path: ['value'],
  message: 'cannot be used with spec: a tile is a chart or a figure',
});

export type DashboardTileInput = z.output<typeof tile>;

export const createDashboardInput = input('CreateDashboardInput', 'A new dashboard of the user.', {
  title: newName().describe('Title of the dashboard: one line, at most 255 characters.'),
  tile: tile.nullish().describe('Its first tile. Default: the dashboard begins empty.'),
});

export const updateDashboardInput = input(
  'UpdateDashboardInput',
  'Changes to a dashboard. Omitted fields stay unchanged.',
  {
    id: dashboardId,
    title: newName().nullish().describe('New title: one line, at most 255 characters.'),
    isShared: z
      .boolean()
      .nullish()
      .describe(
        "Whether the other users of the user's embed tenant can read the dashboard, each with the rows that they may see. Only users of an embed tenant can share.",
      ),
  },
);

export const deleteDashboardInput = input('DeleteDashboardInput', 'The dashboard to delete.', {
  id: dashboardId,
});

export const addDashboardTileInput = input(
  'AddDashboardTileInput',
  'An answer to keep as the last tile of a dashboard.',
  {
    dashboardId,
    tile,
  },
);

export const updateDashboardTileInput = input(
  'UpdateDashboardTileInput',
  'Changes to a tile. Omitted fields stay unchanged.',
  {
    id: tileId,
    title: newName().nullish().describe('New title: one line, at most 255 characters.'),
    width: width.nullish().describe('New width in columns of the 12-column grid.'),
    position: z
      .int32()
      .min(0, 'must be 0 or more')
      .nullish()
      .describe(
        'New place among the tiles, from 0. The others close up; beyond the last place it is the last.',
      ),
  },
);

export const deleteDashboardTileInput = input('DeleteDashboardTileInput', 'The tile to delete.', {
  id: tileId,
});

export const userDashboardFilter = input('UserDashboardFilter', 'Conditions for listing dashboards.', {
  text: searchText.describe(
    'Returns only dashboards whose title contains this text, ignoring case. At most 255 characters.',
  ),
  isOwn: z.boolean().nullish().describe("Returns only the user's own dashboards, or only those of others."),
});

export const userDashboardsArgs = filterArgs(userDashboardFilter);
