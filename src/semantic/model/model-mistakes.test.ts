import { describe, expect, test } from 'vitest';
import { ModelError, type Problem } from '../../yaml/model-error.ts';
import { parseDataModel } from './load-model.ts';

async function problemsOf(...texts: readonly string[]): Promise<readonly Problem[]> {
  try {
    await parseDataModel(
      texts.map((text, index) => ({ name: `${index + 1}.yml`, text: text.replace(/^\n/, '') })),
    );
    return [];
  } catch (error) {
    if (error instanceof ModelError) return error.problems;
    throw error;
  }
}

/** The model with one line replaced by others: every mistake below is the only one in it. */
const sound = `
cubes:
  - name: orders
    sql_table: orders
    joins:
      - name: lines
        relationship: one_to_many
        sql: "{CUBE}.id = {lines}.order_id"
    dimensions:
      - { name: id, type: number, sql: id, primary_key: true }
      - { name: status, type: string }
      - { name: placed_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: revenue, type: sum, sql: "{CUBE}.total" }
    segments:
      - { name: online, sql: "{CUBE}.web" }
    access_policy:
      - group: "*"
        row_level: { filters: [{ member: status, operator: equals, values: [paid] }] }
  - name: lines
    sql_table: lines
    dimensions:
      - { name: sku, type: string }
    measures:
      - { name: units, type: sum, sql: units }
  - name: islands
    sql_table: islands
views:
  - name: sales
    cubes:
      - { join_path: orders, includes: [status, count] }
      - { join_path: orders.lines, includes: [sku] }
`;

function withLine(find: string, replacement: string): { readonly text: string; readonly line: number } {
  const lines = sound.replace(/^\n/, '').split('\n');
  const index = lines.findIndex((line) => line.includes(find));
  if (index === -1) throw new Error(`no line holds ${find}`);
  return { text: lines.toSpliced(index, 1, replacement).join('\n'), line: index + 1 };
}

test('the model that every mistake is made in has none', async () => {
  expect(await problemsOf(sound)).toEqual([]);
});

const status = '{ name: status, type: string }';
const revenue = 'name: revenue';
const filter = 'row_level:';
const rows = (text: string) => `        row_level: { filters: [${text}] }`;

describe('one mistake, with its line and what to do', () => {
  test.each<[kind: string, find: string, replacement: string, message: string]>([
    [
      'unknown property',
      status,
      '      - { name: status, typ: string, type: string }',
      'Did you mean "type"?',
    ],
    ['missing type', status, '      - { name: status }', 'type is missing'],
    ['unknown type', status, '      - { name: status, type: strin }', 'Did you mean "string"?'],
    ['wrong flag', status, '      - { name: status, type: string, public: maybe }', 'must be true or false'],
    [
      'duplicate member',
      status,
      '      - { name: status, type: string }\n      - { name: STATUS, type: string }',
      'already a dimension',
    ],
    ['duplicate across kinds', revenue, '      - { name: status, type: count }', 'already a dimension'],
    ['unusable name', revenue, '      - { name: total revenue, type: count }', 'not a usable name'],
    ['reserved name', revenue, '      - { name: __rn, type: count }', 'reserved'],
    ['missing SQL', revenue, '      - { name: revenue, type: sum }', 'sql is missing'],
    [
      'unknown own member',
      revenue,
      '      - { name: revenue, type: sum, sql: "{stauts}" }',
      'Did you mean "status"?',
    ],
    [
      'unknown member of a cube',
      revenue,
      '      - { name: revenue, type: sum, sql: "{lines.skuu}" }',
      'Did you mean "sku"?',
    ],
    [
      'unknown cube',
      revenue,
      '      - { name: revenue, type: sum, sql: "{linse.sku}" }',
      'Did you mean "lines"?',
    ],
    [
      'column written as member',
      revenue,
      '      - { name: revenue, type: sum, sql: "{CUBE.total}" }',
      '{orders}.total',
    ],
    [
      'cube without a join',
      revenue,
      '      - { name: revenue, type: sum, sql: "{islands}.size" }',
      'No join leads',
    ],
    [
      'measure in an aggregate',
      revenue,
      '      - { name: revenue, type: sum, sql: "{count}" }',
      'is a measure',
    ],
    ...(
      [
        ['window without an edge', '{}', 'needs trailing or leading'],
        ['window without a length', '{ trailing: 7 dyas }', 'no length of time'],
        ['window of mixed units', '{ trailing: 1 month 3 days }', 'mixes months'],
        ['window of another property', '{ trailing: 7 day, leeding: 1 day }', 'Did you mean "leading"?'],
        ['window of another type', '{ type: to_dat, trailing: 7 day }', 'Did you mean "to_date"?'],
        ['window to date of nothing', '{ type: to_date }', 'granularity is missing'],
        ['window to date of the unknown', '{ type: to_date, granularity: yaer }', 'Did you mean "year"?'],
        ['window to date with an edge', '{ type: year_to_date, trailing: 1 day }', 'has no meaning'],
        ['window of another offset', '{ trailing: 1 day, offset: middle }', 'One of: start, end'],
      ] as const
    ).map(
      ([kind, window, message]) =>
        [
          kind,
          revenue,
          `      - { name: revenue, type: sum, sql: "{CUBE}.total", rolling_window: ${window} }`,
          message,
        ] as [string, string, string, string],
    ),
    [
      'window over a rolling measure',
      revenue,
      `      - { name: lately, type: sum, sql: "{CUBE}.total", rolling_window: { trailing: 7 day } }
      - { name: revenue, type: number, sql: "{lately}", rolling_window: { trailing: 7 day } }`,
      'is a rolling measure',
    ],
    ...(
      [
        ['granularity without a length', '{ name: half }', 'interval is missing'],
        ['granularity of a wrong length', '{ name: half, interval: 6 moons }', 'no length of time'],
        ['granularity of no length', '{ name: half, interval: 0 days }', 'is not positive'],
        ['granularity of mixed units', '{ name: half, interval: 1 month 3 days }', 'mixes months'],
        ['granularity without an origin', '{ name: half, interval: 5 days }', 'give it an origin'],
        [
          'granularity of a wrong origin',
          '{ name: half, interval: 5 days, origin: "2024-13-01" }',
          'is no origin',
        ],
        [
          'granularity of an instant',
          '{ name: half, interval: 5 days, origin: "2024-01-01T00:00:00Z" }',
          'without Z',
        ],
        [
          'granularity of two starts',
          '{ name: half, interval: 1 week, origin: "2024-01-01", offset: 1 day }',
          'both origin and offset',
        ],
        ['granularity of the calendar', '{ name: Month, interval: 1 month }', 'is a unit of the calendar'],
        [
          'granularity of another property',
          '{ name: half, interval: 6 months, ofset: 1 day }',
          'Did you mean "offset"?',
        ],
        [
          'granularity twice',
          '{ name: half, interval: 6 months }, { name: half, interval: 6 months }',
          'already a granularity',
        ],
      ] as const
    ).map(
      ([kind, granularity, message]) =>
        [
          kind,
          'placed_at',
          `      - { name: placed_at, type: time, granularities: [${granularity}] }`,
          message,
        ] as [string, string, string, string],
    ),
    [
      'granularity of a text',
      status,
      '      - { name: status, type: string, granularities: [{ name: half, interval: 6 months }] }',
      'only a dimension of type time',
    ],
    ...(
      [
        ['hierarchy of nothing', '{ name: where, levels: [] }', 'names no dimension'],
        ['hierarchy of an unknown dimension', '{ name: where, levels: [stauts] }', 'Did you mean "status"?'],
        ['hierarchy of a measure', '{ name: where, levels: [count] }', 'has no dimension "count"'],
        ['hierarchy of a cube without a join', '{ name: where, levels: [islands.size] }', 'not joined'],
        ['hierarchy under the name of a member', '{ name: status, levels: [status] }', 'already a dimension'],
        [
          'hierarchy of another property',
          '{ name: where, levels: [status], tilte: Where }',
          'Did you mean "title"?',
        ],
      ] as const
    ).map(
      ([kind, hierarchy, message]) =>
        [kind, '    segments:', `    hierarchies: [${hierarchy}]\n    segments:`, message] as [
          string,
          string,
          string,
          string,
        ],
    ),
    [
      'measure in a filter',
      revenue,
      '      - { name: revenue, type: count, filters: [{ sql: "{count} > 1" }] }',
      'is a measure',
    ],
    [
      'measure in a dimension',
      status,
      '      - { name: status, type: string, sql: "{count} + 1" }',
      'is a measure',
    ],
    ['segment in a member', revenue, '      - { name: revenue, type: sum, sql: "{online}" }', 'is a segment'],
    [
      'member of itself',
      revenue,
      '      - { name: revenue, type: number, sql: "{revenue} + 1" }',
      'refers to itself',
    ],
    [
      'security context in SQL',
      revenue,
      '      - { name: revenue, type: sum, sql: "{SECURITY_CONTEXT.x}" }',
      'access policy',
    ],
    ['unbalanced SQL', revenue, '      - { name: revenue, type: sum, sql: "1) FROM users" }', 'never opened'],
    [
      'wrong currency',
      revenue,
      '      - { name: revenue, type: sum, sql: x, currency: euros }',
      'three letters',
    ],
    ...["''", '" "', 'cubic metres of gas per hour', '"kW\\nh"', '[kWh]', '1'].map(
      (unit): [string, string, string, string] => [
        `unit ${unit}`,
        revenue,
        `      - { name: revenue, type: sum, sql: x, meta: { unit: ${unit} } }`,
        '1 to 20 characters on one line',
      ],
    ),
    ['relationship', 'relationship:', '        relationship: many_to_on', 'Did you mean "many_to_one"?'],
    [
      'join that names one side',
      '{lines}.order_id',
      '        sql: "{CUBE}.id = order_id"',
      'does not name {lines}',
    ],
    ['table name', 'sql_table: islands', '    sql_table: select 1', 'not a table name'],
    ['no source', 'sql_table: islands', '    title: Islands', 'needs sql_table or sql'],
    [
      'two sources',
      'sql_table: islands',
      '    sql_table: islands\n    sql: SELECT 1',
      'both sql_table and sql',
    ],
    ['duplicate cube', 'name: islands', '  - name: Lines', 'already defined (1.yml:20)'],
    ['unknown parent', 'sql_table: islands', '    extends: lnes', 'Did you mean "lines"?'],
    ['extends in a circle', 'sql_table: islands', '    extends: islands', 'is circular: islands → islands'],
    ['no primary key', '{ name: id', '      - { name: id, type: number, sql: id }', 'needs a primary key'],
    [
      'unknown join path',
      'join_path: orders.lines',
      '      - { join_path: orders.islands, includes: "*" }',
      'has no join to "islands"',
    ],
    [
      'second root',
      'join_path: orders.lines',
      '      - { join_path: lines, includes: [sku] }',
      'start at the same cube',
    ],
    [
      'unknown included member',
      'join_path: orders.lines',
      '      - { join_path: orders.lines, includes: [skuu] }',
      'Did you mean "sku"?',
    ],
    [
      'unknown excluded member',
      'join_path: orders.lines',
      '      - { join_path: orders.lines, includes: "*", excludes: [skuu] }',
      'Did you mean "sku"?',
    ],
    [
      'included twice',
      'join_path: orders.lines',
      '      - { join_path: orders, includes: [revenue, { name: id, alias: count }] }',
      'already in this view (orders.count)',
    ],
    [
      'unknown row filter member',
      filter,
      rows('{ member: statu, operator: equals, values: [x] }'),
      'Did you mean "status"?',
    ],
    [
      'row filter over a measure',
      filter,
      rows('{ member: count, operator: gt, values: [1] }'),
      'about dimensions',
    ],
    [
      'unknown operator',
      filter,
      rows('{ member: status, operator: equal, values: [x] }'),
      'Did you mean "equals"?',
    ],
    [
      'operator for another type',
      filter,
      rows('{ member: id, operator: contains, values: [x] }'),
      'is for string',
    ],
    ['value of another type', filter, rows('{ member: id, operator: equals, values: [x] }'), 'not a number'],
    [
      'value that is no date',
      filter,
      rows('{ member: placed_at, operator: afterDate, values: [yesterday] }'),
      'not a time',
    ],
    ['no values', filter, rows('{ member: status, operator: equals }'), 'needs values'],
    ['values for set', filter, rows('{ member: status, operator: set, values: [x] }'), 'takes no values'],
    [
      'one end of a range',
      filter,
      rows('{ member: placed_at, operator: inDateRange, values: ["2024-01-01"] }'),
      'takes two values',
    ],
    [
      'unknown source of a value',
      filter,
      rows('{ member: status, operator: equals, values: ["{ userAttribute.x }"] }'),
      'Did you mean "userAttributes"?',
    ],
    [
      'unquoted reference',
      filter,
      rows('{ member: status, operator: equals, values: [{ userAttributes.x }] }'),
      'in quotes',
    ],
    [
      'reference in text',
      filter,
      rows('{ member: status, operator: equals, values: ["a { groups }"] }'),
      'neither one reference',
    ],
    [
      'reference to a prototype',
      filter,
      rows('{ member: status, operator: equals, values: ["{ securityContext.__proto__ }"] }'),
      'not a name',
    ],
    ['empty or', filter, rows('{ or: [] }'), 'or is empty'],
    [
      'filters and allow_all',
      filter,
      '        row_level: { allow_all: true, filters: [] }',
      'either filters or allow_all',
    ],
    [
      'unknown member of member_level',
      filter,
      '        member_level: { excludes: [statu] }',
      'Did you mean "status"?',
    ],
    ['condition', filter, '        conditions: [{ if: "{ userAttributes.x > 5 }" }]', 'not a condition'],
    ['no group', 'group: "*"', '      - member_level: { includes: "*" }', 'group is missing'],
  ])('one mistake, with its line and what to do: %s', async (_kind, find, replacement, message) => {
    const { text, line } = withLine(find, replacement);
    const problems = await problemsOf(text);
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringContaining(message)]);
    // The mistake is on the changed line, one after it, or at the cube that the line belongs to.
    const [problem] = problems;
    const added = replacement.split('\n').length - 1;
    const isPrimaryKey = message.includes('primary key');
    expect(problem?.line).toBeGreaterThanOrEqual(
      isPrimaryKey ? 2 : line - (find.startsWith('sql_table') ? 1 : 0),
    );
    expect(problem?.line).toBeLessThanOrEqual(line + added);
  });

  test('a line within block SQL is the line itself', async () => {
    const { text, line } = withLine(
      revenue,
      '      - name: revenue\n        type: sum\n        sql: |\n          CASE\n            WHEN {stauts} = 1 THEN 2\n          END',
    );
    expect(await problemsOf(text)).toMatchObject([
      { line: line + 4, path: 'cubes.orders.measures.revenue.sql' },
    ]);
  });
});

describe('many mistakes', () => {
  test('many mistakes are reported at once, over files, in reading order', async () => {
    const first = withLine(status, '      - { name: status, type: strin }').text.replace(
      'type: sum',
      'type: summ',
    );
    const second = 'cubes:\n  - name: more\n    sql_tabel: more\n';
    expect((await problemsOf(first, second)).map(({ file, line }) => `${file}:${line}`)).toEqual([
      '1.yml:10',
      '1.yml:14',
      '2.yml:2',
      '2.yml:3',
    ]);
  });

  test('many mistakes of measures that are made of each other are one circle', async () => {
    const { text } = withLine(
      revenue,
      '      - { name: a, type: number, sql: "{b} + 1" }\n      - { name: b, type: number, sql: "{a} + 1" }',
    );
    expect(await problemsOf(text)).toMatchObject([
      { message: 'refers to itself: orders.a → orders.b → orders.a.' },
    ]);
  });

  test('many mistakes that are inherited are reported once', async () => {
    const { text } = withLine('sql_table: islands', '    extends: lines');
    expect(await problemsOf(text.replace('sql: units', 'sql: "{unitz} + 1"'))).toHaveLength(1);
  });

  test('many mistakes of YAML itself have their line, and templates a hint', async () => {
    expect(await problemsOf('cubes:\n  - name: a\n   sql_table: a\n')).toMatchObject([
      { file: '1.yml', line: 3 },
    ]);
    expect(await problemsOf('cubes:\n  - name: a\n    sql_table: a\n    name: b\n')).toMatchObject([
      { line: 4 },
    ]);
    expect(await problemsOf('cubes:\n{% for x in y %}\n')).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('Jinja') }),
    );
  });

  test('never stop the reader: whatever has the wrong shape is a problem', async () => {
    for (const wrong of ['5', 'text', '[]', '[[1]]', '{ a: { b: 1 } }', 'null', '[null]']) {
      for (const key of [
        'joins',
        'dimensions',
        'measures',
        'segments',
        'access_policy',
        'meta',
        'sql',
        'extends',
      ]) {
        await problemsOf(`cubes:\n  - { name: a, sql_table: a, ${key}: ${wrong} }\n`);
      }
      for (const key of ['cubes', 'folders', 'access_policy', 'extends']) {
        await problemsOf(`views:\n  - { name: a, ${key}: ${wrong} }\n`);
      }
      await problemsOf(`cubes: ${wrong}\nviews: ${wrong}\n`);
    }
    expect(await problemsOf('cubes:\n  - { name: a, sql_table: a, dimensions: 5 }\n')).toMatchObject([
      { line: 2, path: 'cubes.a.dimensions', message: 'must be a list.' },
    ]);
  });
});

describe('one mistake is reported where it was made, and not where it is felt', () => {
  const linked = `
cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: lines, relationship: one_to_many, sql: "{CUBE}.id = {lines}.order_id" }
    dimensions:
      - { name: id, type: number, sql: id, primary_key: true }
      - { name: region, type: string }
      - { name: maker, type: string, sql: "{products.maker}" }
  - name: lines
    sql_table: lines
    joins:
      - { name: products, relationship: many_to_one, sql: "{CUBE}.product_id = {products}.id" }
    dimensions:
      - { name: id, type: number, sql: id, primary_key: true }
  - name: products
    sql_table: products
    joins:
      - { name: makers, relationship: many_to_one, sql: "{CUBE}.maker_id = {makers}.id" }
    dimensions:
      - { name: id, type: number, sql: id, primary_key: true }
      - { name: maker, type: string, sql: "{makers.name}" }
  - name: makers
    sql_table: makers
    dimensions:
      - { name: name, type: string, primary_key: true }
views:
  - name: sales
    cubes:
      - { join_path: orders, includes: [region] }
      - { join_path: orders.lines, includes: [], prefix: true }
      - { join_path: orders.lines.products, includes: [maker] }
    folders:
      - { name: Place, includes: [region] }
      - { name: Made, includes: [maker] }
    access_policy:
      - group: "*"
        row_level: { filters: [{ member: region, operator: equals, values: [EU] }] }
`;

  test('the model that the cubes are renamed in has no mistake', async () => {
    expect(await problemsOf(linked)).toEqual([]);
  });

  test.each([
    ['the first cube of a view', 'orders', ['There is no cube "orders". Did you mean "ordersx"?']],
    ['a cube in the middle of its joins', 'lines', ['There is no cube "lines". Did you mean "linesx"?']],
    [
      'a cube that members refer to',
      'makers',
      [
        'There is no cube "makers". Did you mean "makersx"?',
        'There is no cube "makers". Did you mean "makersx"?',
      ],
    ],
  ])('%s has another name', async (_, cube, messages) => {
    const problems = await problemsOf(linked.replace(`  - name: ${cube}\n`, `  - name: ${cube}x\n`));
    expect(problems.map(({ message }) => message)).toEqual(messages);
  });
});
