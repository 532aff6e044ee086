import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Sites and what they use: the model says units that no title, description or name tells. */
const energy: World = {
  name: 'energy',
  model: {
    'sites.yml': `
cubes:
  - name: sites
    sql_table: sites
    title: Sites
    dimensions:
      - { name: site_id, title: Site id, sql: site_id, type: number, primary_key: true, format: id }
      - { name: site, title: Site, sql: site, type: string }
      - { name: region, title: Region, sql: region, type: string }
      - { name: consumption, title: Consumption, sql: used, type: number, meta: { unit: kWh } }
      - { name: floor_area, title: Floor area, sql: area, type: number, meta: { unit: m² } }
      - { name: pump_speed, title: Pump speed, sql: speed, type: number, meta: { unit: rpm } }
    measures:
      - { name: site_count, title: Sites, type: count }
      - { name: total_consumption, title: Total consumption, type: sum, sql: used, meta: { unit: kWh } }
      - { name: average_consumption, title: Average consumption, type: avg, sql: used, meta: { unit: kWh } }
      - { name: outage, title: Outage, type: sum, sql: down, meta: { unit: h } }
      - { name: pumped_kwh, title: Pumped energy (kWh), type: sum, sql: used, meta: { unit: kWh } }
      - { name: cost, title: Cost, type: sum, sql: cost, format: currency, meta: { currency: EUR, unit: kWh } }
`,
  },
  tables: {
    sites: [
      ['site_id', 'site', 'region', 'used', 'area', 'speed', 'down', 'cost'],
      [1, 'Ahlen', 'North', 12_000, 400, 900, 1, 10],
      [2, 'Bremen', 'North', 30_000, 900, 1_200, 3, 20],
      [3, 'Celle', 'South', 8_000, 250, 700, 0.5, 30],
      [4, 'Dachau', 'South', 50_000, 1_200, 1_500, 4, 40],
    ],
  },
};

const world = openWorlds<'energy'>({ energy });

describe('a figure of a member with a unit', () => {
  it.each([
    ['a sum', 'total consumption', 'Total consumption is 100,000 kWh.'],
    ['an average', 'average consumption', 'Average consumption is 25,000 kWh.'],
    ['an average of a column', 'average floor area', 'Average floor area is 687.5 m².'],
    ['the highest', 'which site has the highest consumption?', 'Dachau (50,000 kWh)'],
    [
      'a difference, but no share',
      'total consumption by region',
      '(42%), a difference of 16,000 kWh; the larger',
    ],
    ['a unit of time, in words', 'total outage', 'Outage is 8.5 hours.'],
    ['a unit of time, in German', 'Outage nach Region', 'Stunden'],
    ['a row of a list', 'list sites with their pump speed', 'Ahlen / 900 rpm'],
    ['a bound', 'average consumption of sites with a floor area over 500 m²', 'over 500 m² is 40,000 kWh'],
    ['what it means', 'what does total consumption mean?', 'It is given in kWh.'],
  ])('is written with it: %s', async (_, question, said) => {
    expect((await world('energy').ask(question)).answer).toContain(said);
  });

  it.each([
    ['a title that says it', 'total pumped energy', 'Pumped energy (kWh) is 100,000.'],
    ['money', 'cost', 'Cost is €100.'],
    ['a count', 'how many sites?', '4 sites.'],
    ['another unit that the question names', 'total consumption in MWh', 'Total consumption in MWh is 100.'],
  ])('is written without it: %s', async (_, question, said) => {
    expect((await world('energy').ask(question)).answer).toContain(said);
  });
});

const over = (column: string, bound: number): string => `SELECT site FROM sites WHERE ${column} > ${bound}`;

describe('a bound in the unit of a member', () => {
  it.each([
    ['sites with a consumption over 20,000 kWh', over('used', 20_000)],
    ['sites with a consumption over 20 MWh', over('used', 20_000)],
    ['sites over 20 MWh', over('used', 20_000)],
    ['sites with a floor area over 500 m²', over('area', 500)],
    ['sites with a floor area over 500 sqm', over('area', 500)],
    ['sites with a pump speed over 1000 rpm', over('speed', 1_000)],
  ])('is compared: %s', async (question, sql) => {
    expectRows(await world('energy').ask(question), await world('energy').truth(sql));
  });

  it.each([
    'sites with a consumption over 20 kg',
    'sites with a consumption over 20 GB',
    'sites with a pump speed over 20 km',
    'sites with a pump speed over 1000 Hz',
  ])('is not compared where it is of another kind: %s', async (question) => {
    const { result, answer } = await world('energy').ask(question);
    expect(result, answer).toBeUndefined();
  });
});

describe('the unit that a question asks for', () => {
  it.each([
    ['total consumption in kWh', 'SELECT SUM(used) FROM sites'],
    ['average pump speed in rpm', 'SELECT AVG(speed) FROM sites'],
    ['average floor area in sqm', 'SELECT AVG(area) FROM sites'],
    ['total outage in h', 'SELECT SUM(down) FROM sites'],
    ['list sites with their consumption in kWh', 'SELECT site, used FROM sites'],
    ['total consumption in MWh', 'SELECT SUM(used) / 1000 FROM sites'],
    ['total consumption by region in MWh', 'SELECT region, SUM(used) / 1000 FROM sites GROUP BY 1'],
    ['total outage in minutes', 'SELECT SUM(down) * 60 FROM sites'],
    // Money has a unit of its own.
    ['cost in EUR', 'SELECT SUM(cost) FROM sites'],
    ['total consumption and cost in MWh', 'SELECT SUM(used) / 1000, SUM(cost) FROM sites'],
  ])('is that of the answer: %s', async (question, sql) => {
    expectRows(await world('energy').ask(question), await world('energy').truth(sql));
  });

  it.each([
    'total consumption in kg',
    'total consumption in GB',
    'total consumption in EUR',
    'average pump speed in km',
    'average pump speed in Hz',
    'list sites with their pump speed in km',
  ])('is not dropped where the figures are in another: %s', async (question) => {
    const { result, answer } = await world('energy').ask(question);
    expect(result, answer).toBeUndefined();
  });
});
