import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import type { SemanticLayer } from '../../src/semantic/semantic-layer.ts';
import { openCertifiedQueries } from '../../src/services/chat/certified-queries.ts';
import { openWorld } from '../fixtures/agent/open-world.ts';
import type { World } from '../fixtures/agent/worlds.ts';

const deals: World = {
  name: 'certified',
  model: {
    'deals.yml': `
cubes:
  - name: deals
    sql_table: deals
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: seller, sql: "{CUBE}.seller", type: string }
    measures:
      - { name: count, type: count }
      - { name: margin, sql: "{CUBE}.margin", type: sum }
    access_policy:
      - { group: managers, member_level: { includes: "*" } }
      - { group: "*", member_level: { includes: "*", excludes: [margin] } }
`,
  },
  tables: {
    deals: [
      ['id', 'seller', 'margin'],
      [1, 'Ann', 10],
    ],
  },
};
const count = { question: 'How many deals?', sql: 'SELECT MEASURE(count) FROM deals' };
const margin = { question: 'Margin by seller?', sql: 'SELECT seller, MEASURE(margin) FROM deals GROUP BY 1' };
const manager = { userAttributes: {}, groups: ['managers'], securityContext: {} };
const anybody = { userAttributes: {}, groups: [], securityContext: {} };
const scope = { accessibleViews: [], timezone: 'UTC', topic: 'margin' };

/** The layer, with what was compiled, in order; a compilation that `fails` is not made. */
function watched(layer: SemanticLayer, fails: (sql: string) => AppError | undefined = () => undefined) {
  const compiled: string[] = [];
  const compile: SemanticLayer['compile'] = async (sql, ...rest) => {
    compiled.push(sql);
    const failure = fails(sql);
    if (failure !== undefined) throw failure;
    return layer.compile(sql, ...rest);
  };
  return { compiled, layer: { ...layer, compile } };
}

describe('certified queries', () => {
  it('certified queries are those of which the user may see all, in their order, compiled once per access', async () => {
    await using world = await openWorld(deals);
    const { layer, compiled } = watched(world.layer);
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await openCertifiedQueries([margin, count], { ...scope, layer, viewer: anybody })).toEqual([
        count,
      ]);
      expect(await openCertifiedQueries([margin, count], { ...scope, layer, viewer: manager })).toEqual([
        margin,
        count,
      ]);
    }
    expect(compiled).toHaveLength(4);
    expect(
      await openCertifiedQueries([count], { ...scope, layer, viewer: manager, accessibleViews: ['others'] }),
    ).toEqual([]);
  });

  it('certified queries are looked at up to a number, those that may fit first', async () => {
    await using world = await openWorld(deals);
    const { layer, compiled } = watched(world.layer);
    const many = Array.from({ length: 300 }, (_, i) => ({ ...count, sql: `${count.sql} LIMIT ${i + 1}` }));
    const look = () => openCertifiedQueries([...many, margin], { ...scope, layer, viewer: manager });
    // What a busy machine does not come to in the time of one request is looked at in the next ones.
    let open = await look();
    while (open.length < 100) open = await look();
    expect(open).toHaveLength(100);
    expect(open.at(-1)).toBe(margin);
    expect(await look()).toEqual(open);
    expect(new Set(compiled).size).toBe(100);
  });

  it('certified queries that cannot be told of now are left out, and asked about again', async () => {
    await using world = await openWorld(deals);
    let isDown = true;
    const { layer } = watched(world.layer, (sql) =>
      isDown && sql === count.sql ? new AppError('DATA_SOURCE_UNAVAILABLE', 'Down.') : undefined,
    );
    expect(await openCertifiedQueries([count, margin], { ...scope, layer, viewer: manager })).toEqual([
      margin,
    ]);
    isDown = false;
    expect(await openCertifiedQueries([count, margin], { ...scope, layer, viewer: manager })).toEqual([
      count,
      margin,
    ]);
  });
});
