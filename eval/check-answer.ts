import type { SvcSqlApiResult } from '../src/contract/tools.ts';

/** What of a result an answer is checked against. */
type Answered = Pick<SvcSqlApiResult, 'sqlQuery' | 'data' | 'totalRows'>;

const months =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** Dates and periods come from the question and do not count as figures. */
const dates = new RegExp(
  [
    `\\b\\d{1,2} ${months}(?: \\d{4})?\\b`,
    `\\b${months} (?:\\d{1,2}, )?\\d{4}\\b`,
    '\\b(?:Q[1-4]|H[12])(?: \\d{4})?\\b',
    '\\b\\d{4}-\\d\\d(?:-\\d\\d)?\\b',
    '\\b\\d{1,2}:\\d\\d\\b',
    '\\b(?:19|20)\\d\\d\\b(?![.,]\\d)',
  ].join('|'),
  'gi',
);
const figure =
  /(?<![\p{L}\d.,])[-−]?\d[\d,]*(?:\.(\d+))?\s?(k|m|bn|%|million|billion|thousand)?(?![\p{L}\d])/giu;
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};

/**
 * The figures that an answer says and that its result does not hold, as written; empty when all of them are there. A figure
 * may be rounded as far as it is written, and a share be told in hundredths; how many rows there are, sums of columns and
 * the change from the first row to the last are the result's own too. What stands in the question or the query is no finding.
 */
export function unfoundedFigures(answer: string, question: string, result: Answered): string[] {
  const known = knownFigures(result);
  const said = figuresIn(`${question} ${result.sqlQuery}`).map(({ value }) => value);
  const names = new Set(result.data.flat().filter((cell) => typeof cell === 'string'));
  const text = [...names]
    .toSorted((a, b) => b.length - a.length)
    .filter((name) => /\d/.test(name) && Number.isNaN(Number(name)))
    .reduce((left, name) => left.replaceAll(name, ' '), answer);
  return figuresIn(text)
    .filter(({ value, tolerance, percent }) => {
      const near = (other: number): boolean => Math.abs(Math.abs(other) - Math.abs(value)) <= tolerance;
      return !(known.some((other) => near(other) || (percent && near(other * 100))) || said.some(near));
    })
    .map(({ written }) => written);
}

interface Figure {
  readonly written: string;
  readonly value: number;
  /** Half of the last place that is written. */
  readonly tolerance: number;
  readonly percent: boolean;
}

function figuresIn(text: string): Figure[] {
  return [...text.replace(dates, ' ').matchAll(figure)].map(([written, decimals = '', unit = '']) => {
    const scale = scales[unit.toLowerCase()] ?? 1;
    const digits = written.replace(/[^\d.]/g, '');
    const tolerance = (0.5 * scale) / 10 ** decimals.length + 1e-9;
    return { written: written.trim(), value: Number(digits) * scale, tolerance, percent: unit === '%' };
  });
}

/** Every number of the result, and what a reader would work out of it. */
function knownFigures({ data, totalRows }: Answered): number[] {
  const columns = (data[0] ?? []).map((_, index) =>
    data
      .map((row) => row[index])
      .filter(isNumeric)
      .map(Number),
  );
  const sums = columns.map((column) => column.reduce((sum, value) => sum + value, 0));
  const changes = columns.flatMap((column) => {
    const [first = 0] = column;
    const last = column.at(-1) ?? 0;
    return first === 0 ? [] : [((last - first) / first) * 100];
  });
  const rows = Array.from({ length: Math.min(totalRows, data.length) + 1 }, (_, shown) => totalRows - shown);
  return [...columns.flat(), ...sums, ...changes, ...rows, data.length];
}

function isNumeric(value: unknown): boolean {
  return (
    typeof value === 'number' || (typeof value === 'string' && value !== '' && !Number.isNaN(Number(value)))
  );
}
