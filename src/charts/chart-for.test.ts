import fc from 'fast-check';
import { type LoggerInterface, parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { describe, expect, it } from 'vitest';
import type { ColumnType } from '../contract/columns.ts';
import type { CubeMetadata } from '../contract/tools.ts';
import type { Column, Row } from '../engines/query-engine.ts';
import { chartFor, readProposedSpec } from './chart-for.ts';
import { createFieldCatalog } from './fields.ts';
import { chartSpecProblems } from './spec/chart-spec.ts';

const cube: CubeMetadata = {
  name: 'stays',
  type: 'view',
  title: 'Stays',
  dimensions: [
    { name: 'stays.ward', title: 'Ward', type: 'string' },
    { name: 'stays.severity', title: 'Severity', type: 'string' },
    { name: 'stays.level', title: 'Care level', type: 'number' },
    { name: 'stays.admitted_on', title: 'Admission date', type: 'time' },
  ],
  measures: [
    { name: 'stays.count', title: 'Stays', type: 'count' },
    { name: 'stays.cost', title: 'Cost', type: 'sum', format: 'currency', currency: 'USD' },
    { name: 'stays.avg_cost', title: 'Average cost', type: 'avg', format: 'currency', currency: 'USD' },
    { name: 'stays.rate', title: 'Readmission rate', type: 'number', format: 'percent' },
    { name: 'stays.avg_days', title: 'Average stay', type: 'avg' },
    { name: 'stays.avg_hours', title: 'Hours of care', type: 'avg' },
    { name: 'stays.power', title: 'Power used', type: 'sum', unit: 'kWh' },
  ],
  segments: [],
};

function columns(named: Readonly<Record<string, ColumnType>>): Column[] {
  return Object.entries(named).map(([name, columnType]) => ({ name, columnType }));
}

interface Drawn {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly svg: string;
  /** Warnings of the compiler. */
  readonly warnings: readonly string[];
}

/** The chart of a result, compiled by Vega-Lite and rendered with the result's rows, as a client would. */
async function draw(
  result: { columns: Column[]; rows: Row[]; language?: 'de' },
  proposed?: string,
): Promise<Drawn> {
  const fields = createFieldCatalog();
  fields.add([cube]);
  const own = proposed === undefined ? undefined : readProposedSpec(proposed);
  const chart = chartFor({ title: 'A title', ...result }, fields, own);
  if (chart === undefined) throw new Error('no chart');
  const spec = JSON.parse(chart.text) as Record<string, unknown>;
  const values = result.rows.map((row) =>
    Object.fromEntries(result.columns.map((column, index) => [column.name, row[index]])),
  );
  const warnings: string[] = [];
  const logger: LoggerInterface = {
    level: (() => logger) as LoggerInterface['level'],
    warn: (...words) => {
      warnings.push(words.join(' '));
      return logger;
    },
    error: (...words) => {
      warnings.push(words.join(' '));
      return logger;
    },
    info: () => logger,
    debug: () => logger,
  };
  expect(
    chartSpecProblems(
      spec,
      result.columns.map(({ name }) => name),
    ),
  ).toEqual([]);
  const compiled = compile({ ...spec, data: { values } } as unknown as TopLevelSpec, { logger });
  const svg = await new View(parse(compiled.spec), { renderer: 'none' }).toSVG();
  return { spec, svg, warnings };
}

function noChart(result: { columns: Column[]; rows: Row[] }): boolean {
  return chartFor({ title: 'A title', ...result }, createFieldCatalog(), undefined) === undefined;
}

const months = Array.from(
  { length: 12 },
  (_, month) => `2024-${String(month + 1).padStart(2, '0')}-01T00:00:00.000`,
);
const manyWards = Array.from({ length: 14 }, (_, index) => `Ward ${index + 1}`);

describe('chartFor', () => {
  it.each<[name: string, columns: Record<string, ColumnType>, rows: Row[], marks: string]>([
    [
      'a sum over time is an area',
      { admitted_on_month: 'Timestamp', cost: 'Decimal' },
      months.map((month, index) => [month, `${100 + index}.50`]),
      'mark-area',
    ],
    [
      'an average over time is a line',
      { admitted_on_day: 'Date', avg_cost: 'Double' },
      [
        ['2024-01-01', 3],
        ['2024-01-02', null],
        ['2024-01-03', 5],
      ],
      'mark-line',
    ],
    [
      'a category is bars',
      { ward: 'String', count: 'Int64' },
      [
        ['North', 3],
        [null, 5],
      ],
      'mark-rect role-mark',
    ],
    [
      'a number that groups is a category',
      { level: 'Int64', count: 'Int64' },
      [
        [1, 3],
        [2, 5],
      ],
      'mark-rect role-mark',
    ],
    [
      'two categories are stacked bars',
      { ward: 'String', severity: 'String', count: 'Int64' },
      [
        ['North', 'mild', 1],
        ['North', 'severe', 2],
        ['South', 'mild', 3],
      ],
      'mark-rect role-mark',
    ],
    [
      'two long categories are a heat map',
      { ward: 'String', severity: 'String', count: 'Int64' },
      manyWards.flatMap((ward) => manyWards.map((severity, index): Row => [ward, severity, index])),
      'mark-rect role-mark',
    ],
    [
      'two numbers are points',
      { count: 'Int64', avg_cost: 'Double' },
      [
        [1, 2.5],
        [2, 3.5],
      ],
      'mark-symbol',
    ],
    [
      'two measures of a category stand side by side',
      { ward: 'String', count: 'Int64', rate: 'Double' },
      [
        ['North', 3, 0.1],
        ['South', 5, 0.2],
      ],
      'mark-rect role-mark',
    ],
    [
      'two measures over time have a panel each',
      { admitted_on_month: 'Timestamp', count: 'Int64', rate: 'Double' },
      months.map((month, index): Row => [month, index, index / 100]),
      'mark-line',
    ],
    [
      'a share is one normalised bar',
      { ward: 'String', count: 'Int64', share: 'Double' },
      [
        ['North', 3, 0.3],
        ['South', 7, 0.7],
      ],
      'mark-rect role-mark',
    ],
  ])('chartFor: %s', async (_, named, rows, marks) => {
    const { spec, svg, warnings } = await draw({ columns: columns(named), rows });
    expect(spec['$schema']).toBe('https://vega.github.io/schema/vega-lite/v5.json');
    expect(JSON.stringify(spec)).not.toContain('"data"');
    // Vega-Lite warns of the schema's version only; anything else is a mistake in the specification.
    expect(warnings.filter((warning) => !warning.includes('schema'))).toEqual([]);
    expect(svg).toContain(marks);
    expect(svg).toContain('A title');
    expect(svg).not.toContain('NaN');
  });

  it('chartFor normalises shares', async () => {
    const { spec } = await draw({
      columns: columns({ ward: 'String', count: 'Int64', share_percent: 'Double' }),
      rows: [
        ['North', 3, 30],
        ['South', 7, 70],
      ],
    });
    expect(JSON.stringify(spec)).toContain('"stack":"normalize"');
  });

  it('draws at most ten series, and sums the rest up as Other', async () => {
    const rows = months.flatMap((month) => manyWards.map((ward, index): Row => [month, ward, index + 1]));
    const { svg } = await draw({
      columns: columns({ admitted_on_month: 'Timestamp', ward: 'String', count: 'Int64' }),
      rows,
    });
    const series = new Set(
      [...svg.matchAll(/role-legend-label[\s\S]*?<\/g><\/g>/g)].flatMap(([legend]) =>
        [...legend.matchAll(/>(Ward \d+|Other)</g)].map((it) => it[1]),
      ),
    );
    expect(series.size).toBe(10);
    expect(series).toContain('Other');
    expect(series).toContain('Ward 14');
    expect(series).not.toContain('Ward 1');
  });

  it('chartFor leaves the smallest series out where they cannot be added up, and says so', async () => {
    const rows = months.flatMap((month) => manyWards.map((ward, index): Row => [month, ward, index + 1]));
    const { svg } = await draw({
      columns: columns({ admitted_on_month: 'Timestamp', ward: 'String', avg_cost: 'Double' }),
      rows,
    });
    expect(svg).toContain('The 10 largest of 14');
    expect(svg).not.toContain('>Other<');
  });

  it('names units and formats from the model', async () => {
    const { svg } = await draw({
      columns: columns({ ward: 'String', cost: 'Decimal' }),
      rows: [
        ['North', '1500.25'],
        ['South', '2500'],
      ],
    });
    expect(svg).toContain('Cost (USD)');
    expect(svg).toContain('2,000');
  });

  const stays = (name: string) => ({
    columns: columns({ ward: 'String', [name]: 'Double' }),
    rows: [
      ['North', 3.5],
      ['South', 4],
    ] as Row[],
  });

  it('names a unit of time on the axis, in the language of the chart, where the title does not', async () => {
    expect((await draw(stays('avg_days'))).svg).toContain('>Average stay (days)<');
    expect((await draw({ ...stays('avg_days'), language: 'de' })).svg).toContain('>Average stay (Tage)<');
    expect((await draw(stays('avg_hours'))).svg).toContain('>Hours of care<');
  });

  it('names the unit of a member on the axis, in all languages alike', async () => {
    for (const language of [{}, { language: 'de' as const }])
      expect((await draw({ ...stays('power'), ...language })).svg).toContain('>Power used (kWh)<');
  });

  it.each<[kind: string, columns: Record<string, ColumnType>, rows: Row[], mark?: string]>([
    [
      'bars',
      { ward: 'String', count: 'Int64' },
      [
        ['North', 3],
        [null, 5],
        ['', 2],
      ],
    ],
    [
      'slices',
      { ward: 'String', count: 'Int64' },
      [
        ['North', 3],
        [null, 5],
      ],
      'arc',
    ],
    [
      'bars side by side',
      { ward: 'String', count: 'Int64', rate: 'Double' },
      [
        ['North', 3, 0.1],
        [null, 5, 0.2],
      ],
    ],
    [
      'a share',
      { ward: 'String', share: 'Double' },
      [
        ['North', 0.3],
        [null, 0.7],
      ],
    ],
    [
      'stacked bars',
      { severity: 'String', ward: 'String', count: 'Int64' },
      [
        ['mild', 'North', 1],
        ['mild', null, 2],
      ],
    ],
    [
      'grouped bars',
      { severity: 'String', ward: 'String', rate: 'Double' },
      [
        ['mild', 'North', 1],
        ['mild', null, 2],
      ],
    ],
    [
      'a heat map',
      { ward: 'String', severity: 'String', count: 'Int64' },
      [...manyWards, null].flatMap((ward) =>
        manyWards.map((severity, index): Row => [ward, severity, index]),
      ),
    ],
    [
      'lines',
      { admitted_on_month: 'Timestamp', ward: 'String', count: 'Int64' },
      months.flatMap((month): Row[] => [
        [month, 'North', 1],
        [month, null, 2],
      ]),
    ],
  ])('a group without a value is named as in the answer: %s', async (_, named, rows, mark) => {
    const result = { columns: columns(named), rows };
    const proposed = mark === undefined ? undefined : JSON.stringify({ mark });
    const { spec, svg } = await draw(result, proposed);
    expect(svg).toContain('>unknown ward<');
    expect(svg).not.toContain('>null<');
    expect(JSON.stringify(spec)).toMatch(/"tooltip":\[[^\]]*"field":"ward_named"/);
    expect((await draw({ ...result, language: 'de' }, proposed)).svg).toContain('>Ward unbekannt<');
  });

  it.each([
    ['by one figure', { cost: 'Double' }, [[5], [4], [3], [2]]],
    [
      'by several',
      { cost: 'Double', avg_cost: 'Double' },
      [
        [5, 1],
        [4, 2],
        [3, 3],
        [2, 4],
      ],
    ],
    [
      'as shares',
      { cost: 'Double', share: 'Double' },
      [
        [5, 0.5],
        [4, 0.2],
        [3, 0.2],
        [2, 0.1],
      ],
    ],
  ] as const)('draws rows of one name apart, %s', async (_, figures, values) => {
    const names = ['Kim', 'Ada', 'Kim', null];
    const { spec, svg, warnings } = await draw({
      columns: columns({ doctor: 'String', ...figures }),
      rows: values.map((figure, at) => [names[at] ?? null, ...figure]),
    });
    expect(warnings).toEqual([]);
    for (const name of ['Ada', 'Kim', 'Kim (2)', 'unknown'])
      expect(svg.toLowerCase(), JSON.stringify(spec)).toContain(name.toLowerCase());
  });

  it.each([
    [
      'bars',
      { avg_cost: 'Decimal' },
      [
        [5, '90.00'],
        [1, '20.00'],
        [null, '50.00'],
        [7, '70.00'],
      ],
    ],
    [
      'bars side by side',
      { avg_cost: 'Decimal', count: 'Int64' },
      [
        [5, '90.00', 3],
        [1, '20.00', 4],
        [null, '50.00', 1],
        [7, '70.00', 2],
      ],
    ],
  ] as const)('names days of the week, in the order of the rows: %s', async (_, figures, rows) => {
    const { spec, svg, warnings } = await draw({
      columns: columns({ admitted_on_weekday: 'Int64', ...figures }),
      rows: rows.map((row) => [...row]),
    });
    expect(warnings).toEqual([]);
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text ?? '');
    const days = texts.filter((text) => /day$|unknown/i.test(text));
    expect(days.slice(0, 4)).toEqual(['Friday', 'Monday', expect.stringMatching(/unknown/i), 'Sunday']);
    expect(JSON.stringify(spec)).toContain('"field":"admitted_on_weekday_named","type":"nominal"');
  });

  it('draws numbers that are no days of the week as they are', async () => {
    const { svg } = await draw({
      columns: columns({ admitted_on_weekday: 'Int64', avg_cost: 'Decimal' }),
      rows: [
        [0, '90.00'],
        [6, '20.00'],
      ],
    });
    expect(svg).not.toContain('day<');
  });

  it('keeps rows of one name apart that come after those it knows', () => {
    const result = {
      columns: columns({ doctor: 'String', cost: 'Double' }),
      rows: [
        ['Kim', 5],
        ['Ada', 4],
      ],
    };
    const groupby = '"groupby":["doctor"]';
    expect(chartFor({ title: 'A', ...result }, createFieldCatalog(), undefined)?.text).not.toContain(groupby);
    const part = chartFor({ title: 'A', ...result, totalRows: 9 }, createFieldCatalog(), undefined);
    expect(part?.text).toContain(groupby);
  });

  it('a chart without missing values names none', async () => {
    const { spec } = await draw(stays('avg_days'));
    expect(JSON.stringify(spec)).not.toContain('unknown');
  });

  it.each([
    ['year', ['2023-01-01', '2024-01-01', '2025-01-01'], ['2023', '2024', '2025'], '%Y'],
    ['quarter', ['2024-07-01', '2024-10-01', '2025-01-01'], ['Q3 2024', 'Q4 2024', 'Q1 2025'], 'Q%q %Y'],
    ['month', ['2024-12-01', '2025-01-01'], ['Dec 2024', 'Jan 2025'], '%b %Y'],
  ])('ticks by the %s, and says no more of a time than that', async (grain, days, labels, format) => {
    const { spec, svg } = await draw({
      columns: columns({ [`admitted_on_${grain}`]: 'Timestamp', avg_cost: 'Decimal' }),
      rows: days.map((day, index) => [`${day}T00:00:00.000`, `${index + 1}00.50`]),
    });
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(texts.filter((text) => text !== undefined && /\d{4}/.test(text))).toEqual(labels);
    expect(spec['encoding']).toMatchObject({
      tooltip: [
        { title: `Admission date (${grain})`, format },
        { title: 'Average cost (USD)', format: ',.2f' },
      ],
    });
  });

  it('chartFor says nothing of how many there are when it knows but the first rows', () => {
    const rows = Array.from({ length: 40 }, (_, index) => [`Ward ${index}`, index]);
    const wards = { title: 'Stays', columns: columns({ ward: 'String', count: 'Int64' }), rows };
    const subtitle = (totalRows: number) => {
      const chart = chartFor({ ...wards, totalRows }, createFieldCatalog(), undefined);
      return (JSON.parse(chart?.text ?? '') as { title: { subtitle: string } }).title.subtitle;
    };
    expect(subtitle(40)).toBe('The 30 largest of 40');
    expect(subtitle(700)).toBe('The 30 largest');
  });

  it('draws the largest series of all when it knows but the first rows', () => {
    const rows = months.map((month) => [month, 'North', '1.5']);
    const result = {
      title: '',
      columns: columns({ admitted_on_month: 'Timestamp', ward: 'String', cost: 'Decimal' }),
      rows,
    };
    const text = chartFor({ ...result, totalRows: 900 }, createFieldCatalog(), undefined)?.text ?? '';
    expect(text).toContain('"series_rank"');
    expect(chartFor(result, createFieldCatalog(), undefined)?.text).not.toContain('series_rank');
  });

  it('draws nothing where there is nothing to compare', () => {
    expect(noChart({ columns: columns({ count: 'Int64' }), rows: [[5]] })).toBe(true);
    expect(noChart({ columns: columns({ ward: 'String', count: 'Int64' }), rows: [['North', 5]] })).toBe(
      true,
    );
    expect(noChart({ columns: columns({ ward: 'String' }), rows: [['North'], ['South']] })).toBe(true);
    expect(noChart({ columns: columns({ ward: 'String', count: 'Int64' }), rows: [] })).toBe(true);
  });
});

describe("a model's own specification", () => {
  const result = {
    columns: columns({ ward: 'String', count: 'Int64' }),
    rows: [
      ['North', 3],
      ['South', 5],
    ] as Row[],
  };
  const own = {
    mark: 'arc',
    encoding: { theta: { field: 'count', type: 'quantitative' }, color: { field: 'ward' } },
  };

  it('is kept when it fits, its data taken out', async () => {
    const { spec } = await draw(
      result,
      JSON.stringify({ ...own, data: { values: [{ ward: 'X', count: 9 }] } }),
    );
    expect(spec['mark']).toBe('arc');
    expect(JSON.stringify(spec)).not.toContain('"data"');
  });

  it('gets the formats of the data model where it has none', async () => {
    const bare = {
      mark: 'line',
      encoding: {
        x: { field: 'admitted_on_year', type: 'temporal' },
        y: { field: 'cost', type: 'quantitative', axis: { grid: false } },
        tooltip: [
          { field: 'admitted_on_year', type: 'temporal' },
          { field: 'cost', type: 'quantitative' },
          { field: 'cost', aggregate: 'count' },
          { field: 'rate', type: 'quantitative', format: '.3f' },
        ],
      },
    };
    const years = {
      columns: columns({ admitted_on_year: 'Timestamp', cost: 'Decimal', rate: 'Double' }),
      rows: [
        ['2024-01-01T00:00:00.000', '1.5', 0.5],
        ['2025-01-01T00:00:00.000', '2.5', 0.25],
      ],
    };
    const { spec } = await draw(years, JSON.stringify(bare));
    expect(spec['encoding']).toEqual({
      x: { ...bare.encoding.x, axis: { format: '%Y', tickCount: 1 } },
      y: { ...bare.encoding.y, axis: { format: ',.2~f', grid: false } },
      tooltip: [
        { ...bare.encoding.tooltip[0], format: '%Y' },
        { ...bare.encoding.tooltip[1], format: ',.2f' },
        bare.encoding.tooltip[2],
        bare.encoding.tooltip[3],
      ],
    });
    const written = {
      ...bare,
      encoding: { ...bare.encoding, x: { ...bare.encoding.x, axis: { format: '%y' } } },
    };
    expect((await draw(years, JSON.stringify(written))).spec['encoding']).toMatchObject({
      x: { axis: { format: '%y' } },
    });
  });

  it('may encode what its own transforms make', async () => {
    const transformed = {
      transform: [{ calculate: 'datum.count * 2', as: 'twice' }],
      mark: 'bar',
      encoding: { x: { field: 'twice', type: 'quantitative' }, y: { field: 'ward' } },
    };
    expect((await draw(result, JSON.stringify(transformed))).spec['transform']).toEqual(
      transformed.transform,
    );
  });

  it.each([
    ['is not JSON', '{mark: bar', /^vegaSpec: Expected a Vega-Lite specification as JSON text\.$/],
    ['is no object', '[]', /^vegaSpec: Expected/],
    ['has no mark', JSON.stringify({ encoding: own.encoding }), /names no mark/],
    [
      'is of another library',
      JSON.stringify({ ...own, $schema: 'https://vega.github.io/schema/vega/v5.json' }),
      /\$schema: It must be Vega-Lite v5/,
    ],
    [
      'loads data from an address',
      JSON.stringify({ ...own, data: { url: 'https://example.com/x.csv' } }),
      /^vegaSpec\.data: A chart's data is the rows of its query/,
    ],
    [
      'has what no chart may have',
      JSON.stringify({ ...own, mark: { type: 'arc', cursor: 'pointer' } }),
      /^vegaSpec\.mark\.cursor: /,
    ],
  ])('is refused with what to write instead when it %s', (_, text, message) => {
    expect(() => readProposedSpec(text)).toThrow(message);
  });

  it('is replaced when it encodes a column that is not there, and the model is told why', () => {
    const text = JSON.stringify({ ...own, encoding: { x: { field: 'revenue' } } });
    const chart = chartFor({ title: '', ...result }, createFieldCatalog(), readProposedSpec(text));
    expect(JSON.parse(chart?.text ?? '')).toMatchObject({ mark: 'bar' });
    expect(chart?.instead).toBe(
      'vegaSpec.encoding.x.field: There is no column "revenue". There are ward, count.',
    );
  });
});

describe('a mark alone', () => {
  const byMonth = { columns: columns({ admitted_on_month: 'Timestamp', cost: 'Decimal' }) };
  const byWard = { columns: columns({ ward: 'String', count: 'Int64' }) };
  const costs = { ...byMonth, rows: months.map((month, index): Row => [month, `${100 + index}.50`]) };
  const wards = { ...byWard, rows: manyWards.map((ward, index): Row => [ward, index + 1]) };

  it.each([
    ['arc', wards, 'mark-arc'],
    ['bar', wards, 'mark-rect role-mark'],
    ['bar', costs, 'mark-rect role-mark'],
    ['line', costs, 'mark-line'],
    ['area', costs, 'mark-area'],
  ])('a mark alone is completed: %s', async (mark, result, drawn) => {
    const { svg, warnings } = await draw(result, JSON.stringify({ mark }));
    expect(svg).toContain(drawn);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['arc', costs],
    ['line', wards],
    ['area', wards],
    [
      'arc',
      {
        columns: columns({ ward: 'String', avg_cost: 'Double' }),
        rows: [
          ['North', 3],
          ['South', 4],
        ] as Row[],
      },
    ],
    [
      'arc',
      {
        ...byWard,
        rows: [
          ['North', 3],
          ['South', -4],
        ] as Row[],
      },
    ],
  ])('a mark alone that would say something else gives way, and the model is told: %s', (mark, result) => {
    const fields = createFieldCatalog();
    fields.add([cube]);
    const chart = chartFor(
      { title: 'A title', ...result },
      fields,
      readProposedSpec(JSON.stringify({ mark })),
    );
    expect(chart?.instead).toContain(`cannot be drawn with "${mark}"`);
    expect(chart?.text).not.toContain(`"${mark}"`);
  });
});

describe('a chart of our own', () => {
  /** Names as results have them, titles as a data model may have them. */
  const name = fc.stringMatching(/^[^.[\]"'`\\\p{Cc}]{1,40}$/u);
  const value = fc.oneof(
    fc.constant(null),
    fc.integer(),
    fc.string(),
    fc.boolean(),
    fc.double({ noNaN: true }),
  );
  const column = fc.record({
    name,
    columnType: fc.constantFrom<ColumnType>(
      'String',
      'Int64',
      'Double',
      'Decimal',
      'Boolean',
      'Date',
      'Timestamp',
    ),
    title: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('image', '\\"+evil()+\\"', 'a\nb')),
    values: fc.array(value, { minLength: 40, maxLength: 40 }),
  });

  it('a chart of our own is always one that any client may draw', () => {
    const drawn = new Set<string>();
    fc.assert(
      fc.property(
        fc.uniqueArray(column, { selector: (each) => each.name, minLength: 1, maxLength: 4 }),
        fc.nat(40),
        (written, count) => {
          const fields = createFieldCatalog();
          fields.add([
            {
              ...cube,
              dimensions: [],
              measures: written.map(({ name, title }) => ({ name: `v.${name}`, title, type: 'sum' })),
            },
          ]);
          const rows = Array.from({ length: count }, (_, row) =>
            written.map(({ values }) => values[row] ?? null),
          );
          const chart = chartFor(
            { title: written[0]?.title ?? '', columns: written, rows },
            fields,
            undefined,
          );
          if (chart === undefined) return;
          drawn.add(chart.text.slice(0, 200));
          expect(
            chartSpecProblems(
              JSON.parse(chart.text),
              written.map((each) => each.name),
            ),
          ).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
    expect(drawn.size).toBeGreaterThan(100);
  });
});
