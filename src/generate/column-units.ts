import { isNumberType } from '../contract/columns.ts';
import type { CatalogueColumn } from './catalogue.ts';

/** A unit that names of columns end with. */
export interface ColumnUnit {
  /** As it stands in parentheses behind a title. */
  readonly sign: string;
  /** As a sentence says it. */
  readonly words: string;
  /** The name of the column without it. */
  readonly rest: string;
  /** Whether what comes before it can do without it: the `duration` of `duration_min`, but not the `work` of `work_hrs`. */
  readonly isApart: boolean;
  readonly isTime: boolean;
}

interface Unit {
  readonly endings: string;
  readonly sign: string;
  readonly words?: string;
  /** What has to come before an ending that may also mean something else; for times, before one that is in parentheses. */
  readonly of?: RegExp;
  readonly isTime?: boolean;
}

const times =
  /(^|_)(time|times|duration|length|delay|latency|wait|waiting|age|tenure|interval|gap|runtime|uptime|downtime)$/i;
const lengths = /(^|_)(height|width|length|depth|distance|elevation|altitude|diameter|size)$/i;

const units: readonly Unit[] = [
  { endings: 'ms|millis|milliseconds', sign: 'milliseconds', isTime: true },
  { endings: 'sec|secs|seconds', sign: 'seconds', isTime: true },
  { endings: 'mins|minutes', sign: 'minutes', isTime: true },
  // Most often the least of something.
  { endings: 'min', sign: 'minutes', of: times, isTime: true },
  { endings: 'hr|hrs|hours', sign: 'hours', isTime: true },
  { endings: 'days', sign: 'days', isTime: true },
  { endings: 'weeks|wks', sign: 'weeks', isTime: true },
  { endings: 'months', sign: 'months', isTime: true },
  { endings: 'years|yrs', sign: 'years', isTime: true },
  { endings: 'sqm|m2', sign: 'm²', words: 'square metres' },
  { endings: 'sqft|ft2', sign: 'ft²', words: 'square feet' },
  { endings: 'm3|cbm', sign: 'm³', words: 'cubic metres' },
  { endings: 'km', sign: 'km', words: 'kilometres' },
  { endings: 'miles', sign: 'miles' },
  { endings: 'm|meters|metres', sign: 'm', words: 'metres', of: lengths },
  { endings: 'cm', sign: 'cm', words: 'centimetres' },
  { endings: 'mm', sign: 'mm', words: 'millimetres', of: lengths },
  { endings: 'kmh|kph', sign: 'km/h', words: 'kilometres per hour' },
  { endings: 'mph', sign: 'mph', words: 'miles per hour' },
  { endings: 'kg|kgs', sign: 'kg', words: 'kilograms' },
  { endings: 'g|grams', sign: 'g', words: 'grams', of: /(^|_)(weight|mass)$/i },
  { endings: 'lb|lbs', sign: 'lb', words: 'pounds' },
  { endings: 'l|liters|litres', sign: 'l', words: 'litres', of: /(^|_)(volume|capacity|fuel)$/i },
  { endings: 'ml', sign: 'ml', words: 'millilitres' },
  { endings: 'kwh', sign: 'kWh', words: 'kilowatt hours' },
  { endings: 'mwh', sign: 'MWh', words: 'megawatt hours' },
  { endings: 'kw', sign: 'kW', words: 'kilowatts' },
  { endings: 'mb', sign: 'MB', words: 'megabytes' },
  { endings: 'gb', sign: 'GB', words: 'gigabytes' },
  { endings: 'pct|percent', sign: '%', words: 'percent' },
];

const patterns = units.map((unit) => ({ ...unit, pattern: new RegExp(`^(.+)_(?:${unit.endings})$`, 'i') }));

/** The unit that the numbers of a column are in, as its name says it. @param name in words that underscores divide */
export function unitOf(name: string, { type }: CatalogueColumn): ColumnUnit | undefined {
  if (!isNumberType(type)) return undefined;
  for (const { pattern, of, isTime = false, sign, words = sign } of patterns) {
    const rest = pattern.exec(name)?.[1];
    // "Cost per km" is not in kilometres.
    if (rest === undefined || /(^|_)per$/i.test(rest) || of?.test(rest) === false) continue;
    return { sign, words, rest, isApart: !isTime || times.test(rest), isTime };
  }
  return undefined;
}
