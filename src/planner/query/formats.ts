import { timeUnitOf } from '../../contract/time-units.ts';
import type { DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { type Unit, untitledUnitOf } from '../../contract/units.ts';
import type { Value } from '../../engines/query-engine.ts';
import { isCountOf, isShareOf, membersOf, type Quantity } from '../parse/quantity.ts';
import type { Speech } from '../speech/english.ts';
import { digitsFor } from '../speech/formats.ts';
import { comparedPart, type PlannedGroup } from './planned-groups.ts';

/** How a column of numbers is written; `fractions` when all of them lie between -1 and 1. */
export interface NumberStyle {
  readonly format: MeasureMetadata['format'];
  readonly currency: string | undefined;
  readonly fractions: boolean;
  /** What it is counted in, where its title does not say that. */
  readonly unit?: Unit | undefined;
}

/** How to write the figures of a quantity, of which these are all. */
export function styleOf(quantity: Quantity, values: readonly Value[]): NumberStyle {
  if (isShareOf(quantity) || (quantity.kind === 'ratio' && quantity.share === true))
    return { format: 'percent', currency: undefined, fractions: true };
  if (quantity.kind === 'ratio') {
    const part = styleOf(quantity.part, values);
    // Energy by how many there are is energy, and none by what is measured itself.
    const unit = membersOf(quantity.whole).some(isMeasured) ? undefined : part.unit;
    // Money by how many there are is money.
    const isMoney = part.format === 'currency' && isCountOf(quantity.whole);
    return isMoney
      ? { ...part, fractions: false }
      : { format: 'number', currency: undefined, fractions: false, unit };
  }
  if (quantity.kind === 'filtered' || quantity.kind === 'difference') return styleOf(quantity.of, values);
  if (quantity.kind === 'scaled')
    return { ...styleOf(quantity.of, values), fractions: false, unit: undefined };
  const member = quantity.kind === 'measure' ? quantity.measure : quantity.dimension;
  const counted = quantity.kind === 'aggregate' && quantity.aggregate === 'distinct';
  const fractions = values.every((value) => value === null || Math.abs(Number(value)) <= 1);
  if (counted) return { format: 'number', currency: member.currency, fractions };
  return { format: member.format, currency: member.currency, fractions, unit: untitledUnitOf(member) };
}

function isMeasured(member: MeasureMetadata | DimensionMetadata): boolean {
  return member.format === 'currency' || member.unit !== undefined || timeUnitOf(member) !== undefined;
}

/** A figure with its unit: `€1,234.50`, `12.3%`, `1,204`, `3.92 days`, `20 kWh`. */
export function formatFigure(value: Value | undefined, style: NumberStyle, speech: Speech): string {
  if (value === null || value === undefined) return speech.noValue;
  const number = Number(value);
  if (typeof value === 'boolean' || value === '' || Number.isNaN(number)) return String(value);
  // The earliest year is a year still, and no number of anything.
  if (style.format === 'id' && Number.isInteger(number)) return String(value);
  if (style.format === 'currency') return speech.money(number, style.currency);
  if (style.format === 'percent') return speech.percent(style.fractions ? number * 100 : number);
  // Integers beyond what a number holds come as text and are not rounded.
  if (typeof value === 'string' && /^-?\d{16,}$/.test(value)) return speech.number(BigInt(value), 0);
  const text = speech.number(number, Math.max(Math.abs(number) < 1 ? 4 : 2, digitsFor(number)));
  return style.unit === undefined ? text : speech.inUnit(text, style.unit, text === speech.number(1, 0));
}

function unitStyle(member: DimensionMetadata): NumberStyle {
  return { format: member.format, currency: member.currency, fractions: false, unit: untitledUnitOf(member) };
}

/** A group's value as people write it: `March 2024`, `Tuesday`, `Berlin`; an empty one is said to be unknown. */
export function formatGroup(value: Value | undefined, group: PlannedGroup, speech: Speech): string {
  const { dimension, grain } = group;
  if (value === null || value === undefined || value === '') return speech.unknown(dimension.title);
  if (grain === 'daytime') return `${String(value)}:00`;
  if (grain === 'weekday') return speech.weekday(Number(value));
  if (grain === 'weekend') return speech.weekendOrNot(value === 'weekend');
  if (dimension.type === 'time' && typeof value === 'string') {
    if (grain === 'hour') return `${speech.day(value.slice(0, 10))}, ${value.slice(11, 16)}`;
    const [day, clock = ''] = [value.slice(0, 10), value.slice(11, 16)];
    const part = comparedPart(day, group);
    if (part !== undefined) return speech.period(part);
    if (grain !== undefined) return speech.bucket(day, grain);
    return clock === '' || clock === '00:00' ? speech.day(day) : `${speech.day(day)}, ${clock}`;
  }
  if (dimension.format === 'currency' || dimension.format === 'percent') {
    const { format, currency } = dimension;
    return formatFigure(value, { format, currency, fractions: Math.abs(Number(value)) <= 1 }, speech);
  }
  if (dimension.unit !== undefined) return formatFigure(value, unitStyle(dimension), speech);
  // What adding and halving leave behind is no digit: 3.5999999999999996.
  if (dimension.type === 'number' && !Number.isInteger(Number(value)) && Number.isFinite(Number(value)))
    return speech.number(Number(Number(value).toPrecision(7)), 7);
  if (dimension.type === 'boolean') return speech.flag(dimension.title, value === true);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
