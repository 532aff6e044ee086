import { columnTitle, createFieldCatalog } from '../../charts/fields.ts';
import { chartSpecProblems } from '../../charts/spec/chart-spec.ts';
import type { DashboardTileInput } from '../../contract/user-dashboards.ts';
import { AppError, type Issue, validationFailed } from '../../errors.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import { resultGrains } from '../../semantic/sql/result-grains.ts';
import type { Viewer } from '../../semantic/viewer.ts';
import type { UserCaller } from '../caller.ts';
import { openData } from '../data/data-access.ts';
import type { DataContext } from '../data/data-context.ts';
import type { Tile, TileColumn, TileView } from '../workspace/dashboard.ts';

/** What is kept of a tile. */
export type KeptTile = Omit<Tile, 'name' | 'relations'>;

/**
 * Checks what a client asks to keep: the statement under the rights of the user, and what shows its rows against its columns.
 * Asks the data source for no rows. Each reading of the tile checks the statement again, under the rights of the reader.
 * @throws AppError `VALIDATION_FAILED`; as `openData`
 */
export async function checkTile(
  context: DataContext,
  caller: UserCaller,
  { title, description, sql, spec, value, width }: DashboardTileInput,
): Promise<KeptTile> {
  const { layer, viewer, timezone } = await openData(context, caller, caller.deployment.number, {});
  const columns = await describeColumns(layer, viewer, sql, timezone);
  const names = columns.map(({ name }) => name);
  const issues = [...specIssues(spec, names), ...valueIssues(value, names)];
  if (issues.length > 0) throw validationFailed(issues);
  const view: TileView =
    spec != null
      ? { kind: 'chart', spec }
      : value != null
        ? { kind: 'figure', value, comparison: undefined, period: undefined }
        : { kind: 'table' };
  const isFigure = view.kind === 'figure';
  return {
    title,
    description: description ?? undefined,
    sql,
    columns,
    view,
    width: width ?? (isFigure ? 3 : 6),
    height: isFigure ? 2 : 5,
  };
}

/** The columns of a statement, as the data model describes them to the user. */
async function describeColumns(
  layer: SemanticLayer,
  viewer: Viewer,
  sql: string,
  timezone: string,
): Promise<readonly TileColumn[]> {
  try {
    await layer.compile(sql, viewer, { timezone });
  } catch (error) {
    const isOfStatement =
      error instanceof AppError && (error.code === 'SQL_INVALID' || error.code === 'SQL_NOT_ALLOWED');
    throw isOfStatement ? validationFailed([{ path: 'tile.sql', message: error.message }]) : error;
  }
  // The user may see whatever it names, so describing it without policies tells nothing more.
  const { columns, relations } = await layer.describe(sql, []);
  const grains = await resultGrains(sql);
  const fields = createFieldCatalog();
  fields.add(layer.relations(viewer).filter(({ name }) => relations.includes(name)));
  return columns.map((name) => {
    const field = fields.find(name);
    const { format, currency } = field ?? {};
    const isShown = format === 'percent' || format === 'currency' || format === 'number';
    return {
      name,
      title: columnTitle(name, field),
      format: isShown ? format : undefined,
      currency: format === 'currency' ? currency : undefined,
      granularity: grains.get(name),
      member: undefined,
    };
  });
}

function specIssues(spec: DashboardTileInput['spec'], names: readonly string[]): Issue[] {
  if (spec == null) return [];
  return chartSpecProblems(spec, names).map(({ path, message }) => ({
    path: ['tile', 'spec', ...path].join('.'),
    message,
  }));
}

function valueIssues(value: DashboardTileInput['value'], names: readonly string[]): Issue[] {
  if (value == null || names.includes(value)) return [];
  return [{ path: 'tile.value', message: `is not a column of the query; there are ${names.join(', ')}` }];
}
