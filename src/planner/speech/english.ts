import { answerWords, type Language } from '../../contract/answer-words.ts';
import { type Unit, unitName } from '../../contract/units.ts';
import { singular } from '../../english.ts';
import type { Period } from '../language/calendar.ts';
import { englishModel } from './about-model.ts';
import { englishConditions } from './conditions.ts';
import { englishDecline } from './declines.ts';
import { endsPlural, inside, isPlural } from './english-titles.ts';
import type { Change, End, Ends } from './facts.ts';
import { digitsFor, listed, localeFormats } from './formats.ts';
import {
  type BucketName,
  englishBucket,
  englishDays,
  englishDuring,
  englishFromTo,
  englishPeriod,
  englishTimes,
  englishWeekdays,
} from './periods.ts';
import { englishQuery } from './queries.ts';

/** What answers are made of in one language: formats, and phrases for facts. */
export type Speech = ReturnType<typeof english>;

/**
 * English: also the list of what every other language has to say. Without a locale, numbers are written as in the United
 * States and dates as in Great Britain.
 */
export function english(locale?: string) {
  const formats = localeFormats(locale ?? 'en-US', locale ?? 'en-GB');
  const bucket: BucketName = (day, unit) => englishBucket(formats, day, unit);
  return {
    language: 'en' as Language,
    ...formats,
    bucket,
    /** @param number 1 for Monday */
    weekday: (number: number): string => englishDays[number - 1] ?? String(number),
    weekendOrNot: (isWeekend: boolean): string => (isWeekend ? 'Saturday and Sunday' : 'Monday to Friday'),
    grains: {
      hour: 'hour',
      day: 'day',
      week: 'week',
      month: 'month',
      quarter: 'quarter',
      year: 'year',
      decade: 'decade',
      weekday: 'weekday',
      weekend: 'weekend or weekday',
      daytime: 'hour of the day',
    },
    /** `in 2024`, `on 5 March 2024`, `since 1 May 2024`. */
    during: (periods: readonly Period[]): string => englishDuring(periods, bucket),
    /** By itself: `H1 2024`. */
    period: (period: Period): string => englishPeriod(period, bucket),
    /** Only on these days of the week, 1 for Monday. */
    onWeekdays: englishWeekdays,
    /** Only in this part of each day. */
    atTimes: englishTimes,
    /** From the earlier of two periods to the other. */
    fromTo: (periods: readonly Period[]): string => englishFromTo(periods, bucket),
    and: (words: readonly string[]): string => listed(words, 'and'),
    quoted: (text: string): string => `"${text}"`,
    /** A title in the middle of a sentence. */
    inside,
    /** `3.92 days`, `1,204 kWh`. */
    inUnit: (figure: string, unit: Unit, isOne: boolean): string =>
      `${figure} ${unitName(unit, answerWords.en, isOne)}`,
    /** Of percentages: `27.9 percentage points`. */
    points(size: number): string {
      const figure = formats.number(size, digitsFor(size));
      return `${figure} percentage ${figure === '1' ? 'point' : 'points'}`;
    },
    noValue: 'no value',
    unknown: answerWords.en.unknown,
    flag: (title: string, value: boolean): string => `${title}: ${value ? 'yes' : 'no'}`,

    /** What a count called "Number of …" counts; undefined for other titles. */
    counted: (title: string): string | undefined =>
      /^(?:number|count|total number) of (.+)$/i.exec(title)?.[1],
    /** Whether a count is only called that. */
    isBareCount: (title: string): boolean => /^(total |row )?(count|number|total)$/i.test(title),
    aggregate(kind: keyof typeof aggregates, of: string, dated: boolean): string {
      if (dated) return `${kind === 'max' ? 'Latest' : 'Earliest'} ${of.toLowerCase()}`;
      if (kind === 'sum' && /\btotal\b/i.test(of)) return of;
      return `${aggregates[kind]} ${of.toLowerCase()}${kind === 'distinct' ? ' values' : ''}`;
    },
    per: (part: string, whole: string): string => `${part} per ${whole}`,
    mean: (title: string, group: string): string => `Average ${inside(title)} per ${group}`,
    by: (groups: readonly string[]): string => `by ${listed(groups, 'and')}`,
    listOf: (titles: readonly string[]): string => `List: ${listed(titles, 'and')}`,
    less: (one: string, other: string): string => `${one} less ${inside(other)}`,
    asShare: (part: string, whole: string): string => `${part} as a share of ${inside(whole)}`,
    shareOf: (title: string): string => `Share of ${inside(title)}`,
    changeOf: (title: string): string => `Change of ${inside(title)}`,

    ...englishConditions,
    /** What a follow-up took over from before. */
    still: (words: string): string => `still ${words}, as before`,

    /** What a sentence is about: a title with all that narrows it. */
    about: (title: string, scope: string, kept: string): string =>
      `${title}${scope === '' ? '' : ` ${scope}`}${kept === '' ? '' : `, ${kept},`}`,
    scalar: (title: string, about: string, figure: string | undefined): string =>
      figure === undefined ? `${about} has no value` : `${about} ${isPlural(title) ? 'are' : 'is'} ${figure}`,
    /** Whose a single highest or lowest figure is. @param count of several */
    heldBy: (names: string, count: string | undefined): string =>
      count === undefined ? `: ${names}` : `, shared by ${count}: ${names}`,
    /** `13,000 customers in 2025`: a count with what it counts; undefined for a title that is no plural. */
    count: (about: string, title: string, figure: string, isOne: boolean): string | undefined =>
      endsPlural(title)
        ? `${figure} ${inside(isOne ? `${singular(title)}${about.slice(title.length)}` : about)}`
        : undefined,
    /** The figure of the whole. @param adds the parts add up to it */
    overall(about: string, title: string, figure: string, adds: boolean): string {
      const plural = isPlural(title);
      return adds
        ? `${about} ${plural ? 'come' : 'comes'} to ${figure} in total`
        : `${about} ${plural ? 'are' : 'is'} ${figure} overall`;
    },
    /** Begins a sentence whose first fact is not of the whole. */
    opening: (about: string, by: string): string => `${about} ${by}: `,
    change: ({ from, to, by, direction }: Change): string =>
      direction === 'same'
        ? `unchanged from ${from} to ${to}`
        : `${by === undefined ? 'going' : `${direction} ${by}`} from ${from} to ${to}`,
    changed,
    perUnit: (figure: string, unit: 'hour' | 'day' | 'week'): string => `an average of ${figure} a ${unit}`,
    ends({ highest, lowest, haveGaps }: Ends, areMoments: boolean): string {
      const low = lowest === undefined ? '' : `, ${endOf(lowest, areMoments ? 'earliest' : 'lowest', false)}`;
      return `${endOf(highest, areMoments ? 'latest' : 'highest', true)}${low}${low !== '' && haveGaps ? ', of those with data' : ''}`;
    },
    allAlike: (count: string, figure: string): string => `all ${count} are at ${figure}`,
    pair: (
      items: readonly (readonly [name: string, figure: string])[],
      difference: string | undefined,
      times: string | undefined,
    ): string => {
      const both = listed(
        items.map(([name, figure]) => `${name} has ${figure}`),
        'and',
      );
      const apart = difference === undefined ? both : `${both}, a difference of ${difference}`;
      return times === undefined ? apart : `${apart}; the larger is ${times} times the smaller`;
    },
    /** @param areMoments dates, of which the title says which end they are: "Latest order date" */
    leaders(
      about: string,
      items: string,
      areSeveral: boolean,
      direction: 'asc' | 'desc',
      areMoments: boolean,
    ): string {
      const end = direction === 'desc' ? 'highest' : 'lowest';
      // "The highest latitude" of a "Highest latitude".
      const isTitled = areMoments || new RegExp(`^${end}\\b`, 'i').test(about);
      return `${items} ${areSeveral ? 'have' : 'has'} the ${isTitled ? inside(about) : `${end} ${about}`}`;
    },
    more: (count: string): string => `${count} more`,
    /** Of the first, which is told alone. */
    alike: (count: number): string => `${count} more ${count === 1 ? 'has' : 'have'} the same`,
    together: (figure: string | undefined, share: string): string =>
      figure === undefined
        ? `that is ${share} of the total`
        : `together they come to ${figure}, ${share} of the total`,
    only: (title: string, about: string, name: string, figures: readonly string[]): string =>
      `${about} ${figures.length > 1 || isPlural(title) ? 'are' : 'is'} ${listed(figures, 'and')} for ${name}`,
    shareIs: (about: string, title: string, share: string, part: string, whole: string): string =>
      `${about} ${isPlural(title) ? 'make' : 'makes'} up ${share} of the total: ${part} of ${whole}`,
    list: (about: string, names: string, count: string): string =>
      count === '1' ? `${about}: ${names}` : `${about}: ${names} (${count} in all)`,
    /** All that is told of one thing. */
    record: (about: string, parts: readonly (readonly [title: string, value: string])[]): string =>
      `${about}: ${parts.map(([title, value]) => `${inside(title)} ${value}`).join(', ')}`,
    addedUp: (about: string, title: string, figure: string): string =>
      `${about} ${isPlural(title) ? 'add' : 'adds'} up to ${figure}`,
    /** From one period to the next. */
    steps: (least: string, most: string): string =>
      `from one period to the next, the change is between ${least} and ${most}`,

    /** Why a chart that was asked for is not drawn. */
    leftAside: (said: readonly string[]): string =>
      `Left aside, since it asks nothing of the data: ${listed(said, 'and')}.`,
    undrawn: {
      arc: 'It is not drawn as a pie, which shows the parts of one whole.',
      bar: 'It is not drawn as bars, since there are no figures to set side by side.',
      line: 'It is not drawn as a line, which shows figures over time.',
      area: 'It is not drawn as an area, which shows figures that add up over time.',
    },

    noData: (scope: string): string => `There is no data${scope === '' ? '' : ` ${scope}`}.`,
    /** Where rows may be hidden or not: true of those who see all of them, too. */
    foundNoData: (scope: string): string =>
      `I found no data${scope === '' ? '' : ` ${scope}`}. If you expected some: answers count only what your access covers.`,
    /** Where the groups are compared with a number, and none passes. */
    foundNone: (groups: readonly string[], scope: string): string =>
      `I found no ${listed(groups, 'and')} ${scope}.`,
    /** Where none has changed in the way that was asked for. */
    noneChanged: (groups: readonly string[], title: string, way: 'up' | 'down', scope: string): string =>
      `I found no ${listed(groups, 'and')} whose ${inside(title)} went ${way} ${scope}.`,
    goesOn: (bucket: string): string =>
      `${bucket.charAt(0).toUpperCase()}${bucket.slice(1)} is not over yet.`,
    noRows: (title: string): string => `Those without ${inside(title)} are not counted.`,
    namesakes: (title: string): string => `Those with the same ${inside(title)} count as one.`,
    calledSo: (name: string, count: number, key: string): string =>
      `${count} are called ${name} here; ${inside(key)} tells them apart.`,
    agesOn: (day: string): string => `Ages are as of ${day}.`,
    datedBy: (title: string): string => `Dated by ${title}.`,
    datedByPartly: (title: string): string => `Dated by ${title}, without those that have none.`,
    goingOnThen: (from: string, to: string): string =>
      `These are all that went on then, from ${from} to ${to}, whenever they began.`,
    dataEnds: (day: string): string => `The data ends on ${day}, so the dates are counted from there.`,
    dataRuns: (from: string, to: string): string => `The data runs from ${from} to ${to}.`,

    model: englishModel,
    query: englishQuery,

    certified: {
      none: (question: string): string => `The certified query "${question}" returns no rows.`,
      some: (question: string, cells: readonly string[], rows: string | undefined): string =>
        `By the certified query "${question}": ${cells.join(', ')}.${rows === undefined ? '' : ` It is the first of ${rows} rows.`}`,
      unknown: 'unknown',
    },
    decline: englishDecline,
  };
}

const aggregates = {
  avg: 'Average',
  min: 'Lowest',
  max: 'Highest',
  sum: 'Total',
  distinct: 'Different',
  median: 'Median',
} as const;

function changed(about: string, { from, to, by, direction }: Change): string {
  if (direction === 'same') return `${about} stayed the same from ${from} to ${to}`;
  const verb = direction === 'up' ? 'rose' : 'fell';
  return `${about} ${verb}${by === undefined ? '' : ` by ${by}`}, from ${from} to ${to}`;
}

function endOf(
  { names, count, figure, share, timesAverage }: End,
  end: 'highest' | 'lowest' | 'latest' | 'earliest',
  isFirst: boolean,
): string {
  const notes = [
    ...(share === undefined ? [] : [`${share} of all`]),
    ...(timesAverage === undefined ? [] : [`${timesAverage} times the average`]),
  ];
  const said = `${figure}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
  if (names.length === 0) return `${count} share the ${end}, ${said}`;
  const verb = names.length > 1 ? ' are' : ' is';
  return `${listed(names, 'and')}${isFirst ? verb : ''} ${end} with ${said}${names.length > 1 ? ' each' : ''}`;
}
