/** A part of each day, in minutes from midnight; one that ends before it begins goes over midnight. */
export interface DayTime {
  readonly from: number;
  readonly to: number;
}

/** Words for a part of the day, and their place. */
interface DayTimeMention {
  readonly time: DayTime;
  readonly span: readonly [from: number, to: number];
}

const hour = 60;
export const midnight = 24 * hour;

const parts: Readonly<Record<string, DayTime>> = {
  morning: { from: 5 * hour, to: 12 * hour },
  afternoon: { from: 12 * hour, to: 17 * hour },
  evening: { from: 17 * hour, to: 22 * hour },
  night: { from: 22 * hour, to: 5 * hour },
};

/** "In the evening", "evening visits"; unlike "per night" and "every morning". */
const part = new RegExp(
  `(?:${[
    '\\b(?:in|during|on) (?:the )?(?<said>mornings?|afternoons?|evenings?|nights?)',
    '\\bat (?<night>nights?)',
    '(?<!\\b(?:good|early|late|mid|every|each|per|by|an?|one|last|next|of|the|tomorrow)[ -])\\b(?<bare>mornings?|afternoons?|evenings?)',
  ].join('|')})\\b`,
  'giu',
);

/** Parts of the day by their names, which may also be names of something else. */
export function findDayParts(text: string): DayTimeMention[] {
  return [...text.matchAll(part)].flatMap((found) => {
    const { said, night, bare } = found.groups ?? {};
    const time = parts[(said ?? night ?? bare ?? '').toLowerCase().replace(/s$/, '')];
    return time === undefined ? [] : [{ time, span: [found.index, found.index + found[0].length] as const }];
  });
}

/** "Tonight", "last night": an evening of which the day is said, too. */
export function findEvening(text: string): DayTimeMention | undefined {
  const found = /\b(?:tonight|(?:last|tomorrow) night)\b/i.exec(text);
  return found === null
    ? undefined
    : { time: { from: 17 * hour, to: midnight }, span: [found.index, found.index + found[0].length] };
}

const clock = (name: string): string =>
  `(?:(?<${name}Word>noon|midday|midnight)|(?<${name}Hour>\\d{1,2})(?:(?<${name}Mark>[:.])(?<${name}Minute>[0-5]\\d))?(?: ?(?<${name}Half>[ap])\\.?m\\b\\.?)?(?<${name}Clock> ?o['’]?clock)?(?: (?:in the |at )(?<${name}Part>morning|afternoon|evening|night))?)(?![\\d.,:%]*\\d|%)`;

type Groups = Readonly<Record<string, string | undefined>>;
type Shape = (one: number, other: number | undefined, isWhole: boolean) => DayTime | undefined;

const shapes: readonly (readonly [pattern: string, shape: Shape])[] = [
  [
    `(?:(?:between|from) )?${clock('one')} ?(?:and|to|until|till|-|–|—) ?${clock('other')}`,
    (from, to) => (to === undefined || from === to ? undefined : { from, to: to === 0 ? midnight : to }),
  ],
  [
    `(?:after|later than|past|from|starting at) ${clock('one')}(?: on(?:wards?)?\\b| or later)?`,
    (from) => (from === 0 ? undefined : { from, to: midnight }),
  ],
  [
    `(?:before|earlier than|until|till|up to) ${clock('one')}`,
    (to) => (to === 0 ? undefined : { from: 0, to }),
  ],
  [`at ${clock('one')}`, (from, _, isWhole) => (isWhole && from > 0 ? { from, to: from + hour } : undefined)],
];
const compiled = shapes.map(
  ([pattern, shape]) =>
    [new RegExp(`(?<![\\p{L}\\p{N}-])${pattern}(?![\\p{L}\\p{N}])`, 'iu'), shape] as const,
);

/** "After 8 pm", "between 9:30 and 11 o'clock": times that are said to be of a clock. */
export function findClockTimes(text: string): DayTimeMention | undefined {
  for (const [pattern, shape] of compiled) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const { groups = {} } = found;
    if (!isOfClock(groups, 'one') && !isOfClock(groups, 'other')) continue;
    const other = minutesOf(groups, 'other');
    const one = minutesBefore(groups, other);
    const time = one === undefined ? undefined : shape(one, other, groups['oneMinute'] === undefined);
    if (time !== undefined) return { time, span: [found.index, found.index + found[0].length] };
  }
  return undefined;
}

function isOfClock(groups: Groups, name: string): boolean {
  // "20.50" may be an amount.
  return (
    ['Word', 'Half', 'Clock', 'Part'].some((it) => groups[name + it] !== undefined) ||
    groups[`${name}Mark`] === ':'
  );
}

/** The first of two times goes by the half of the day of the second, unless it would then be later. */
function minutesBefore(groups: Groups, other: number | undefined): number | undefined {
  const one = minutesOf(groups, 'one');
  const isOpen = other !== undefined && !isHalved(groups, 'one') && isHalved(groups, 'other');
  if (one === undefined || !isOpen) return one;
  const [early, late] = [one % (12 * hour), (one % (12 * hour)) + 12 * hour];
  return other > late ? late : early;
}

function isHalved(groups: Groups, name: string): boolean {
  return ['Word', 'Half', 'Part'].some((it) => groups[name + it] !== undefined);
}

function minutesOf(groups: Groups, name: string): number | undefined {
  const word = groups[`${name}Word`]?.toLowerCase();
  if (word !== undefined) return word === 'midnight' ? 0 : 12 * hour;
  const said = groups[`${name}Hour`];
  if (said === undefined) return undefined;
  const [hours, minutes] = [Number(said), Number(groups[`${name}Minute`] ?? 0)];
  const part = groups[`${name}Part`]?.toLowerCase();
  const half =
    groups[`${name}Half`]?.toLowerCase() ??
    (part === undefined ? undefined : part === 'morning' || (part === 'night' && hours < 6) ? 'a' : 'p');
  if (hours > (half === undefined ? 24 : 12)) return undefined;
  return (half === undefined ? hours : (hours % 12) + (half === 'p' ? 12 : 0)) * hour + minutes;
}
