import type { Unit } from '../language/calendar.ts';
import type { TextComparison } from '../language/text-matches.ts';
import { inside } from './english-titles.ts';
import type { SaidComparison } from './facts.ts';
import { listed } from './formats.ts';

/** What narrows what is told. */
export const englishConditions = {
  forValues: (values: readonly string[], negated: boolean, title: string): string =>
    `${negated ? 'excluding' : 'for'} ${listed(values, negated ? 'and' : 'or')} (${title})`,
  whereFlag: (title: string, value: boolean): string => `where ${title} is ${value ? 'yes' : 'no'}`,
  /** What two dates tell: that it is overdue or not paid. */
  whereState: (title: string): string => `where ${inside(title)}`,
  /** What a share is of. */
  ofThose: (title: string): string => `of those ${title}`,
  /** Rows that others refer to, or do not. */
  withRows: (title: string, exist: boolean): string => `${exist ? 'with' : 'without'} ${inside(title)}`,
  whereMissing: (title: string, negated: boolean, orZero: boolean): string =>
    `where ${title} is ${negated ? `known${orZero ? ' and not zero' : ''}` : `missing${orZero ? ' or zero' : ''}`}`,
  wherePast: (title: string): string => `where ${title} is past`,
  whereText: (title: string, comparison: TextComparison, text: string, negated: boolean): string => {
    const [verb, verbs] = {
      contains: ['contain', 'contains'],
      starts: ['start with', 'starts with'],
      ends: ['end with', 'ends with'],
    }[comparison];
    return `where ${title} ${negated ? `does not ${verb}` : verbs} “${text}”`;
  },
  forSegment: (title: string, negated: boolean): string => `${negated ? 'excluding' : 'for'} ${title}`,
  /** Of the rows of the answer before. */
  amongShown: (count: string | undefined): string =>
    count === '1' ? 'of that one' : `among ${count === undefined ? 'those' : `the ${count}`} shown before`,
  /** In a bucket of time that the answer before is of. */
  inShown: (unit: Unit): string => `in that ${unit}`,
  withNumber: (title: string, comparison: SaidComparison): string =>
    `with ${title} ${englishComparison(comparison)}`,
};

/** As {@link englishConditions}. */
export const germanConditions: typeof englishConditions = {
  forValues: (values, negated, title) =>
    `${negated ? 'ohne' : 'für'} ${listed(values, negated ? 'und' : 'oder')} (${title})`,
  whereFlag: (title, value) => `mit ${title}: ${value ? 'ja' : 'nein'}`,
  whereState: (title) => `mit ${title}: ja`,
  ofThose: (title) => `unter jenen mit ${title}: ja`,
  withRows: (title, exist) => `${exist ? 'mit' : 'ohne'} ${title}`,
  whereMissing: (title, negated, orZero) =>
    negated
      ? `mit ${title}${orZero ? ' ungleich null' : ''}`
      : `ohne ${title}${orZero ? ' oder mit null' : ''}`,
  wherePast: (title) => `mit vergangenem ${title}`,
  whereText: (title, comparison, text, negated) => {
    const place = { contains: 'in', starts: 'am Anfang von', ends: 'am Ende von' }[comparison];
    return `${negated ? 'ohne' : 'mit'} „${text}“ ${place} ${title}`;
  },
  forSegment: (title, negated) => `${negated ? 'ohne' : 'für'} ${title}`,
  amongShown: (count) =>
    count === '1' ? 'davon' : `unter den ${count === undefined ? '' : `${count} `}zuvor gezeigten`,
  inShown: (unit) =>
    ({
      hour: 'in derselben Stunde',
      decade: 'im selben Jahrzehnt',
      day: 'am selben Tag',
      week: 'in derselben Woche',
      month: 'im selben Monat',
      quarter: 'im selben Quartal',
      year: 'im selben Jahr',
    })[unit],
  withNumber: (title, comparison) => `mit ${title} ${germanComparison(comparison)}`,
};

function englishComparison({ operator, values }: SaidComparison): string {
  const [low = '', high = ''] = values;
  switch (operator) {
    case '>':
      return `over ${low}`;
    case '>=':
      return `of at least ${low}`;
    case '<':
      return `under ${low}`;
    case '<=':
      return `of at most ${low}`;
    case 'between':
      return `from ${low} to ${high}`;
    case '<>':
      return `other than ${listed(values, 'and')}`;
    default:
      return `of ${listed(values, 'or')}`;
  }
}

function germanComparison({ operator, values }: SaidComparison): string {
  const [low = '', high = ''] = values;
  switch (operator) {
    case '>':
      return `über ${low}`;
    case '>=':
      return `ab ${low}`;
    case '<':
      return `unter ${low}`;
    case '<=':
      return `bis ${low}`;
    case 'between':
      return `von ${low} bis ${high}`;
    case '<>':
      return `ungleich ${listed(values, 'und')}`;
    default:
      return `gleich ${listed(values, 'oder')}`;
  }
}
