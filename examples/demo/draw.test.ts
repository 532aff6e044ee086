import { describe, expect, it } from 'vitest';
import type { ColumnType } from '../../src/contract/columns.ts';
import type { SvcSqlApiResult } from '../../src/contract/tools.ts';
import { drawChart } from './draw-chart.ts';
import { drawTable } from './draw-table.ts';
import { createFieldFormats } from './field-formats.ts';
import { layOutSql } from './lay-out-sql.ts';

function formats() {
  const known = createFieldFormats();
  known.learn([
    {
      measures: [
        { name: 'sales.revenue', title: 'Revenue', format: 'currency', currency: 'EUR' },
        { name: 'sales.return_rate', title: 'Return rate', format: 'percent' },
      ],
      dimensions: [
        { name: 'sales.category', title: 'Category' },
        { name: 'sales.ordered_at', title: 'Order date' },
      ],
    },
  ]);
  return known;
}

function resultOf(
  columns: Readonly<Record<string, ColumnType>>,
  data: SvcSqlApiResult['data'],
  spec?: object,
): Pick<SvcSqlApiResult, 'schema' | 'data' | 'totalRows' | 'vegaSpec'> {
  return {
    schema: Object.entries(columns).map(([name, column_type]) => ({ name, column_type })),
    data,
    totalRows: data.length,
    ...(spec === undefined ? {} : { vegaSpec: JSON.stringify(spec) }),
  };
}

const byCategory = { category: 'String', revenue: 'Decimal' } as const;

describe('drawTable', () => {
  it('aligns numbers to the right, in the formats of the data model, and names what it left out', () => {
    const result = resultOf({ ...byCategory, return_rate: 'Double' }, [
      ['Shoes', '1234567.5', 0.1834],
      [null, '20.00', null],
      ['Zoë & Söhne', '3.00', 1],
    ]);
    expect(drawTable({ ...result, totalRows: 1200 }, formats(), 2)).toEqual([
      'Category        Revenue  Return rate',
      '────────  ─────────────  ───────────',
      'Shoes     €1,234,567.50        18.3%',
      '–                €20.00            –',
      '… and 1,198 more',
    ]);
  });

  it('drawTable writes dates as precisely as the column means them', () => {
    const day = '2025-04-01T00:00:00.000';
    const names = ['ordered_at_year', 'ordered_at_quarter', 'ordered_at_month', 'ordered_at', 'shipped_at'];
    const result = resultOf(Object.fromEntries(names.map((name) => [name, 'Timestamp'])), [
      [day, day, day, day, '2025-04-01T12:30:00.000'],
    ]);
    expect(drawTable(result, formats())[2]?.split(/ {2,}/)).toEqual([
      '2025',
      '2025 Q2',
      'Apr 2025',
      '2025-04-01',
      '2025-04-01 12:30',
    ]);
  });

  it('drawTable lets no value steer the terminal', () => {
    const lines = drawTable(resultOf({ name: 'String' }, [['\u001b[2J\u202ehi\n']]), formats());
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe('drawChart', () => {
  const barSpec = {
    mark: 'bar',
    encoding: {
      y: { field: 'category', type: 'nominal' },
      x: { field: 'revenue', type: 'quantitative' },
    },
  };

  it('draws bars in proportion', () => {
    const lines = drawChart(
      resultOf(
        byCategory,
        [
          ['Shoes', '2000'],
          ['Beauty', '1000'],
          ['Toys', '0'],
        ],
        barSpec,
      ),
      formats(),
    );
    expect(lines).toEqual([
      'Revenue',
      `Shoes   ${'█'.repeat(36)} €2K`,
      `Beauty  ${'█'.repeat(18)} €1K`,
      'Toys     €0',
    ]);
  });

  it('draws columns over time, with its ends named', () => {
    const spec = {
      mark: { type: 'area' },
      encoding: {
        x: { field: 'ordered_at_month', type: 'temporal' },
        y: { field: 'revenue', type: 'quantitative' },
      },
    };
    const months = [8, 4, 2].map((value, index) => [`2025-0${index + 1}-01T00:00:00.000`, value * 1000]);
    const lines =
      drawChart(resultOf({ ordered_at_month: 'Timestamp', revenue: 'Double' }, months, spec), formats()) ??
      [];
    expect(lines[1]).toBe('€8K │█████');
    expect(lines[5]).toBe('    │█████ █████');
    expect(lines[8]).toBe('  0 │█████ █████ █████');
    expect(lines[10]).toMatch(/^ +Jan 2025 +Mar 2025$/);
  });

  it('draws one small line per series', () => {
    const spec = {
      mark: { type: 'line' },
      encoding: {
        x: { field: 'ordered_at_year', type: 'temporal' },
        y: { field: 'revenue', type: 'quantitative' },
        color: { field: 'category', type: 'nominal' },
      },
    };
    const result = resultOf(
      { ordered_at_year: 'Timestamp', category: 'String', revenue: 'Double' },
      [
        ['2024-01-01T00:00:00.000', 'Shoes', 100],
        ['2024-01-01T00:00:00.000', 'Toys', 0],
        ['2025-01-01T00:00:00.000', 'Shoes', 200],
        ['2025-01-01T00:00:00.000', 'Toys', 50],
      ],
      spec,
    );
    expect(drawChart(result, formats())).toEqual(['Revenue', 'Shoes  ▅█ €200', 'Toys   ▁▃ €50']);
  });

  it('draws each panel of a row of charts', () => {
    const lines = drawChart(
      resultOf(
        byCategory,
        [
          ['Shoes', '2'],
          ['Toys', '1'],
        ],
        { hconcat: [barSpec, barSpec] },
      ),
      formats(),
    );
    expect(lines?.filter((line) => line === 'Revenue')).toHaveLength(2);
  });

  it.each([
    [
      'points',
      {
        ...barSpec,
        encoding: {
          x: { field: 'revenue', type: 'quantitative' },
          y: { field: 'revenue', type: 'quantitative' },
        },
      },
    ],
    [
      'a field that is not there',
      { ...barSpec, encoding: { ...barSpec.encoding, x: { field: 'cost', type: 'quantitative' } } },
    ],
    ['no specification', undefined],
  ])('drawChart gives up on %s', (_, spec) => {
    expect(
      drawChart(
        resultOf(
          byCategory,
          [
            ['Shoes', '2'],
            ['Toys', '1'],
          ],
          spec,
        ),
        formats(),
      ),
    ).toBeNull();
  });

  it('drawChart gives up on values below zero', () => {
    expect(
      drawChart(
        resultOf(
          byCategory,
          [
            ['Shoes', '-2'],
            ['Toys', '1'],
          ],
          barSpec,
        ),
        formats(),
      ),
    ).toBeNull();
  });
});

describe('layOutSql', () => {
  it('layOutSql starts a line for each clause outside strings and brackets', () => {
    expect(
      layOutSql(
        `SELECT "from x", MEASURE(revenue) FROM sales WHERE name = 'a FROM b' AND d > (SELECT 1 FROM t) GROUP BY 1 ORDER BY 2 DESC LIMIT 5`,
      ),
    ).toEqual([
      'SELECT "from x", MEASURE(revenue)',
      'FROM sales',
      `WHERE name = 'a FROM b' AND d > (SELECT 1 FROM t)`,
      'GROUP BY 1',
      'ORDER BY 2 DESC',
      'LIMIT 5',
    ]);
  });
});
