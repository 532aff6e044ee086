import type { DimensionMetadata, MeasureMetadata } from './tools.ts';

/** Units of time, from short to long. */
export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** `alone` is what else says it only where nothing else is said. */
const words: readonly (readonly [unit: TimeUnit, alone: string, plurals: string, abbreviated?: string])[] = [
  ['second', 'second|s|sekunde', 'seconds|secs|sekunden', 'sec|sek'],
  ['minute', 'minute', 'minutes|mins|minuten', 'min'],
  ['hour', 'hour|stunde', 'hours|hrs|stunden', 'h|hr|std'],
  ['day', 'day|d|tag', 'days|tagen?'],
  ['week', 'week|woche', 'weeks|wochen'],
  ['month', 'month|monat', 'months|monaten?'],
  ['year', 'year|yr|jahr', 'years|yrs|jahren?'],
];

/** What a text that counts in a unit may say of it: "full days", "business hours". */
const kindOfUnit = '(?:(?:full|whole|calendar|working|business|vollen?|ganzen?) )?';
/** Words before the unit with which a text begins: "The average number of days between two visits". */
const leadingWords = '(?:(?:the|average|mean|total|number of|anzahl(?: der)?|durchschnittliche) )*';
/** A unit after one of these is that of a period, not of the figure: "signups of the last days". */
const ofPeriods = /^(?:\d+|last|past|first|next|per|by|within|every|letzten?|ersten?|pro|je)$/;

/** A member that may be counted in units of time. */
export type Counted = Pick<
  MeasureMetadata | DimensionMetadata,
  'name' | 'title' | 'description' | 'format' | 'unit' | 'type'
>;

/** Whether the figures of a member are amounts of some unit: neither money nor percentages, and no counts. */
export function isAmount({ format, type }: Counted): boolean {
  return (format === undefined || format === 'number') && /^(?:number|sum|avg|min|max)$/.test(type);
}

/**
 * The unit of time that the figures of a member are counted in: its own unit, else where its title, its description or its name
 * says so: `Delivery time (days)`, `Days from order to delivery`, `delivery_days`.
 */
export function timeUnitOf(member: Counted): TimeUnit | undefined {
  if (!isAmount(member)) return undefined;
  const { name, title, description = '', unit } = member;
  if (unit !== undefined) return unitAlone(unit);
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

const byThemselves = words.map(([unit, alone, plurals, abbreviated]) => ({
  unit,
  pattern: new RegExp(`^(?:${[alone, plurals, ...(abbreviated ? [abbreviated] : [])].join('|')})\\.?$`),
}));

/** The unit that a text is a name of, and of nothing else. */
function unitAlone(text: string): TimeUnit | undefined {
  const said = text.toLowerCase();
  return byThemselves.find(({ pattern }) => pattern.test(said))?.unit;
}

function mentions(title: string, unit: TimeUnit): boolean {
  const named = ends.find((it) => it.unit === unit);
  return title
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => named?.pattern.test(word) === true);
}

/** How a text says that it counts in a unit, once for all of them. */
const writings = words.map(([unit, , plurals, abbreviated]) => ({
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

const ends = words.map(([unit, , plurals]) => ({ unit, pattern: new RegExp(`^(?:${plurals})$`) }));
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
