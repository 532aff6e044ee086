import { describe, expect, test } from 'vitest';
import { parseDataModel } from '../model/load-model.ts';
import type { Viewer } from '../viewer.ts';
import { createMetadataIndex, type MetadataIndex } from './metadata-index.ts';
import { withSamples } from './samples.ts';

async function indexOf(text: string): Promise<MetadataIndex> {
  return createMetadataIndex((await parseDataModel([{ name: 'model.yml', text }])).model);
}

const nobody: Viewer = { userAttributes: {}, groups: [], securityContext: {} };
const scope = { viewer: nobody };

const hospital = await indexOf(`
cubes:
  - name: stays
    sql_table: stays
    description: One row for each stay of a patient
    joins:
      - { name: wards, relationship: many_to_one, sql: "{CUBE}.ward_id = {wards}.id" }
    dimensions:
      - { name: id, type: number, primary_key: true }
      - { name: admittedAt, type: time, title: Admitted }
      - { name: diagnosis, type: string, meta: { synonyms: [illness, Größe] } }
    measures:
      - { name: length_of_stay, type: avg, sql: days, description: Nights between admission and discharge }
      - { name: stay_count, type: count }
      - { name: cost, type: sum, sql: cost, format: currency, meta: { currency: CHF } }
  - name: wards
    sql_table: wards
    dimensions:
      - { name: id, type: number, primary_key: true }
      - { name: ward_name, type: string }
      - { name: city, type: string }
    measures:
      - { name: bed_count, type: sum, sql: beds }
  - name: staff
    sql_table: staff
    public: false
    dimensions: [{ name: salary, type: number }]
  - name: audits
    sql_table: audits
    access_policy:
      - group: auditors
        member_level: { includes: [finding] }
      - group: chiefs
    dimensions:
      - { name: finding, type: string }
      - { name: whistleblower, type: string }
views:
  - name: ward_stays
    cubes:
      - { join_path: stays, includes: [admittedAt, length_of_stay, stay_count, cost] }
      - { join_path: stays.wards, includes: [{ name: ward_name, alias: department }, city] }
`);

const names = (query: string, who: Viewer = nobody) =>
  hospital.search(query, { viewer: who }).map((relation) => relation.name);

describe('rolling measures, granularities and hierarchies', () => {
  const shown = async (viewer: Viewer) => {
    const index = await indexOf(`
cubes:
  - name: orders
    sql_table: orders
    joins: [{ name: shops, relationship: many_to_one, sql: "{CUBE}.shop_id = {shops}.id" }]
    dimensions:
      - name: at
        type: time
        granularities: [{ name: fiscal_year, interval: 1 year, offset: 3 months }]
      - { name: state, type: string }
      - { name: city, type: string }
    hierarchies:
      - { name: place, title: Place of sale, levels: [state, "{CUBE}.city", shops.street] }
      - { name: hidden, levels: [state], public: false }
    measures:
      - { name: count, type: count }
      - { name: lately, type: count, rolling_window: { trailing: 7 day, offset: start } }
      - { name: this_year, type: count, rolling_window: { type: year_to_date } }
      - { name: share, type: number, sql: "{lately} / {count}" }
    access_policy:
      - { group: "*", member_level: { includes: "*", excludes: [state] } }
      - { group: chiefs }
  - name: shops
    sql_table: shops
    dimensions: [{ name: id, type: number, primary_key: true }, { name: street, type: string }]
views:
  - name: v
    cubes:
      - { join_path: orders, includes: [at, place, lately] }
      - { join_path: orders.shops, includes: [{ name: street, alias: road }] }
  - name: w
    cubes: [{ join_path: orders, prefix: true, includes: [city] }]
  - name: x
    cubes: [{ join_path: orders, includes: "*", excludes: [place] }]
`);
    return new Map(index.visible({ viewer }).map((relation) => [relation.name, relation]));
  };

  test('rolling measures, and what is made of them, show their window', async () => {
    const { measures = [] } = (await shown(nobody)).get('orders') ?? {};
    expect(measures.map(({ rollingWindow }) => rollingWindow)).toEqual([
      undefined,
      { trailing: '7 day', offset: 'start' },
      { toDate: 'year' },
      { trailing: '7 day', offset: 'start' },
    ]);
  });

  test('a time dimension shows its granularities, in a view too', async () => {
    const relations = await shown(nobody);
    for (const name of ['orders', 'v'])
      expect(relations.get(name)?.dimensions[0]).toMatchObject({
        name: `${name}.at`,
        granularities: [{ name: 'fiscal_year', title: 'Fiscal Year', interval: '1 year' }],
      });
  });

  test('a hierarchy has the levels that its relation has and the user may see', async () => {
    const hierarchies = async (viewer: Viewer) =>
      Object.fromEntries(
        [...(await shown(viewer))].map(([name, cube]) => [
          name,
          cube.hierarchies?.map(({ levels }) => levels),
        ]),
      );
    expect(await hierarchies({ ...nobody, groups: ['chiefs'] })).toEqual({
      orders: [['orders.state', 'orders.city', 'shops.street']],
      shops: undefined,
      v: [['v.state', 'v.city', 'v.road']],
      w: [['w.orders_city']],
      x: undefined,
    });
    expect((await hierarchies(nobody))['orders']).toEqual([['orders.city', 'shops.street']]);
    expect((await shown(nobody)).get('w')?.hierarchies?.[0]).toMatchObject({
      name: 'w.orders_place',
      title: 'Place of sale',
    });
  });
});

describe('ranking', () => {
  test.each([
    ['length of stay by department', 'ward_stays'],
    ['average lenght of stay', 'ward_stays'],
    ['how many beds', 'wards'],
    ['bedcount', 'wards'],
    ['ilness of patients', 'stays'],
    ['DIAGNOSES', 'stays'],
    ['grösse', 'stays'],
    ['grosse', 'stays'],
    ['admitt', 'ward_stays'],
    ['admitted at', 'ward_stays'],
  ])('"%s" finds %s first', (query, expected) => {
    expect(names(query)[0]).toBe(expected);
  });

  test('a view comes before the cube whose members it shows', () => {
    const found = names('cost');
    expect(found.indexOf('ward_stays')).toBeLessThan(found.indexOf('stays'));
    expect(found).toContain('stays');
  });

  test('what matches poorly is left out', () => {
    expect(names('bed count')).not.toContain('audits');
  });

  test('every visible member comes along, the matching ones first', () => {
    const [view] = hospital.search('cost by city', scope);
    expect(view?.measures.map((measure) => measure.name)).toEqual([
      'ward_stays.cost',
      'ward_stays.length_of_stay',
      'ward_stays.stay_count',
    ]);
    expect(view?.dimensions[0]?.name).toBe('ward_stays.city');
    expect(view?.dimensions).toHaveLength(3);
  });

  test('a question about time brings time dimensions forward', () => {
    expect(hospital.search('cost by month', scope)[0]?.dimensions[0]?.name).toBe('ward_stays.admittedAt');
  });

  test('a renamed member is found by its first name', () => {
    const [view] = hospital.search('ward name', scope).filter((relation) => relation.type === 'view');
    expect(view?.dimensions[0]).toMatchObject({ name: 'ward_stays.department', title: 'Department' });
  });

  test('a query without words gives what there is, views first', () => {
    for (const query of ['', '   ', 'the of', '💥']) {
      expect(names(query)).toEqual(['ward_stays', 'stays', 'wards']);
    }
  });

  test('a query that matches nothing gives nothing', () => {
    for (const query of ['qqqqqq', 'x'.repeat(100_000)]) expect(names(query)).toEqual([]);
  });

  test('a query without words gives every relation of a large model, the last ones without their members', async () => {
    const cubes = Array.from({ length: 40 }, (_, cube) => {
      const dimensions = Array.from({ length: 100 }, (_, at) => `      - { name: d${at}, type: string }\n`);
      return `  - name: cube_${cube}\n    sql_table: t\n    dimensions:\n${dimensions.join('')}`;
    });
    const found = (await indexOf(`cubes:\n${cubes.join('')}`)).search('', scope);
    expect(found.map(({ name }) => name)).toEqual(cubes.map((_, cube) => `cube_${cube}`));
    expect(found[29]?.dimensions).toHaveLength(100);
    expect(found[30]?.dimensions).toEqual([]);
  });

  test('a limit holds for what matches', () => {
    expect(hospital.search('cost', scope, { limit: 1 })).toHaveLength(1);
  });
});

describe('metadata', () => {
  test('tells all that a viewer may know of a member, and nothing of its SQL', () => {
    const [stays] = hospital.visible(scope).filter((relation) => relation.name === 'stays');
    expect(stays).toEqual({
      name: 'stays',
      type: 'cube',
      title: 'Stays',
      description: 'One row for each stay of a patient',
      dimensions: [
        { name: 'stays.id', title: 'Id', type: 'number', primaryKey: true },
        { name: 'stays.admittedAt', title: 'Admitted', type: 'time' },
        { name: 'stays.diagnosis', title: 'Diagnosis', type: 'string', synonyms: ['illness', 'Größe'] },
      ],
      joins: ['wards'],
      measures: [
        {
          name: 'stays.length_of_stay',
          title: 'Length Of Stay',
          description: 'Nights between admission and discharge',
          type: 'avg',
        },
        { name: 'stays.stay_count', title: 'Stay Count', type: 'count' },
        { name: 'stays.cost', title: 'Cost', type: 'sum', format: 'currency', currency: 'CHF' },
      ],
      segments: [],
    });
  });
});

describe('the unit of a member', () => {
  const power = `
cubes:
  - name: meters
    sql_table: meters
    dimensions:
      - { name: area, type: number, meta: { unit: m² } }
    measures:
      - { name: consumption, type: sum, sql: kwh, meta: { unit: kWh } }
      - { name: cost, type: sum, sql: cost, format: currency, meta: { currency: CHF, unit: kWh } }
views:
  - name: sites
    cubes:
      - join_path: meters
        includes: [{ name: area, meta: { synonyms: [size] } }, { name: consumption, meta: { unit: kilowatt hours } }]
`;

  test('is told with it, unless that is money', async () => {
    const [meters] = (await indexOf(power)).visible(scope).filter(({ name }) => name === 'meters');
    expect(meters?.dimensions.map(({ unit }) => unit)).toEqual(['m²']);
    expect(meters?.measures.map(({ currency, unit }) => [currency, unit])).toEqual([
      [undefined, 'kWh'],
      ['CHF', undefined],
    ]);
  });

  test('is told by a view in its own words, else in those of the cube', async () => {
    const [sites] = (await indexOf(power)).visible(scope).filter(({ name }) => name === 'sites');
    expect(sites?.dimensions.map(({ unit }) => unit)).toEqual(['m²']);
    expect(sites?.measures.map(({ unit }) => unit)).toEqual(['kilowatt hours']);
  });
});

describe('a dimension of a view', () => {
  const fleet = `
cubes:
  - name: drivers
    sql_table: drivers
    access_policy:
      - group: auditors
        member_level: { excludes: [id] }
      - group: chiefs
    dimensions:
      - { name: id, type: number, primary_key: true }
      - { name: name, type: string }
  - name: trips
    sql_table: trips
    joins:
      - { name: drivers, relationship: many_to_one, sql: "{CUBE}.driver_id = {drivers}.id" }
    dimensions:
      - { name: id, type: number, primary_key: true }
      - { name: town, type: string }
views:
  - name: trip_overview
    cubes:
      - { join_path: trips, includes: [town] }
      - { join_path: trips.drivers, includes: [{ name: id, alias: driver_id }, { name: name, alias: driver }] }
`;
  const shown = async (...groups: string[]) => {
    const [view] = (await indexOf(fleet)).visible({ viewer: { ...nobody, groups } });
    return view?.dimensions.map(({ name, source, key }) => ({ name, source, key }));
  };

  test('says which it is in its cube, and which other one of the view tells apart the rows of that cube', async () => {
    const key = 'trip_overview.driver_id';
    expect(await shown('chiefs')).toEqual([
      { name: 'trip_overview.town', source: 'trips.town' },
      { name: 'trip_overview.driver_id', source: 'drivers.id', key },
      { name: 'trip_overview.driver', source: 'drivers.name', key },
    ]);
  });

  test('is told apart by no single column of a key of several', async () => {
    const several = fleet.replace(
      '{ name: name, type: string }',
      '{ name: name, type: string, primary_key: true }',
    );
    const [view] = (await indexOf(several)).visible({ viewer: { ...nobody, groups: ['chiefs'] } });
    expect(view?.dimensions.some(({ key }) => key !== undefined)).toBe(false);
  });

  test('says nothing of what the viewer may not see', async () => {
    expect(await shown('auditors')).toEqual([
      { name: 'trip_overview.town', source: 'trips.town' },
      { name: 'trip_overview.driver', source: 'drivers.name' },
    ]);
    expect(await shown()).toEqual([{ name: 'trip_overview.town', source: 'trips.town' }]);
  });
});

describe('visibility', () => {
  const auditor = { ...nobody, groups: ['auditors'] };
  const chief = { ...nobody, groups: ['chiefs'] };

  test('what is not public is found by nobody', () => {
    expect(names('salary staff')).not.toContain('staff');
    const visible = hospital.visible({ viewer: chief }).map((relation) => relation.name);
    expect(visible.length).toBeGreaterThan(0);
    expect(visible).not.toContain('staff');
  });

  test('a relation without a matching policy does not exist', () => {
    expect(names('audits finding')).not.toContain('audits');
    expect(names('audits finding', auditor)[0]).toBe('audits');
  });

  test('a hidden member is neither shown nor found, and does not lift its relation', () => {
    const [audits] = hospital.search('finding', { viewer: auditor });
    expect(audits?.dimensions.map((dimension) => dimension.name)).toEqual(['audits.finding']);
    expect(names('whistleblower', auditor)).toEqual(names('qqqqqq', auditor));
    expect(names('whistleblower', chief)[0]).toBe('audits');
  });

  test('accessibleViews limits what is found and listed; an empty list does not', () => {
    const only = (accessibleViews: string[], query: string) =>
      hospital.search(query, { viewer: nobody, accessibleViews }).map((relation) => relation.name);
    expect(only(['ward_stays'], 'cost')).toEqual(['ward_stays']);
    expect(only(['wards'], 'cost')).toEqual([]);
    expect(only(['wards'], '')).toEqual(['wards']);
    expect(only(['staff', 'nowhere'], 'salary')).toEqual([]);
    expect(only([], 'cost')).toEqual(names('cost'));
  });
});

describe('sample values', () => {
  const samples = new Map([
    ['wards.city', { values: ['Bern', 'Sankt Gallen'], valuesComplete: true }],
    ['audits.whistleblower', { values: ['Zacharias'] }],
    ['stays.admittedAt', { range: ['2023-01-01', '2024-06-30'] as const }],
  ]);

  test('sample values take part in matching, with typos, and bring their dimension forward', () => {
    for (const query of ['anything in Bern', 'gallen', 'Galen']) {
      const [first] = hospital.search(query, { viewer: nobody, samples });
      expect(first?.name).toBe('wards');
      expect(first?.dimensions[0]).toMatchObject({ name: 'wards.city', values: ['Bern', 'Sankt Gallen'] });
    }
    expect(hospital.search('bern', scope)[0]?.name).not.toBe('wards');
  });

  test('sample values of members that a viewer may not see find nothing', () => {
    const found = (viewer: Viewer) =>
      hospital.search('Zacharias', { viewer, samples }).map((relation) => relation.name);
    expect(found({ ...nobody, groups: ['auditors'] })).toEqual(
      names('qqqqqq', { ...nobody, groups: ['auditors'] }),
    );
    expect(found({ ...nobody, groups: ['chiefs'] })).toEqual(['audits']);
  });

  test('sample values are filled in by name, and leave what they do not know as it is', () => {
    const [stays] = hospital.visible(scope).filter((relation) => relation.name === 'stays');
    if (stays === undefined) throw new Error('no stays');
    const filled = withSamples(stays, samples);
    expect(filled.dimensions[1]).toMatchObject({
      name: 'stays.admittedAt',
      range: ['2023-01-01', '2024-06-30'],
    });
    expect(filled.dimensions[2]).toBe(stays.dimensions[2]);
  });
});

describe('a search that means harm', () => {
  const letters = 'abcd';
  /** Words of the letters a to d, each another. */
  const word = (number: number): string =>
    `a${Array.from({ length: 8 }, (_, at) => letters[Math.floor(number / 4 ** at) % 4]).join('')}`;

  test('a search that means harm is compared with 80,000 values in a fraction of a second', async () => {
    const dimensions = Array.from({ length: 400 }, (_, at) => `      - { name: d${at}, type: string }\n`);
    const large = await indexOf(
      `cubes:\n  - name: things\n    sql_table: things\n    dimensions:\n${dimensions.join('')}`,
    );
    const samples = new Map(
      dimensions.map((_, at) => [
        `things.d${at}`,
        { values: Array.from({ length: 200 }, (_, value) => word(at * 200 + value)) },
      ]),
    );
    // Like all of them, and near to none.
    const asked = (number: number) => word(number).replace(/(?<=^.{3})../, 'ee');
    const search = (from: number) =>
      large.search(Array.from({ length: 60 }, (_, at) => asked(from + at * 977)).join(' '), {
        viewer: nobody,
        samples,
      });
    search(0);
    const before = process.threadCpuUsage();
    for (let from = 1; from <= 5; from++) search(from);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000 / 5).toBeLessThan(500);
  });
});

test('an empty model finds nothing', async () => {
  const empty = await indexOf('# nothing\n');
  expect(empty.search('anything', scope)).toEqual([]);
  expect(empty.visible(scope)).toEqual([]);
});
