import { addDays, addUnits, type Day, floorTo, type Unit, unitAround } from './calendar.ts';
import { literalOr, type Meaning } from './date-meanings.ts';
import { numberWords } from './grammar.ts';
import { weekdayNames } from './named-days.ts';
import { wordTable } from './word-table.ts';

/** A number in digits or in words, as dates say them. */
export function numberOf(text: string): number {
  if (/^an?$/i.test(text)) return 1;
  if (/^\d+$/.test(text)) return Number(text);
  return numberWords[text.toLowerCase()] ?? (/couple/i.test(text) ? 2 : 3);
}

/** Units as they are written short: "this yr", "last qtr". */
export const shortUnits = wordTable<Unit>({ wk: 'week', mth: 'month', qtr: 'quarter', yr: 'year' });

function unitOf(groups: Record<string, string | undefined>): Unit {
  const short = groups['short']?.toLowerCase();
  if (short !== undefined)
    return ({ y: 'year', q: 'quarter', m: 'month', w: 'week' } as const)[short[0] ?? ''] ?? 'year';
  const unit = groups['unit']?.toLowerCase() ?? 'day';
  return shortUnits[unit] ?? (unit as Unit);
}

/** Days that data may lag behind, in loads or in rare rows, without having ended. */
const usualLagDays: Readonly<Record<Unit, number>> = {
  hour: 3,
  day: 3,
  week: 5,
  month: 15,
  quarter: 30,
  year: 60,
  decade: 400,
};

/** `the last 30 days`: so many units up to today, or to the end of data that has ended. */
export function rolling(groups: Record<string, string | undefined>): Meaning {
  const unit = unitOf(groups);
  const count = numberOf(groups['n'] ?? '1');
  return {
    unit,
    resolve: ({ today, dataEnd }, bucket) => {
      const buckets = bucket === undefined ? undefined : bucketsIn(unit, bucket);
      // A bucket that has just begun is not yet in the data.
      const behind = buckets !== undefined && bucket !== undefined ? floorTo(today, bucket) : today;
      const ended =
        dataEnd !== undefined &&
        (dataEnd < addDays(today, -usualLagDays[unit]) || (buckets !== undefined && dataEnd < behind));
      const anchor = ended ? dataEnd : today;
      const end = addDays(anchor, 1);
      const start =
        buckets !== undefined && bucket !== undefined
          ? addUnits(floorTo(anchor, bucket), 1 - count * buckets, bucket)
          : addUnits(end, -count, unit);
      return { period: { start, end }, fromDataEnd: ended };
    },
  };
}

/** `the last 3 full months`: whole units before the current one. */
export function whole(groups: Record<string, string | undefined>): Meaning {
  const unit = unitOf(groups);
  const count = numberOf(groups['n'] ?? '1');
  const endingAt = (end: Day) => ({ start: addUnits(end, -count, unit), end });
  return {
    unit,
    resolve: (clock) =>
      literalOr(clock, endingAt(floorTo(clock.today, unit)), (dataEnd) =>
        endingAt(floorTo(addDays(dataEnd, 1), unit)),
      ),
  };
}

/** How many whole buckets a unit has; undefined where it has no whole number of them. */
function bucketsIn(unit: Unit, bucket: Unit): number | undefined {
  if (unit === bucket) return 1;
  if (unit === 'year') return bucket === 'month' ? 12 : bucket === 'quarter' ? 4 : undefined;
  return unit === 'quarter' && bucket === 'month' ? 3 : undefined;
}

/** `this month`. */
export function current(groups: Record<string, string | undefined>): Meaning {
  const unit = unitOf(groups);
  return {
    unit,
    ongoing: true,
    resolve: (clock) => literalOr(clock, unitAround(clock.today, unit), (end) => unitAround(end, unit)),
  };
}

/** The current unit up to today. */
export function toDate(groups: Record<string, string | undefined>): Meaning {
  const { unit, resolve } = current(groups);
  return {
    unit,
    ongoing: true,
    resolve: (clock) => {
      const { period, fromDataEnd } = resolve(clock);
      const tomorrow = addDays(clock.today, 1);
      const cut = period.end !== undefined && period.end > tomorrow;
      return { period: cut ? { ...period, end: tomorrow } : period, fromDataEnd };
    },
  };
}

/** `last month`: the whole unit before the current one. */
export function previous(groups: Record<string, string | undefined>): Meaning {
  const unit = unitOf(groups);
  return {
    unit,
    previous: unit,
    resolve: (clock) =>
      literalOr(clock, unitAround(addUnits(floorTo(clock.today, unit), -1, unit), unit), (dataEnd) =>
        // The last unit that is complete: the day after the data's end lies in the next one.
        unitAround(addUnits(floorTo(addDays(dataEnd, 1), unit), -1, unit), unit),
      ),
  };
}

/** "The year before", which is the last one where no other was spoken of. */
export function before(groups: Record<string, string | undefined>): Meaning {
  const { n } = groups;
  return {
    ...(n === undefined ? previous(groups) : rolling(groups)),
    back: { count: numberOf(n ?? '1'), unit: unitOf(groups) },
  };
}

/** "The week after", which is the next one where no other was spoken of. */
export function after(groups: Record<string, string | undefined>): Meaning {
  const { n } = groups;
  return { ...coming(groups), back: { count: -numberOf(n ?? '1'), unit: unitOf(groups) } };
}

/** "The same period last year": of a unit that goes on, the part that has gone by; "the same quarter last year" is all of it. */
export function sameEarlier(groups: Record<string, string | undefined>): Meaning {
  const back = { count: 1, unit: unitOf(groups), isSoFar: true };
  const { part: said } = groups;
  if (said === undefined) return { ...previous(groups), back };
  const part = unitOf({ unit: said });
  const earlier = (day: Day) => unitAround(addUnits(day, -1, back.unit), part);
  return { unit: part, back, resolve: (clock) => literalOr(clock, earlier(clock.today), earlier) };
}

/** `two months ago`: the whole unit so long before the current one. */
export function ago(groups: Record<string, string | undefined>): Meaning {
  const unit = unitOf(groups);
  const count = numberOf(groups['n'] ?? '1');
  return {
    unit,
    resolve: (clock) =>
      literalOr(clock, unitAround(addUnits(floorTo(clock.today, unit), -count, unit), unit), (end) =>
        unitAround(addUnits(floorTo(end, unit), -count, unit), unit),
      ),
  };
}

/** `a year ago today`: the day so long before today. */
export function dayAgo(groups: Record<string, string | undefined>): Meaning {
  const unit = unitOf(groups);
  const count = numberOf(groups['n'] ?? '1');
  return {
    unit: 'day',
    resolve: (clock) =>
      literalOr(clock, unitAround(addUnits(clock.today, -count, unit), 'day'), (end) =>
        unitAround(addUnits(end, -count, unit), 'day'),
      ),
  };
}

const singleAgo = /\b(?:an?|one|1) (?:week|month|quarter|year) ago\b(?! (?:today|to the day))/i;
const comparing =
  /\b(?:than|exactly|precisely|over|within|under|at least|same|compar\w*|versus|vs|against|differ\w*|change\w*|gr[eo]w\w*)\b/i;

/** "Complaints a year ago" may be those of that day as well as those of that year, where nothing is held against them. */
export function onDayAgo(message: string): string | undefined {
  const isAlone = singleAgo.test(message) && !comparing.test(message);
  return isAlone ? message.replace(singleAgo, '$& today') : undefined;
}

/** `next month`; `the next 30 days`: from today on. */
export function coming(groups: Record<string, string | undefined>): Meaning {
  const unit = unitOf(groups);
  const count = groups['n'] === undefined ? undefined : numberOf(groups['n']);
  return {
    unit,
    resolve: ({ today }) => ({
      period:
        count === undefined
          ? unitAround(addUnits(floorTo(today, unit), 1, unit), unit)
          : { start: today, end: addDays(addUnits(today, count, unit), 1) },
      fromDataEnd: false,
    }),
  };
}

/** `more than 30 days ago`: every day before so many units ago; `at least`: and that day. */
export function longAgo(groups: Record<string, string | undefined>): Meaning {
  const unit = unitOf(groups);
  const count = numberOf(groups['n'] ?? '1');
  const days = groups['least'] === undefined ? 0 : 1;
  return {
    unit,
    isOpen: true,
    resolve: ({ today }) => ({
      period: { start: undefined, end: addDays(addUnits(today, -count, unit), days) },
      fromDataEnd: false,
    }),
  };
}

/** `last weekend`: Saturday and Sunday of the week before; `this weekend`: of this week. */
export function weekend(groups: Record<string, string | undefined>): Meaning {
  const weeks = groups['which']?.toLowerCase() === 'this' ? 0 : -1;
  const around = (day: Day) => {
    const monday = addUnits(floorTo(day, 'week'), weeks, 'week');
    return { start: addDays(monday, 5), end: addDays(monday, 7) };
  };
  return {
    unit: 'week',
    resolve: (clock) => literalOr(clock, around(clock.today), (end) => around(addDays(end, 1))),
  };
}

/** `today`, `yesterday`: so many days from today. */
export function relativeDay(offset: number): Meaning {
  return {
    unit: 'day',
    resolve: (clock) =>
      literalOr(clock, unitAround(addDays(clock.today, offset), 'day'), (end) =>
        unitAround(addDays(end, offset), 'day'),
      ),
  };
}

/** `last Monday`, `on Monday`: the last one that has been; `this Friday`: of this week; only `next Friday` is yet to come. */
export function weekday(groups: Record<string, string | undefined>): Meaning {
  const which = groups['which']?.toLowerCase();
  const number = weekdayNames.indexOf(groups['weekday']?.toLowerCase() ?? '');
  const inWeekOf = (day: Day) => addDays(floorTo(day, 'week'), number);
  const before = (end: Day) => {
    const day = inWeekOf(end);
    return unitAround(day < end ? day : addDays(day, -7), 'day');
  };
  return {
    unit: 'day',
    resolve: (clock) => {
      const { today } = clock;
      if (which === 'this') return { period: unitAround(inWeekOf(today), 'day'), fromDataEnd: false };
      if (which === 'next' || which === 'coming') {
        const day = inWeekOf(addDays(today, 1));
        return { period: unitAround(day > today ? day : addDays(day, 7), 'day'), fromDataEnd: false };
      }
      const end = which === undefined ? addDays(today, 1) : today;
      return literalOr(clock, before(end), (last) => before(addDays(last, 1)));
    },
  };
}
