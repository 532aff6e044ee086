import { chartSpecProblems } from '../../charts/spec/chart-spec.ts';
import type { DimensionType } from '../../contract/tools.ts';
import type { Dialect } from '../../engines/dialect.ts';
import { AppError } from '../../errors.ts';
import type { DataModel } from '../../semantic/data-model.ts';
import type { Place } from '../../semantic/model/problem-list.ts';
import { describeStatement } from '../../semantic/sql/describe-statement.ts';
import { resultGrains, resultMembers } from '../../semantic/sql/result-grains.ts';
import type { Path } from '../../yaml/document.ts';
import { suggest } from '../../yaml/suggestion.ts';
import type { ProblemAt } from '../../yaml/value-at.ts';
import {
  appliesTo,
  type Dashboard,
  type DashboardFilter,
  type DeclaredTile,
  type FilterKind,
  type Tile,
  type TileView,
} from './dashboard.ts';
import type { WrittenDashboard, WrittenFilter, WrittenTile } from './dashboard-schema.ts';

interface CheckedDashboard {
  readonly dashboard: Dashboard;
  /** A dashboard with mistakes must not be used. */
  readonly mistakes: readonly ProblemAt[];
}

/**
 * Checks a dashboard against its model: the statement of each tile without regard to access policies, each chart
 * against the columns of its tile, and each filter against its dimensions.
 * @param placeOf the place in the file of the value at a path
 */
export async function checkDashboard(
  name: string,
  written: WrittenDashboard,
  model: DataModel,
  dialect: Dialect,
  placeOf: (path: Path) => Place,
): Promise<CheckedDashboard> {
  const mistakes: ProblemAt[] = [
    ...duplicateNames(written.filters, ['filters']),
    ...duplicateNames(written.tiles, ['tiles']),
  ];
  const tiles: DeclaredTile[] = [];
  for (const [index, tile] of written.tiles.entries()) {
    const path = ['tiles', index];
    const location = placeOf([...path, 'sql']);
    tiles.push({ ...(await checkTile(tile, path, model, dialect, mistakes)), location });
  }
  const filters = written.filters.map((filter, index) =>
    checkFilter(filter, ['filters', index], model, tiles, mistakes),
  );
  for (const [index, tile] of tiles.entries()) {
    mistakes.push(...periodMistakes(tile, ['tiles', index, 'period'], filters));
  }
  const { title, description } = written;
  return { dashboard: { name, title, description, filters, tiles }, mistakes };
}

function duplicateNames(items: readonly { name: string }[], path: Path): ProblemAt[] {
  return items.flatMap(({ name }, index) =>
    items.findIndex((other) => other.name === name) === index
      ? []
      : [
          {
            path: [...path, index, 'name'],
            message: `name "${name}" is used more than once: each needs its own.`,
          },
        ],
  );
}

async function checkTile(
  written: WrittenTile,
  path: Path,
  model: DataModel,
  dialect: Dialect,
  mistakes: ProblemAt[],
): Promise<Tile> {
  const { name, title, description, sql, width, height } = written;
  const statement = await describeStatement(sql, model, dialect).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    mistakes.push({ path: [...path, 'sql'], message: error.message });
    return undefined;
  });
  const names = statement?.columns ?? [];
  if (statement !== undefined) mistakes.push(...columnMistakes(written, path, names));
  const grains = statement === undefined ? undefined : await resultGrains(sql);
  const members = statement === undefined ? undefined : await resultMembers(sql);
  const columns = names.map((column) => {
    const { title = readable(column), format, currency } = written.columns[column] ?? {};
    return {
      name: column,
      title,
      format,
      currency,
      granularity: grains?.get(column),
      member: members?.get(column),
    };
  });
  const relations = statement?.relations ?? [];
  return { name, title, description, sql, relations, columns, view: viewOf(written, names), width, height };
}

function viewOf(written: WrittenTile, names: readonly string[]): TileView {
  switch (written.kind) {
    case 'chart':
      return { kind: 'chart', spec: written.spec };
    case 'figure':
      return {
        kind: 'figure',
        value: written.value ?? names[0] ?? '',
        comparison: written.comparison,
        period: written.period,
      };
    case 'table':
      return { kind: 'table' };
  }
}

function columnMistakes(written: WrittenTile, path: Path, names: readonly string[]): ProblemAt[] {
  const unknown = (column: string | undefined, at: Path): ProblemAt[] => {
    if (column === undefined || names.includes(column)) return [];
    const hint = suggest(column, names) || ` There are ${names.join(', ')}.`;
    return [{ path: [...path, ...at], message: `The tile has no column "${column}".${hint}` }];
  };
  const described = Object.entries(written.columns).flatMap(([column, { format, currency }]) => [
    ...unknown(column, ['columns', column]),
    ...((format === 'currency') === (currency !== undefined)
      ? []
      : [{ path: [...path, 'columns', column], message: 'Use format: currency and currency together.' }]),
  ]);
  if (written.kind === 'figure') {
    return [
      ...described,
      ...unknown(written.value, ['value']),
      ...unknown(written.comparison, ['comparison']),
    ];
  }
  if (written.kind === 'table') return described;
  const problems = chartSpecProblems(written.spec, names);
  return [
    ...described,
    ...problems.map(({ path: at, message }) => ({ path: [...path, 'spec', ...at], message })),
  ];
}

function periodMistakes(tile: Tile, path: Path, filters: readonly DashboardFilter[]): ProblemAt[] {
  const { view } = tile;
  if (view.kind !== 'figure' || view.period === undefined) return [];
  if (view.comparison !== undefined) {
    return [{ path, message: 'A figure with a period is compared with the year before: remove comparison.' }];
  }
  const ranges = filters.filter(({ kind }) => kind === 'dateRange');
  const range = ranges.find(({ name }) => name === view.period?.filter);
  if (range === undefined) {
    const names = ranges.map(({ name }) => name);
    const hint = names.length === 0 ? '' : ` There are ${names.join(', ')}.`;
    return [{ path: [...path, 'filter'], message: `The dashboard has no such date range filter.${hint}` }];
  }
  // An invalid statement has no relations.
  if (tile.relations.length === 0 || appliesTo(range, tile)) return [];
  return [{ path: [...path, 'filter'], message: `The filter ${range.name} does not apply to this tile.` }];
}

const dimensionTypes: Readonly<Record<FilterKind, readonly DimensionType[]>> = {
  list: ['string', 'number', 'boolean'],
  dateRange: ['time'],
  number: ['number'],
};

function checkFilter(
  { name, title, kind, dimensions }: WrittenFilter,
  path: Path,
  model: DataModel,
  tiles: readonly Tile[],
  mistakes: ProblemAt[],
): DashboardFilter {
  const targets = dimensions.map((written) => {
    const [relation = '', member = ''] = written.split('.');
    return { relation, member };
  });
  for (const [index, { relation, member }] of targets.entries()) {
    const message =
      targets.findIndex((other) => other.relation === relation) === index
        ? dimensionMistake(model, relation, member, kind)
        : `The filter already has a dimension of ${relation}.`;
    if (message !== undefined) mistakes.push({ path: [...path, 'dimensions', index], message });
  }
  const [first = { relation: '', member: '' }, ...more] = targets;
  const filter: DashboardFilter = { name, title, kind, targets: [first, ...more] };
  if (!tiles.some((tile) => tile.relations.length === 0 || appliesTo(filter, tile))) {
    mistakes.push({ path: [...path, 'dimensions'], message: 'No tile reads any of these relations.' });
  }
  return filter;
}

function dimensionMistake(
  model: DataModel,
  relationName: string,
  memberName: string,
  kind: FilterKind,
): string | undefined {
  const relations = [...model.views.values(), ...model.cubes.values()].filter((each) => each.public);
  const relation = relations.find((each) => each.name === relationName);
  if (relation === undefined) {
    const hint = suggest(
      relationName,
      relations.map((each) => each.name),
    );
    return `There is no cube or view "${relationName}".${hint}`;
  }
  const members = [...(relation.kind === 'view' ? relation.members : relation.dimensions).values()];
  const dimensions = members.flatMap((each) => {
    const member = 'member' in each ? each.member : each;
    return each.public && member.kind === 'dimension' ? [{ name: each.name, type: member.type }] : [];
  });
  const dimension = dimensions.find((each) => each.name === memberName);
  if (dimension === undefined) {
    const hint = suggest(
      memberName,
      dimensions.map((each) => each.name),
    );
    return `${relationName} has no dimension "${memberName}".${hint}`;
  }
  if (dimensionTypes[kind].includes(dimension.type)) return undefined;
  return `A ${kind} needs a dimension of type ${dimensionTypes[kind].join(' or ')}; ${memberName} is a ${dimension.type}.`;
}

/** The default title of a column: `Avg order value` for `avg_order_value`. */
function readable(column: string): string {
  const words = column.replace(/_+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
