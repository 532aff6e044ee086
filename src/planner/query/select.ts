import { identifier, quoteLiteral } from '../../quoting.ts';
import type { ComparisonOperator } from '../language/comparisons.ts';
import { entityDimension } from '../link/entities.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { isExistence, type Reference, referenceOf, referencesOf } from '../link/referring-cubes.ts';
import {
  affirmed,
  type Filter,
  filterTarget,
  isDenied,
  membersOf,
  type Quantity,
  quantityKey,
} from '../parse/reading.ts';
import type { Plan } from './plan.ts';
import type { PlannedGroup } from './planned-groups.ts';
import type { PlannedTime } from './planned-time.ts';

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
  switch (quantity.kind) {
    case 'measure':
      return flatName(quantity.measure);
    case 'aggregate':
      return `${quantity.aggregate === 'distinct' ? 'count' : quantity.aggregate}_${flatName(quantity.dimension)}`;
    case 'ratio':
      return `${quantityColumn(quantity.part)}_per_${quantityColumn(quantity.whole)}`;
    case 'scaled':
      return `${quantityColumn(quantity.of)}_in_${quantity.unit.toLowerCase()}`;
    case 'filtered':
      return `${quantityColumn(quantity.of)}_${conditionColumn(quantity.where)}`;
  }
}

/** A condition as part of the name of a column: `parking`, `without_parking`, `female`. */
function conditionColumn(filter: Filter): string {
  const said = filter.kind === 'values' ? filter.values.join('_') : flatName(memberOfFilter(filter));
  return `${isDenied(filter) ? 'without_' : ''}${said.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')}`;
}

function memberOfFilter(filter: Filter): { readonly name: string } {
  return filter.kind === 'segment' ? filter.segment : filter.dimension;
}

/** The result column of a group. */
export function groupColumn({ dimension, grain }: PlannedGroup): string {
  return grain === undefined ? flatName(dimension) : `${flatName(dimension)}_${grain}`;
}

/** A figure as an expression over the rows of a group. */
export function quantityExpression(quantity: Quantity): string {
  switch (quantity.kind) {
    case 'measure':
      return `MEASURE(${column(quantity.measure.name)})`;
    case 'aggregate': {
      const of = column(quantity.dimension.name);
      return quantity.aggregate === 'distinct'
        ? `COUNT(DISTINCT ${of})`
        : `${quantity.aggregate.toUpperCase()}(${of})`;
    }
    case 'ratio':
      return `${quantityExpression(quantity.part)} * 1.0 / NULLIF(${quantityExpression(quantity.whole)}, 0)`;
    case 'scaled':
      return `${quantityExpression(quantity.of)} * 1.0 / ${quantity.by}`;
    case 'filtered':
      return partExpression(quantity.of, [quantity.where]);
  }
}

/** A figure of only the rows that meet all of the conditions. */
export function partExpression(of: Quantity, where: readonly Filter[]): string {
  if (of.kind === 'filtered') return partExpression(of.of, [of.where, ...where]);
  return `${quantityExpression(of)} FILTER (WHERE ${where.map(condition).join(' AND ')})`;
}

function groupExpression({ dimension, grain }: PlannedGroup): string {
  const of = column(dimension.name);
  if (grain === undefined) return of;
  if (grain === 'daytime') return `EXTRACT(HOUR FROM ${of})`;
  return grain === 'weekday' ? `EXTRACT(ISODOW FROM ${of})` : `DATE_TRUNC(${quoteLiteral(grain)}, ${of})`;
}

/** A selected expression under its result column's name. */
export function aliased(expression: string, alias: string): string {
  const quoted = identifier(alias);
  return expression === quoted ? expression : `${expression} AS ${quoted}`;
}

/**
 * The plain query of a plan, without order and limit.
 * @param computed the columns after its groups, where they are others than its figures
 */
export function groupedSelect(
  plan: Pick<Plan, 'cube' | 'quantities' | 'each' | 'groups' | 'filters' | 'time' | 'having' | 'ranking'>,
  computed: readonly string[] = plan.quantities.map((quantity) =>
    aliased(
      plan.each
        ? membersOf(quantity)
            .map(({ name }) => column(name))
            .join()
        : quantityExpression(quantity),
      quantityColumn(quantity),
    ),
  ),
): string {
  // "Which store sold most" asks for a store; what belongs to none is not a candidate.
  const ranked = plan.ranking?.limit !== undefined || plan.quantities.length === 0 || plan.having.length > 0;
  // A list of things shows those that have no value for a further column, too.
  const isOfThings = plan.quantities.length === 0 || plan.groups[0]?.dimension === entityDimension(plan.cube);
  const named = plan.groups
    .filter(
      (group, at) =>
        (ranked && !plan.each && !(isOfThings && at > 0)) || isOfJoinedRows(group, plan.quantities),
    )
    .map((group) => `${column(group.dimension.name)} IS NOT NULL`);
  const selected = [
    ...plan.groups.map((group) => aliased(groupExpression(group), groupColumn(group))),
    ...computed,
  ];
  // Rows that refer to it name it in their own way.
  const alias = referencesOf(plan.cube).size === 0 ? '' : ' AS referred';
  const having = plan.having.map(({ quantity, operator, values }) =>
    compared(quantityExpression(quantity), operator, values),
  );
  return (
    `SELECT ${selected.join(', ')} FROM ${identifier(plan.cube.name)}${alias}${where(plan, named)}` +
    (plan.each ? '' : groupBy(plan.groups)) +
    (having.length === 0 ? '' : ` HAVING ${having.join(' AND ')}`)
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
  const keys = groups.flatMap(({ key }) => (key === undefined ? [] : [column(key.name)]));
  return ` GROUP BY ${[...groups.map((_, index) => index + 1), ...keys].join(', ')}`;
}

function where(
  { cube, filters, time }: Pick<Plan, 'cube' | 'filters' | 'time'>,
  more: readonly string[],
): string {
  const isOwn = (it: Filter): boolean => referenceOf(cube, memberOfFilter(it)) === undefined;
  const isDated = time !== undefined && referenceOf(cube, time.dimension) === undefined;
  const conditions = [
    ...filters.filter(isOwn).map(condition),
    ...(isDated ? [timeCondition(time)] : []),
    ...[...referencesOf(cube)].flatMap(([, reference]) => referring({ cube, filters, time }, reference)),
    ...more,
  ].filter((it) => it !== '');
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** Conditions on the rows that refer to a row: that there are some of the kind, and none of another. */
function referring(
  { cube, filters, time }: Pick<Plan, 'cube' | 'filters' | 'time'>,
  reference: Reference,
): string[] {
  const refers = (it: { readonly name: string }): boolean => referenceOf(cube, it) === reference;
  const theirs = filters.filter((it) => refers(memberOfFilter(it))).map((it) => ofReferring(cube, it));
  const dated = time !== undefined && refers(time.dimension) ? time : undefined;
  if (theirs.length === 0 && dated === undefined) return [];
  const [exists] = theirs.filter((it) => isExistence(memberOfFilter(it)));
  const said = theirs.filter((it) => !isExistence(memberOfFilter(it)));
  const among = (isIn: boolean, own: readonly Filter[]): string => {
    const when = dated && { ...dated, dimension: inReferring(cube, dated.dimension) };
    const foreign = column(reference.foreign);
    const inner = { cube: reference.from, filters: own, time: when };
    return `${column(reference.key)} ${isIn ? '' : 'NOT '}IN (SELECT ${foreign} FROM ${identifier(reference.from.name)}${where(inner, [`${foreign} IS NOT NULL`])})`;
  };
  if (exists !== undefined && isDenied(exists)) return [among(false, said)];
  const denials = said.filter(isDenied);
  const asked = said.filter((it) => !isDenied(it));
  // What is on one service and on another is so by two rows.
  const first = asked.filter(
    (it, at) => asked.findIndex((other) => filterTarget(other) === filterTarget(it)) === at,
  );
  const others = asked.filter((it) => !first.includes(it));
  return [
    ...(first.length > 0 || denials.length === 0 ? [among(true, first)] : []),
    ...others.map((it) => among(true, [it])),
    ...denials.map((it) => among(false, [affirmed(it)])),
  ];
}

function inReferring<M extends { readonly name: string }>(cube: { readonly name: string }, member: M): M {
  return { ...member, name: member.name.slice(cube.name.length + 1) };
}

function ofReferring(cube: { readonly name: string }, filter: Filter): Filter {
  return filter.kind === 'segment'
    ? { ...filter, segment: inReferring(cube, filter.segment) }
    : { ...filter, dimension: inReferring(cube, filter.dimension) };
}

function condition(filter: Filter): string {
  switch (filter.kind) {
    case 'values': {
      const named = column(filter.dimension.name);
      // What has no value has none of these either.
      const of = filter.negated ? `COALESCE(${named}, '')` : named;
      const [only, ...more] = filter.values.map(quoteLiteral);
      if (more.length === 0) return `${of} ${filter.negated ? '<>' : '='} ${only ?? "''"}`;
      return `${of} ${filter.negated ? 'NOT IN' : 'IN'} (${[only, ...more].join(', ')})`;
    }
    case 'boolean':
      return `${column(filter.dimension.name)} = ${filter.value ? 'TRUE' : 'FALSE'}`;
    case 'missing':
      // No discount is also one of nothing.
      if (filter.dimension.type === 'number' && filter.unknown !== true)
        return `COALESCE(${column(filter.dimension.name)}, 0) ${filter.negated ? '<>' : '='} 0`;
      return `${column(filter.dimension.name)} IS ${filter.negated ? 'NOT ' : ''}NULL`;
    case 'columns':
      return `${column(filter.dimension.name)} ${filter.operator} ${filter.factor === undefined ? '' : `${filter.factor} * `}${column(filter.other.name)}`;
    case 'number':
      return compared(column(filter.dimension.name), filter.operator, filter.values);
    case 'text': {
      const { comparison, text } = filter;
      const like = `${comparison === 'starts' ? '' : '%'}${text}${comparison === 'ends' ? '' : '%'}`;
      return `${column(filter.dimension.name)} ${filter.negated ? 'NOT ' : ''}ILIKE ${quoteLiteral(like)}`;
    }
    case 'shown':
      return `${column(filter.dimension.name)} IN (${filter.select})`;
    case 'segment':
      return `${column(filter.segment.name)} = ${filter.negated ? 'FALSE' : 'TRUE'}`;
  }
}

function compared(expression: string, operator: ComparisonOperator, values: readonly number[]): string {
  const [low = 0, high = 0] = values;
  if (operator === 'between') return `${expression} BETWEEN ${low} AND ${high}`;
  if (values.length > 1) return `${expression} ${operator === '=' ? 'IN' : 'NOT IN'} (${values.join(', ')})`;
  return `${expression} ${operator} ${low}`;
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

/** Time runs forwards, lists are sorted by name, everything else starts with the largest. */
export function orderBy(plan: Plan): string {
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

/**
 * The figure that a computation is about.
 * @throws Error when the plan has none, which is a bug: no list computes anything
 */
export function firstQuantity(plan: Plan): Quantity {
  const [first] = plan.quantities;
  if (first === undefined) throw new Error('a plan with a computation has a quantity');
  return first;
}
