import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cube, DataModel, View } from '../data-model.ts';
import { parseDataModel } from '../model/load-model.ts';
import type { Viewer } from '../viewer.ts';
import { resolveAccess } from './resolve-access.ts';

const dimensions = `
    dimensions:
      - { name: region, type: string }
      - { name: city, type: string }
      - { name: size, type: number }
      - { name: open, type: boolean }
      - { name: placed_at, type: time }
      - { name: internal, type: string, public: false }
    measures:
      - { name: count, type: count }`;

/** A cube with these policies. */
async function cubeWith(policies: string): Promise<Cube> {
  const text = `cubes:\n  - name: orders\n    sql_table: orders${dimensions}\n${policies}`;
  const cube = (await parseDataModel([{ name: 'model.yml', text }])).model.cubes.get('orders');
  if (cube === undefined) throw new Error('no cube');
  return cube;
}

async function withFilter(filter: string): Promise<Cube> {
  return cubeWith(`    access_policy: [{ group: "*", row_level: { filters: [${filter}] } }]`);
}

const viewer = (parts: Partial<Viewer> = {}): Viewer => ({
  userAttributes: {},
  groups: [],
  securityContext: {},
  ...parts,
});

/** What a caller may have sent, whatever its type should be. */
const hostile = (securityContext: unknown): Viewer =>
  viewer({ securityContext: { value: securityContext } as Viewer['securityContext'] });

const publicNames = ['region', 'city', 'size', 'open', 'placed_at', 'count'];

describe('which policies apply', () => {
  const policies = `    access_policy:
      - group: analysts
      - groups: [sellers, tenant:acme:buyers]
        member_level: { includes: [region, count] }
        row_level: { filters: [{ member: region, operator: equals, values: [EU] }] }
      - group: "*"
        conditions: [{ if: "{ userAttributes.region }" }, { if: "{ securityContext.level } == 'high'" }]
        member_level: { excludes: [city] }
        row_level: { filters: [{ member: region, operator: equals, values: ["{ userAttributes.region }"] }] }`;
  const eu = { kind: 'condition', member: 'region', operator: 'equals', values: ['EU'] };
  const us = { ...eu, values: ['US'] };
  const us_high = { userAttributes: { region: 'US' }, securityContext: { level: 'high' } };

  test.each<[string, Viewer, string[], unknown]>([
    ['no group: nothing', viewer(), [], 'none'],
    ['another group: nothing', viewer({ groups: ['analyst'] }), [], 'none'],
    ['a scoped group is not the tenant-wide one', viewer({ groups: ['tenant:acme:analysts'] }), [], 'none'],
    ['a group without restrictions: everything', viewer({ groups: ['analysts'] }), publicNames, 'all'],
    ['a group with rows and members', viewer({ groups: ['sellers'] }), ['region', 'count'], eu],
    ['a scoped group', viewer({ groups: ['tenant:acme:buyers'] }), ['region', 'count'], eu],
    ['conditions that hold', viewer(us_high), publicNames.filter((name) => name !== 'city'), us],
    ['one condition that does not', viewer({ ...us_high, securityContext: { level: 'low' } }), [], 'none'],
    ['a group named * is nobody special', viewer({ groups: ['*'] }), [], 'none'],
    [
      'two policies add rows and members',
      viewer({ ...us_high, groups: ['sellers'] }),
      publicNames.filter((name) => name !== 'city'),
      { kind: 'or', filters: [eu, us] },
    ],
    ['an open policy opens every row', viewer({ ...us_high, groups: ['analysts'] }), publicNames, 'all'],
  ])('which policies apply: %s', async (_name, who, visible, rows) => {
    const access = resolveAccess(await cubeWith(policies), who);
    expect([...access.visible]).toEqual(visible);
    expect(access.rows).toEqual(rows);
  });

  test('where none matches, public names may be asked for and give no rows', async () => {
    const { queryable, rows } = resolveAccess(await cubeWith(policies), viewer());
    expect([...queryable]).toEqual(publicNames);
    expect(rows).toBe('none');
  });

  test('a relation without policies is open, but for what is not public', async () => {
    const access = resolveAccess(await cubeWith(''), viewer());
    expect(access.rows).toBe('all');
    expect([...access.visible]).toEqual(publicNames);
    expect([...resolveAccess(await cubeWith('    public: false'), viewer()).visible]).toEqual([]);
  });

  test('includes never shows what is not public', async () => {
    const cube = await cubeWith(
      '    access_policy: [{ group: "*", member_level: { includes: [internal, city] } }]',
    );
    expect([...resolveAccess(cube, viewer()).visible]).toEqual(['city']);
  });

  test('excludes: "*" and allow_all: false show nothing', async () => {
    const cube = await cubeWith(
      '    access_policy: [{ group: "*", member_level: { excludes: "*" }, row_level: { allow_all: false } }]',
    );
    expect(resolveAccess(cube, viewer())).toMatchObject({
      rows: 'none',
      visible: new Set(),
      queryable: new Set(),
    });
  });
});

describe('conditions', () => {
  const holds = async (condition: string, who: Viewer) =>
    resolveAccess(
      await cubeWith(`    access_policy: [{ group: "*", conditions: [{ if: "${condition}" }] }]`),
      who,
    ).rows === 'all';

  test.each<[string, Viewer, boolean]>([
    ['{ userAttributes.x }', viewer({ userAttributes: { x: 'yes' } }), true],
    ['{ userAttributes.x }', viewer({ userAttributes: { x: 'false' } }), false],
    ['{ userAttributes.x }', viewer({ userAttributes: { x: 0 } }), false],
    ['{ userAttributes.x }', viewer(), false],
    ['{ !securityContext.x }', viewer({ securityContext: { x: false } }), true],
    ['{ !securityContext.x }', viewer({ securityContext: { x: true } }), false],
    // What was left out opens nothing, negated or not.
    ['{ !securityContext.x }', viewer(), false],
    ["{ userAttributes.x } != 'a'", viewer(), false],
    ["{ userAttributes.x } != 'a'", viewer({ userAttributes: { x: 'b' } }), true],
    ["{ userAttributes.x != 'a' }", viewer({ userAttributes: { x: ['a', 'b'] } }), false],
    ["{ userAttributes.x } == 'a'", viewer({ userAttributes: { x: ['a', 'b'] } }), true],
    ['{ userAttributes.x } == 5', viewer({ userAttributes: { x: 5 } }), true],
    ['{ userAttributes.x } == 5', viewer({ userAttributes: { x: '6' } }), false],
    ['{ groups }', viewer({ groups: ['a'] }), true],
    ["{ groups } == 'a'", viewer({ groups: ['b'] }), false],
    ['{ security_context.a.b }', viewer({ securityContext: { a: { b: 1 } } }), true],
    ['{ securityContext.a }', viewer({ securityContext: { a: { b: 1 } } }), false],
  ])('%s for %j: %s', async (condition, who, expected) => {
    expect(await holds(condition, who)).toBe(expected);
  });
});

describe('row filters', () => {
  test('row filters nest and take every operator', async () => {
    const cube = await withFilter(`{ or: [
      { and: [{ member: city, operator: startsWith, values: [B] }, { member: size, operator: gte, values: [5] }] },
      { member: "{CUBE}.placed_at", operator: inDateRange, values: ["2024-01-01", "2024-12-31"] },
      { member: orders.region, operator: notSet },
      { member: city, operator: notIn, values: [Rome, Bern] } ] }`);
    expect(resolveAccess(cube, viewer()).rows).toEqual({
      kind: 'or',
      filters: [
        {
          kind: 'and',
          filters: [
            { kind: 'condition', member: 'city', operator: 'startsWith', values: ['B'] },
            { kind: 'condition', member: 'size', operator: 'gte', values: [5] },
          ],
        },
        {
          kind: 'condition',
          member: 'placed_at',
          operator: 'inDateRange',
          values: ['2024-01-01', '2024-12-31'],
        },
        { kind: 'condition', member: 'region', operator: 'notSet', values: [] },
        { kind: 'condition', member: 'city', operator: 'notEquals', values: ['Rome', 'Bern'] },
      ],
    });
  });

  test.each<[string, string, Viewer, unknown]>([
    [
      'a list is any of its values',
      'region, operator: equals',
      viewer({ securityContext: { value: ['EU', 'US', 'EU'] } }),
      ['EU', 'US'],
    ],
    [
      'a number for text is its text',
      'region, operator: equals',
      viewer({ securityContext: { value: 5 } }),
      ['5'],
    ],
    [
      'text for a number is the number',
      'size, operator: equals',
      viewer({ securityContext: { value: '5' } }),
      [5],
    ],
    [
      'digits beyond a double stay text',
      'size, operator: equals',
      viewer({ securityContext: { value: '9007199254740993' } }),
      ['9007199254740993'],
    ],
    ['text for a boolean', 'open, operator: equals', viewer({ securityContext: { value: 'true' } }), [true]],
    [
      'a list may be both ends of a range',
      'placed_at, operator: inDateRange',
      viewer({ securityContext: { value: ['2024-01-01', '2024-02-01'] } }),
      ['2024-01-01', '2024-02-01'],
    ],
    [
      'a range may be a single day',
      'placed_at, operator: inDateRange',
      viewer({ securityContext: { value: ['2024-01-01', '2024-01-01'] } }),
      ['2024-01-01', '2024-01-01'],
    ],
    [
      'an instant with an offset is UTC',
      'placed_at, operator: afterDate',
      viewer({ securityContext: { value: '2024-01-01T01:00:00+02:00' } }),
      ['2023-12-31T23:00:00.000'],
    ],
  ])('row filters: %s', async (_name, condition, who, values) => {
    const cube = await withFilter(`{ member: ${condition}, values: ["{ securityContext.value }"] }`);
    expect(resolveAccess(cube, who).rows).toMatchObject({ kind: 'condition', values });
  });

  test('groups and user attributes are values too, also without a list around them', async () => {
    const groups = await withFilter('{ member: region, operator: equals, values: "{ groups }" }');
    expect(resolveAccess(groups, viewer({ groups: ['a', 'b'] })).rows).toMatchObject({ values: ['a', 'b'] });
    expect(resolveAccess(groups, viewer()).rows).toBe('none');
    const attribute = await withFilter(
      '{ member: size, operator: lt, values: ["{ user_attributes.limit }"] }',
    );
    expect(resolveAccess(attribute, viewer({ userAttributes: { limit: 3 } })).rows).toMatchObject({
      values: [3],
    });
  });
});

describe('a value that is missing or has no right shape matches no row', () => {
  const operators = [
    'equals',
    'notEquals',
    'contains',
    'notContains',
    'startsWith',
    'endsWith',
    'gt',
    'gte',
    'lt',
    'lte',
  ];
  const wrong: readonly unknown[] = [
    undefined,
    null,
    {},
    { a: 'EU' },
    { toString: 'EU' },
    [],
    [null],
    [['EU']],
    [{ a: 1 }],
    ['EU', null],
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Symbol('EU'),
    10n,
    () => 'EU',
  ];

  test.each(operators)(
    'a value that is missing or has no right shape matches no row: %s',
    async (operator) => {
      const cube = await withFilter(
        `{ member: region, operator: ${operator}, values: ["{ securityContext.value }"] }`,
      );
      for (const value of wrong) expect(resolveAccess(cube, hostile(value)).rows).toBe('none');
      // A right value does match, so that the above means something.
      expect(resolveAccess(cube, hostile('EU')).rows).toMatchObject({ kind: 'condition', values: ['EU'] });
    },
  );

  test.each([
    ['size, operator: equals', ['x', '', ' 5', '0x10', '1e3', true, '5; DROP', ['5', 'x']]],
    ['size, operator: notEquals', ['x', '']],
    ['open, operator: equals', ['yes', 1, '']],
    [
      'placed_at, operator: afterDate',
      ['soon', '2024-02-31', '2024-13-01', 20240101, '', ['2024-01-01', '2024-01-02']],
    ],
    [
      'placed_at, operator: inDateRange',
      ['2024-01-01', ['2024-01-01'], ['a', 'b'], ['2024-01-01', '2024-01-02', '2024-01-03']],
    ],
    ['size, operator: gt', [[1, 2]]],
    // An empty text is part of every text.
    ['region, operator: contains', ['', ['EU', '']]],
    ['region, operator: startsWith', ['']],
  ])('%s with values of another type or number', async (condition, values) => {
    const cube = await withFilter(`{ member: ${condition}, values: ["{ securityContext.value }"] }`);
    for (const value of values) expect(resolveAccess(cube, hostile(value)).rows).toBe('none');
  });

  test('within an or only its own branch, within an and everything', async () => {
    const parts = `[{ member: city, operator: equals, values: [Rome] },
      { member: region, operator: equals, values: ["{ userAttributes.region }"] }]`;
    expect(resolveAccess(await withFilter(`{ or: ${parts} }`), viewer()).rows).toMatchObject({
      member: 'city',
    });
    expect(resolveAccess(await withFilter(`{ and: ${parts} }`), viewer()).rows).toBe('none');
    expect(resolveAccess(await withFilter(parts.slice(1, -1)), viewer()).rows).toBe('none');
  });

  test('one missing value of several spoils the condition', async () => {
    const cube = await withFilter(
      '{ member: region, operator: notEquals, values: [EU, "{ userAttributes.region }"] }',
    );
    expect(resolveAccess(cube, viewer()).rows).toBe('none');
  });

  test('only own properties are read, and no prototype', async () => {
    const cube = await withFilter(
      '{ member: region, operator: equals, values: ["{ securityContext.a.b }"] }',
    );
    const polluted: unknown = JSON.parse('{ "__proto__": { "a": { "b": "EU" } } }');
    const inherited = Object.create({ a: { b: 'EU' } }) as Record<string, unknown>;
    for (const context of [polluted, inherited, { a: 'text' }, { a: ['b'] }, { a: null }]) {
      expect(resolveAccess(cube, viewer({ securityContext: context as Record<string, unknown> })).rows).toBe(
        'none',
      );
    }
    expect(resolveAccess(cube, viewer({ securityContext: { a: { b: 'EU' } } })).rows).toMatchObject({
      values: ['EU'],
    });
    const length = await withFilter(
      '{ member: size, operator: equals, values: ["{ securityContext.a.length }"] }',
    );
    expect(resolveAccess(length, viewer({ securityContext: { a: 'EU' } })).rows).toBe('none');
  });

  test('whatever the security context is, rows are filtered by its own scalars or not shown', async () => {
    const cube = await withFilter(
      '{ member: region, operator: equals, values: ["{ securityContext.value }"] }',
    );
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { rows } = resolveAccess(cube, hostile(value));
        expect(rows).not.toBe('all');
        if (rows === 'all' || rows === 'none') return;
        const sent: readonly unknown[] = Array.isArray(value) ? value : [value];
        expect(rows).toMatchObject({ kind: 'condition', member: 'region', operator: 'equals' });
        for (const each of rows.kind === 'condition' ? rows.values : [])
          expect(sent.map(String)).toContain(each);
      }),
    );
  });
});

describe('views', () => {
  const cubePolicy = `    access_policy:
      - group: staff
        member_level: { excludes: [city] }
      - group: boss`;
  async function model(policies: string): Promise<{ view: View; cubes: DataModel['cubes'] }> {
    const text = `cubes:
  - name: orders
    sql_table: orders
    public: false${dimensions}
${cubePolicy}
views:
  - name: sales
    cubes: [{ join_path: orders, prefix: true, includes: [region, city, count, internal] }]
${policies}`;
    const { model: loaded } = await parseDataModel([{ name: 'model.yml', text }]);
    const view = loaded.views.get('sales');
    if (view === undefined) throw new Error('no view');
    return { view, cubes: loaded.cubes };
  }

  test('views show what their own policies and those of the cube beneath both show', async () => {
    const { view, cubes } = await model(
      '    access_policy: [{ group: "*", member_level: { excludes: [orders_count] } }]',
    );
    const visible = (groups: string[]) => [...resolveAccess(view, viewer({ groups }), cubes).visible];
    expect(visible(['boss'])).toEqual(['orders_region', 'orders_city']);
    expect(visible(['staff'])).toEqual(['orders_region']);
    expect(visible([])).toEqual([]);
  });

  test('views may be asked by name where no policy of the cube matches, since its rows are none', async () => {
    const { view, cubes } = await model('');
    const access = resolveAccess(view, viewer(), cubes);
    expect([...access.visible]).toEqual([]);
    expect([...access.queryable]).toEqual(['orders_region', 'orders_city', 'orders_count']);
    // The cube's own rows are not part of the view's: whoever reads the cube applies them.
    expect(access.rows).toBe('all');
    const cube = cubes.get('orders');
    expect(cube && resolveAccess(cube, viewer()).rows).toBe('none');
  });

  test('views filter rows by their own names', async () => {
    const { view, cubes } = await model(
      '    access_policy: [{ group: "*", row_level: { filters: [{ member: sales.orders_city, operator: equals, values: ["{ groups }"] }] } }]',
    );
    expect(resolveAccess(view, viewer({ groups: ['Rome'] }), cubes).rows).toMatchObject({
      member: 'orders_city',
      values: ['Rome'],
    });
  });

  test('views do not mix up viewers, whoever asks first', async () => {
    const { view, cubes } = await model('');
    const size = (groups: string[]) => resolveAccess(view, viewer({ groups }), cubes).visible.size;
    expect([size(['boss']), size(['staff']), size([]), size(['boss', 'staff']), size(['staff'])]).toEqual([
      3, 2, 0, 3, 2,
    ]);
  });
});
