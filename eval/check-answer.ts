import type { Language } from '../src/contract/answer-words.ts';
import type { SvcSqlApiResult } from '../src/contract/tools.ts';
import { inGrammar, languageOf } from '../src/planner/language/german.ts';

/** What of a result an answer is checked against. */
export type Answered = Pick<SvcSqlApiResult, 'sqlQuery' | 'data' | 'totalRows'>;

/** What an answer may take its figures from. */
export interface Grounds {
  /** All results of the thread. */
  readonly results: readonly Answered[];
  /** What else it may repeat: the questions, and what searches found. */
  readonly text: string;
}

const months =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** Dates, periods, the numbers of a list and phrases such as "the top 5" say nothing about the data. */
const noFigures = new RegExp(
  [
    '^\\s*\\d{1,3}[.)]\\s',
    `\\b\\d{1,2} ${months}(?: \\d{4})?\\b`,
    `\\b${months} (?:\\d{1,2}, )?\\d{4}\\b`,
    '\\b(?:Q[1-4]|H[12])(?: \\d{4})?\\b',
    '\\b\\d{4}-\\d\\d(?:-\\d\\d)?\\b',
    '\\b\\d{1,2}:\\d\\d\\b',
    '\\b(?:19|20)\\d\\d\\b(?![.,]\\d)',
    '\\b(?:top|bottom|first|last|next|past|previous) \\d{1,3}\\b',
  ].join('|'),
  'gim',
);
const figure =
  /(?<![\p{L}\d.,])[-−]?\d(?:[\d,]*\d)?(?:\.(\d+))?\s?(k|m|bn?|x|times|%|pp|percent(?:age points?)?|million|billion|thousand)?(?![\p{L}\d])/giu;
/** Places of columns, which are no figures of a query. */
const ordinals = /\b(?:GROUP|ORDER) BY \d+(?:(?: (?:ASC|DESC))?(?: NULLS (?:FIRST|LAST))?, \d+)*/gi;
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
};

/** A figure of an answer, and where it comes from. */
export interface SaidFigure {
  readonly written: string;
  readonly from: 'text' | 'result' | 'nowhere';
}

/**
 * The figures that an answer says. One comes from a result if it is a value of it, rounded as far as it is written, with a
 * share perhaps in hundredths; a number of its rows; the sum or the mean of a column; or the sum, difference, ratio, share or
 * change of two numbers, each of which the answer says too, or is the first, the last, the highest, the sum or the mean of a column.
 */
export function saidFigures(answer: string, { results, text }: Grounds): SaidFigure[] {
  const language = languageOf(answer) ?? languageOf(text);
  const figures = figuresIn(withoutNames(answer, results), language);
  const repeated = [
    ...figuresIn(text, language),
    ...results.flatMap(({ sqlQuery }) => figuresIn(sqlQuery.replace(ordinals, ''), 'en')),
  ];
  const held = results.flatMap(numbersOf);
  const direct = figures.map((said) => closest(said, held));
  const values = direct.filter((value) => value !== undefined);
  // Not all numbers of all results with each other: among so many, anything would be found.
  const derived = [
    ...combinations([...values, ...results.filter(({ data }) => data.length === 1).flatMap(endsOf)]),
    ...results.flatMap((result) => combinations([...values, ...endsOf(result)])),
  ];
  return figures.map((said, index) => {
    const isRepeated = repeated.some(({ value }) => agrees(said, value));
    const isHeld =
      direct[index] !== undefined || (said.isExact && derived.some((value) => agrees(said, value)));
    return { written: said.written, from: isRepeated ? 'text' : isHeld ? 'result' : 'nowhere' };
  });
}

/** The figures that an answer made up, as written. */
export function unfoundedFigures(answer: string, grounds: Grounds): string[] {
  return saidFigures(answer, grounds)
    .filter(({ from }) => from === 'nowhere')
    .map(({ written }) => written);
}

/** What an answer says before its first figure that is not in `text`. */
export function wordsBeforeFigures(answer: string, text: string): string {
  const language = languageOf(answer) ?? languageOf(text);
  const repeated = figuresIn(text, language);
  const first = figuresIn(answer, language).find(
    (said) => !repeated.some(({ value }) => agrees(said, value)),
  );
  return answer.slice(0, first?.index);
}

/** Whether an answer says a figure, such as 1,234 or 12.3%, that agrees with a number in three significant figures or more. */
export function saysNumber(answer: string, number: number): boolean {
  return figuresIn(answer, languageOf(answer)).some((said) => said.digits >= 3 && agrees(said, number));
}

interface Figure {
  /** Where it begins. */
  readonly index: number;
  readonly written: string;
  readonly value: number;
  /** Half of the last place that is written. */
  readonly tolerance: number;
  readonly percent: boolean;
  /** How many significant figures are written. */
  readonly digits: number;
  /** Not a bare digit, which some combination of numbers always comes to, unless it says to be a ratio. */
  readonly isExact: boolean;
}

function figuresIn(text: string, language: Language | undefined): Figure[] {
  // German writes 1.234,5 for 1,234.5, and its dates otherwise.
  const blanked = (language === 'de' ? inGrammar(text) : text).replace(noFigures, (found) =>
    ' '.repeat(found.length),
  );
  return [...blanked.matchAll(figure)].map(({ index, 0: written, 1: decimals = '', 2: unit = '' }) => {
    // "8.9 m/s", "110.7 m" and "18,920 m²" are metres.
    const isLength =
      / m$/.test(written) || (unit === 'm' && /^[/²³]/.test(blanked.slice(index + written.length)));
    const scale = isLength ? 1 : (scales[unit.toLowerCase()] ?? 1);
    const number = written.replace(/[^\d.]/g, '');
    const digits = number.replace('.', '').replace(/^0+/, '').length;
    return {
      index,
      written: written.trim(),
      value: Number(number) * scale,
      tolerance: (0.5 * scale) / 10 ** decimals.length + 1e-9,
      percent: /^(%|p)/i.test(unit),
      digits,
      isExact: digits > 1 || decimals !== '' || /^(x|times)$/i.test(unit),
    };
  });
}

function agrees({ value, tolerance, percent }: Figure, number: number): boolean {
  const near = (other: number): boolean => Math.abs(Math.abs(other) - value) <= tolerance;
  return near(number) || (percent && near(number * 100));
}

function closest(said: Figure, numbers: readonly number[]): number | undefined {
  const distance = (number: number) => Math.abs(Math.abs(number) - said.value);
  return numbers
    .filter((number) => agrees(said, number))
    .reduce<number | undefined>(
      (best, number) => (best === undefined || distance(number) < distance(best) ? number : best),
      undefined,
    );
}

/** What a reader works out of two numbers. */
function combinations(numbers: readonly number[]): number[] {
  const distinct = [...new Set(numbers)];
  return distinct.flatMap((a, index) =>
    distinct
      .slice(index + 1)
      .flatMap((b) => [...(areAlike(a, b) ? [a + b, a - b] : []), a / b, b / a, (a - b) / a, (a - b) / b])
      .filter(Number.isFinite),
  );
}

/** Whether a sum of the two says more than the larger of them: amounts are not added to shares. */
function areAlike(a: number, b: number): boolean {
  return Math.min(Math.abs(a), Math.abs(b)) * 1000 > Math.max(Math.abs(a), Math.abs(b));
}

/** Names with digits, such as "Ward 7", are not figures. */
function withoutNames(answer: string, results: readonly Answered[]): string {
  const names = new Set(
    results.flatMap(({ data }) => data.flat()).filter((cell) => typeof cell === 'string'),
  );
  return [...names]
    .toSorted((a, b) => b.length - a.length)
    .filter((name) => /\d/.test(name) && Number.isNaN(Number(name)))
    .reduce((left, name) => left.replaceAll(name, ' '), answer);
}

/** The values of a result, and what each column and the rows come to. */
function numbersOf(result: Answered): number[] {
  const columns = numericColumns(result);
  const totals = columns.flatMap((column) => [sumOf(column), sumOf(column) / column.length]);
  return [...columns.flat(), ...totals, ...rowCounts(result)];
}

function endsOf(result: Answered): number[] {
  return numericColumns(result).flatMap((column) => [
    ...[column[0] ?? 0, column.at(-1) ?? 0, Math.max(...column)],
    ...[sumOf(column), sumOf(column) / column.length],
  ]);
}

function numericColumns({ data }: Answered): number[][] {
  return (data[0] ?? [])
    .map((_, index) =>
      data
        .map((row) => row[index])
        .filter(isNumeric)
        .map(Number),
    )
    .filter((column) => column.length > 0);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The rows that there are, that are shown, and that are left when the first ones are shown. */
function rowCounts({ data, totalRows }: Answered): number[] {
  const rows = Array.from({ length: Math.min(totalRows, data.length) + 1 }, (_, shown) => totalRows - shown);
  return [...rows, data.length];
}

function isNumeric(value: unknown): boolean {
  return (
    typeof value === 'number' || (typeof value === 'string' && value !== '' && !Number.isNaN(Number(value)))
  );
}
