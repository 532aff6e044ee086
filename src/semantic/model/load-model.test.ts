import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadDataModel, parseDataModel } from './load-model.ts';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-model-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const load = async (text: string) => parseDataModel([{ name: 'model.yml', text }]);
const cubeOf = async (text: string, name = 'orders') => {
  const cube = (await load(text)).model.cubes.get(name);
  if (cube === undefined) throw new Error(`no cube ${name}`);
  return cube;
};

describe('a model folder', () => {
  test('a model folder is read with its subfolders, both extensions, several documents, and nothing else', async () => {
    const folder = await folderWith({
      'cubes/a.yml': 'cubes:\n  - { name: a, sql_table: a }\n---\ncubes:\n  - { name: a2, sql_table: a2 }\n',
      'views/deep/b.yaml': 'cubes:\n  - { name: b, sql_table: b }\n',
      'empty.yml': '# nothing yet\n',
      'notes.md': 'cubes: [',
    });
    const { model } = await loadDataModel(folder);
    expect([...model.cubes.keys()]).toEqual(['a', 'a2', 'b']);
    expect(model.cubes.get('b')?.location).toEqual({ file: 'views/deep/b.yaml', line: 2 });
  });

  test('names files relative to the folder that is asked for', async () => {
    const folder = await folderWith({ 'model/a.yml': 'cubes:\n  - { name: a }\n' });
    await expect(loadDataModel(join(folder, 'model'), { relativeTo: folder })).rejects.toMatchObject({
      problems: [{ file: 'model/a.yml', line: 2, path: 'cubes.a', message: 'needs sql_table or sql.' }],
    });
  });

  test('a text in braces that a comma cuts in two is told to go into quotes', async () => {
    const text =
      'cubes:\n  - name: a\n    sql_table: a\n    measures:\n      - { name: b, type: count, description: Paid, before refunds }\n';
    await expect(load(text)).rejects.toThrow(
      '"before refunds" is not a property of a measure. Put a text that has a comma in quotes.',
    );
  });

  test('a model folder that is missing or empty is a problem of its own', async () => {
    const folder = await folderWith({});
    await expect(loadDataModel(join(folder, 'nowhere'))).rejects.toThrow(/nowhere:1 .*cannot be read/);
    await expect(loadDataModel(folder)).rejects.toThrow(/no \*\.yml or \*\.yaml file/);
  });
});

describe('cubes', () => {
  test('get titles, defaults and their SQL cut into references', async () => {
    const cube = await cubeOf(`
cubes:
  - name: orders
    sql_table: sales.orders
    dimensions:
      - { name: id, type: number, primary_key: true, sql: order_id }
      - { name: orderStatus, type: string }
      - name: size
        type: string
        case:
          when:
            - { sql: "{CUBE}.total > 100", label: large }
          else: { label: small }
      - { name: label, type: string, sql: "CONCAT({orderStatus}, \${CUBE}.code)" }
    measures:
      - { name: count, type: count }
      - { name: revenue, type: sum, sql: total, format: currency, meta: { currency: eur }, filters: [{ sql: "{orderStatus} = 'paid'" }] }
      - { name: buyers, type: countDistinctApprox, sql: "{CUBE}.customer_id" }
      - { name: paid, type: count, sql: paid_at }
      - { name: average, type: number, sql: "{revenue} / NULLIF({CUBE.count}, 0)" }
    segments:
      - { name: online, sql: "{CUBE}.channel = 'web'" }
`);
    expect(cube).toMatchObject({ title: 'Orders', public: true, source: { table: 'sales.orders' } });
    expect(cube.dimensions.get('id')).toMatchObject({
      title: 'Id',
      primaryKey: true,
      public: true,
      sql: [
        { kind: 'cube', cube: 'orders' },
        { kind: 'text', text: '.order_id' },
      ],
    });
    // Without SQL a dimension is the column of its name, quoted where PostgreSQL would fold its case.
    expect(cube.dimensions.get('orderStatus')).toMatchObject({
      title: 'Order Status',
      sql: [{ kind: 'cube' }, { kind: 'text', text: '."orderStatus"' }],
    });
    expect(cube.dimensions.get('size')).toMatchObject({
      sql: [],
      case: { when: [{ label: 'large' }], else: 'small' },
    });
    expect(cube.dimensions.get('label')?.sql).toEqual([
      { kind: 'text', text: 'CONCAT(' },
      { kind: 'member', cube: 'orders', member: 'orderStatus' },
      { kind: 'text', text: ', ' },
      { kind: 'cube', cube: 'orders' },
      { kind: 'text', text: '.code)' },
    ]);
    expect(cube.measures.get('count')?.sql).toEqual([]);
    expect(cube.measures.get('revenue')).toMatchObject({ format: 'currency', currency: 'EUR' });
    expect(cube.measures.get('revenue')?.filters).toHaveLength(1);
    expect(cube.measures.get('buyers')?.type).toBe('count_distinct');
    // A count of a column counts the rows that have a value there.
    expect(cube.measures.get('paid')).toMatchObject({
      sql: [],
      filters: [[{ text: '(' }, { cube: 'orders' }, { text: '.paid_at' }, { text: ') IS NOT NULL' }]],
    });
    expect(cube.measures.get('average')?.sql.filter((part) => part.kind === 'member')).toHaveLength(2);
    expect(cube.segments.get('online')?.sql).toHaveLength(2);
  });

  test('measures and numbers carry the unit of their meta', async () => {
    const cube = await cubeOf(`
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: area, type: number, meta: { unit: m² } }
      - { name: model, type: string, meta: { unit: { sold: alone } } }
    measures:
      - { name: weight, type: sum, sql: kg, meta: { unit: kg } }
      - { name: count, type: count }
`);
    expect(cube.dimensions.get('area')?.unit).toBe('m²');
    // Whatever else the meta of other members says under that name is left to those who wrote it.
    expect(cube.dimensions.get('model')?.unit).toBeUndefined();
    expect(cube.measures.get('weight')?.unit).toBe('kg');
    expect(cube.measures.get('count')?.unit).toBeUndefined();
  });

  test('cubes carry what agents are told', async () => {
    const cube = await cubeOf(`
cubes:
  - name: orders
    sql_table: orders
    description: All orders
    meta: { ai_context: Ask me about sales, synonyms: [sales, deals], owner: finance }
    dimensions:
      - { name: city, type: string, public: false, meta: { synonyms: town } }
      - { name: link, type: string, format: { type: link, label: Open } }
`);
    expect(cube).toMatchObject({
      description: 'All orders',
      aiContext: 'Ask me about sales',
      synonyms: ['sales', 'deals'],
      meta: { owner: 'finance' },
    });
    expect(cube.dimensions.get('city')).toMatchObject({ public: false, synonyms: ['town'] });
    expect(cube.dimensions.get('link')?.format).toBe('link');
  });

  test('join by every name that Cube has for a relationship', async () => {
    const cube = await cubeOf(`
cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: customers, relationship: belongsTo, sql: "{CUBE}.customer_id = {customers.id}" }
      - { name: lines, relationship: has_many, sql: "{CUBE}.id = {lines}.order_id" }
      - { name: details, relationship: oneToOne, sql: "{orders}.id = {details}.id" }
  - { name: customers, sql_table: customers, dimensions: [{ name: id, type: number, primary_key: true }] }
  - { name: lines, sql_table: lines }
  - { name: details, sql_table: details }
`);
    expect(cube.joins.map((join) => [join.target, join.relationship])).toEqual([
      ['customers', 'many_to_one'],
      ['lines', 'one_to_many'],
      ['details', 'one_to_one'],
    ]);
  });

  test('cubes extend others: members by name, references about the extending cube, policies of both', async () => {
    const { model } = await load(`
cubes:
  - name: web_orders
    extends: orders
    dimensions:
      - { name: status, type: string, sql: web_status }
    access_policy: [{ group: web }]
  - name: orders
    sql_table: orders
    public: false
    description: Base
    dimensions:
      - { name: status, type: string }
      - { name: label, type: string, sql: "UPPER({status})" }
    access_policy: [{ group: all }]
`);
    const cube = model.cubes.get('web_orders');
    expect(cube).toMatchObject({
      title: 'Web Orders',
      description: 'Base',
      public: false,
      source: { table: 'orders' },
    });
    expect(cube?.dimensions.get('status')?.sql.at(-1)).toEqual({ kind: 'text', text: '.web_status' });
    expect(cube?.dimensions.get('label')?.sql).toContainEqual({
      kind: 'member',
      cube: 'web_orders',
      member: 'status',
    });
    expect(cube?.accessPolicy.map((policy) => policy.groups)).toEqual([['all'], ['web']]);
  });

  test('a cube may join one that extends it, as employees join their supervisors, which then have not that join', async () => {
    const text = `
cubes:
  - name: employees
    sql_table: employees
    joins:
      - { name: teams, relationship: many_to_one, sql: "{CUBE}.team_id = {teams}.id" }
      - { name: supervisors, relationship: many_to_one, sql: "{CUBE}.supervisor_id = {supervisors}.id" }
    dimensions: [{ name: id, type: number, primary_key: true }]
  - { name: supervisors, extends: employees }
  - { name: teams, sql_table: teams, dimensions: [{ name: id, type: number, primary_key: true }] }
`;
    const { model, warnings } = await load(text);
    const targets = [...model.cubes.values()].map(({ joins }) => joins.map(({ target }) => target));
    expect(targets).toEqual([['teams', 'supervisors'], ['teams'], []]);
    expect(warnings).toEqual([]);
  });

  test('cubes may reuse YAML by anchors and merge keys', async () => {
    const cube = await cubeOf(`
cubes:
  - name: orders
    sql_table: orders
    measures:
      - &sum { name: net, type: sum, sql: net, format: currency }
      - { <<: *sum, name: gross, sql: gross }
`);
    expect(cube.measures.get('gross')).toMatchObject({ type: 'sum', format: 'currency' });
  });
});

const shop = `
cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers}.id" }
    dimensions:
      - { name: id, type: number, primary_key: true }
      - { name: status, type: string, meta: { synonyms: [state] } }
      - { name: secret, type: string, public: false }
    measures:
      - { name: count, type: count }
  - name: customers
    sql_table: customers
    joins:
      - { name: regions, relationship: many_to_one, sql: "{CUBE}.region_id = {regions}.id" }
    dimensions:
      - { name: id, type: number, primary_key: true }
      - { name: city, type: string }
  - name: regions
    sql_table: regions
    dimensions:
      - { name: id, type: number, primary_key: true }
      - { name: name, type: string }
`;

describe('views', () => {
  test('views take members over join paths of several hops, renamed, prefixed and overridden', async () => {
    const { model, warnings } = await load(`${shop}
views:
  - name: sales
    cubes:
      - join_path: orders
        includes: "*"
        excludes: [id]
      - join_path: orders.customers
        prefix: true
        includes: [city]
      - join_path: "{orders.customers.regions}"
        prefix: true
        alias: area
        includes:
          - { name: name, alias: label, title: Area, description: Where, meta: { synonyms: [zone] } }
    folders:
      - name: Place
        includes: [customers_city, { name: Inner, includes: [area_label] }]
`);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('shows "area_label" without "id", the primary key of "regions"'),
    ]);
    const view = model.views.get('sales');
    expect([...(view?.members.keys() ?? [])]).toEqual([
      'status',
      'secret',
      'count',
      'customers_city',
      'area_label',
    ]);
    expect(view?.root).toBe('orders');
    expect(view?.members.get('area_label')).toMatchObject({
      title: 'Area',
      description: 'Where',
      synonyms: ['zone'],
      path: ['orders', 'customers', 'regions'],
      member: { name: 'name' },
    });
    expect(view?.members.get('customers_city')?.title).toBe('Customers City');
    expect(view?.members.get('status')?.synonyms).toEqual(['state']);
    expect(view?.members.get('secret')?.public).toBe(false);
    expect(view?.folders).toEqual([
      { name: 'Place', members: ['customers_city'] },
      { name: 'Place / Inner', members: ['area_label'] },
    ]);
  });

  test('views extend other views', async () => {
    const { model } = await load(`${shop}
views:
  - { name: small, cubes: [{ join_path: orders, includes: [count] }] }
  - { name: large, extends: small, cubes: [{ join_path: orders.customers, includes: [city] }] }
`);
    expect([...(model.views.get('large')?.members.keys() ?? [])]).toEqual(['count', 'city']);
  });
});

describe('what Cube knows and Inlay does not use', () => {
  test('what Cube knows and Inlay does not use is a warning that names it, with its line', async () => {
    const { warnings } = await load(`cubes:
  - name: orders
    sql_table: orders
    refresh_key: { every: 1 hour }
    pre_aggregations: []
    data_source: default
    sql_alias: o
    measures:
      - name: count
        type: count
        drill_members: [id]
`);
    expect(warnings.map(({ line, message }) => [line, message.split(' ')[0]])).toEqual([
      [4, 'refresh_key'],
      [5, 'pre_aggregations'],
      [6, 'data_source'],
      [7, 'sql_alias'],
      [11, 'drill_members'],
    ]);
  });

  test('leaves out members that it would compute wrongly, and what is made of them', async () => {
    const { model, warnings } = await load(`cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: spot, type: geo, latitude: { sql: lat }, longitude: { sql: lon } }
    measures:
      - { name: count, type: count }
      - { name: last_week, type: sum, sql: total, multi_stage: true }
      - { name: share, type: number, sql: "{last_week} / {count}" }
      - { name: plain, type: sum, sql: total, multi_stage: false }
views:
  - { name: v, cubes: [{ join_path: orders, includes: [count, share] }] }
`);
    expect([...(model.cubes.get('orders')?.measures.keys() ?? [])]).toEqual(['count', 'plain']);
    expect([...(model.views.get('v')?.members.keys() ?? [])]).toEqual(['count']);
    expect(warnings.map(({ line }) => line)).toEqual([5, 8, 9, 12]);
    expect(warnings[1]?.message).toContain('multi_stage');
  });

  test("warns of SQL that PostgreSQL's grammar does not know, since an engine may", async () => {
    const { warnings } = await load(`cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: ok, type: string, sql: "CASE WHEN {CUBE}.a THEN 1 END" }
      - { name: odd, type: string, sql: "{'a': 1}.a" }
`);
    expect(warnings).toMatchObject([{ line: 6, path: 'cubes.orders.dimensions.odd.sql' }]);
  });
});
