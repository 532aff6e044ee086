import { parse as parseChrono } from 'chrono-node/en';
import { type Day, dayOf, isDay, unitAround } from './calendar.ts';
import type { Atom, Meaning } from './date-meanings.ts';
import { numberWords } from './grammar.ts';
import { date, decade, decadeNames, edge, feast, half, month, noDay, quarter, year } from './named-dates.ts';
import { dayNames, weekdayNames } from './named-days.ts';
import {
  after,
  ago,
  before,
  coming,
  current,
  dayAgo,
  longAgo,
  previous,
  relativeDay,
  rolling,
  sameEarlier,
  shortUnits,
  toDate,
  weekday,
  weekend,
  whole,
} from './relative-dates.ts';

const counts = `\\d{1,3}|${Object.keys(numberWords).join('|')}|couple of|few`;
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const units = `day|week|month|quarter|year|${Object.keys(shortUnits).join('|')}`;
const yearRef = `(?:19|20)\\d\\d|'\\d\\d|(?:this|last) (?:year|yr)|the current year`;

/** "in Dec 24" is a month; "on Dec 24" is a day. */
function monthOfShortYear({ name, short }: Record<string, string | undefined>): Meaning {
  return month({ name, year: `'${short ?? ''}` });
}

type Reader = (groups: Record<string, string | undefined>) => Meaning | undefined;

/** Tried in order at each place; the first that fits claims the words. */
const readers: readonly (readonly [pattern: string, read: Reader])[] = [
  [
    `(?:the )?(?<end>first|last|final)(?: (?<n>${counts}))? (?<unit>day|month|quarter)s? (?:of|in) (?:(?:the year )?(?<year>${yearRef})|(?<name>${months})(?:,? (?<year>${yearRef}))?)`,
    edge,
  ],
  [
    `(?:the |our )?(?:last|past|most recent|latest|previous|prior|preceding) (?<n>${counts}) (?:full|complete|whole|calendar) (?<unit>${units})s?`,
    whole,
  ],
  [
    `(?:the |our )?(?:last|past|trailing|most recent|latest)[ -](?<n>${counts})[ -](?<unit>${units})s?`,
    rolling,
  ],
  [`(?:the |our )?(?:previous|prior|preceding)[ -](?<n>${counts})[ -](?<unit>${units})s?`, before],
  [
    `(?:(?:the|that|this) )?same (?:period|time|dates?|(?<part>${units}))s? (?:(?:of|in|from|as) )?(?:the |an? |one )?(?:(?:last|previous|prior|past) (?<unit>${units})|(?<unit2>${units}) (?:ago|before|earlier|prior))`,
    ({ part, unit, unit2 }) => sameEarlier({ part, unit: unit ?? unit2 }),
  ],
  [
    `(?:the )?(?<n>${counts})[ -](?<unit>${units})s? (?:before|earlier|prior)(?: that)?(?=\\s*(?:[?.!,]|$))`,
    before,
  ],
  [`(?:the )?(?:previous|prior|preceding) (?:full |complete |calendar )?(?<unit>${units})`, before],
  [`(?:the )?(?<unit>${units}) before last`, (g) => ago({ ...g, n: '2' })],
  [
    `(?:(?:the|an?|one) )?(?<unit>${units}) (?:before|earlier|prior)(?: (?:that|this)(?=\\s*(?:[?.!,]|$)))?(?! (?:than|to|the|an?|this|that|it|they|we|i|you|he|she|\\d))`,
    before,
  ],
  [`(?:the )?day after tomorrow`, () => relativeDay(2)],
  [
    `(?:the |an? |one )?(?<unit>${units}) (?:after|later)(?: (?:that|this))?(?=\\s*(?:[?.!,]|$))|(?:the )?following (?<unit2>${units})`,
    ({ unit, unit2 }) => after({ unit: unit ?? unit2 }),
  ],
  [
    `(?:the )?(?<n>${counts})[ -](?<unit>${units})s? (?:after|later)(?: (?:that|this))?(?=\\s*(?:[?.!,]|$))`,
    after,
  ],
  [
    `(?:more than|longer than|over|(?<least>at least)) (?<n>${counts}|an?)[ -](?<unit>${units})s? ago`,
    longAgo,
  ],
  [`(?:less than|fewer than|under|within) (?<n>${counts}|an?)[ -](?<unit>${units})s? ago`, rolling],
  [`today (?<n>${counts}|an?)[ -](?<unit>${units})s? ago`, dayAgo],
  [`(?:exactly |precisely )?(?<n>${counts}|an?)[ -](?<unit>${units})s? ago (?:today|to the day)`, dayAgo],
  [`(?:exactly|precisely) (?<n>${counts}|an?)[ -](?<unit>${units})s? ago`, dayAgo],
  [`(?<n>${counts})[ -](?<unit>${units})s? ago`, ago],
  [`(?:a|an|one) (?<unit>${units}) ago`, ago],
  [`so far (?:this|the current|current) (?:calendar )?(?<unit>${units})`, toDate],
  [`(?:this|the current|current) (?:calendar )?(?<unit>${units})(?: so far| to date)`, toDate],
  [`(?:this|the current|current) (?:calendar )?(?<unit>${units})`, current],
  // "At the end of the year" may be that of any.
  [
    `(?<=\\b(?:before|prior to|by|until|till|up to|through) (?:the )?end of )the (?<unit>year|quarter|month|week)(?! (?:of|in|before|after|\\d))`,
    current,
  ],
  [`(?<unit>year|quarter|month|week)[ -]to[ -]date`, toDate],
  [`(?<short>ytd|qtd|mtd|wtd)`, toDate],
  [`(?:the )?past (?<unit>${units})`, (g) => rolling({ ...g, n: '1' })],
  [`(?:the )?last (?:full |complete |calendar )?(?<unit>${units})`, previous],
  // "This October than last October".
  [
    `(?<=\\bthis (?<name>${months}) (?:vs\\.?|versus|against|and|or|than|compared (?:to|with)) )last \\k<name>`,
    (g) => month({ ...g, year: 'last year' }),
  ],
  // "This year vs last".
  [
    `(?<=\\bthis (?<unit>${units}) (?:vs\\.?|versus|against|and|or|than|compared (?:to|with)) (?:the )?)(?:last|previous)(?: one)?(?=\\s*(?:[?.!,]|$))`,
    previous,
  ],
  [`(?:the )?(?:next|coming|upcoming|following)[ -](?<n>${counts})[ -](?<unit>${units})s?`, coming],
  [`(?:the )?(?:next|coming|upcoming) (?<unit>${units})`, coming],
  [`(?:the )?(?<which>last|past|previous|this) weekend`, weekend],
  [`(?:last )?(?<feast>${dayNames})(?:,? (?:of |in )?(?<year>${yearRef}))?`, feast],
  [
    `(?:(?:on |this )?(?<which>last|past|previous|this|next|coming) |on )?(?<weekday>${weekdayNames.join('|')})`,
    weekday,
  ],
  [`today|tonight|this(?= (?:morning|afternoon|evening))`, () => relativeDay(0)],
  [`yesterday|last night`, () => relativeDay(-1)],
  [`tomorrow`, () => relativeDay(1)],
  [`(?<year>(?:19|20)\\d\\d)[ -/]?q(?<q>[1-4])`, quarter],
  [`q(?<q>[1-4])(?:[ /-]*(?:of |in )?(?<year>${yearRef}))?`, quarter],
  [
    `(?:the )?(?<ordinal>first|second|third|fourth|1st|2nd|3rd|4th|last|final) quarter(?: (?:of|in) (?:the year )?(?<year>${yearRef})| (?<year2>(?:19|20)\\d\\d))?`,
    quarter,
  ],
  [
    `(?:the )?(?<ordinal>first|second|1st|2nd) half(?: (?:of|in) (?:the year )?(?<year>${yearRef})| (?<year2>(?:19|20)\\d\\d))?(?! of (?:the|an?|each|every) (?!year\\b))`,
    half,
  ],
  [`h(?<h>[12])(?:[ /-]*(?:of |in )?(?<year>${yearRef}))?`, half],
  [`(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})`, date],
  [`(?<year>(?:19|20)\\d{2})-(?<month>0[1-9]|1[0-2])`, month],
  [
    `(?<=\\bin )(?<name>${months})\\.? (?<short>2\\d|3[01])(?!st|nd|rd|th|,? (?:19|20)\\d\\d)`,
    monthOfShortYear,
  ],
  [`(?<name>${months})\\.? (?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>(?:19|20)\\d\\d))?`, date],
  [
    `(?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<name>${months})\\.?(?:,? (?<year>(?:19|20)\\d\\d))?`,
    date,
  ],
  [
    `the (?<name>${months})\\.? before(?=\\s*(?:[?.!,]|$))`,
    (g) => {
      const meaning = month(g);
      return meaning && { ...meaning, back: { count: 1, unit: 'year' } };
    },
  ],
  [`(?:the month of |(?<last>last ))?(?<name>${months})\\.?(?:,? (?:of |in )?(?<year>${yearRef}))?`, month],
  [
    `(?:the )?(?:(?<century>19|20)(?<tens>\\d)0['’]?s|(?<=\\b(?:the|in|from|of|since|before|after|during) )'?(?<tens>\\d)0['’]?s|(?<name>${decadeNames.join('|')}))`,
    decade,
  ],
  // "For each year 2013 to 2015" says what it is split by as well.
  [
    `(?:the )?(?:calendar )?(?:(?<!\\b(?:each|every|per|by) (?:calendar )?)year )?(?<year>(?:19|20)\\d\\d)`,
    year,
  ],
];

const compiled = readers.map(
  ([pattern, read]) =>
    [
      new RegExp(
        `(?<![\\p{L}\\p{N}.$€£/]|(?<!\\d)\\d{1,2}-)(?:${pattern})(?![\\p{L}\\p{N}]|[.,]\\d|%|[-/]\\d{1,2}(?!\\d))`,
        'iuy',
      ),
      read,
    ] as const,
);

/** The dates of a text one by one, in reading order. */
export function* findAtoms(text: string): Generator<Atom> {
  let end = 0;
  for (const { index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const atom = index < end ? undefined : atomAt(text, index);
    if (atom === undefined) continue;
    yield atom;
    end = atom.to;
  }
}

/** As much of what stands before a date as can say anything about it. */
export const maxLeadCharacters = 60;

function atomAt(text: string, at: number): Atom | undefined {
  for (const [pattern, read] of compiled) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    const groups = match.groups ?? {};
    if (!plausible(match[0], groups, text, at)) continue;
    const atom = read(groups);
    if (atom !== undefined) return { from: at, to: at + match[0].length, ...atom };
  }
  return chronoAt(text, at);
}

/** "may" and "march" are verbs, too; 2000 is a number, too. */
function plausible(
  matched: string,
  groups: Record<string, string | undefined>,
  text: string,
  at: number,
): boolean {
  const before = text.slice(Math.max(0, at - maxLeadCharacters), at).toLowerCase();
  if (/^(may|march|mar|dec|jan|sep|oct|nov|jun|jul|aug|apr|feb)$/i.test(matched)) {
    const capital = /^\p{Lu}/u.test(matched) && /\S/.test(before);
    return (
      capital ||
      /\b(in|since|until|till|from|to|between|and|before|after|during|of|for|vs|versus|through)\s+$/.test(
        before,
      )
    );
  }
  // "Every Monday", "which Monday" is no date.
  if (groups['weekday'] === matched && /\b(?:an?|by|per|every|each|which|what)\s+$/.test(before))
    return false;
  if (groups['year'] !== undefined && /^\d{4}$/.test(matched)) {
    if (isOfNumbers(before, text.slice(at + matched.length))) return false;
    if (/\b(chang|develop|evol|gr[eo]w|mov|trend|vari|spread|fluctuat)\w*\s+over\s*$/.test(before))
      return true;
    return !/(\b(over|above|than|least|most|under|below|exceeding|top|equals?|exactly|number|id)|[<>=#])\s*$/.test(
      before,
    );
  }
  return true;
}

const notAYear = /^(?!(?:19|20)\d\d$)\d[\d.,]*$/;

/** Whether a year is the end of a range whose other end is none: "between 1000 and 2000". */
function isOfNumbers(before: string, after: string): boolean {
  const [, low] =
    /(?<![\p{L}\p{N}.,/-])(?:between |from )?(\d[\d.,]*)(?:(?<=between \S+) and | to |-|–)$/u.exec(before) ??
    [];
  const [, joined, high] = /^( and | to |-|–)(\d[\d.,]*\d)(?![\p{L}\p{N}/-])/u.exec(after) ?? [];
  const isRange = joined !== undefined && (joined !== ' and ' || /\bbetween $/.test(before));
  return notAYear.test(low ?? '') || (isRange && notAYear.test(high ?? ''));
}

const chronoStart = /(?<![\p{L}\p{N}])\d{1,2}[/.]\d{1,2}[/.]\d{2,4}(?![\p{L}\p{N}])/uy;

/** Days written in further ways are left to chrono. */
function chronoAt(text: string, at: number): Atom | undefined {
  chronoStart.lastIndex = at;
  const match = chronoStart.exec(text);
  if (match === null) return undefined;
  const said = match[0];
  const day = dayRead(said, '2024-01-01');
  if (day === undefined) return undefined;
  if (day === 'none') return { from: at, to: at + said.length, ...noDay };
  return {
    from: at,
    to: at + said.length,
    unit: 'day',
    resolve: ({ today }) => ({
      period: unitAround(dayRead(said, today) ?? today, 'day'),
      fromDataEnd: false,
    }),
  };
}

/** "3.4.2024": whoever writes dots puts the day first, where chrono takes the month. */
function dayWithDots(said: string): Day | 'none' | undefined {
  const [, day, month, short] = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/.exec(said) ?? [];
  if (short === undefined) return undefined;
  // "Version 10.15.71" is no day, and none that is missing.
  const none = short.length === 4 ? 'none' : undefined;
  const of = [short.length === 2 ? 2000 + Number(short) : Number(short), Number(month), Number(day)] as const;
  return isDay(...of) ? dayOf(...of) : none;
}

/** Chrono takes its time, and each relation asks for the same few days. */
const daysRead = new Map<string, Day | undefined>();
const maxDaysRead = 1_000;

function dayRead(said: string, today: Day): Day | 'none' | undefined {
  const key = `${today} ${said}`;
  if (daysRead.has(key)) return daysRead.get(key);
  const dotted = dayWithDots(said);
  if (dotted !== undefined) return dotted;
  const [result] = parseChrono(said, new Date(`${today}T12:00:00`), { forwardDate: false });
  const start = result?.start;
  const day = start && dayOf(start.get('year') ?? 0, start.get('month') ?? 1, start.get('day') ?? 1);
  if (daysRead.size >= maxDaysRead) daysRead.clear();
  daysRead.set(key, day);
  return day;
}
