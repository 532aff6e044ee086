import type { Granularity, TimeSpan } from '../data-model.ts';
import type { ColumnExpr, Expr } from './ast.ts';
import { plainCall } from './plain-call.ts';

/** A time dimension truncated to a unit of the calendar or to a granularity of its own. */
export interface Truncation {
  readonly column: ColumnExpr;
  readonly to: string | Granularity;
}

const day = 86_400;
const secondsPerUnit: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day,
  week: 7 * day,
};
const monthsPerUnit: Readonly<Record<string, number>> = {
  month: 1,
  quarter: 3,
  year: 12,
  decade: 120,
  century: 1_200,
};

type Span = Pick<TimeSpan, 'months' | 'seconds'>;

/** How long a period is; undefined for parts of a second. */
export function spanOf(to: Truncation['to']): Span | undefined {
  if (typeof to !== 'string') return to.interval;
  const [months, seconds] = [monthsPerUnit[to] ?? 0, secondsPerUnit[to] ?? 0];
  return months + seconds === 0 ? undefined : { months, seconds };
}

/** The start of the period that a time is in. */
export function truncated(value: Expr, to: Truncation['to']): Expr {
  if (typeof to === 'string') return plainCall('date_trunc', [text(to), value]);
  const { months, seconds } = to.interval;
  return months > 0 ? byMonths(value, months, to.origin) : bySeconds(value, seconds, to.origin);
}

/** The coarsest unit whose starts include every one of these spans' and periods' edges. */
export function commonUnit(spans: readonly Span[], periods: readonly Truncation['to'][]): string {
  const edges = [
    ...spans,
    ...periods.flatMap((to): Span[] => [
      spanOf(to) ?? { months: 0, seconds: 1 },
      ...(typeof to === 'string' ? [] : [{ months: 0, seconds: monthStart(to.origin).rest }]),
    ]),
  ];
  const seconds = edges.map((span) => Math.abs(span.seconds)).filter((each) => each > 0);
  const units = [
    ['day', day],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  if (seconds.length === 0) return 'month';
  return units.find(([, length]) => seconds.every((each) => each % length === 0))?.[0] ?? 'second';
}

export function moved(value: Expr, direction: '+' | '-', span: Span): Expr {
  return { kind: 'binary', op: direction, left: value, right: interval(span) };
}

/** Intervals of months are counted from the first of a month, so that each ends where the next begins. */
function byMonths(value: Expr, months: number, origin: number): Expr {
  const { start, rest } = monthStart(origin);
  const at = new Date(start);
  const shift = { months: 0, seconds: rest };
  const shifted = rest === 0 ? value : moved(value, '-', shift);
  const number = binary('+', binary('*', part('year', shifted), whole(12)), part('month', shifted));
  const index = binary('-', number, whole(at.getUTCFullYear() * 12 + at.getUTCMonth() + 1));
  const bucket = stepped(start, index, months, { months, seconds: 0 });
  return rest === 0 ? bucket : moved(bucket, '+', shift);
}

function bySeconds(value: Expr, seconds: number, origin: number): Expr {
  const since = binary('-', part('epoch', value), whole(origin / 1_000));
  return stepped(origin, since, seconds, { months: 0, seconds });
}

/** The start that is as many whole steps from the origin as fit into a distance. */
function stepped(origin: number, distance: Expr, length: number, step: Span): Expr {
  const count = plainCall('floor', [binary('/', distance, whole(length))]);
  const steps: Expr = { kind: 'cast', arg: count, to: { type: 'integer', name: 'int8', modifiers: [] } };
  return binary('+', timestamp(origin), binary('*', interval(step), steps));
}

/** The nearest first of a month, and how many seconds behind it a moment is. */
function monthStart(moment: number): { readonly start: number; readonly rest: number } {
  const date = new Date(moment);
  const next = date.getUTCDate() > 15 ? 1 : 0;
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + next, 1);
  return { start, rest: (moment - start) / 1_000 };
}

function binary(op: '+' | '-' | '*' | '/', left: Expr, right: Expr): Expr {
  return { kind: 'binary', op, left, right };
}

function text(value: string): Expr {
  return { kind: 'literal', type: 'text', text: value };
}

function whole(value: number): Expr {
  const literal: Expr = { kind: 'literal', type: 'integer', text: String(Math.abs(value)) };
  return value < 0 ? { kind: 'negate', arg: literal } : literal;
}

function part(field: 'year' | 'month' | 'epoch', value: Expr): Expr {
  return plainCall('extract', [text(field), value]);
}

function timestamp(moment: number): Expr {
  const written = new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
  return { kind: 'cast', arg: text(written), to: { type: 'timestamp', name: 'timestamp', modifiers: [] } };
}

function interval({ months, seconds }: Span): Expr {
  const written =
    months !== 0 ? `${months} month` : seconds % day === 0 ? `${seconds / day} day` : `${seconds} second`;
  return { kind: 'cast', arg: text(written), to: { type: 'interval', name: 'interval', modifiers: [] } };
}
