import { quoteIdentifier, quoteLiteral } from '../quoting.ts';
import { keyOf } from './entities.ts';
import { isJoined, ownerOf } from './joined-cubes.ts';
import type { Plan, PlannedGroup, PlannedTime } from './plan.ts';
import type { ComparisonOperator, Filter, Quantity } from './reading.ts';
import { quantityKey } from './reading.ts';

/** Writes a plan as semantic SQL: one SELECT over one relation, at most wrapped once for what needs a second pass. */
export function writeSql(plan: Plan): string {
  if (plan.shareOf !== undefined) return shareOfSql(plan, plan.shareOf);
  if (plan.countGroups) return countGroupsSql(plan);
  if (plan.meanOver !== undefined) return meanSql(plan, plan.meanOver);
  if (plan.share !== undefined) return shareSql(plan);
  if (plan.change) return changeSql(plan);
  if (plan.ranking?.within !== undefined) return rankedWithinSql(plan, plan.ranking.within.name);
  const limit = plan.ranking?.limit === undefined ? '' : ` LIMIT ${plan.ranking.limit}`;
  const offset =
    plan.ranking === undefined || plan.ranking.offset === 0 ? '' : ` OFFSET ${plan.ranking.offset}`;
  return `${groupedSelect(plan)}${orderBy(plan)}${limit}${offset}`;
}

const reserved = new Set(
  (
    'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column ' +
    'concurrently constraint create cross current_catalog current_date current_role current_schema current_time ' +
    'current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from ' +
    'full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime ' +
    'localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right ' +
    'select session_user similar some symmetric system_user table tablesample then to trailing true union unique user using ' +
    'variadic verbose when where window with'
  ).split(' '),
);

/** Without quotes where a reader needs none. */
export function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : quoteIdentifier(name);
}

/** `country` of `customers.country`; `customers.country` of `orders.customers.country`, which a join reaches. */
export function column(name: string): string {
  return inRelation(name).map(identifier).join('.');
}

function inRelation(name: string): string[] {
  return name.slice(name.indexOf('.') + 1).split('.');
}

/** As a result column. */
function flatName({ name }: { readonly name: string }): string {
  return inRelation(name).join('_');
}

/** The result column of a quantity. */
export function quantityColumn(quantity: Quantity): string {
  return quantity.kind === 'measure'
    ? flatName(quantity.measure)
    : `${quantity.aggregate === 'distinct' ? 'count' : quantity.aggregate}_${flatName(quantity.dimension)}`;
}

/** The result column of a group. */
export function groupColumn({ dimension, grain }: PlannedGroup): string {
  return grain === undefined ? flatName(dimension) : `${flatName(dimension)}_${grain}`;
}

function quantityExpression(quantity: Quantity): string {
  if (quantity.kind === 'measure') return `MEASURE(${column(quantity.measure.name)})`;
  const of = column(quantity.dimension.name);
  return quantity.aggregate === 'distinct'
    ? `COUNT(DISTINCT ${of})`
    : `${quantity.aggregate.toUpperCase()}(${of})`;
}

function groupExpression({ dimension, grain }: PlannedGroup): string {
  const of = column(dimension.name);
  if (grain === undefined) return of;
  if (grain === 'daytime') return `EXTRACT(HOUR FROM ${of})`;
  return grain === 'weekday' ? `EXTRACT(ISODOW FROM ${of})` : `DATE_TRUNC(${quoteLiteral(grain)}, ${of})`;
}

function aliased(expression: string, alias: string): string {
  const quoted = identifier(alias);
  return expression === quoted ? expression : `${expression} AS ${quoted}`;
}

function groupedSelect(
  plan: Pick<Plan, 'cube' | 'quantities' | 'groups' | 'filters' | 'time' | 'having' | 'ranking'>,
): string {
  // "Which store sold most" asks for a store; what belongs to none is not a candidate.
  const ranked = plan.ranking?.limit !== undefined || plan.quantities.length === 0;
  const named = plan.groups
    .filter((group) => ranked || isOfJoinedRows(group, plan.quantities))
    .map((group) => `${column(group.dimension.name)} IS NOT NULL`);
  const selected = [
    ...plan.groups.map((group) => aliased(groupExpression(group), groupColumn(group))),
    ...plan.quantities.map((quantity) => aliased(quantityExpression(quantity), quantityColumn(quantity))),
  ];
  const having = plan.having.map(({ quantity, operator, values }) =>
    compared(quantityExpression(quantity), operator, values),
  );
  return (
    `SELECT ${selected.join(', ')} FROM ${identifier(plan.cube.name)}${where(plan.filters, plan.time, named)}` +
    groupBy(plan.groups, plan.quantities.length > 0 || plan.having.length > 0) +
    (having.length === 0 ? '' : ` HAVING ${having.join(' AND ')}`)
  );
}

/** Dates of joined rows whose figures are asked: where there is no such row there is no date either. */
function isOfJoinedRows({ dimension, grain }: PlannedGroup, quantities: readonly Quantity[]): boolean {
  if (grain === undefined || !isJoined(dimension)) return false;
  return quantities.every(
    (it) => ownerOf((it.kind === 'measure' ? it.measure : it.dimension).name) === ownerOf(dimension.name),
  );
}

/** Rows of the same name are told apart by their key where figures belong to them. */
function groupBy(groups: readonly PlannedGroup[], keyed: boolean): string {
  if (groups.length === 0) return '';
  const keys = keyed ? groups.flatMap(({ key }) => (key === undefined ? [] : [column(key.name)])) : [];
  return ` GROUP BY ${[...groups.map((_, index) => index + 1), ...keys].join(', ')}`;
}

function where(filters: readonly Filter[], time: PlannedTime | undefined, more: readonly string[]): string {
  const conditions = [
    ...filters.map(condition),
    ...(time === undefined ? [] : [timeCondition(time)]),
    ...more,
  ].filter((it) => it !== '');
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function condition(filter: Filter): string {
  switch (filter.kind) {
    case 'values': {
      const of = column(filter.dimension.name);
      const [only, ...more] = filter.values.map(quoteLiteral);
      if (more.length === 0) return `${of} ${filter.negated ? '<>' : '='} ${only ?? "''"}`;
      return `${of} ${filter.negated ? 'NOT IN' : 'IN'} (${[only, ...more].join(', ')})`;
    }
    case 'boolean':
      return `${column(filter.dimension.name)} = ${filter.value ? 'TRUE' : 'FALSE'}`;
    case 'missing':
      return `${column(filter.dimension.name)} IS ${filter.negated ? 'NOT ' : ''}NULL`;
    case 'number':
      return compared(column(filter.dimension.name), filter.operator, filter.values);
    case 'segment':
      return `${column(filter.segment.name)} = ${filter.negated ? 'FALSE' : 'TRUE'}`;
  }
}

function compared(expression: string, operator: ComparisonOperator, values: readonly number[]): string {
  const [low = 0, high = 0] = values;
  return operator === 'between'
    ? `${expression} BETWEEN ${low} AND ${high}`
    : `${expression} ${operator} ${low}`;
}

function timeCondition({ dimension, periods }: PlannedTime): string {
  const of = column(dimension.name);
  const merged = mergeAdjacent(periods).map(({ start, end }) =>
    [
      ...(start === undefined ? [] : [`${of} >= DATE ${quoteLiteral(start)}`]),
      ...(end === undefined ? [] : [`${of} < DATE ${quoteLiteral(end)}`]),
    ].join(' AND '),
  );
  if (merged.length === 1) return merged[0] ?? '';
  return `(${merged.map((it) => `(${it})`).join(' OR ')})`;
}

function mergeAdjacent(periods: PlannedTime['periods']): PlannedTime['periods'] {
  const sorted = periods.toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''));
  const merged: { start: string | undefined; end: string | undefined }[] = [];
  for (const period of sorted) {
    const last = merged.at(-1);
    if (last?.end !== undefined && period.start !== undefined && period.start <= last.end) {
      last.end = period.end === undefined || period.end > last.end ? period.end : last.end;
    } else merged.push({ ...period });
  }
  return merged;
}

/** Time runs forwards, lists go by their names, everything else starts with the largest. */
function orderBy(plan: Plan): string {
  if (plan.groups.length === 0) return '';
  const names = plan.groups.map((_, index) => `${index + 1}`);
  if (plan.quantities.length === 0) return ` ORDER BY ${names.join(', ')}`;
  const { ranking } = plan;
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

function firstQuantity(plan: Plan): Quantity {
  const [first] = plan.quantities;
  if (first === undefined) throw new Error('a plan with a computation has a quantity');
  return first;
}

export function shareColumn(plan: Plan): string {
  return plan.share === 'percent' ? 'share_percent' : 'share';
}

function ratio(plan: Plan, part: string, whole: string): string {
  return `${part} * ${plan.share === 'percent' ? '100.0' : '1.0'} / NULLIF(${whole}, 0)`;
}

/** Each group's part of the whole; beside a time group, of the whole of its bucket. */
function shareSql(plan: Plan): string {
  const of = identifier(quantityColumn(firstQuantity(plan)));
  const names = plan.groups.map((group) => identifier(groupColumn(group)));
  const time = plan.groups.find((group) => group.grain !== undefined);
  const over =
    time === undefined || plan.groups.length === 1 ? '' : `PARTITION BY ${identifier(groupColumn(time))}`;
  const inner = groupedSelect({ ...plan, quantities: [firstQuantity(plan)] });
  const limit = plan.ranking?.limit === undefined ? '' : ` LIMIT ${plan.ranking.limit}`;
  return (
    `SELECT ${[...names, of].join(', ')}, ${ratio(plan, of, `SUM(${of}) OVER (${over})`)} AS ${shareColumn(plan)}` +
    ` FROM (${inner}) AS grouped${orderBy({ ...plan, quantities: [firstQuantity(plan)] })}${limit}`
  );
}

/** What the part that meets a condition makes of the whole. */
function shareOfSql(plan: Plan, of: Filter): string {
  const name = identifier(quantityColumn(firstQuantity(plan)));
  const base = { ...plan, quantities: [firstQuantity(plan)], groups: [], having: [] };
  const part = groupedSelect({ ...base, filters: [...plan.filters, of] });
  return (
    `SELECT ${ratio(plan, `part.${name}`, `whole.${name}`)} AS ${shareColumn(plan)}, part.${name} AS ${name}, whole.${name} AS total` +
    ` FROM (${part}) AS part CROSS JOIN (${groupedSelect(base)}) AS whole`
  );
}

function changeSql(plan: Plan): string {
  const of = identifier(quantityColumn(firstQuantity(plan)));
  const [bucket] = plan.groups;
  const time = identifier(bucket === undefined ? '' : groupColumn(bucket));
  const before = `LAG(${of}) OVER (ORDER BY ${time})`;
  return (
    `SELECT ${time}, ${of}, ${of} - ${before} AS change, (${of} - ${before}) * 100.0 / NULLIF(${before}, 0) AS change_percent` +
    ` FROM (${groupedSelect(plan)}) AS grouped ORDER BY 1`
  );
}

export function meanColumn(plan: Plan): string {
  return `average_${quantityColumn(firstQuantity(plan))}`;
}

function meanSql(plan: Plan, over: PlannedGroup): string {
  const outer = plan.groups.map((group) => identifier(groupColumn(group)));
  const of = identifier(quantityColumn(firstQuantity(plan)));
  const inner = groupedSelect({ ...plan, quantities: [firstQuantity(plan)], groups: [...plan.groups, over] });
  const grouped = outer.length === 0 ? '' : ` GROUP BY ${outer.map((_, index) => index + 1).join(', ')}`;
  const limit = plan.ranking?.limit === undefined ? '' : ` LIMIT ${plan.ranking.limit}`;
  return `SELECT ${[...outer, aliased(`AVG(${of})`, meanColumn(plan))].join(', ')} FROM (${inner}) AS grouped${grouped}${orderBy(plan)}${limit}`;
}

function countGroupsSql(plan: Plan): string {
  const first = firstQuantity(plan);
  const dimension = first.kind === 'aggregate' ? first.dimension : undefined;
  const groups: PlannedGroup[] =
    dimension === undefined ? [] : [{ dimension, grain: undefined, key: keyOf(plan.cube, dimension) }];
  return `SELECT COUNT(*) AS ${identifier(quantityColumn(first))} FROM (${groupedSelect({ ...plan, quantities: [], groups })}) AS grouped`;
}

/** The first rows of each member of the group that was named with "each" or "per". */
function rankedWithinSql(plan: Plan, within: string): string {
  const names = plan.groups.map((group) => identifier(groupColumn(group)));
  const place = Math.max(
    plan.groups.findIndex((group) => group.dimension.name === within),
    0,
  );
  const outer = names[place] ?? '';
  const of = identifier(quantityColumn(firstQuantity(plan)));
  const direction = plan.ranking?.direction === 'asc' ? 'ASC' : 'DESC';
  const columns = [...names, ...plan.quantities.map((it) => identifier(quantityColumn(it)))].join(', ');
  return (
    `SELECT ${columns} FROM (SELECT ${columns}, ROW_NUMBER() OVER (PARTITION BY ${outer} ORDER BY ${of} ${direction} NULLS LAST) AS place` +
    ` FROM (${groupedSelect(plan)}) AS grouped) AS ranked WHERE place <= ${plan.ranking?.limit ?? 1} ORDER BY ${place + 1}, ${names.length + 1} ${direction} NULLS LAST`
  );
}

/** One row: where the first quantity of a series is highest, lowest and last, each with its bucket. */
export function writeSeriesEnds(plan: Plan, series: PlannedGroup): string {
  const of = identifier(quantityColumn(firstQuantity(plan)));
  const bucket = identifier(groupColumn(series));
  const ends = [
    ['highest', `${of} DESC NULLS LAST, ${bucket}`],
    ['lowest', `${of} ASC NULLS LAST, ${bucket}`],
    ['last', `${bucket} DESC NULLS LAST`],
  ] as const;
  const places = ends.map(([name, order]) => `ROW_NUMBER() OVER (ORDER BY ${order}) AS ${name}_place`);
  const columns = ends.flatMap(([name]) => [
    `MAX(CASE WHEN ${name}_place = 1 THEN ${bucket} END) AS ${name}_${series.grain ?? 'bucket'}`,
    `MAX(CASE WHEN ${name}_place = 1 THEN ${of} END) AS ${name}_value`,
  ]);
  const grouped = groupedSelect({ ...plan, quantities: [firstQuantity(plan)] });
  return (
    `SELECT ${columns.join(', ')} FROM (SELECT ${bucket}, ${of}, ${places.join(', ')}` +
    ` FROM (${grouped}) AS grouped WHERE ${bucket} IS NOT NULL) AS placed`
  );
}
