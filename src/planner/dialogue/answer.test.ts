import { expect, it } from 'vitest';
import type { CubeMetadata, DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import type { Row, Value } from '../../engines/query-engine.ts';
import type { Plan } from '../query/plan.ts';
import type { PlannedGroup } from '../query/planned-groups.ts';
import { speechOf } from '../speech/speeches.ts';
import { writeAnswer } from './answer.ts';

const day = { name: 'sales.day', title: 'Day', type: 'time', range: ['2024-01-01', '2025-12-31'] } as const;
const brand: DimensionMetadata = { name: 'sales.brand', title: 'Brand', type: 'string' };
const measure = (name: string, title: string, more: Partial<MeasureMetadata>): MeasureMetadata => ({
  ...{ name: `sales.${name}`, title, type: 'sum' },
  ...more,
});
const revenue = measure('revenue', 'Revenue', { format: 'currency', currency: 'EUR' });
const rate = measure('rate', 'Return rate', { type: 'number', format: 'percent' });
const buyers = measure('buyers', 'Buyers', { type: 'count_distinct' });
const lead = measure('lead', 'Lead time', { type: 'avg', description: 'Days from order to delivery' });
const cube: CubeMetadata = {
  ...{ name: 'sales', type: 'cube', title: 'Sales' },
  ...{ dimensions: [brand, day], measures: [revenue, rate, buyers], segments: [] },
};
const byBrand: PlannedGroup = { dimension: brand, grain: undefined, key: undefined };
const byMonth: PlannedGroup = { dimension: day, grain: 'month', key: undefined };
const byDay: PlannedGroup = { dimension: day, grain: 'day', key: undefined };

interface Asked {
  readonly figures: readonly MeasureMetadata[];
  readonly by?: PlannedGroup;
  readonly rows: readonly Row[];
  /** Of all rows, by the figures' order. */
  readonly whole?: readonly Value[];
  readonly plan?: Partial<Plan>;
}

function answerTo({ figures, by, rows, whole, plan }: Asked, language: 'en' | 'de' = 'en'): string {
  const full: Plan = {
    ...{ cube, filters: [], having: [], time: undefined, ranking: undefined, share: undefined },
    ...{ shareOf: undefined, change: false, running: false, meanOver: undefined, countGroups: undefined },
    today: '2025-01-01',
    each: false,
    quantities: figures.map((it) => ({ kind: 'measure', measure: it })),
    groups: by === undefined ? [] : [by],
    kept: { filters: [], dates: false },
    ...plan,
  };
  const group = by === undefined ? [] : [by.grain === undefined ? 'brand' : `day_${by.grain}`];
  const columns = [...group, ...figures.map(({ name }) => name.slice('sales.'.length))];
  const background = {
    ends: undefined,
    names: [],
    holders: undefined,
    listed: undefined,
    // All rows belong to some group.
    whole: (quantity: Plan['quantities'][number]) => {
      const of = quantity.kind === 'filtered' ? quantity.of : quantity;
      return of.kind === 'measure' ? whole?.[figures.indexOf(of.measure)] : undefined;
    },
  };
  return writeAnswer(
    full,
    { columns, rows, totalRows: rows.length },
    background,
    speechOf(language),
  ).replaceAll('\u00a0', ' ');
}

const months = (values: readonly Value[]): Row[] =>
  values.map((value, at) => [`2024-${String(at + 1).padStart(2, '0')}-01T00:00:00`, value]);
const top = (limit: number, direction: 'desc' | 'asc' = 'desc'): Partial<Plan> => ({
  ranking: { direction, limit, offset: 0, by: undefined, within: undefined },
});
const year2024 = {
  time: { dimension: day, periods: [{ start: '2024-01-01', end: '2025-01-01' }], dataEnd: undefined },
} as unknown as Partial<Plan>;

it.each<[kind: string, asked: Asked, english: string, german: string]>([
  [
    'amounts by brand',
    {
      figures: [revenue],
      by: byBrand,
      rows: [
        ['Ada', 60],
        ['Bea', 30],
        ['Cem', 10],
      ],
      whole: [100],
      plan: year2024,
    },
    'Revenue in 2024 comes to €100 in total. Ada is highest with €60 (60% of all), Cem lowest with €10.',
    'Revenue im Jahr 2024: insgesamt 100 €. Am höchsten ist Ada mit 60 € (60 % davon), am niedrigsten ist Cem mit 10 €.',
  ],
  [
    'two years of which the data covers a part of one',
    {
      figures: [revenue],
      by: { dimension: day, grain: 'year', key: undefined },
      rows: [
        ['2025-01-01T00:00:00', 60],
        ['2026-01-01T00:00:00', 30],
      ],
      plan: {
        time: {
          dimension: day,
          periods: [
            { start: '2025-01-01', end: '2026-01-01' },
            { start: '2026-01-01', end: '2027-01-01' },
          ],
          dataEnd: undefined,
        },
      } as unknown as Partial<Plan>,
    },
    'Revenue in 2025 and 2026 by year: 2025 (€60) and 2026 (€30). The data runs from 1 January 2024 to 31 December 2025.',
    'Revenue in den Jahren 2025 und 2026 nach Jahr: 2025 (60 €) und 2026 (30 €). Die Daten reichen vom 1. Januar 2024 bis zum 31. Dezember 2025.',
  ],
  [
    'rates, which do not add up',
    {
      figures: [rate],
      by: byBrand,
      rows: [
        ['Ada', 0.2],
        ['Bea', 0.1],
        ['Cem', 0.05],
      ],
      whole: [0.125],
    },
    'Return rate is 12.5% overall. Ada is highest with 20%, Cem lowest with 5%.',
    'Return rate: insgesamt 12,5 %. Am höchsten ist Ada mit 20 %, am niedrigsten ist Cem mit 5 %.',
  ],
  [
    'distinct things, of which the sum is not the whole',
    {
      figures: [buyers],
      by: byBrand,
      rows: [
        ['Ada', 8],
        ['Bea', 6],
        ['Cem', 6],
      ],
      whole: [10],
    },
    'Buyers are 10 overall. Ada is highest with 8 (80% of all), Bea and Cem lowest with 6 each.',
    'Buyers: insgesamt 10. Am höchsten ist Ada mit 8 (80 % davon), am niedrigsten sind Bea und Cem mit je 6.',
  ],
  [
    'times, in the unit that the model says',
    {
      figures: [lead],
      by: byBrand,
      rows: [
        ['Ada', 3.916],
        ['Bea', 2.5],
        ['Cem', 1],
      ],
      whole: [2.5],
    },
    'Lead time is 2.5 days overall. Ada is highest with 3.92 days, Cem lowest with 1 day.',
    'Lead time: insgesamt 2,5 Tage. Am höchsten ist Ada mit 3,92 Tage, am niedrigsten ist Cem mit 1 Tag.',
  ],
  [
    'a year by month',
    {
      figures: [revenue],
      by: byMonth,
      rows: months([10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 60, 20]),
      whole: [180],
      plan: year2024,
    },
    'Revenue in 2024 comes to €180 in total, up 100% from €10 (January 2024) to €20 (December 2024). November 2024 is highest with €60 (4 times the average), 10 share the lowest, €10.',
    'Revenue im Jahr 2024: insgesamt 180 €, plus 100 % von 10 € (Januar 2024) bis 20 € (Dezember 2024). Am höchsten ist November 2024 mit 60 € (das 4-Fache des Durchschnitts), am niedrigsten sind 10 mit je 10 €.',
  ],
  [
    'days, with an average',
    {
      figures: [revenue],
      by: byDay,
      rows: [
        ['2024-03-01', 5],
        ['2024-03-02', 3],
        ['2024-03-03', 4],
      ],
      whole: [12],
    },
    'Revenue comes to €12 in total, an average of €4 a day. 1 March 2024 is highest with €5, 2 March 2024 lowest with €3.',
    'Revenue: insgesamt 12 €, im Durchschnitt 4 € pro Tag. Am höchsten ist 1. März 2024 mit 5 €, am niedrigsten ist 2. März 2024 mit 3 €.',
  ],
  [
    'a pair',
    {
      figures: [revenue],
      by: byBrand,
      rows: [
        ['Ada', 75],
        ['Bea', 25],
      ],
      whole: [100],
    },
    'Revenue comes to €100 in total. Ada has €75 (75%) and Bea has €25 (25%), a difference of €50; the larger is 3 times the smaller.',
    'Revenue: insgesamt 100 €. Ada 75 € (75 %) und Bea 25 € (25 %); der Unterschied beträgt 50 €, der größere Wert ist das 3-Fache des kleineren.',
  ],
  [
    'losses, of which there is no share',
    {
      figures: [revenue],
      by: byBrand,
      rows: [
        ['Ada', 60],
        ['Bea', 10],
        ['Cem', -90],
      ],
      whole: [-20],
    },
    'Revenue comes to -€20 in total. Ada is highest with €60, Cem lowest with -€90.',
    'Revenue: insgesamt -20 €. Am höchsten ist Ada mit 60 €, am niedrigsten ist Cem mit -90 €.',
  ],
  [
    'one figure and another of what is not known',
    {
      figures: [revenue],
      by: byBrand,
      rows: [
        ['Ada', 5],
        [null, 5],
      ],
      whole: [10],
    },
    'Revenue comes to €10 in total. Ada is highest with €5 (50% of all). Unknown brand: €5 (50%).',
    'Revenue: insgesamt 10 €. Am höchsten ist Ada mit 5 € (50 % davon). Brand unbekannt: 5 € (50 %).',
  ],
  [
    'figures that are all alike',
    {
      figures: [revenue],
      by: byBrand,
      rows: [
        ['Ada', 5],
        ['Bea', 5],
        ['Cem', 5],
      ],
      whole: [15],
    },
    'Revenue comes to €15 in total. All 3 are at €5: Ada, Bea and Cem.',
    'Revenue: insgesamt 15 €. Alle 3 liegen bei 5 €: Ada, Bea und Cem.',
  ],
  [
    'rows without a figure',
    {
      figures: [revenue],
      by: byBrand,
      rows: [
        ['Ada', 7],
        ['Bea', null],
        ['Cem', 3],
        [null, 2],
      ],
      whole: [12],
    },
    'Revenue comes to €12 in total. Ada is highest with €7 (58.3% of all), Cem lowest with €3. Unknown brand: €2 (16.7%).',
    'Revenue: insgesamt 12 €. Am höchsten ist Ada mit 7 € (58,3 % davon), am niedrigsten ist Cem mit 3 €. Brand unbekannt: 2 € (16,7 %).',
  ],
  [
    'nothing but rows without a figure',
    {
      figures: [revenue],
      by: byBrand,
      rows: [
        ['Ada', null],
        ['Bea', null],
        ['Cem', null],
      ],
    },
    'Revenue has no value.',
    'Revenue: kein Wert.',
  ],
  [
    'one row',
    { figures: [revenue], by: byBrand, rows: [['Ada', 7]], whole: [7] },
    'Revenue is €7 for Ada.',
    'Revenue: 7 € für Ada.',
  ],
  [
    'the first few',
    {
      figures: [revenue],
      by: byBrand,
      rows: [
        ['Ada', 60],
        ['Bea', 20],
      ],
      whole: [100],
      plan: top(2),
    },
    'Ada (€60) and Bea (€20) have the highest Revenue by brand; together they come to €80, 80% of the total.',
    'Revenue nach Brand: am höchsten sind Ada (60 €) und Bea (20 €); zusammen sind das 80 €, 80 % des Ganzen.',
  ],
  [
    'the first of all',
    { figures: [buyers], by: byBrand, rows: [['Ada', 6]], whole: [10], plan: top(1) },
    'Ada (6) has the highest Buyers by brand; that is 60% of the total.',
    'Buyers nach Brand: am höchsten ist Ada (6); das sind 60 % des Ganzen.',
  ],
  [
    'two figures',
    {
      figures: [revenue, rate],
      by: byBrand,
      rows: [
        ['Ada', 60, 0.1],
        ['Bea', 40, 0.3],
        ['Cem', 20, 0.2],
      ],
      whole: [120, 0.18],
    },
    'Revenue comes to €120 in total; Ada is highest with €60 (50% of all), Cem lowest with €20. Return rate is 18% overall; Bea is highest with 30%, Ada lowest with 10%.',
    'Revenue: insgesamt 120 €; am höchsten ist Ada mit 60 € (50 % davon), am niedrigsten ist Cem mit 20 €. Return rate: insgesamt 18 %; am höchsten ist Bea mit 30 %, am niedrigsten ist Ada mit 10 %.',
  ],
  [
    'no rows, without a word on whether there are some that are hidden',
    { figures: [revenue], by: byBrand, rows: [], plan: year2024 },
    'I found no data in 2024. If you expected some: answers count only what your access covers. The data runs from 1 January 2024 to 31 December 2025.',
    'Ich habe keine Daten im Jahr 2024 gefunden. Falls Sie welche erwarten: Antworten zählen nur, was Ihre Rechte umfassen. Die Daten reichen vom 1. Januar 2024 bis zum 31. Dezember 2025.',
  ],
])('an answer says in either language what %s come to', (_, asked, inEnglish, inGerman) => {
  expect([answerTo(asked), answerTo(asked, 'de')]).toEqual([inEnglish, inGerman]);
});

it('tells a change from the first to the last month that is there in full', () => {
  const cut = { ...byMonth, dimension: { ...day, range: ['2024-01-20', '2024-05-10'] as const } };
  const asked = {
    figures: [revenue],
    by: cut as unknown as PlannedGroup,
    rows: months([1, 10, 20, 30, 2]),
    whole: [63],
  };
  expect(answerTo(asked)).toMatch(
    /^Revenue comes to €63 in total, up 200% from €10 \(February 2024\) to €30 \(April 2024\)\./,
  );
});

it('an answer says which bucket is not over yet, and takes it for no end of a trend', () => {
  const rows: Row[] = [
    ['2024-12-01', 100],
    ['2025-01-01', 150],
    ['2025-02-01', 20],
  ];
  const answer = answerTo({ figures: [revenue], by: byMonth, rows, plan: { today: '2025-02-10' } });
  expect(answer).toContain('(January 2025)');
  expect(answer).not.toContain('to 20');
  expect(answer).toContain('February 2025 is not over yet.');
  const later = answerTo({ figures: [revenue], by: byMonth, rows, plan: { today: '2025-03-01' } });
  expect(later).not.toContain('not over yet');
});
