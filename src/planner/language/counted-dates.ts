import { addDays, addUnits, yearOf } from './calendar.ts';
import type { Atom, Back, DateExpression } from './date-meanings.ts';

/** What a date such as "a year earlier", or "Q4 the year before", is from dates that were spoken of before. */
export function countedFrom(dates: DateExpression, atom: Atom): DateExpression {
  const { back, inYear } = atom;
  const counted = countedBack(countedOf(dates, atom), back);
  return {
    ...counted,
    spans: [[atom.from, atom.to]],
    ...(inYear && { unit: atom.unit, compare: false }),
    resolve: (clock, bucket) => {
      const { periods: shifted, fromDataEnd } = counted.resolve(clock, bucket);
      if (inYear === undefined) return { periods: shifted, fromDataEnd };
      const years = shifted.flatMap(({ start, end }) => start ?? end ?? []).map(yearOf);
      const period = years.length === 0 ? atom.resolve(clock).period : inYear(Math.min(...years));
      return { periods: [period], fromDataEnd };
    },
  };
}

/** What a date counts from: "this year" up to today where it is held against the same period of another. */
export function countedOf(dates: DateExpression, { back }: Pick<Atom, 'back'>): DateExpression {
  return back?.isSoFar === true ? soFar(dates) : dates;
}

/** Periods that go on, as far as there is data. */
function soFar(dates: DateExpression): DateExpression {
  return {
    ...dates,
    resolve: (clock, bucket) => {
      const { today, dataEnd = today } = clock;
      const tomorrow = addDays(dataEnd < today ? dataEnd : today, 1);
      const { periods, fromDataEnd } = dates.resolve(clock, bucket);
      return {
        periods: periods.map(({ start, end }) => {
          const goesOn = start !== undefined && end !== undefined && start < tomorrow && end > tomorrow;
          return { start, end: goesOn ? tomorrow : end };
        }),
        fromDataEnd,
      };
    },
  };
}

/** The dates of a text with "Q4 the year before" as one. */
export function withParts(atoms: readonly Atom[], text: string): readonly Atom[] {
  return atoms.flatMap((atom, at) => {
    const [previous, next] = [atoms[at - 1], atoms[at + 1]];
    if (isPartOf(previous, atom, text)) return [];
    return next !== undefined && isPartOf(atom, next, text) ? [partOf(atom, next)] : [atom];
  });
}

function isPartOf(part: Atom | undefined, { back, from }: Atom, text: string): boolean {
  return (
    part?.inYear !== undefined && back?.unit === 'year' && /^,? (?:of |in )?$/.test(text.slice(part.to, from))
  );
}

function partOf(part: Atom, year: Atom): Atom {
  const { inYear = () => ({ start: undefined, end: undefined }) } = part;
  return {
    ...part,
    to: year.to,
    back: year.back,
    resolve: (clock) => {
      const { period, fromDataEnd } = year.resolve(clock);
      return { period: period.start === undefined ? period : inYear(yearOf(period.start)), fromDataEnd };
    },
  };
}

/** "Growth over the year before" is of each year, unless a date says of which. */
export function isComparedWith(text: string, { from, to }: Atom): boolean {
  return (
    /\b(?:against|than|over|to|from|with|on) $/i.test(text.slice(0, from)) &&
    /(?:before|earlier|prior)$/i.test(text.slice(from, to))
  );
}

/** The same so many units before. */
export function countedBack(dates: DateExpression, back: Back | undefined): DateExpression {
  const shift = (day: string | undefined): string | undefined =>
    day === undefined || back === undefined ? undefined : addUnits(day, -back.count, back.unit);
  return {
    ...dates,
    resolve: (clock, bucket) => {
      const { periods, fromDataEnd } = dates.resolve(clock, bucket);
      return {
        periods: periods.map(({ start, end }) => ({ start: shift(start), end: shift(end) })),
        fromDataEnd,
      };
    },
  };
}
