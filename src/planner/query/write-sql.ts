import type { DimensionMetadata } from '../../contract/tools.ts';
import { identifier, quoteLiteral } from '../../quoting.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import type { Filter } from '../parse/filter.ts';
import { isCountOf, isPart, type Quantity } from '../parse/quantity.ts';
import { groupColumn, memberOfFilter, quantityColumn } from './columns.ts';
import type { Plan } from './plan.ts';
import { isBucket, type PlannedGroup } from './planned-groups.ts';
import {
  aliased,
  firstQuantity,
  groupedSelect,
  keyColumns,
  orderBy,
  partExpression,
  partitionBy,
  quantityExpression,
} from './select.ts';

/** Writes a plan as semantic SQL: one SELECT over one relation, at most wrapped once for what needs a second pass. */
export function writeSql(plan: Plan): string {
  if (plan.shareOf !== undefined) return shareOfSql(plan, plan.shareOf);
  if (plan.countGroups !== undefined) return countGroupsSql(plan, plan.countGroups);
  if (plan.meanOver !== undefined) return meanSql(plan, plan.meanOver);
  if (plan.share !== undefined) return shareSql(plan);
  if (plan.running) return runningSql(plan);
  if (plan.change) return changeSql(plan);
  if (plan.ranking?.within !== undefined) return rankedWithinSql(plan, plan.ranking.within.name);
  return `${groupedSelect(plan)}${orderBy(plan)}${limitOf(plan)}`;
}

/** Selects the values of a dimension, or of its key, in the rows of a plan. */
export function shownSql(plan: Plan, { dimension, key }: PlannedGroup): string {
  const alone = (it: DimensionMetadata): PlannedGroup => ({
    dimension: it,
    grain: undefined,
    key: undefined,
  });
  const groups = plan.groups.flatMap((it) =>
    it.dimension === dimension && key !== undefined ? [alone(dimension), alone(key)] : [it],
  );
  return `SELECT ${identifier(groupColumn(alone(key ?? dimension)))} FROM (${writeSql({ ...plan, groups })}) AS shown`;
}

/** Selects the buckets of time in the rows of a plan. */
export function bucketSql(plan: Plan, bucket: PlannedGroup): string {
  return `SELECT ${identifier(groupColumn(bucket))} FROM (${writeSql(plan)}) AS shown`;
}

/**
 * Writes a query that returns one row where two plans give the same figures, and none where they differ; undefined where their
 * results differ in shape.
 */
export function writeComparison(one: Plan, other: Plan): string | undefined {
  const columns = [one, other].map(plainColumns);
  const [own, others] = columns;
  if (
    own === undefined ||
    others === undefined ||
    own.length !== others.length ||
    one.groups.length !== other.groups.length ||
    one.groups.some(({ dimension }, at) => dimension.type !== other.groups[at]?.dimension.type)
  )
    return undefined;
  const same = own
    .map((name, at) => {
      const [a, b] = [`a.${identifier(name)}`, `b.${identifier(others[at] ?? '')}`];
      const quantity = one.quantities[at - one.groups.length];
      // Floating numbers that are added up twice differ in their last digits. A group without a name is the same on both sides.
      return quantity === undefined || (isExact(quantity) && one.meanOver === undefined)
        ? `${a} IS NOT DISTINCT FROM ${b}`
        : `(ABS(${a} - ${b}) <= 0.000000001 * ABS(${a}) OR (${a} IS NULL AND ${b} IS NULL))`;
    })
    .join(' AND ');
  return (
    `SELECT 1 AS same FROM (SELECT COUNT(*) AS n FROM (${writeSql(one)}) AS a) AS own CROSS JOIN (SELECT COUNT(*) AS n FROM (${writeSql(other)}) AS b) AS other` +
    ` CROSS JOIN (SELECT COUNT(*) AS n FROM (${writeSql(one)}) AS a JOIN (${writeSql(other)}) AS b ON ${same}) AS shared WHERE own.n = shared.n AND other.n = shared.n`
  );
}

function isExact(quantity: Quantity): boolean {
  switch (quantity.kind) {
    case 'measure':
      return !['sum', 'avg', 'number'].includes(quantity.measure.type);
    case 'aggregate':
      return !['sum', 'avg', 'median'].includes(quantity.aggregate);
    case 'filtered':
      return isExact(quantity.of);
    case 'difference':
      return isExact(quantity.of) && isExact(quantity.less);
    case 'ratio':
    case 'scaled':
      return false;
  }
}

/** The result columns of a plan that computes nothing besides its figures, or their mean over something. */
function plainColumns(plan: Plan): string[] | undefined {
  const computes = plan.shareOf !== undefined || plan.share !== undefined || plan.change || plan.running;
  if (computes) return undefined;
  const figures = plan.meanOver === undefined ? plan.quantities.map(quantityColumn) : [meanColumn(plan)];
  return [...plan.groups.map(groupColumn), ...figures];
}

/** The result column of a share. */
export function shareColumn(plan: Plan): string {
  return plan.share === 'percent' ? 'share_percent' : 'share';
}

function ratio(plan: Plan, part: string, whole: string): string {
  return `${part} * ${plan.share === 'percent' ? '100.0' : '1.0'} / NULLIF(${whole}, 0)`;
}

function limitOf({ ranking }: Plan): string {
  const { limit, offset = 0 } = ranking ?? {};
  return `${limit === undefined ? '' : ` LIMIT ${limit}`}${offset === 0 ? '' : ` OFFSET ${offset}`}`;
}

/** Each group's part of the whole; beside a time group, of the whole of its bucket. */
function shareSql(plan: Plan): string {
  const of = identifier(quantityColumn(firstQuantity(plan)));
  const names = plan.groups.map((group) => identifier(groupColumn(group)));
  const time = plan.groups.find((group) => group.grain !== undefined);
  const over = partitionBy(time === undefined || plan.groups.length === 1 ? [] : [time]);
  const inner = groupedSelect({ ...plan, quantities: [firstQuantity(plan)] });
  return (
    `SELECT ${[...names, of].join(', ')}, ${ratio(plan, of, `SUM(${of}) OVER (${over})`)} AS ${shareColumn(plan)}` +
    ` FROM (${inner}) AS grouped${orderBy({ ...plan, quantities: [firstQuantity(plan)] })}${limitOf(plan)}`
  );
}

/** The share of the whole, or of each group, that meets a condition. */
function shareOfSql(plan: Plan, of: readonly Filter[]): string {
  const [only, ...more] = of;
  if (only?.kind === 'values' && more.length === 0) {
    const parts = plan.groups.find(({ dimension }) => dimension === only.dimension);
    if (parts !== undefined) return partsSql(plan, parts, only.values);
  }
  const whole = firstQuantity(plan);
  const total = quantityExpression(plan.cube, whole);
  // "Customers with an order in 2026" are held against all customers.
  const dated = ownTimeOf(plan, of);
  const part = partExpression(plan.cube, whole, of, dated);
  const partial = isCountOf(whole) ? part : `COALESCE(${part}, 0)`;
  const computed = [
    `${ratio(plan, partial, total)} AS ${shareColumn(plan)}`,
    `${partial} AS ${identifier(quantityColumn(whole))}`,
    `${total} AS total`,
  ];
  const shared = { ...plan, quantities: [whole], time: dated === undefined ? plan.time : undefined };
  return `${groupedSelect(shared, computed)}${orderBy(shared)}${limitOf(plan)}`;
}

/** The time of a plan where it dates rows that only the part is asked to have. */
function ownTimeOf({ cube, time, filters }: Plan, part: readonly Filter[]): Plan['time'] {
  const rows = time && referenceOf(cube, time.dimension);
  const has = (conditions: readonly Filter[]): boolean =>
    conditions.some((it) => referenceOf(cube, memberOfFilter(it)) === rows);
  return rows !== undefined && has(part) && !has(filters) ? time : undefined;
}

/** The share of some values in all that their dimension comes to, beside other groups in each of these. */
function partsSql(plan: Plan, parts: PlannedGroup, values: readonly string[]): string {
  const of = identifier(quantityColumn(firstQuantity(plan)));
  const names = plan.groups.map((group) => identifier(groupColumn(group)));
  const others = plan.groups.filter((it) => it !== parts);
  const shares =
    `SELECT ${names.join(', ')}, ${ratio(plan, of, `SUM(${of}) OVER (${partitionBy(others)})`)} AS ${shareColumn(plan)}, ${of}` +
    ` FROM (${groupedSelect({ ...plan, ranking: undefined }, undefined, others)}) AS grouped`;
  const named = `${identifier(groupColumn(parts))} IN (${values.map(quoteLiteral).join(', ')})`;
  return `SELECT * FROM (${shares}) AS shares WHERE ${named}${orderBy(plan)}${limitOf(plan)}`;
}

/** Each bucket with all that came before it. */
function runningSql(plan: Plan): string {
  const [bucket] = plan.groups;
  const names = plan.groups.map((group) => identifier(groupColumn(group)));
  const of = identifier(quantityColumn(firstQuantity(plan)));
  const rest = plan.groups.slice(1);
  const over = `${partitionBy(rest)} ORDER BY ${identifier(bucket === undefined ? '' : groupColumn(bucket))}`;
  return (
    `SELECT ${names.join(', ')}, ${of}, SUM(${of}) OVER (${over}) AS running_total` +
    ` FROM (${groupedSelect(plan, undefined, rest)}) AS grouped ORDER BY ${names.map((_, index) => index + 1).join(', ')}`
  );
}

/** How a figure changes from bucket to bucket, or between two periods for each group. */
function changeSql(plan: Plan): string {
  const bucket = plan.groups.find(isBucket);
  if (bucket === undefined) return changesSql(plan);
  const of = identifier(quantityColumn(firstQuantity(plan)));
  const time = identifier(groupColumn(bucket));
  const names = plan.groups.map((it) => identifier(groupColumn(it)));
  const apart = plan.groups.filter((it) => it !== bucket);
  const before = `LAG(${of}) OVER (${partitionBy(apart)} ORDER BY ${time})`;
  const steps =
    `SELECT ${[...names, of].join(', ')}, ${changed(of, before)}` +
    ` FROM (${groupedSelect({ ...plan, ranking: undefined }, undefined, apart)}) AS grouped WHERE ${time} IS NOT NULL`;
  return plan.ranking?.ofChange === undefined
    ? `${steps} ORDER BY ${names.map((_, at) => at + 1).join(', ')}`
    : rankedChanges(plan, steps);
}

/** The change between two periods for each group; what does not add up is compared only where both have it. */
function changesSql(plan: Plan): string {
  const { time } = plan;
  const figure = firstQuantity(plan);
  const periods = time?.periods.toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? '')) ?? [];
  const [before, after] = periods.map((period) => {
    const part = partExpression(plan.cube, figure, [], time && { ...time, periods: [period] });
    return isPart(figure) ? `COALESCE(${part}, 0)` : part;
  });
  const of = identifier(quantityColumn(figure));
  const both = groupedSelect(plan, [`${before} AS before`, `${after} AS after`]);
  const names = plan.groups.map((it) => identifier(groupColumn(it)));
  const steps = `SELECT ${names.join(', ')}, after AS ${of}, ${changed('after', 'before')} FROM (${both}) AS grouped`;
  return rankedChanges(plan, steps);
}

function changed(after: string, before: string): string {
  return `${after} - ${before} AS change, (${after} - ${before}) * 100.0 / NULLIF(${before}, 0) AS change_percent`;
}

function rankedChanges(plan: Plan, steps: string): string {
  const { ofChange, direction = 'desc' } = plan.ranking ?? {};
  const by = ofChange?.by === 'amount' ? 'change' : 'change_percent';
  const least = direction === 'asc' ? 'ASC' : 'DESC';
  const most = direction === 'asc' ? 'DESC' : 'ASC';
  const [which, order] = {
    up: ['change > 0', `${by} ${least}`],
    down: ['change < 0', `${by} ${most}`],
    either: ['change IS NOT NULL', ofChange === undefined ? `${by} DESC` : `ABS(${by}) ${least}`],
  }[ofChange?.way ?? 'either'];
  return `SELECT * FROM (${steps}) AS steps WHERE ${which} ORDER BY ${order} NULLS LAST, 1${limitOf(plan)}`;
}

/** The result column of a mean over groups. */
export function meanColumn(plan: Plan): string {
  return `average_${quantityColumn(firstQuantity(plan))}`;
}

function meanSql(plan: Plan, over: PlannedGroup): string {
  const outer = plan.groups.map((group) => identifier(groupColumn(group)));
  const of = identifier(quantityColumn(firstQuantity(plan)));
  const each = { ...plan, quantities: [firstQuantity(plan)], groups: [...plan.groups, over] };
  const inner = groupedSelect(each, undefined, plan.groups);
  const apart = [...outer.map((_, index) => index + 1), ...keyColumns(plan.groups)];
  const grouped = apart.length === 0 ? '' : ` GROUP BY ${apart.join(', ')}`;
  // What belongs to no agent is no agent's.
  const known = ` WHERE ${identifier(groupColumn(over))} IS NOT NULL`;
  return `SELECT ${[...outer, aliased(`AVG(${of})`, meanColumn(plan))].join(', ')} FROM (${inner}) AS grouped${known}${grouped}${orderBy(plan)}${limitOf(plan)}`;
}

function countGroupsSql(plan: Plan, group: PlannedGroup): string {
  const grouped = groupedSelect({ ...plan, quantities: [], groups: [group, ...plan.groups] });
  const count = `COUNT(*) AS ${identifier(quantityColumn(firstQuantity(plan)))}`;
  const outer = plan.groups.map((it) => identifier(groupColumn(it)));
  const by = outer.length === 0 ? '' : ` GROUP BY ${outer.map((_, at) => at + 1).join(', ')}`;
  return `SELECT ${[...outer, count].join(', ')} FROM (${grouped}) AS grouped${by}${orderBy(plan)}${limitOf(plan)}`;
}

/** The first rows of each member of the group that was named with "each" or "per". */
function rankedWithinSql(plan: Plan, within: string): string {
  const names = plan.groups.map((group) => identifier(groupColumn(group)));
  const place = Math.max(
    plan.groups.findIndex((group) => group.dimension.name === within),
    0,
  );
  const outer = plan.groups.slice(place, place + 1);
  const { limit, offset } = { limit: plan.ranking?.limit ?? 1, offset: plan.ranking?.offset ?? 0 };
  const places = offset === 0 ? ` <= ${limit}` : ` BETWEEN ${offset + 1} AND ${offset + limit}`;
  const of = identifier(quantityColumn(firstQuantity(plan)));
  const direction = plan.ranking?.direction === 'asc' ? 'ASC' : 'DESC';
  const columns = [...names, ...plan.quantities.map((it) => identifier(quantityColumn(it)))].join(', ');
  return (
    `SELECT ${columns} FROM (SELECT ${columns}, ROW_NUMBER() OVER (${partitionBy(outer)} ORDER BY ${of} ${direction} NULLS LAST) AS place` +
    ` FROM (${groupedSelect(plan, undefined, outer)}) AS grouped WHERE ${of} IS NOT NULL) AS ranked WHERE place${places} ORDER BY ${place + 1}, ${names.length + 1} ${direction} NULLS LAST`
  );
}

/**
 * One row: where the first quantity of a result is highest, lowest and last, each with its groups, its figure and how many
 * rows have it.
 */
export function writeEnds(plan: Plan): string {
  const of = identifier(quantityColumn(firstQuantity(plan)));
  const names = plan.groups.map((group) => identifier(groupColumn(group)));
  const order = names.join(', ');
  const ends = [
    ['highest', `${of} DESC NULLS LAST, ${order}`],
    ['lowest', `${of} ASC NULLS LAST, ${order}`],
    ['last', names.map((name) => `${name} DESC NULLS LAST`).join(', ')],
  ] as const;
  const places = ends.map(([end, by]) => `ROW_NUMBER() OVER (ORDER BY ${by}) AS ${end}_place`);
  const counts = `COUNT(*) OVER (PARTITION BY ${of}) AS alike`;
  const columns = ends.flatMap(([end]) =>
    [...names, of, 'alike'].map(
      (name, at) =>
        `MAX(CASE WHEN ${end}_place = 1 THEN ${name} END) AS ${end}_${at < names.length ? at + 1 : name === of ? 'value' : 'count'}`,
    ),
  );
  const grouped = groupedSelect({ ...plan, quantities: [firstQuantity(plan)] });
  const known = plan.groups.map((group) => `${identifier(groupColumn(group))} IS NOT NULL`).join(' AND ');
  return (
    `SELECT ${columns.join(', ')} FROM (SELECT ${order}, ${of}, ${counts}, ${places.join(', ')}` +
    ` FROM (${grouped}) AS grouped WHERE ${known}) AS placed`
  );
}
