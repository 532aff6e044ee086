import { describe, expect, it } from 'vitest';
import type { Clock } from './date-meanings.ts';
import { findDates } from './dates.ts';

const live: Clock = { today: '2024-05-15', dataEnd: '2024-05-15' };
/** Data that ended long before today. */
const ended: Clock = { today: '2026-11-21', dataEnd: '2024-12-31' };

function periods(text: string, clock: Clock = live): string[] {
  const { expression } = findDates(text);
  return (expression?.resolve(clock).periods ?? []).map(({ start, end }) => `${start ?? ''}..${end ?? ''}`);
}

it('the word before a range of dates belongs to the range', () => {
  const text = 'films between 2010 and 2019';
  const [[from, to] = [0, 0]] = findDates(text).expression?.spans ?? [];
  expect(text.slice(from, to)).toBe('between 2010 and 2019');
});

it('a month that was last over is the last of data that ended before today, too', () => {
  expect(periods('sales last December', ended)).toEqual(['2024-12-01..2025-01-01']);
});

it.each([
  ['sales in the last quarter of 2023', '2023-10-01..2024-01-01'],
  ['sales in the last month of 2023', '2023-12-01..2024-01-01'],
  ['sales in the first two months of 2023', '2023-01-01..2023-03-01'],
  ['sales in the last three months of last year', '2023-10-01..2024-01-01'],
  ['sales in the last 10 days of April 2023', '2023-04-21..2023-05-01'],
  ['sales in the first 10 days of May', '2024-05-01..2024-05-11'],
])('the first or the last part of a year or a month: %s', (text, period) => {
  expect(periods(text)).toEqual([period]);
});

describe('periods that count back from today', () => {
  const lagging = (dataEnd: string): Clock => ({ today: '2024-05-15', dataEnd });

  it.each([
    ['last 3 months', '2024-05-11', '2024-02-16..2024-05-16'],
    ['last 3 months', '2024-04-20', '2024-01-21..2024-04-21'],
    ['last 7 days', '2024-05-11', '2024-05-05..2024-05-12'],
  ])('periods that count back from today reads "%s" with data until %s', (text, dataEnd, period) => {
    expect(periods(`revenue ${text}`, lagging(dataEnd))).toEqual([period]);
  });

  it.each([
    ['last 6 months', 'month', '2024-05-01', '2024-04-30', '2023-11-01..2024-05-01'],
    ['last 6 months', 'month', '2024-05-15', '2024-05-15', '2023-12-01..2024-05-16'],
    ['past year', 'month', '2024-05-15', '2024-05-15', '2023-06-01..2024-05-16'],
    ['last 2 quarters', 'month', '2024-05-15', '2024-05-15', '2023-12-01..2024-05-16'],
  ] as const)('shows "%s" by %s in whole buckets', (text, bucket, today, dataEnd, period) => {
    const { expression } = findDates(`revenue ${text}`);
    const [found] = expression?.resolve({ today, dataEnd }, bucket).periods ?? [];
    expect(`${found?.start}..${found?.end}`).toBe(period);
  });
});

it.each([
  // Wednesday, 15 May 2024.
  ['on Monday', '2024-05-13..2024-05-14'],
  ['on Friday', '2024-05-10..2024-05-11'],
  ['on Wednesday', '2024-05-15..2024-05-16'],
  ['last Wednesday', '2024-05-08..2024-05-09'],
  ['this Friday', '2024-05-17..2024-05-18'],
  ['next Monday', '2024-05-20..2024-05-21'],
  ['since Sunday', '2024-05-12..'],
])('a day of the week is the last one that has been, unless it is said to be another: %s', (text, period) => {
  expect(periods(`orders ${text}`)).toEqual([period]);
});

it('no day of the week is taken for one date where any of them is meant', () => {
  expect(periods('which Friday had the most orders')).toEqual([]);
  expect(periods('average orders per Friday')).toEqual([]);
});

it.each([
  'orders between 1000 and 2000',
  'orders from 1 to 2000',
  'orders between 2000 and 5000',
  '1500-2000 orders',
])('a range of numbers of which one is no year has no year: %s', (text) => {
  expect(periods(text)).toEqual([]);
});

describe('findDates', () => {
  it.each([
    ['in 2023', '2023-01-01..2024-01-01'],
    ['in the eighties', '1980-01-01..1990-01-01'],
    ['from the 1990s', '1990-01-01..2000-01-01'],
    ['in Q3 2023', '2023-07-01..2023-10-01'],
    ['2023 Q3', '2023-07-01..2023-10-01'],
    ['third quarter of 2023', '2023-07-01..2023-10-01'],
    ['H2 2023', '2023-07-01..2024-01-01'],
    ['first half of 2023', '2023-01-01..2023-07-01'],
    ['the first half of the year 2023', '2023-01-01..2023-07-01'],
    ['on Black Friday 2023', '2023-11-24..2023-11-25'],
    ['on Cyber Monday', '2023-11-27..2023-11-28'],
    ['on Easter Sunday 2038', '2038-04-25..2038-04-26'],
    ['Christmas Eve last year', '2023-12-24..2023-12-25'],
    ['in March 2023', '2023-03-01..2023-04-01'],
    ['Mar. 2023', '2023-03-01..2023-04-01'],
    ['2023-03', '2023-03-01..2023-04-01'],
    ['on 2023-03-05', '2023-03-05..2023-03-06'],
    ['on March 5th, 2023', '2023-03-05..2023-03-06'],
    ['the 5th of March 2023', '2023-03-05..2023-03-06'],
    ['on 3/5/2023', '2023-03-05..2023-03-06'],
    ['since March 2023', '2023-03-01..'],
    ['from March 2023 onwards', '2023-03-01..'],
    ['orders in each year from 2018 on?', '2018-01-01..'],
    ['after 2022', '2023-01-01..'],
    ['before 2023', '..2023-01-01'],
    ['until March 2023', '..2023-04-01'],
    ['between 2021 and 2023', '2021-01-01..2024-01-01'],
    ['from 1 March to 15 March 2023', '2023-03-01..2023-03-16'],
    ['from March to May 2023', '2023-03-01..2023-06-01'],
    ['Q1 to Q3 2023', '2023-01-01..2023-10-01'],
    ['2021-2023', '2021-01-01..2024-01-01'],
    ['last month', '2024-04-01..2024-05-01'],
    ['this month', '2024-05-01..2024-06-01'],
    ['last year', '2023-01-01..2024-01-01'],
    ['last week', '2024-05-06..2024-05-13'],
    ['last April', '2024-04-01..2024-05-01'],
    ['last May', '2023-05-01..2023-06-01'],
    ['last June', '2023-06-01..2023-07-01'],
    ['last quarter', '2024-01-01..2024-04-01'],
    ['before the end of the year', '..2025-01-01'],
    ['by the end of the month', '..2024-06-01'],
    ['until the end of the quarter', '..2024-07-01'],
    ['before the end of March 2023', '..2023-04-01'],
    ['year to date', '2024-01-01..2024-05-16'],
    ['this month so far', '2024-05-01..2024-05-16'],
    ['in Feb 24', '2024-02-01..2024-03-01'],
    ['on Feb 24', '2024-02-24..2024-02-25'],
    ['in Feb 24, 2023', '2023-02-24..2023-02-25'],
    ['yesterday', '2024-05-14..2024-05-15'],
    ['last weekend', '2024-05-11..2024-05-13'],
    ['this weekend', '2024-05-18..2024-05-20'],
    ['the last 7 days', '2024-05-09..2024-05-16'],
    ['past six months', '2023-11-16..2024-05-16'],
    ['3 months ago', '2024-02-01..2024-03-01'],
    ['a year ago today', '2023-05-15..2023-05-16'],
    ['today two weeks ago', '2024-05-01..2024-05-02'],
    ['exactly 3 months ago', '2024-02-15..2024-02-16'],
    ['in Q2 so far', '2024-04-01..2024-05-16'],
    ['since April so far', '2024-04-01..2024-05-16'],
    ['up to today this year', '2024-01-01..2024-05-16'],
    ['this month before the 10th of May', '2024-05-01..2024-05-10'],
    ['after 3 May this month', '2024-05-04..2024-06-01'],
    ['next week', '2024-05-20..2024-05-27'],
    ['next month', '2024-06-01..2024-07-01'],
    ['in the next 30 days', '2024-05-15..2024-06-15'],
    ['tomorrow', '2024-05-16..2024-05-17'],
    ['less than 3 months ago', '2024-02-16..2024-05-16'],
    ['more than 30 days ago', '..2024-04-15'],
    ['at least 30 days ago', '..2024-04-16'],
    ['over a year ago', '..2023-05-15'],
    ['in April', '2024-04-01..2024-05-01'],
    ['in June', '2023-06-01..2023-07-01'],
    ['Q2', '2024-04-01..2024-07-01'],
    ['Q4 of last year', '2023-10-01..2024-01-01'],
  ])('findDates reads "%s"', (text, period) => {
    expect(periods(`revenue ${text}`)).toEqual([period]);
  });

  it.each([
    ['2022 and 2023', false, ['2022-01-01..2023-01-01', '2023-01-01..2024-01-01']],
    ['in 2022 and in 2023', true, ['2022-01-01..2023-01-01', '2023-01-01..2024-01-01']],
    ['in 2022 or in 2023', false, ['2022-01-01..2023-01-01', '2023-01-01..2024-01-01']],
    ['2022 vs 2023', true, ['2022-01-01..2023-01-01', '2023-01-01..2024-01-01']],
    ['Q1 and Q2 2023 compared', true, ['2023-01-01..2023-04-01', '2023-04-01..2023-07-01']],
    ['March 2022 versus March 2023', true, ['2022-03-01..2022-04-01', '2023-03-01..2023-04-01']],
    [
      '2021, 2022 and 2023',
      true,
      ['2021-01-01..2022-01-01', '2022-01-01..2023-01-01', '2023-01-01..2024-01-01'],
    ],
    ['grow from 2022 to 2023', true, ['2022-01-01..2023-01-01', '2023-01-01..2024-01-01']],
  ])('findDates reads the periods of "%s"', (text, compare, expected) => {
    expect(findDates(`revenue ${text}`).expression?.compare).toBe(compare);
    expect(periods(`revenue ${text}`)).toEqual(expected);
  });

  it.each([
    ['in March compared to the same month last year', ['2024-03-01..2024-04-01', '2023-03-01..2023-04-01']],
    ['this year vs the same period last year', ['2024-01-01..2024-05-16', '2023-01-01..2023-05-16']],
    [
      'so far this year against the same time a year ago',
      ['2024-01-01..2024-05-16', '2023-01-01..2023-05-16'],
    ],
    [
      'this month compared with the same period last year',
      ['2024-05-01..2024-05-16', '2023-05-01..2023-05-16'],
    ],
    ['this week vs the same period last month', ['2024-05-13..2024-05-16', '2024-04-13..2024-04-16']],
    ['Q1 2024 vs same quarter of the previous year', ['2024-01-01..2024-04-01', '2023-01-01..2023-04-01']],
    ['in the last 3 months vs the 3 months before', ['2024-02-16..2024-05-16', '2023-11-16..2024-02-16']],
    [
      'in the last 7 days compared to the 7 days before that',
      ['2024-05-09..2024-05-16', '2024-05-02..2024-05-09'],
    ],
  ])('findDates holds a period against an earlier one in "%s"', (text, expected) => {
    expect(periods(`revenue ${text}`)).toEqual(expected);
    expect(findDates(`revenue ${text}`).expression?.compare).toBe(true);
  });

  it('findDates compares up to the last day of data that lags behind', () => {
    const lagging: Clock = { today: '2024-05-15', dataEnd: '2024-05-12' };
    expect(periods('revenue this year vs the same period last year', lagging)).toEqual([
      '2024-01-01..2024-05-13',
      '2023-01-01..2023-05-13',
    ]);
  });

  it.each([
    ['last 6 months', '2024-07-01..2025-01-01'],
    ['last 30 days', '2024-12-02..2025-01-01'],
    ['last month', '2024-12-01..2025-01-01'],
    ['this year', '2024-01-01..2025-01-01'],
    ['last year', '2024-01-01..2025-01-01'],
    ['in November', '2024-11-01..2024-12-01'],
  ])('findDates counts "%s" from the end of data that ended long ago', (text, period) => {
    expect(periods(text, ended)).toEqual([period]);
    if (!text.startsWith('in ')) {
      expect(findDates(text).expression?.resolve(ended).fromDataEnd).toBe(true);
    }
  });

  it('findDates keeps the literal year while the data reaches into it', () => {
    const clock: Clock = { today: '2025-02-10', dataEnd: '2024-12-31' };
    expect(findDates('last year').expression?.resolve(clock)).toEqual({
      periods: [{ start: '2024-01-01', end: '2025-01-01' }],
      fromDataEnd: false,
    });
  });

  it('findDates takes absolute dates as they are, wherever the data ends', () => {
    expect(findDates('in 2026').expression?.resolve(ended)).toMatchObject({ fromDataEnd: false });
  });

  it('findDates gives whole buckets when they are shown one by one', () => {
    const { expression } = findDates('last 6 months');
    expect(expression?.resolve(live, 'month').periods).toEqual([{ start: '2023-12-01', end: '2024-05-16' }]);
  });

  it.each([
    'orders over 2000',
    'more than 2023 orders',
    'we may see',
    'they march on',
    'top 2020',
    'order 2024-99-99',
    'revenue by month',
    '$2024',
    'goals in the first half of the season',
    'breakages in the second half of each tour',
  ])('sees no date in "%s"', (text) => {
    expect(periods(text)).toEqual([]);
  });

  it('findDates reports a second date that it cannot join', () => {
    const { expression, leftover } = findDates('orders in 2023 shipped in 2024');
    expect(expression).toBeDefined();
    expect(leftover).toHaveLength(1);
  });
});

describe('periods that are compared', () => {
  it.each([
    ['this month vs last month', ['2024-12-01..2025-01-01', '2024-11-01..2024-12-01']],
    ['last quarter against this quarter', ['2024-07-01..2024-10-01', '2024-10-01..2025-01-01']],
    ['this year vs 2 years ago', ['2024-01-01..2025-01-01', '2022-01-01..2023-01-01']],
    ['2024 vs 2023', ['2024-01-01..2025-01-01', '2023-01-01..2024-01-01']],
    // What has no data is not moved onto what it is compared with.
    ['this year vs 2024', ['2026-01-01..2027-01-01', '2024-01-01..2025-01-01']],
    // A month is compared with the same month.
    ['March 2024 vs 2023', ['2024-03-01..2024-04-01', '2023-03-01..2023-04-01']],
    ['2023 compared with Q2 2024', ['2023-04-01..2023-07-01', '2024-04-01..2024-07-01']],
  ])('periods that are compared count from the same day where the data has ended: %s', (text, expected) => {
    expect(periods(`revenue ${text}`, ended)).toEqual(expected);
  });
});

describe('days written with dots', () => {
  it.each([
    ['revenue between 1.2.2024 and 3.4.2024', '2024-02-01..2024-04-04'],
    ['orders from 01.02.2024 to 03.04.2024', '2024-02-01..2024-04-04'],
    ['revenue since 5.6.23', '2023-06-05..'],
    ['revenue on 31.12.2023', '2023-12-31..2024-01-01'],
  ])('days written with dots have the day first: "%s"', (text, period) => {
    expect(periods(text)).toEqual([period]);
  });
});

describe('dates that count from one spoken of before', () => {
  it.each([
    ['Q3 2023 vs the same quarter a year earlier', ['2023-07-01..2023-10-01', '2022-07-01..2022-10-01']],
    ['in March 2023 against the month before', ['2023-03-01..2023-04-01', '2023-02-01..2023-03-01']],
    ['2022 compared with the previous year', ['2022-01-01..2023-01-01', '2021-01-01..2022-01-01']],
    ['last year and the year before', ['2023-01-01..2024-01-01', '2022-01-01..2023-01-01']],
    ['from April to June 2023 vs one year earlier', ['2023-04-01..2023-07-01', '2022-04-01..2022-07-01']],
    ['last 3 months vs the previous 3 months', ['2024-02-16..2024-05-16', '2023-11-16..2024-02-16']],
    ['in Q4 of the previous year', ['2023-10-01..2024-01-01']],
    ['the year before last', ['2022-01-01..2023-01-01']],
  ])('dates that count from one spoken of before are read from there: %s', (text, expected) => {
    expect(periods(`revenue ${text}`)).toEqual(expected);
  });

  it.each([
    ['and a year earlier?', '2021-10-01..2022-01-01'],
    ['and the year before that?', '2021-10-01..2022-01-01'],
    ['and Q2 the year before?', '2021-04-01..2021-07-01'],
    ['and the previous quarter?', '2022-07-01..2022-10-01'],
    ['and in 2021?', undefined],
  ])('dates that count from one spoken of before do so in a thread: %s', (text, expected) => {
    const { expression } = findDates(text);
    const earlier = findDates('revenue in Q4 2022').expression;
    const [found] = (earlier && expression?.from?.(earlier))?.resolve(live).periods ?? [];
    expect(found && `${found.start}..${found.end}`).toBe(expected);
  });
});

it.each(['orders a week prior to delivery', 'the day prior to the delivery'])(
  'what is prior to something that is no date names no period: %s',
  (text) => {
    expect(periods(text)).toEqual([]);
  },
);

it('a version that no calendar has as a day is no missing day', () => {
  expect(findDates('sessions on version 10.15.71').noDay).toBeUndefined();
  expect(findDates('sessions on 30.2.2024').noDay).toBe('30.2.2024');
});

it.each([
  ['this yr', '2024-01-01..2025-01-01'],
  ['last qtr', '2024-01-01..2024-04-01'],
  ['last mth', '2024-04-01..2024-05-01'],
  ['next wk', '2024-05-20..2024-05-27'],
  ['last 2 yrs', '2022-05-16..2024-05-16'],
  ['Q1 last yr', '2023-01-01..2023-04-01'],
])('a unit that is written short is a period like any other: %s', (text, period) => {
  expect(periods(`orders ${text}`)).toEqual([period]);
});

it.each([
  ['parcels sent in 2024 and more than 60 days ago', ['2024-01-01..2024-03-16']],
  ['parcels sent in 2024 and from more than 60 days ago', ['2024-01-01..2024-03-16']],
  ['parcels sent more than 60 days ago in 2024', ['2024-01-01..2024-03-16']],
])(
  'how long ago something was bounds the period beside it, and is none more of them: %s',
  (text, expected) => {
    expect(periods(text)).toEqual(expected);
  },
);

it('a word of comparison within a date holds no two periods against each other', () => {
  const { expression, leftover } = findDates('born more than 80 years ago and seen in 2023');
  expect(expression?.compare).toBe(false);
  expect(leftover).not.toEqual([]);
});
