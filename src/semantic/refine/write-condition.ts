import type { QueryChange } from '../../contract/refine.ts';
import { type AppError, validationFailed } from '../../errors.ts';
import { identifier, quoteLiteral } from '../../quoting.ts';
import { dayAfter } from './days.ts';
import type { Condition, DimensionInfo } from './query-parts.ts';

type FilterChange = NonNullable<QueryChange['filter']>;

/**
 * The conditions that a reader's selection in one dimension means; none without a selection.
 * @throws AppError `VALIDATION_FAILED`
 */
export function conditionsOf(filter: FilterChange, { type }: DimensionInfo): readonly Condition[] {
  const { member, from, to, min, max } = filter;
  if (type !== 'time' && (from ?? to) != null) throw invalid('filter', 'can have from and to only for times');
  if (from != null && to != null && from > to) throw invalid('filter', 'begins after it ends');
  if (type !== 'number' && (min ?? max) != null)
    throw invalid('filter', 'can have min and max only for numbers');
  const end = (side: 'from' | 'to', operator: string, sql: string, value: string): Condition => ({
    kind: 'bounds',
    member,
    sql: `${columnSql(member)} ${operator} ${sql}`,
    from: undefined,
    to: undefined,
    [side]: { value, isIncluded: operator !== '<' },
  });
  // The last day is included.
  const after = to == null ? undefined : dayAfter(to);
  const day = (value: string): string => `DATE ${quoteLiteral(value)}`;
  return [
    ...valuesOf(filter, type),
    ...(from == null ? [] : [end('from', '>=', day(from), from)]),
    ...(after === undefined ? [] : [end('to', '<', day(after), after)]),
    ...(min == null ? [] : [end('from', '>=', String(min), String(min))]),
    ...(max == null ? [] : [end('to', '<=', String(max), String(max))]),
  ];
}

function valuesOf(filter: FilterChange, type: DimensionInfo['type']): readonly Condition[] {
  const { member, values: given, isExcluded, isMissing } = filter;
  const not = isExcluded === true;
  const name = columnSql(member);
  const values = given ?? [];
  const texts = values.map((value) => literalOf(value, type));
  const listed =
    texts.length === 1 ? `${not ? '<>' : '='} ${texts[0]}` : `${not ? 'NOT IN' : 'IN'} (${texts.join(', ')})`;
  const missing = `${name} IS ${not ? 'NOT ' : ''}NULL`;
  if (isMissing !== true) {
    return values.length === 0
      ? []
      : [{ kind: 'values', member, sql: `${name} ${listed}`, values, isExcluded: not }];
  }
  if (values.length === 0) return [{ kind: 'presence', member, sql: missing, isPresent: not }];
  return [{ kind: 'other', sql: `(${name} ${listed} ${not ? 'AND' : 'OR'} ${missing})` }];
}

function literalOf(value: string, type: DimensionInfo['type']): string {
  switch (type) {
    case 'string':
      return quoteLiteral(value);
    case 'boolean':
      if (value === 'true' || value === 'false') return value.toUpperCase();
      throw invalid('filter.values', 'must be true or false');
    case 'number':
      if (/^-?\d+(\.\d+)?$/.test(value)) return value;
      throw invalid('filter.values', 'must be numbers');
    case 'time':
      throw invalid('filter.values', 'cannot be used for times: use from and to');
  }
}

/** A member as a statement names it. */
export function columnSql(member: string): string {
  return member.split('.').map(identifier).join('.');
}

/** @param path within the change */
export function invalid(path: string, message: string): AppError {
  return validationFailed([{ path, message }]);
}
