import type { DimensionType } from '../../contract/tools.ts';
import type { FilterOperator, RowFilter } from '../data-model.ts';
import type { Viewer } from '../viewer.ts';
import { type Scalar, valuesOf } from './viewer-values.ts';

/**
 * A row filter with every reference replaced by the viewer's values. `member` is a dimension, as named in the resolved
 * relation; values have the dimension's type (times are ISO 8601 text).
 * Several values mean any of them for equals, contains, startsWith and endsWith, and none of them for their negations;
 * `set` and `notSet` have none, `inDateRange` has two (both days included), comparisons have one. `false` matches no row.
 */
export type ResolvedFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly ResolvedFilter[] }
  | {
      readonly kind: 'condition';
      readonly member: string;
      readonly operator: FilterOperator;
      readonly values: readonly Scalar[];
    }
  | { readonly kind: 'false' };

const noRow: ResolvedFilter = { kind: 'false' };

/** Type of a dimension by its name in the relation; undefined for anything else. */
export type TypeOf = (member: string) => DimensionType | undefined;

/**
 * Resolves a row filter for one viewer. Whatever cannot be decided for this viewer becomes `false`, even under a negated
 * operator: a value that is missing, has an unsupported shape, or has a different type than the dimension.
 */
export function resolveFilter(filter: RowFilter, viewer: Viewer, typeOf: TypeOf): ResolvedFilter {
  if (filter.kind === 'condition') return resolveCondition(filter, viewer, typeOf);
  return combine(
    filter.kind,
    filter.filters.map((part) => resolveFilter(part, viewer, typeOf)),
  );
}

/** `and` or `or` of filters with the undecidable ones folded away; nothing to combine matches no row. */
export function combine(kind: 'and' | 'or', filters: readonly ResolvedFilter[]): ResolvedFilter {
  const possible = filters.filter((filter) => filter.kind !== 'false');
  const [first] = possible;
  if (first === undefined || (kind === 'and' && possible.length < filters.length)) return noRow;
  return possible.length === 1 ? first : { kind, filters: possible };
}

function resolveCondition(
  filter: Extract<RowFilter, { kind: 'condition' }>,
  viewer: Viewer,
  typeOf: TypeOf,
): ResolvedFilter {
  const { member, operator } = filter;
  const type = typeOf(member);
  if (type === undefined) return noRow;
  const values: Scalar[] = [];
  for (const value of filter.values) {
    const found = valuesOf(value, viewer);
    if (found === undefined) return noRow;
    for (const each of found) {
      const typed = asType(each, type);
      // Every text contains the empty text: from a viewer, it would match every row.
      if (typed === undefined || (typed === '' && matchesPartOfText(operator))) return noRow;
      // A range of one day has the same first and last value; anywhere else a repeated value adds nothing.
      if (operator === 'inDateRange' || !values.includes(typed)) values.push(typed);
    }
  }
  return hasRightCount(operator, filter.values.length, values)
    ? { kind: 'condition', member, operator, values }
    : noRow;
}

function hasRightCount(operator: FilterOperator, written: number, values: readonly Scalar[]): boolean {
  switch (operator) {
    case 'set':
    case 'notSet':
      return written === 0;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'beforeDate':
    case 'afterDate':
      return values.length === 1;
    case 'inDateRange':
      return values.length === 2;
    case 'equals':
    case 'notEquals':
    case 'contains':
    case 'notContains':
    case 'startsWith':
    case 'endsWith':
      return values.length > 0;
  }
}

function matchesPartOfText(operator: FilterOperator): boolean {
  return ['contains', 'notContains', 'startsWith', 'endsWith'].includes(operator);
}

/** The value in the dimension's type, or undefined if it has another type: policies never compare across types. */
function asType(value: Scalar, type: DimensionType): Scalar | undefined {
  switch (type) {
    case 'string':
      return String(value);
    case 'number':
      if (typeof value === 'number') return value;
      if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return undefined;
      // Digits that a double cannot hold stay text, which engines read exactly.
      return String(Number(value)) === value ? Number(value) : value;
    case 'boolean':
      if (typeof value === 'boolean') return value;
      return value === 'true' ? true : value === 'false' ? false : undefined;
    case 'time':
      return typeof value === 'string' && isTime(value) ? withoutOffset(value) : undefined;
  }
}

const timePattern = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

function isTime(value: string): boolean {
  if (!timePattern.test(value)) return false;
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  // `Date` turns 31 February into a day in March; an engine would refuse it.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && !Number.isNaN(Date.parse(value));
}

/** An instant with an offset as the UTC time that time dimensions are stored in. */
function withoutOffset(value: string): string {
  return /(?:Z|[+-]\d{2}:?\d{2})$/.test(value.slice(10)) ? new Date(value).toISOString().slice(0, -1) : value;
}
