import { identifier, quoteLiteral } from '../../quoting.ts';
import type { Period } from '../language/calendar.ts';
import type { ComparisonOperator } from '../language/comparisons.ts';
import { type DayTime, midnight } from '../language/day-times.ts';
import { endOfLasting } from '../link/lasting.ts';
import { isExistence, type Reference, referenceOf, referencesOf } from '../link/referring-cubes.ts';
import { affirmed, type Filter, filterTarget, isDenied } from '../parse/filter.ts';
import { column, memberOfFilter } from './columns.ts';
import type { Plan } from './plan.ts';
import type { PlannedTime } from './planned-time.ts';

/** The conditions of a plan as a clause, with further ones; empty where there are none. */
export function where(plan: Pick<Plan, 'cube' | 'filters' | 'time'>, more: readonly string[]): string {
  const conditions = [...conditionsOf(plan), ...more];
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** What holds of the rows of a plan, which may be that others refer to them. */
export function conditionsOf({ cube, filters, time }: Pick<Plan, 'cube' | 'filters' | 'time'>): string[] {
  const isOwn = (it: Filter): boolean => referenceOf(cube, memberOfFilter(it)) === undefined;
  const isDated = time !== undefined && referenceOf(cube, time.dimension) === undefined;
  return [
    ...filters.filter(isOwn).map(condition),
    ...(isDated ? [timeCondition(time)] : []),
    ...[...referencesOf(cube)].flatMap(([, reference]) => referring({ cube, filters, time }, reference)),
  ].filter((it) => it !== '');
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
    const foreign = column({ name: reference.foreign });
    const inner = { cube: reference.from, filters: own, time: when };
    return `${column({ name: reference.key })} ${isIn ? '' : 'NOT '}IN (SELECT ${foreign} FROM ${identifier(reference.from.name)}${where(inner, [`${foreign} IS NOT NULL`])})`;
  };
  if (exists !== undefined && isDenied(exists)) return [among(false, said)];
  // "Who haven't paid their bills" have some that they have not paid.
  const isOfSome = (it: Filter): boolean => exists !== undefined && it.kind === 'missing';
  const denials = said.filter((it) => isDenied(it) && !isOfSome(it));
  const asked = said.filter((it) => !isDenied(it) || isOfSome(it));
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

/** A condition on the values of a row. */
function condition(filter: Filter): string {
  switch (filter.kind) {
    case 'values': {
      const named = column(filter.dimension);
      // What has no value has none of these either.
      const of = filter.negated ? `COALESCE(${named}, '')` : named;
      const [only, ...more] = filter.values.map(quoteLiteral);
      if (more.length === 0) return `${of} ${filter.negated ? '<>' : '='} ${only ?? "''"}`;
      return `${of} ${filter.negated ? 'NOT IN' : 'IN'} (${[only, ...more].join(', ')})`;
    }
    case 'boolean':
      return `${column(filter.dimension)} = ${filter.value ? 'TRUE' : 'FALSE'}`;
    case 'missing':
      // No discount is also one of nothing.
      if (filter.dimension.type === 'number' && filter.unknown !== true)
        return `COALESCE(${column(filter.dimension)}, 0) ${filter.negated ? '<>' : '='} 0`;
      if (filter.before !== undefined) return `${column(filter.dimension)} < DATE '${filter.before}'`;
      return `${column(filter.dimension)} IS ${filter.negated ? 'NOT ' : ''}NULL`;
    case 'columns':
      return `${column(filter.dimension)} ${filter.operator} ${filter.factor === undefined ? '' : `${filter.factor} * `}${column(filter.other)}`;
    case 'number':
      return compared(column(filter.dimension), filter.operator, filter.values);
    case 'text': {
      const { comparison, text } = filter;
      const like = `${comparison === 'starts' ? '' : '%'}${text}${comparison === 'ends' ? '' : '%'}`;
      return `${column(filter.dimension)} ${filter.negated ? 'NOT ' : ''}ILIKE ${quoteLiteral(like)}`;
    }
    case 'shown':
      return filter.grain === undefined
        ? `${column(filter.dimension)} IN (${filter.select})`
        : `DATE_TRUNC(${quoteLiteral(filter.grain)}, ${column(filter.dimension)}) IN (${filter.select})`;
    case 'segment':
      return `${column(filter.segment)} = ${filter.negated ? 'FALSE' : 'TRUE'}`;
  }
}

/** A comparison of an expression with numbers: with two for a range, with several for any of them. */
export function compared(
  expression: string,
  operator: ComparisonOperator,
  values: readonly number[],
): string {
  const [low = 0, high = 0] = values;
  if (operator === 'between') return `${expression} BETWEEN ${low} AND ${high}`;
  if (values.length > 1) return `${expression} ${operator === '=' ? 'IN' : 'NOT IN'} (${values.join(', ')})`;
  return `${expression} ${operator} ${low}`;
}

function timeCondition(time: PlannedTime): string {
  const { dimension, weekdays, dayTime } = time;
  const of = column(dimension);
  const onDays =
    weekdays &&
    (weekdays.length === 7 ? `${of} IS NOT NULL` : `EXTRACT(ISODOW FROM ${of}) IN (${weekdays.join(', ')})`);
  return [periodCondition(time), onDays ?? '', dayTime === undefined ? '' : dayTimeCondition(of, dayTime)]
    .filter((it) => it !== '')
    .join(' AND ');
}

function dayTimeCondition(of: string, { from, to }: DayTime): string {
  const isByHour = from % 60 === 0 && to % 60 === 0;
  const time = isByHour
    ? `EXTRACT(HOUR FROM ${of})`
    : `(EXTRACT(HOUR FROM ${of}) * 60 + EXTRACT(MINUTE FROM ${of}))`;
  const unit = isByHour ? 60 : 1;
  const ends = [
    ...(from === 0 ? [] : [`${time} >= ${from / unit}`]),
    ...(to === midnight ? [] : [`${time} < ${to / unit}`]),
  ];
  return from < to ? ends.join(' AND ') : `(${ends.join(' OR ')})`;
}

function periodCondition({ dimension, periods }: PlannedTime): string {
  const of = column(dimension);
  const until = endOfLasting(dimension);
  const since = (start: string): string => {
    const bound = `${column(until ?? dimension)} >= DATE ${quoteLiteral(start)}`;
    return until?.isOpen === true ? `(${bound} OR ${column(until)} IS NULL)` : bound;
  };
  const merged = mergeAdjacent(periods).map(({ start, end }) =>
    bounds(start === undefined ? undefined : since(start), of, end),
  );
  if (merged.length === 1) return merged[0] ?? '';
  return `(${merged.map((it) => `(${it})`).join(' OR ')})`;
}

/** Whether a time is in a period. */
export function within(time: string, { start, end }: Period): string {
  return bounds(start === undefined ? undefined : `${time} >= DATE ${quoteLiteral(start)}`, time, end);
}

function bounds(since: string | undefined, time: string, end: string | undefined): string {
  const until = end === undefined ? undefined : `${time} < DATE ${quoteLiteral(end)}`;
  return [since, until].filter((it) => it !== undefined).join(' AND ');
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
