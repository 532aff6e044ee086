import { identifier, quoteLiteral } from '../../quoting.ts';
import { ageOf } from '../link/ages.ts';
import { type Promised, promisedBy } from '../link/lateness.ts';
import { type Span, spanBetween } from '../link/spans.ts';
import { type State, stateOf } from '../link/states.ts';
import { type Filter, isDenied } from '../parse/filter.ts';
import type { Quantity } from '../parse/quantity.ts';
import type { PlannedGroup } from './planned-groups.ts';

/**
 * `country` of `customers.country`; `customers.country` of `orders.customers.country`, which a join reaches; what an
 * age, a time between two dates or a delay is computed by.
 */
export function column(member: { readonly name: string }): string {
  const span = spanBetween(member);
  if (span !== undefined) {
    return spanColumn(span);
  }
  const promise = promisedBy(member);
  if (promise !== undefined) return promiseColumn(promise);
  const state = stateOf(member);
  if (state !== undefined) return stateColumn(state);
  const age = ageOf(member);
  if (age === undefined) return inRelation(member.name).map(identifier).join('.');
  const { today, of } = age;
  const years =
    today === undefined ? column(of) : `EXTRACT(YEAR FROM AGE(DATE ${quoteLiteral(today)}, ${column(of)}))`;
  if (age.by === 'year') return years;
  const end = (last: number): string => `CAST(CAST(FLOOR(${years} / 10) * 10 + ${last} AS INTEGER) AS TEXT)`;
  return `(${end(0)} || '–' || ${end(9)})`;
}

function promiseColumn({ due, done, byDay, is, today, over }: Promised): string {
  const [on, by] = [byDay ? dayOf(column(done)) : column(done), column(due)];
  const isPast = `${by} < DATE ${quoteLiteral(today)}`;
  const goesOn =
    over === undefined
      ? []
      : [`COALESCE(${column(over.status)}, '') NOT IN (${over.values.map(quoteLiteral).join(', ')})`];
  const open = (...conditions: string[]): string =>
    `(${[`${column(done)} IS NULL`, ...conditions, ...goesOn].join(' AND ')})`;
  const onTime = `COALESCE(${on} <= ${by}, CASE WHEN ${open(isPast)} THEN FALSE END)`;
  switch (is) {
    case 'done late':
      return `(${on} > ${by})`;
    case 'late':
      return `COALESCE(${on} > ${by}, CASE WHEN ${open()} THEN ${isPast} END)`;
    case 'on time':
      return onTime;
    case 'settled':
      return `(${onTime} IS NOT NULL)`;
    case 'open':
      return open();
    case 'overdue':
      return open(isPast);
    case 'not due':
      return open(`${by} >= DATE ${quoteLiteral(today)}`);
  }
}

function stateColumn({ until, today, begun, place }: State): string {
  const end = column(until);
  const isOpen = today === undefined ? '' : ` OR ${end} >= DATE ${quoteLiteral(today)}`;
  const conditions = [
    isOpen === '' ? `${end} IS NULL` : `(${end} IS NULL${isOpen})`,
    ...(begun === undefined ? [] : [`${column(begun.from)} < DATE ${quoteLiteral(begun.before)}`]),
    ...(place === undefined
      ? []
      : [`${column(place.status)} IN (${place.values.map(quoteLiteral).join(', ')})`]),
  ];
  return `(${conditions.join(' AND ')})`;
}

const secondsIn = { hour: 3_600, day: 86_400, year: 365.25 * 86_400 } as const;

function spanColumn({ from, to, unit, today, isOver }: Span): string {
  const [first, last] = [column(from), column(to)];
  const seconds = (time: string): string => `EXTRACT(EPOCH FROM ${unit === 'hour' ? time : dayOf(time)})`;
  const between = (end: string): string => `(${seconds(end)} - ${seconds(first)}) / ${secondsIn[unit]}`;
  if (today === undefined) return between(last);
  const now = `DATE ${quoteLiteral(today)}`;
  return isOver === true
    ? between(`COALESCE(${last}, ${now})`)
    : `CASE WHEN ${last} IS NULL THEN ${between(now)} END`;
}

function dayOf(time: string): string {
  return `DATE_TRUNC('day', ${time})`;
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
    case 'difference':
      return `${quantityColumn(quantity.of)}_less_${quantityColumn(quantity.less)}`;
    case 'scaled':
      return `${quantityColumn(quantity.of)}_in_${quantity.unit.toLowerCase()}`;
    case 'filtered':
      return `${quantityColumn(quantity.of)}_${conditionColumn(quantity.where)}`;
  }
}

const bounds = {
  '>': 'over',
  '>=': 'from',
  '<': 'under',
  '<=': 'up to',
  '=': '',
  '<>': '',
  between: '',
} as const;

/** A condition as part of the name of a column: `parking`, `without_parking`, `female`. */
function conditionColumn(filter: Filter): string {
  const name = flatName(memberOfFilter(filter));
  const said =
    filter.kind === 'values'
      ? filter.values.join('_')
      : filter.kind === 'number'
        ? [name, bounds[filter.operator], filter.values.join(' to ')].join(' ')
        : name;
  return `${isDenied(filter) ? 'without_' : ''}${said.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')}`;
}

/** The dimension or segment that a condition is about. */
export function memberOfFilter(filter: Filter): { readonly name: string } {
  return filter.kind === 'segment' ? filter.segment : filter.dimension;
}

/** The result column of a group. */
export function groupColumn({ dimension, grain }: PlannedGroup): string {
  return grain === undefined ? flatName(dimension) : `${flatName(dimension)}_${grain}`;
}
