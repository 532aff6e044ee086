import { findDates } from './dates.ts';
import { dayNames, weekdayNames } from './named-days.ts';

/** Days of the week that what is asked for was on, 1 for Monday. */
export interface Weekdays {
  readonly days: readonly number[];
  /** How they are told apart, where some are held against others. */
  readonly apart?: 'weekday' | 'weekend';
}

/** Days of the week that a question says, and the place that says so. */
interface WeekdaysFound extends Weekdays {
  readonly span: readonly [from: number, to: number];
}

const every = [1, 2, 3, 4, 5, 6, 7];
const name = `(?:${weekdayNames.join('|')})`;
const names = `${name}(?:(?:, | and |, and | or )${name})*`;
const workdays = 'weekdays|workdays|working days|business days';
const held = '(?:vs\\.?|versus|against|than|compared (?:to|with))';
const side = `(?:(?:on|at|during|over|in) )?(?:the )?(?:weekends?|weekday|week|${workdays})`;
/** Follows a date or a condition rather than being what there is on such a day. */
const noNoun =
  'and|or|vs|versus|to|with|than|compared|against|at|in|on|of|by|per|for|from|since|until|till|through|before|after|last|this|next|did|does|do|was|were|is|are|has|have|had|we|i|they|it|you|there';

/** Each way to say days of the week, unlike "last weekend" and "by weekday". */
const ways: readonly (readonly [pattern: string, read: (said: string) => Weekdays])[] = [
  // "Weekend visits vs weekday visits": what is said twice is asked for.
  [
    `weekend (?<noun>\\p{L}+(?: \\p{L}+)?) (?:and|or|${held}) (?:the )?(?:weekday|workday)(?= \\k<noun>\\b)`,
    () => ({ days: every, apart: 'weekend' }),
  ],
  [
    `(?:weekday|workday) (?<noun>\\p{L}+(?: \\p{L}+)?) (?:and|or|${held}) (?:the )?weekend(?= \\k<noun>\\b)`,
    () => ({ days: every, apart: 'weekend' }),
  ],
  [
    `(?=[^.?!]{0,40}weekend)(?:(?:by|between) )?${side}s?,? (?:and|or|${held}) ${side}`,
    () => ({ days: every, apart: 'weekend' }),
  ],
  [
    '(?:(?:on|at|during|over) )?(?:the )?weekends|(?:on|at|over) (?:the |an? )?weekend|weekend(?= (?!and\\b|or\\b|vs\\b|versus\\b|than\\b|compared\\b|to\\b)\\p{L})',
    () => ({ days: [6, 7] }),
  ],
  [
    `(?:on|during|only|just) (?:the )?(?:${workdays})|(?:${workdays}) only`,
    () => ({ days: [1, 2, 3, 4, 5] }),
  ],
  [
    `(?:from )?${name}s? ?(?:to|through|thru|until|till|[-–—]) ?${name}s?|between ${name}s? and ${name}s?`,
    (said) => ({ days: fromTo(said) }),
  ],
  [`(?:on )?${name}s? ${held} (?:on )?${name}s?`, (said) => ({ days: daysIn(said), apart: 'weekday' })],
  [
    `(?:on )?${name}s(?:(?:, | and |, and | or )${name}s)*|(?:on an?|every) ${name}(?:(?:, | and |, and | or )(?:on )?(?:an? |every )?${name})*`,
    (said) => ({ days: daysIn(said) }),
  ],
  // "Monday visits".
  [
    `${names}(?= (?:(?:morning|afternoon|evening|night) )?(?!(?:${noNoun}|morning|afternoon|evening|night)\\b)\\p{L})`,
    (said) => ({ days: daysIn(said) }),
  ],
  // "On Monday by club", unlike what was there on one.
  [
    `(?:on )?${names}(?= (?:by|per|at|for each|in each)\\b)(?<!\\b(?:did|was|were|had)\\b.*)`,
    (said) => ({ days: daysIn(said) }),
  ],
];

/** What makes one day or a group of those that follow. */
const unless =
  '(?<!\\b(?:last|past|previous|this|next|coming|by|per|each|which|what|vs|versus|than|to|since|until|till|before|after|from|through|\\p{L}+ and|\\p{L}+ or) )';
const compiled = ways.map(
  ([pattern, read]) => [new RegExp(`${unless}\\b(?:${pattern})(?=[\\s?.!,;]|$)`, 'iu'), read] as const,
);
const single = new RegExp(`${unless}\\b(?:on )?${name}\\b`, 'iu');

/** What a question says of days of the week; undefined where it says nothing, or speaks of one date. */
export function findWeekdays(question: string): WeekdaysFound | undefined {
  const text = question.replace(new RegExp(`\\b(?:${dayNames})\\b`, 'giu'), blank);
  for (const [pattern, read] of compiled) {
    const found = pattern.exec(text);
    if (found !== null) return { ...read(found[0]), span: [found.index, found.index + found[0].length] };
  }
  return besideDates(text);
}

/** "On Monday last week", "on Monday in 2025": on those of what is dated. */
function besideDates(text: string): WeekdaysFound | undefined {
  const found = single.exec(text);
  if (found === null) return undefined;
  const [from, to] = [found.index, found.index + found[0].length];
  const rest = text.slice(0, from) + blank(found[0]) + text.slice(to);
  const isBeside = findDates(rest).expression?.spans.some(([start, end]) =>
    /^[\s,]*(?:(?:of|in|during|for|the|on)\s+)*$/i.test(
      start >= to ? text.slice(to, start) : text.slice(end, from),
    ),
  );
  return isBeside === true ? { days: daysIn(found[0]), span: [from, to] } : undefined;
}

function daysIn(said: string): number[] {
  const lower = said.toLowerCase();
  return weekdayNames.flatMap((it, at) => (lower.includes(it) ? [at + 1] : []));
}

/** "Friday to Sunday". */
function fromTo(said: string): number[] {
  const [first = 0, last = 0] = [...said.toLowerCase().matchAll(new RegExp(name, 'g'))].map(([it]) =>
    weekdayNames.indexOf(it),
  );
  return every.filter((day) => (day - 1 - first + 7) % 7 <= (last - first + 7) % 7);
}

function blank(said: string): string {
  return ' '.repeat(said.length);
}
