import type { SqlType } from '../../engines/dialect.ts';
import type { ResolvedFilter } from '../policy/resolve-filter.ts';
import type { Expr } from './ast.ts';
import { typeOf } from './expression-type.ts';
import { plainCall } from './plain-call.ts';

/** Of an exact number, on every engine. */
const maxDigits = 38;

const never: Expr = { kind: 'literal', type: 'boolean', text: 'false' };

type Condition = Extract<ResolvedFilter, { kind: 'condition' }>;

/**
 * A policy's row filter over bound members, every value a parameter. Anything undecidable matches no row: an unknown member,
 * a value that does not fit the member's type, an operator without its values.
 */
export function rowFilter(
  filter: ResolvedFilter,
  member: (name: string) => { expr: Expr; type: SqlType } | undefined,
): Expr {
  if (filter.kind === 'false') return never;
  if (filter.kind === 'condition') return condition(filter, member) ?? never;
  const args = filter.filters.map((inner) => rowFilter(inner, member));
  const [only] = args;
  if (only === undefined)
    return filter.kind === 'or' ? never : { kind: 'literal', type: 'boolean', text: 'true' };
  return args.length === 1 ? only : { kind: filter.kind, args };
}

function condition(
  filter: Condition,
  member: (name: string) => { expr: Expr; type: SqlType } | undefined,
): Expr | undefined {
  const bound = member(filter.member);
  if (bound === undefined) return undefined;
  const { expr: arg } = bound;
  if (filter.operator === 'set') return { kind: 'test', test: 'IS NOT NULL', arg };
  if (filter.operator === 'notSet') return { kind: 'test', test: 'IS NULL', arg };
  const values = filter.values.map((value) => parameter(value, bound.type));
  if (values.length === 0 || values.includes(undefined)) return undefined;
  return compare(
    filter.operator,
    bound,
    values.filter((value) => value !== undefined),
    filter.values,
  );
}

function compare(
  operator: Condition['operator'],
  { expr: arg, type }: { expr: Expr; type: SqlType },
  values: readonly Expr[],
  texts: Condition['values'],
): Expr | undefined {
  const [first, second] = values;
  if (first === undefined) return undefined;
  // The engine would read it in the time zone of the query, which whoever asks may choose.
  const fixed = (value: Expr): Expr => (type === 'timestamptz' ? inUtc(value) : value);
  const than = (op: '<' | '<=' | '>' | '>=', right: Expr): Expr => ({
    kind: 'binary',
    op,
    left: arg,
    right: fixed(right),
  });
  const like = (before: string, after: string): Expr =>
    anyOf(texts.map((text) => likeValue(arg, before, String(text), after)));
  switch (operator) {
    case 'equals':
      return { kind: 'in', negated: false, arg, list: values.map(fixed) };
    case 'notEquals':
      return orMissing(arg, { kind: 'in', negated: true, arg, list: values.map(fixed) });
    case 'contains':
      return like('%', '%');
    case 'notContains':
      return orMissing(arg, { kind: 'not', arg: like('%', '%') });
    case 'startsWith':
      return like('', '%');
    case 'endsWith':
      return like('%', '');
    case 'gt':
      return than('>', first);
    case 'gte':
      return than('>=', first);
    case 'lt':
      return than('<', first);
    case 'lte':
      return than('<=', first);
    case 'beforeDate':
      return than('<', first);
    case 'afterDate': {
      const end = endOfDay(first, texts[0]);
      return end === undefined ? than('>', first) : than('>=', end);
    }
    case 'inDateRange': {
      if (second === undefined) return undefined;
      const end = endOfDay(second, texts[1]);
      // A last day counts whole: up to, and without, the next midnight.
      return {
        kind: 'and',
        args: [than('>=', first), end === undefined ? than('<=', second) : than('<', end)],
      };
    }
    case 'notSet':
    case 'set':
      return undefined;
  }
}

/** A missing value is not the excluded one, as in Cube. */
function orMissing(arg: Expr, filter: Expr): Expr {
  return { kind: 'or', args: [filter, { kind: 'test', test: 'IS NULL', arg }] };
}

function anyOf(args: readonly Expr[]): Expr {
  const [only] = args;
  return args.length === 1 && only !== undefined ? only : { kind: 'or', args };
}

/** Contains, starts with, ends with: case-insensitive as in Cube, the value's own wildcards taken literally. */
function likeValue(arg: Expr, before: string, value: string, after: string): Expr {
  const pattern = before + value.replace(/[!%_]/g, (character) => `!${character}`) + after;
  return {
    kind: 'like',
    negated: false,
    fold: true,
    arg:
      typeOf(arg) === 'text' ? arg : { kind: 'cast', arg, to: { type: 'text', name: 'text', modifiers: [] } },
    pattern: { kind: 'parameter', value: pattern, type: 'text' },
    escape: { kind: 'literal', type: 'text', text: '!' },
  };
}

/** The moment that a time without a zone denotes in UTC. */
function inUtc(time: Expr): Expr {
  return plainCall('timezone', [{ kind: 'literal', type: 'text', text: 'UTC' }, time]);
}

function endOfDay(expr: Expr, text: string | number | boolean | undefined): Expr | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(text))) return undefined;
  const interval: Expr = {
    kind: 'cast',
    arg: { kind: 'literal', type: 'text', text: '1 day' },
    to: { type: 'interval', name: 'interval', modifiers: [] },
  };
  return { kind: 'binary', op: '+', left: expr, right: interval };
}

function parameter(value: string | number | boolean, type: SqlType): Expr | undefined {
  switch (type) {
    case 'integer':
    case 'decimal':
      return exactNumber(value) ?? doubleParameter(value);
    case 'double':
      return doubleParameter(value);
    case 'boolean':
      if (value === true || value === 'true' || value === 1)
        return { kind: 'parameter', value: true, type: 'boolean' };
      if (value === false || value === 'false' || value === 0)
        return { kind: 'parameter', value: false, type: 'boolean' };
      return undefined;
    case 'date':
    case 'timestamp':
    case 'timestamptz':
    case 'utc':
      return isInstant(value) ? { kind: 'parameter', value: String(value), type: 'utc' } : undefined;
    case 'interval':
    case 'json':
    case 'null':
    case 'text':
    case 'time':
    case 'unknown':
      return { kind: 'parameter', value: String(value), type: 'text' };
  }
}

/** A double has only 15 digits for certain: keys that are longer would match their neighbours. */
function exactNumber(value: string | number | boolean): Expr | undefined {
  const text = String(value);
  if (/^-?\d{1,18}$/.test(text)) return { kind: 'parameter', value: text, type: 'integer' };
  const isPlain = /^-?\d+(\.\d+)?$/.test(text) && text.replace(/\D/g, '').length <= maxDigits;
  return isPlain ? { kind: 'literal', type: 'decimal', text } : undefined;
}

function doubleParameter(value: string | number | boolean): Expr | undefined {
  if (typeof value === 'boolean') return undefined;
  const number = Number(value);
  if (String(value).trim() === '' || !Number.isFinite(number)) return undefined;
  return { kind: 'parameter', value: number, type: 'double' };
}

function isInstant(value: string | number | boolean): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?)?$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}
