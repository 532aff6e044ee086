import { describe, expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const bakery: World = {
  name: 'bakery',
  model: {
    'bakery.yml': `
cubes:
  - name: sales
    sql_table: sales
    title: Sales
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: false }
      - { name: town, title: Town, sql: town, type: string }
      - { name: sold_on, title: Date, sql: "CAST({CUBE}.sold_on AS TIMESTAMP)", type: time }
    measures:
      - { name: sale_count, title: Number of sales, type: count }
      - { name: revenue, title: Revenue, type: sum, sql: revenue, format: currency }
      - { name: queueing, title: Queueing time, type: avg, sql: queued }
  - name: baking
    sql_table: sales
    title: Bakehouse
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: false }
      - { name: baking_date, title: Baking date, sql: "CAST({CUBE}.sold_on AS TIMESTAMP)", type: time }
    measures:
      - { name: kilos, title: Kilos, type: sum, sql: kilos }
      - { name: flour, title: Flour, type: sum, sql: kilos * 0.6 }
`,
  },
  tables: {
    sales: [
      ['id', 'town', 'sold_on', 'revenue', 'queued', 'kilos'],
      ...Array.from({ length: 480 }, (_, at) => [
        at,
        ['Ulm', 'Trier'][at % 2] ?? 'Ulm',
        `202${3 + (at % 3 === 0 ? 0 : 1)}-${String(1 + (at % 12)).padStart(2, '0')}-${at === 479 ? '31' : at % 4 === 0 ? '01' : '28'}`,
        5 + ((at * 13) % 17),
        1 + ((at * 7) % 11),
        1 + ((at * 5) % 9),
      ]),
    ],
  },
};

const world = openWorlds<'bakery'>({ bakery });

describe('whether something changed', () => {
  it.each([
    ['did revenue go up in 2024?', 'SUM(revenue)'],
    ['did revenue go up in 2024 compared to 2023?', 'SUM(revenue)'],
    ['did queueing time get worse in 2024?', 'AVG(queued)'],
    ['did queueing time improve in 2024?', 'AVG(queued)'],
    ['was queueing time higher in 2024?', 'AVG(queued)'],
    ['did our business grow in 2024?', 'SUM(revenue)'],
    ['did baking go up in 2024?', 'SUM(kilos)'],
  ])('is told by the figure of the time and of the one before: %s', async (question, figure) => {
    const { result, answer } = await world('bakery').ask(question);
    const truth = await world('bakery').truth(
      `SELECT ${figure} FROM sales GROUP BY year(sold_on::DATE) ORDER BY year(sold_on::DATE)`,
    );
    const given = result?.data.map((row) => Number(row[1]).toFixed(3));
    expect(given, answer).toEqual(truth.map(([value]) => Number(value).toFixed(3)));
    expect(answer).toMatch(/\b(?:rose|fell) by\b.* \(2023\) .*\(2024\)/);
  });

  it('is told over time where either may be', async () => {
    const { result, answer } = await world('bakery').ask('is our revenue going up or down?');
    expect(result?.totalRows, answer).toBe(12);
  });

  it('is not told by one figure where nothing says since when', async () => {
    const { outcome } = await world('bakery').ask('is revenue higher in Ulm?');
    expect(outcome).toMatchObject({ stopReason: 'no_answer' });
  });
});

describe('what a follow-up holds against the time before', () => {
  it.each([
    ['compared to the year before', ['revenue', 'only Ulm']],
    ['vs last year', ['revenue', 'only Ulm']],
    ['compared to last year', ['revenue in 2024', 'only Ulm']],
  ])('is told with it, whether or not dates were spoken of: %s', async (message, thread) => {
    const { result, answer } = await world('bakery').ask(message, thread);
    const truth = await world('bakery').truth(
      "SELECT SUM(revenue) FROM sales WHERE town = 'Ulm' GROUP BY year(sold_on::DATE) ORDER BY year(sold_on::DATE)",
    );
    expect(
      result?.data.map((row) => Number(row[1])),
      answer,
    ).toEqual(truth.map(([value]) => Number(value)));
  });

  it('is nothing where no dates were spoken of and those named have no unit before', async () => {
    const { outcome } = await world('bakery').ask('compared to 2023', ['revenue by town']);
    expect(outcome).toMatchObject({ stopReason: 'no_answer' });
  });
});
