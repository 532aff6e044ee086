import type { DimensionMetadata, MeasureMetadata } from './tools.ts';

/** Units of time, from short to long. */
export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

const words: readonly (readonly [unit: TimeUnit, plurals: string, abbreviated?: string])[] = [
  ['second', 'seconds|secs|sekunden', 'sec|sek'],
  ['minute', 'minutes|mins|minuten', 'min'],
  ['hour', 'hours|hrs|stunden', 'h|hr|std'],
  ['day', 'days|tagen?'],
  ['week', 'weeks|wochen'],
  ['month', 'months|monaten?'],
  ['year', 'years|yrs|jahren?'],
];

/** What a text that counts in a unit may say of it: "full days", "business hours". */
const kindOfUnit = '(?:(?:full|whole|calendar|working|business|vollen?|ganzen?) )?';
/** Words before the unit with which a text begins: "The average number of days between two visits". */
const leadingWords = '(?:(?:the|average|mean|total|number of|anzahl(?: der)?|durchschnittliche) )*';
/** A unit after one of these is that of a period, not of the figure: "signups of the last days". */
const ofPeriods = /^(?:\d+|last|past|first|next|per|by|within|every|letzten?|ersten?|pro|je)$/;

/** A member that may be counted in units of time. */
type Counted = Pick<
  MeasureMetadata | DimensionMetadata,
  'name' | 'title' | 'description' | 'format' | 'type'
>;

/**
 * The unit of time that the figures of a member are counted in, where its title, its description or its name says so:
 * `Delivery time (days)`, `Days from order to delivery`, `delivery_days`.
 */
export function timeUnitOf({ name, title, description = '', format, type }: Counted): TimeUnit | undefined {
  if (format !== undefined && format !== 'number') return undefined;
  if (!/^(?:number|sum|avg|min|max)$/.test(type)) return undefined;
  return (
    unitNamed(title) ??
    unitWritten(title) ??
    unitWritten(description) ??
    unitNamed(name.slice(name.lastIndexOf('.') + 1))
  );
}

/** The same where the title does not say it itself, as "Labour hours" and "Hours of care" do. */
export function untitledTimeUnitOf(member: Counted): TimeUnit | undefined {
  const unit = timeUnitOf(member);
  return unit !== undefined && (mentions(member.title, unit) || unitWritten(member.title) === unit)
    ? undefined
    : unit;
}

function mentions(title: string, unit: TimeUnit): boolean {
  const named = ends.find((it) => it.unit === unit);
  return title
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => named?.pattern.test(word) === true);
}

/** How a text says that it counts in a unit, once for all of them. */
const writings = words.map(([unit, plurals, abbreviated]) => ({
  unit,
  patterns: [
    `\\((?:in )?(?:${plurals}${abbreviated === undefined || abbreviated === 'min' ? '' : `|${abbreviated}`})\\)`,
    // The shortest minutes are the least of something, too.
    ...(abbreviated === 'min' ? [`(?:time|duration|length|delay|wait|dauer|zeit).*\\((?:in )?min\\)`] : []),
    `(?<!\\p{L})in ${kindOfUnit}(?:${plurals})(?= *(?:$|[.,;:)]))`,
    `^${leadingWords}${kindOfUnit}(?:${plurals}) (?:from|between|since|until|to|that|von|zwischen|seit|bis|vom)(?!\\p{L})`,
    `^${leadingWords}${kindOfUnit}(?:${plurals})$`,
  ].map((pattern) => new RegExp(pattern, 'u')),
}));

/** The unit that a text says it counts: in parentheses, after "in", or with its first words. */
function unitWritten(text: string): TimeUnit | undefined {
  const said = text.toLowerCase();
  return writings.find(({ patterns }) => patterns.some((pattern) => pattern.test(said)))?.unit;
}

const ends = words.map(([unit, plurals]) => ({ unit, pattern: new RegExp(`^(?:${plurals})$`) }));
/** What is multiplied by hours or divided by them. */
const ofHours = /^(?:[kmgt]?wh?|km|mi|[kml]|kg|t|ah|per)$/;

/** The unit that a name ends with, as `avg_delivery_days` does, unless it speaks of a period. */
function unitNamed(name: string): TimeUnit | undefined {
  const parts = name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .split(/[_\s]+/);
  if (parts.some((part) => ofPeriods.test(part))) return undefined;
  const last = parts.at(-1) ?? '';
  if (last === 'h' && parts.length > 1 && !ofHours.test(parts.at(-2) ?? '')) return 'hour';
  return ends.find(({ pattern }) => pattern.test(last))?.unit;
}
