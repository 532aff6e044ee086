import type { CubeMetadata } from '../../contract/tools.ts';
import { identifier, quoteLiteral } from '../../quoting.ts';
import { entityDimension } from '../link/entities.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { keyOf } from '../link/keys.ts';
import { referencesOf } from '../link/referring-cubes.ts';
import type { Filter } from '../parse/filter.ts';
import { membersOf, type Quantity, quantityKey } from '../parse/quantity.ts';
import { column, groupColumn, quantityColumn } from './columns.ts';
import type { Plan } from './plan.ts';
import type { PlannedGroup } from './planned-groups.ts';
import type { PlannedTime } from './planned-time.ts';
import { compared, conditionsOf, where, within } from './where.ts';

/** A figure as an expression over the rows of a group. */
export function quantityExpression(cube: CubeMetadata, quantity: Quantity): string {
  switch (quantity.kind) {
    case 'measure':
      return `MEASURE(${column(quantity.measure)})`;
    case 'aggregate': {
      const { aggregate, dimension } = quantity;
      return aggregate === 'distinct'
        ? `COUNT(DISTINCT ${column(keyOf(cube, dimension) ?? dimension)})`
        : `${aggregate.toUpperCase()}(${column(dimension)})`;
    }
    case 'ratio':
      return `${quantityExpression(cube, quantity.part)} * 1.0 / NULLIF(${quantityExpression(cube, quantity.whole)}, 0)`;
    case 'difference':
      return `(${quantityExpression(cube, quantity.of)} - ${quantityExpression(cube, quantity.less)})`;
    case 'scaled':
      return `${quantityExpression(cube, quantity.of)} * 1.0 / ${quantity.by}`;
    case 'filtered':
      return partExpression(cube, quantity.of, [quantity.where]);
  }
}

/** A figure of only the rows that meet all of the conditions. */
export function partExpression(
  cube: CubeMetadata,
  of: Quantity,
  filters: readonly Filter[],
  time?: PlannedTime,
): string {
  switch (of.kind) {
    case 'filtered':
      return partExpression(cube, of.of, [of.where, ...filters], time);
    case 'ratio':
      return `${partExpression(cube, of.part, filters, time)} * 1.0 / NULLIF(${partExpression(cube, of.whole, filters, time)}, 0)`;
    case 'difference':
      return `(${partExpression(cube, of.of, filters, time)} - ${partExpression(cube, of.less, filters, time)})`;
    case 'scaled':
      return `${partExpression(cube, of.of, filters, time)} * 1.0 / ${of.by}`;
    case 'measure':
    case 'aggregate':
      return `${quantityExpression(cube, of)} FILTER (WHERE ${conditionsOf({ cube, filters, time }).join(' AND ')})`;
  }
}

function groupExpression({ dimension, grain }: PlannedGroup): string {
  const of = column(dimension);
  if (grain === undefined) return of;
  if (grain === 'daytime') return `EXTRACT(HOUR FROM ${of})`;
  if (grain === 'weekday') return `EXTRACT(ISODOW FROM ${of})`;
  if (grain === 'weekend')
    return `CASE WHEN EXTRACT(ISODOW FROM ${of}) IN (6, 7) THEN 'weekend' WHEN ${of} IS NOT NULL THEN 'weekday' END`;
  return `DATE_TRUNC(${quoteLiteral(grain)}, ${of})`;
}

/** A selected expression under its result column's name. */
export function aliased(expression: string, alias: string): string {
  const quoted = identifier(alias);
  return expression === quoted ? expression : `${expression} AS ${quoted}`;
}

/**
 * The plain query of a plan, without order and limit.
 * @param computed the columns after its groups, where they are others than its figures
 * @param apart groups whose keys are selected, too, for a window over them
 */
export function groupedSelect(
  plan: Pick<Plan, 'cube' | 'quantities' | 'each' | 'groups' | 'filters' | 'time' | 'having' | 'ranking'>,
  computed: readonly string[] = plan.quantities.map((quantity) =>
    aliased(
      plan.each ? membersOf(quantity).map(column).join() : quantityExpression(plan.cube, quantity),
      quantityColumn(quantity),
    ),
  ),
  apart: readonly PlannedGroup[] = [],
): string {
  // Whoever has no name is still there where a key tells them apart.
  const named = namedGroups(plan).map(({ dimension, key }) => `${column(key ?? dimension)} IS NOT NULL`);
  const selected = [
    ...plan.groups.map((group) => aliased(groupExpression(group), groupColumn(group))),
    ...computed,
    ...apart.flatMap((group) =>
      group.key === undefined ? [] : [aliased(column(group.key), keyColumn(group))],
    ),
  ];
  // Rows that refer to it, and what was shown before, reach it by a join under its own name.
  const isReached = referencesOf(plan.cube).size > 0 || plan.filters.some(({ kind }) => kind === 'shown');
  const alias = isReached ? ' AS referred' : '';
  const having = plan.having.map(({ quantity, operator, values, than, during }) => {
    const figure = quantityExpression(plan.cube, quantity);
    if (during !== undefined) return within(figure, during);
    return than === undefined
      ? compared(figure, operator, values)
      : `${figure} ${operator} ${quantityExpression(plan.cube, than)}`;
  });
  return (
    `SELECT ${selected.join(', ')} FROM ${identifier(plan.cube.name)}${alias}${where(plan, named)}` +
    (plan.each ? '' : groupBy(plan.groups)) +
    (having.length === 0 ? '' : ` HAVING ${having.join(' AND ')}`)
  );
}

/** The clause of a window over each of some groups; empty without any. */
export function partitionBy(apart: readonly PlannedGroup[]): string {
  const columns = [...apart.map((group) => identifier(groupColumn(group))), ...keyColumns(apart)];
  return columns.length === 0 ? '' : `PARTITION BY ${columns.join(', ')}`;
}

/** The columns that tell groups of the same name apart. */
export function keyColumns(apart: readonly PlannedGroup[]): string[] {
  return apart.flatMap((group) => (group.key === undefined ? [] : [identifier(keyColumn(group))]));
}

function keyColumn(group: PlannedGroup): string {
  return `${groupColumn(group)}_key`;
}

/** The groups of a plan that have to be there. */
export function namedGroups(
  plan: Pick<Plan, 'cube' | 'quantities' | 'each' | 'groups' | 'having' | 'ranking'>,
): readonly PlannedGroup[] {
  // "Which store sold most" asks for a store; what belongs to none is not a candidate.
  const ranked = plan.ranking?.limit !== undefined || plan.quantities.length === 0 || plan.having.length > 0;
  // A list of things shows those that have no value for a further column, too.
  const isOfThings = plan.quantities.length === 0 || plan.groups[0]?.dimension === entityDimension(plan.cube);
  return plan.groups.filter(
    (group, at) =>
      (ranked && !plan.each && !(isOfThings && at > 0)) || isOfJoinedRows(group, plan.quantities),
  );
}

/** Dates of joined rows whose figures are asked: where there is no such row there is no date either. */
function isOfJoinedRows({ dimension, grain }: PlannedGroup, quantities: readonly Quantity[]): boolean {
  if (grain === undefined || !isJoined(dimension)) return false;
  return quantities.every((it) =>
    membersOf(it).every(({ name }) => ownerOf(name) === ownerOf(dimension.name)),
  );
}

/** Rows of the same name are told apart by their key. */
function groupBy(groups: readonly PlannedGroup[]): string {
  if (groups.length === 0) return '';
  const keys = groups.flatMap(({ key }) => (key === undefined ? [] : [column(key)]));
  return ` GROUP BY ${[...groups.map((_, index) => index + 1), ...keys].join(', ')}`;
}

/** Time runs forwards, lists are sorted by name, everything else starts with the largest. */
export function orderBy(plan: Plan): string {
  if (plan.groups.length === 0) return '';
  const names = plan.groups.map((_, index) => `${index + 1}`);
  const { ranking } = plan;
  if (plan.quantities.length === 0) {
    const first = names[plan.groups.findIndex(({ dimension }) => dimension === plan.sortedBy)] ?? '1';
    const order = plan.sortedBy !== undefined && ranking?.direction === 'desc' ? ' DESC NULLS LAST' : '';
    return ` ORDER BY ${[`${first}${order}`, ...names.filter((name) => name !== first)].join(', ')}`;
  }
  if (ranking !== undefined) {
    const by =
      ranking.by === undefined
        ? 0
        : plan.quantities.findIndex((it) => quantityKey(it) === (ranking.by && quantityKey(ranking.by)));
    const place = plan.groups.length + Math.max(by, 0) + 1;
    return ` ORDER BY ${place} ${ranking.direction.toUpperCase()} NULLS LAST, ${names.join(', ')}`;
  }
  const times = names.filter((_, index) => plan.groups[index]?.grain !== undefined);
  const others = names.filter((name) => !times.includes(name));
  if (others.length === 0) return ` ORDER BY ${times.join(', ')}`;
  return ` ORDER BY ${[...times, `${plan.groups.length + 1} DESC NULLS LAST`, ...others].join(', ')}`;
}

/**
 * The figure that a computation is about.
 * @throws Error when the plan has none, which is a bug: no list computes anything
 */
export function firstQuantity(plan: Plan): Quantity {
  const [first] = plan.quantities;
  if (first === undefined) throw new Error('a plan with a computation has a quantity');
  return first;
}
