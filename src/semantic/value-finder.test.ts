import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { Viewer } from './viewer.ts';

const names = ['Little Fox', 'Fox & Sons', 'Blue Whale', "O'Hara 100%", 'Zürich Labs', 'Hidden Fox'];
/** More than are listed. */
const others = Array.from({ length: 300 }, (_, at) => `Company ${String(at).padStart(3, '0')}`);

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld({
    name: 'finder',
    model: {
      'clients.yml': `
cubes:
  - name: clients
    sql_table: clients
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: client, sql: "{CUBE}.name", type: string }
      - { name: broken, sql: "{CUBE}.nowhere", type: string }
      - { name: secret, sql: "'Spy ' || {CUBE}.name", type: string }
    measures:
      - { name: count, type: count }
    access_policy:
      - group: agents
      - group: "*"
        member_level: { includes: "*", excludes: [secret] }
        row_level: { filters: [{ member: client, operator: notEquals, values: [Hidden Fox] }] }
`,
    },
    tables: { clients: [['id', 'name'], ...[...names, ...others].map((name, id) => [id, name])] },
  });
});
afterAll(() => world[Symbol.asyncDispose]());

const anybody: Viewer = { userAttributes: {}, groups: [], securityContext: {} };
const agent: Viewer = { ...anybody, groups: ['agents'] };

async function found(text: string, viewer = anybody): Promise<Record<string, readonly string[]>> {
  const cubes = await world.layer.searchMetadata(text, viewer, { named: text });
  const dimensions = cubes.flatMap((cube) => cube.dimensions);
  return Object.fromEntries(
    dimensions.flatMap(({ name, values, valuesComplete }) => {
      if (values !== undefined) expect(valuesComplete).toBe(false);
      return values === undefined ? [] : [[name, values]];
    }),
  );
}

describe('values that a search names', () => {
  it.each([
    ['clients like little fox', ['Little Fox', 'Fox & Sons']],
    ['how did Litle Fox do', ['Little Fox', 'Fox & Sons']],
    ['blu whale', ['Blue Whale']],
    ["clients called O'Hara 100%", ["O'Hara 100%"]],
    ['company 123 of the clients', ['Company 123']],
  ])('values that a search names are found in the data, surest first: %s', async (text, values) => {
    const own = (await found(text))['clients.client'] ?? [];
    expect(own.slice(0, values.length)).toEqual(values);
    expect(own.length).toBeLessThanOrEqual(5);
  });

  it('values that a search names bring a relation that it does not name', async () => {
    const [first] = await world.layer.searchMetadata('Whale', anybody, { named: 'Whale' });
    expect(first?.dimensions[0]).toMatchObject({ name: 'clients.client', values: ['Blue Whale'] });
    expect(await world.layer.searchMetadata('Whale', anybody)).toEqual([]);
  });

  it('values that a search names are only those that its user may see', async () => {
    expect(JSON.stringify(await found('clients hidden fox'))).not.toContain('Hidden');
    expect(JSON.stringify(await found('clients hidden fox', agent))).toContain('"Hidden Fox"');
    expect(await found('clients spy whale')).not.toHaveProperty(['clients.secret']);
    expect((await found('clients spy whale', agent))['clients.secret']?.[0]).toBe('Spy Blue Whale');
  });

  it.each(['how many clients', 'count of clients by month in 2024', "clients' OR 1=1 --"])(
    'values that a search names are none for: %s',
    async (text) => {
      expect(await found(text)).toEqual({});
    },
  );

  it('values that a search names stop being looked for when it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const search = world.layer.searchMetadata('clients whale', anybody, { named: 'whale', signal });
    await expect(search).rejects.toThrow('enough');
  });
});
