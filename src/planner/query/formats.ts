import type { MeasureMetadata } from '../../contract/tools.ts';
import type { Value } from '../../engines/query-engine.ts';
import { bucketLabel, dayLabel } from '../language/calendar.ts';
import type { Quantity } from '../parse/reading.ts';
import type { PlannedGroup } from './plan.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** How a column of numbers is written; `fractions` when all of them lie between -1 and 1. */
export interface NumberStyle {
  readonly format: MeasureMetadata['format'];
  readonly currency: string | undefined;
  readonly fractions: boolean;
}

/** How to write the figures of a quantity, of which these are all. */
export function styleOf(quantity: Quantity, values: readonly Value[]): NumberStyle {
  if (quantity.kind === 'ratio') return { format: 'number', currency: undefined, fractions: false };
  const member = quantity.kind === 'measure' ? quantity.measure : quantity.dimension;
  const counted = quantity.kind === 'aggregate' && quantity.aggregate === 'distinct';
  const fractions = values.every((value) => value === null || Math.abs(Number(value)) <= 1);
  return { format: counted ? 'number' : member.format, currency: member.currency, fractions };
}

/** A figure with its unit: `€1,234.50`, `12.3%`, `1,204`. */
export function formatFigure(value: Value | undefined, style: NumberStyle): string {
  if (value === null || value === undefined) return 'no value';
  const number = Number(value);
  if (typeof value === 'boolean' || value === '' || Number.isNaN(number)) return String(value);
  if (style.format === 'currency') return formatMoney(number, style.currency);
  if (style.format === 'percent') return `${decimals(style.fractions ? number * 100 : number, 2)}%`;
  // Integers beyond what a number holds come as text and are not rounded.
  if (typeof value === 'string' && /^-?\d{16,}$/.test(value)) return BigInt(value).toLocaleString('en-US');
  return decimals(number, Math.abs(number) < 1 ? 4 : 2);
}

/** An amount with its currency; one that is no currency code is written behind it as it is. */
export function formatMoney(amount: number, currency: string | undefined): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  try {
    if (currency === undefined) return decimals(amount, 2);
    return new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: 2,
    }).format(amount);
  } catch {
    return `${decimals(amount, 2)} ${currency ?? ''}`;
  }
}

/** A number with at most so many digits after the point, in English notation. */
export function decimals(number: number, digits: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** A group's value as people write it: `March 2024`, `Tuesday`, `Berlin`; an empty one is said to be unknown. */
export function formatGroup(value: Value | undefined, group: PlannedGroup): string {
  if (value === null || value === undefined || value === '')
    return `unknown ${group.dimension.title.toLowerCase()}`;
  if (group.grain === 'daytime') return `${String(value)}:00`;
  if (group.grain === 'weekday') return weekdays[Number(value) - 1] ?? String(value);
  if (group.dimension.type === 'time' && typeof value === 'string') {
    if (group.grain === 'hour') return `${dayLabel(value.slice(0, 10))}, ${value.slice(11, 16)}`;
    return group.grain === undefined ? value : bucketLabel(value.slice(0, 10), group.grain);
  }
  if (group.dimension.type === 'boolean') return `${group.dimension.title}: ${value === true ? 'yes' : 'no'}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
