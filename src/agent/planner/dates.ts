import { parse as parseChrono } from 'chrono-node/en';
import {
  addDays,
  addUnits,
  type Day,
  dayOf,
  floorTo,
  type Period,
  type Unit,
  unitAround,
  yearOf,
} from './calendar.ts';
import { numberWords } from './words.ts';

/** What relative dates count from. */
export interface Clock {
  readonly today: Day;
  /** Last day with data, where known. */
  readonly dataEnd: Day | undefined;
}

export interface ResolvedDates {
  /** One period, or several that are compared or added up, in the order asked. */
  readonly periods: readonly Period[];
  /** Counted from the end of the data, because it ends before the day that the words mean. */
  readonly fromDataEnd: boolean;
}

/** The dates that a question names. */
export interface DateExpression {
  /** Offsets in the text. */
  readonly spans: readonly (readonly [from: number, to: number])[];
  /** Several periods are to be told apart. */
  readonly compare: boolean;
  /** The unit that the periods are made of. */
  readonly unit: Unit;
  /** For "last 6 months" shown by month: whole buckets instead of days. */
  readonly resolve: (clock: Clock, bucket?: Unit) => ResolvedDates;
}

export interface DatesFound {
  readonly expression: DateExpression | undefined;
  /** Dates that could not be brought together with the expression. */
  readonly leftover: readonly (readonly [from: number, to: number])[];
}

interface Atom {
  readonly from: number;
  readonly to: number;
  readonly unit: Unit;
  readonly resolve: (clock: Clock, bucket?: Unit) => { period: Period; fromDataEnd: boolean };
  /** Set where the year was left out: the same in a given year. */
  readonly inYear?: ((year: number) => Period) | undefined;
  readonly year?: number | undefined;
}

const counts = `\\d{1,3}|${Object.keys(numberWords).join('|')}|couple of|few`;
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const units = 'day|week|month|quarter|year';
const yearRef = `(?:19|20)\\d\\d|'\\d\\d|this year|last year|the current year`;

type Reader = (groups: Record<string, string | undefined>) => Omit<Atom, 'from' | 'to'> | undefined;

/** Tried in order at each place; the first that fits claims the words. */
const readers: readonly (readonly [pattern: string, read: Reader])[] = [
  [
    `(?:the |our )?(?:last|past|previous|prior|preceding|trailing|most recent|latest)[ -](?<n>${counts})[ -](?:full |complete )?(?<unit>${units})s?`,
    rolling,
  ],
  [`(?<n>${counts})[ -](?<unit>${units})s? ago`, ago],
  [`(?:a|an|one) (?<unit>${units}) ago`, ago],
  [`(?:so far )?(?:this|the current|current) (?:calendar )?(?<unit>${units})(?: so far| to date)?`, current],
  [`(?<unit>year|quarter|month|week)[ -]to[ -]date`, current],
  [`(?<short>ytd|qtd|mtd|wtd)`, current],
  [`(?:the )?past (?<unit>${units})`, (g) => rolling({ ...g, n: '1' })],
  [`(?:the )?(?:last|previous|prior) (?:full |complete |calendar )?(?<unit>${units})`, previous],
  [`today`, () => relativeDay(0)],
  [`yesterday`, () => relativeDay(-1)],
  [`(?<year>(?:19|20)\\d\\d)[ -/]?q(?<q>[1-4])`, quarter],
  [`q(?<q>[1-4])(?:[ /-]*(?:of |in )?(?<year>${yearRef}))?`, quarter],
  [
    `(?:the )?(?<ordinal>first|second|third|fourth|1st|2nd|3rd|4th|last|final) quarter(?: (?:of|in) (?:the year )?(?<year>${yearRef})| (?<year2>(?:19|20)\\d\\d))?`,
    quarter,
  ],
  [
    `(?:the )?(?<ordinal>first|second|1st|2nd) half(?: (?:of|in) (?:the year )?(?<year>${yearRef})| (?<year2>(?:19|20)\\d\\d))?`,
    half,
  ],
  [`h(?<h>[12])(?:[ /-]*(?:of |in )?(?<year>${yearRef}))?`, half],
  [`(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})`, date],
  [`(?<year>(?:19|20)\\d{2})-(?<month>0[1-9]|1[0-2])`, month],
  [`(?<name>${months})\\.? (?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>(?:19|20)\\d\\d))?`, date],
  [
    `(?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<name>${months})\\.?(?:,? (?<year>(?:19|20)\\d\\d))?`,
    date,
  ],
  [`(?:the month of |last )?(?<name>${months})\\.?(?:,? (?:of |in )?(?<year>${yearRef}))?`, month],
  [`(?:the )?(?:calendar )?(?:year )?(?<year>(?:19|20)\\d\\d)`, year],
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

/** Reads the dates of a question: absolute, relative, ranges and comparisons. */
export function findDates(text: string): DatesFound {
  const atoms = [...findAtoms(text)];
  if (atoms.length === 0) return { expression: undefined, leftover: [] };
  const expressions = combine(atoms, text);
  const [first, ...others] = expressions;
  if (first === undefined || others.length === 0) return { expression: first, leftover: [] };
  if (/\b(compar\w*|versus|vs|than|differ\w*|change\w*|growth|grew|grow)\b/i.test(text)) {
    return { expression: together(expressions, true), leftover: [] };
  }
  return { expression: first, leftover: others.flatMap((other) => other.spans) };
}

function* findAtoms(text: string): Generator<Atom> {
  let at = 0;
  while (at < text.length) {
    const atom = atomAt(text, at);
    if (atom === undefined) at += 1;
    else {
      yield atom;
      at = atom.to;
    }
  }
}

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
  const before = text.slice(0, at).toLowerCase();
  if (/^(may|march|mar|dec|jan|sep|oct|nov|jun|jul|aug|apr|feb)$/i.test(matched)) {
    const capital = /^\p{Lu}/u.test(matched) && /\S/.test(before);
    return (
      capital ||
      /\b(in|since|until|till|from|to|between|and|before|after|during|of|for|vs|versus|through)\s+$/.test(
        before,
      )
    );
  }
  if (groups['year'] !== undefined && /^\d{4}$/.test(matched)) {
    return !/(\b(over|above|than|least|most|under|below|exceeding|top|equals?|exactly|number|id)|[<>=#])\s*$/.test(
      before,
    );
  }
  return true;
}

const chronoStart =
  /(?<![\p{L}\p{N}])(?:\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|(?:last |this |on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?![\p{L}\p{N}])/iuy;

/** Days written in further ways are left to chrono; weekdays count back from the clock's today. */
function chronoAt(text: string, at: number): Atom | undefined {
  chronoStart.lastIndex = at;
  const match = chronoStart.exec(text);
  if (match === null) return undefined;
  const said = match[0];
  // "on Mondays", "every Monday" is no date.
  if (/^\p{L}+day$/iu.test(said) && /\b(by|every|each|on)\s+$/i.test(text.slice(0, at))) return undefined;
  const read = (clock: Clock): Day | undefined => {
    const [result] = parseChrono(said, new Date(`${clock.today}T12:00:00`), { forwardDate: false });
    if (result === undefined) return undefined;
    const { start } = result;
    return dayOf(start.get('year') ?? 0, start.get('month') ?? 1, start.get('day') ?? 1);
  };
  if (read({ today: '2024-01-01', dataEnd: undefined }) === undefined) return undefined;
  return {
    from: at,
    to: at + said.length,
    unit: 'day',
    resolve: (clock) => ({ period: unitAround(read(clock) ?? clock.today, 'day'), fromDataEnd: false }),
  };
}

function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  return numberWords[text.toLowerCase()] ?? (/couple/i.test(text) ? 2 : 3);
}

function unitOf(groups: Record<string, string | undefined>): Unit {
  const short = groups['short']?.toLowerCase();
  if (short !== undefined)
    return ({ y: 'year', q: 'quarter', m: 'month', w: 'week' } as const)[short[0] ?? ''] ?? 'year';
  return (groups['unit']?.toLowerCase() ?? 'day') as Unit;
}

/** Days that a daily load may lag behind without the data having ended. */
const usualLagDays = 3;

function rolling(groups: Record<string, string | undefined>): Omit<Atom, 'from' | 'to'> {
  const unit = unitOf(groups);
  const count = numberOf(groups['n'] ?? '1');
  return {
    unit,
    resolve: ({ today, dataEnd }, bucket) => {
      const ended = dataEnd !== undefined && dataEnd < addDays(today, -usualLagDays);
      const anchor = ended ? dataEnd : today;
      const end = addDays(anchor, 1);
      const start =
        bucket === unit ? addUnits(floorTo(anchor, unit), 1 - count, unit) : addUnits(end, -count, unit);
      return { period: { start, end }, fromDataEnd: ended };
    },
  };
}

/** Calendar units keep their literal meaning while the data reaches into them. */
function literalOr(
  clock: Clock,
  literal: { start: Day; end: Day },
  fromEnd: (dataEnd: Day) => { start: Day; end: Day },
): { period: Period; fromDataEnd: boolean } {
  const { dataEnd } = clock;
  if (dataEnd === undefined || literal.start <= dataEnd) return { period: literal, fromDataEnd: false };
  return { period: fromEnd(dataEnd), fromDataEnd: true };
}

function current(groups: Record<string, string | undefined>): Omit<Atom, 'from' | 'to'> {
  const unit = unitOf(groups);
  return {
    unit,
    resolve: (clock) => literalOr(clock, unitAround(clock.today, unit), (end) => unitAround(end, unit)),
  };
}

function previous(groups: Record<string, string | undefined>): Omit<Atom, 'from' | 'to'> {
  const unit = unitOf(groups);
  return {
    unit,
    resolve: (clock) =>
      literalOr(clock, unitAround(addUnits(floorTo(clock.today, unit), -1, unit), unit), (dataEnd) =>
        // The last unit that is complete: the day after the data's end lies in the next one.
        unitAround(addUnits(floorTo(addDays(dataEnd, 1), unit), -1, unit), unit),
      ),
  };
}

function ago(groups: Record<string, string | undefined>): Omit<Atom, 'from' | 'to'> {
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

function relativeDay(offset: number): Omit<Atom, 'from' | 'to'> {
  return {
    unit: 'day',
    resolve: (clock) =>
      literalOr(clock, unitAround(addDays(clock.today, offset), 'day'), (end) =>
        unitAround(addDays(end, offset), 'day'),
      ),
  };
}

/** Something that comes every year; without its year, the latest one that has begun. */
function yearly(
  unit: Unit,
  yearText: string | undefined,
  inYear: (year: number) => { start: Day; end: Day },
): Omit<Atom, 'from' | 'to'> {
  if (yearText === undefined) {
    return {
      unit,
      inYear,
      resolve: ({ today, dataEnd }) => {
        const anchor = dataEnd !== undefined && dataEnd < today ? dataEnd : today;
        const same = inYear(yearOf(anchor));
        return { period: same.start <= anchor ? same : inYear(yearOf(anchor) - 1), fromDataEnd: false };
      },
    };
  }
  const relative = /this|current/i.test(yearText) ? 0 : /last/i.test(yearText) ? -1 : undefined;
  if (relative !== undefined) {
    return {
      unit,
      resolve: (clock) => {
        const literal = inYear(yearOf(clock.today) + relative);
        return literalOr(clock, literal, (end) => inYear(yearOf(end) + relative));
      },
    };
  }
  const fixed = yearText.startsWith("'") ? 2000 + Number(yearText.slice(1)) : Number(yearText);
  return { unit, year: fixed, resolve: () => ({ period: inYear(fixed), fromDataEnd: false }) };
}

const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  last: 4,
  final: 4,
};

function quarter(groups: Record<string, string | undefined>): Omit<Atom, 'from' | 'to'> | undefined {
  const ordinal = groups['ordinal']?.toLowerCase();
  const yearText = groups['year'] ?? groups['year2'];
  // "the last quarter" without a year is the previous one.
  if ((ordinal === 'last' || ordinal === 'final') && yearText === undefined) return undefined;
  const q = groups['q'] === undefined ? (ordinals[ordinal ?? ''] ?? 1) : Number(groups['q']);
  return yearly('quarter', yearText, (y) => unitAround(dayOf(y, q * 3 - 2, 1), 'quarter'));
}

function half(groups: Record<string, string | undefined>): Omit<Atom, 'from' | 'to'> {
  const h =
    groups['h'] === undefined ? (ordinals[groups['ordinal']?.toLowerCase() ?? ''] ?? 1) : Number(groups['h']);
  return yearly('quarter', groups['year'] ?? groups['year2'], (y) => {
    const start = dayOf(y, h * 6 - 5, 1);
    return { start, end: addUnits(start, 6, 'month') };
  });
}

const monthStarts = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function monthNumber(groups: Record<string, string | undefined>): number {
  const name = groups['name']?.slice(0, 3).toLowerCase();
  return name === undefined ? Number(groups['month']) : monthStarts.indexOf(name) + 1;
}

function month(groups: Record<string, string | undefined>): Omit<Atom, 'from' | 'to'> {
  const number = monthNumber(groups);
  return yearly('month', groups['year'], (y) => unitAround(dayOf(y, number, 1), 'month'));
}

function date(groups: Record<string, string | undefined>): Omit<Atom, 'from' | 'to'> | undefined {
  const number = monthNumber(groups);
  const day = Number(groups['day']);
  if (number < 1 || number > 12 || day < 1 || day > 31) return undefined;
  return yearly('day', groups['year'], (y) => unitAround(dayOf(y, number, day), 'day'));
}

function year(groups: Record<string, string | undefined>): Omit<Atom, 'from' | 'to'> {
  return yearly('year', groups['year'], (y) => unitAround(dayOf(y, 1, 1), 'year'));
}

const rangeLink = /^\s*(?:to|-|–|—|through|thru|until|till|up to)\s*(?:the end of |end of )?$/i;
const betweenLink = /^\s*and\s*(?:the end of |end of )?$/i;
const listLink =
  /^\s*(?:,|,?\s*(?:and|or|vs\.?|versus|with|to|against|over|compared (?:to|with)|than))\s*(?:in |for |the |that of |during )*$/i;
const contrast = /\b(compar\w*|versus|vs|against|than|differ\w*|growth|grew|grow|change\w*)\b/i;

/** Joins dates that belong together, and reads the words before them (since, before, until). */
function combine(atoms: readonly Atom[], text: string): DateExpression[] {
  const expressions: DateExpression[] = [];
  for (let index = 0; index < atoms.length; index++) {
    const atom = atoms[index];
    if (atom === undefined) break;
    const next = atoms[index + 1];
    const before = text.slice(0, atom.from);
    const link = next === undefined ? '' : text.slice(atom.to, next.from);
    const fromTo = next !== undefined && rangeLink.test(link) && !/\bcompar\w*[^.]*$/i.test(before);
    const between = next !== undefined && betweenLink.test(link) && /\bbetween\s*$/i.test(before);
    if (next !== undefined && (fromTo || between)) {
      expressions.push(range(...sharedYear(atom, next), contrast.test(text)));
      index += 1;
      continue;
    }
    const list = [atom];
    while (true) {
      const following = atoms[index + 1];
      const last = list.at(-1);
      if (
        following === undefined ||
        last === undefined ||
        !listLink.test(text.slice(last.to, following.from))
      )
        break;
      list.push(following);
      index += 1;
    }
    expressions.push(list.length > 1 ? listOf(list, text) : bounded(atom, before, text.slice(atom.to)));
  }
  return expressions;
}

function sharedYear(a: Atom, b: Atom): [Atom, Atom] {
  if (a.inYear !== undefined && b.year !== undefined) return [inYear(a, a.inYear, b.year), b];
  if (b.inYear !== undefined && a.year !== undefined) return [a, inYear(b, b.inYear, a.year)];
  return [a, b];
}

function inYear(atom: Atom, at: (year: number) => Period, fixed: number): Atom {
  return { ...atom, year: fixed, resolve: () => ({ period: at(fixed), fromDataEnd: false }) };
}

function range(a: Atom, b: Atom, compare: boolean): DateExpression {
  const sameUnit = a.unit === b.unit;
  return {
    spans: [[a.from, b.to]],
    compare: compare && sameUnit,
    unit: a.unit,
    resolve: (clock) => {
      const [first, last] = [a.resolve(clock), b.resolve(clock)];
      const fromDataEnd = first.fromDataEnd || last.fromDataEnd;
      if (compare && sameUnit) return { periods: [first.period, last.period], fromDataEnd };
      return { periods: [{ start: first.period.start, end: last.period.end }], fromDataEnd };
    },
  };
}

function listOf(atoms: readonly Atom[], text: string): DateExpression {
  const dated = atoms.findLast((atom) => atom.year !== undefined);
  const shared = atoms.map((atom) =>
    atom.inYear !== undefined && dated?.year !== undefined ? inYear(atom, atom.inYear, dated.year) : atom,
  );
  return {
    ...together(
      shared.map((atom) => bounded(atom, '', '')),
      contrast.test(text),
    ),
    unit: shared[0]?.unit ?? 'day',
  };
}

/** Several expressions as one, to be told apart when they are compared. */
export function together(expressions: readonly DateExpression[], compare: boolean): DateExpression {
  return {
    spans: expressions.flatMap((expression) => expression.spans),
    compare,
    unit: expressions[0]?.unit ?? 'day',
    resolve: (clock, bucket) => {
      const all = expressions.map((expression) => expression.resolve(clock, bucket));
      return {
        periods: all.flatMap((it) => it.periods),
        fromDataEnd: all.some((it) => it.fromDataEnd),
      };
    },
  };
}

const limits: readonly (readonly [RegExp, (period: Period) => Period])[] = [
  [
    /\b(?:since|starting(?: from| in| with)?|beginning(?: in)?)\s*(?:the )?(?:start of |beginning of )?$/i,
    ({ start }) => ({ start, end: undefined }),
  ],
  [/\b(?:after|later than)\s*(?:the end of )?$/i, ({ end }) => ({ start: end, end: undefined })],
  [
    /\b(?:before|prior to|earlier than)\s*(?:the start of )?$/i,
    ({ start }) => ({ start: undefined, end: start }),
  ],
  [/\b(?:until|till|up to|through)\s*(?:the end of )?$/i, ({ end }) => ({ start: undefined, end })],
];

function bounded(atom: Atom, before: string, after: string): DateExpression {
  const onwards = /^\s*(?:onwards?|and later|and after|and beyond)\b/i.exec(after);
  const limit = limits.find(([words]) => words.test(before));
  const from = limit === undefined ? atom.from : (limit[0].exec(before)?.index ?? atom.from);
  const shape = onwards === null ? limit?.[1] : ({ start }: Period): Period => ({ start, end: undefined });
  return {
    spans: [[from, atom.to + (onwards?.[0].length ?? 0)]],
    compare: false,
    unit: atom.unit,
    resolve: (clock, bucket) => {
      const { period, fromDataEnd } = atom.resolve(clock, bucket);
      return { periods: [shape === undefined ? period : shape(period)], fromDataEnd };
    },
  };
}
