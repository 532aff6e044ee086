import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../test/support/property-seed.ts';
import { collect, comparable, duckDbFixture } from '../../../test/fixtures/semantic/fixture.ts';
import { createCachedQueries } from '../../engines/cache/cached-queries.ts';
import { createResultStore } from '../../engines/cache/result-store.ts';
import type { QueryEngine } from '../../engines/query-engine.ts';
import { createSemanticLayer } from '../create-semantic-layer.ts';
import type { AccessPolicy, DataModel, FilterOperator, PolicyValue, RowFilter } from '../data-model.ts';
import type { Viewer } from '../viewer.ts';

const regions = ['EU', 'US', 'UK'] as const;
const channels = ['web', 'shop'] as const;
const groups = ['staff', 'web', 'partners'] as const;

const viewers: fc.Arbitrary<Viewer> = fc.record({
  userAttributes: fc.oneof(
    fc.record({ region: fc.subarray([...regions]) }, { requiredKeys: [] }),
    fc.record({ region: fc.constantFrom(...regions), rank: fc.integer({ min: 0, max: 12 }) }),
  ),
  groups: fc.subarray([...groups]),
  securityContext: fc.record({ channel: fc.constantFrom(...channels) }, { requiredKeys: [] }),
});

const attribute = (name: string): PolicyValue => ({
  kind: 'reference',
  source: 'userAttributes',
  path: [name],
});
const context = (name: string): PolicyValue => ({
  kind: 'reference',
  source: 'securityContext',
  path: [name],
});

function condition(member: string, operator: FilterOperator, value: PolicyValue): RowFilter {
  return { kind: 'condition', member, operator, values: [value] };
}

const conditions: fc.Arbitrary<RowFilter> = fc.constantFrom(
  condition('region', 'equals', attribute('region')),
  condition('region', 'notEquals', attribute('region')),
  condition('channel', 'equals', context('channel')),
  condition('weight', 'gte', attribute('rank')),
  condition('status', 'equals', { kind: 'literal', value: 'paid' }),
);

const policies: fc.Arbitrary<Omit<AccessPolicy, 'location'>> = fc.record({
  groups: fc.oneof(fc.constant('*' as const), fc.subarray([...groups], { minLength: 1 })),
  conditions: fc.constant([]),
  memberLevel: fc.constantFrom(undefined, { includes: '*' as const, excludes: ['weight', 'avg_weight'] }),
  rowLevel: fc.oneof(fc.constant('all' as const), fc.array(conditions, { minLength: 1, maxLength: 2 })),
});

const columns = ['id', 'region', 'status', 'channel', 'weight', 'customers.name', 'ordered_at'] as const;
const measures = ['count', 'shipping', 'avg_weight', 'buyers', 'order_items.revenue'] as const;
const wheres = ['', " WHERE status = 'paid'", " WHERE region <> 'EU'", ' WHERE id > 104'] as const;

const queries: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...columns), fc.constantFrom(...measures), fc.constantFrom(...wheres))
    .map(
      ([column, measure, where]) =>
        `SELECT ${column} AS a, MEASURE(${measure}) AS b FROM orders${where} GROUP BY 1`,
    ),
  fc
    .tuple(fc.constantFrom(...columns), fc.constantFrom(...wheres))
    .map(([column, where]) => `SELECT ${column} AS a FROM orders${where}`),
);

/** The model of the fixture with these policies on orders. */
function withPolicies(model: DataModel, given: readonly Omit<AccessPolicy, 'location'>[]): DataModel {
  const orders = model.cubes.get('orders');
  if (orders === undefined) throw new Error('The model has no orders.');
  const accessPolicy = given.map((policy) => ({ ...policy, location: orders.location }));
  return { ...model, cubes: new Map(model.cubes).set('orders', { ...orders, accessPolicy }) };
}

test('a thousand random users under random policies see the same rows with and without reused results', async () => {
  await using fixture = await duckDbFixture();
  const { engine } = fixture;
  const reused = createCachedQueries({
    engine,
    store: createResultStore(2 ** 24),
    source: () => 'orders',
    refresh: { everyMs: 24 * 60 * 60_000 },
  });
  const open = (model: DataModel, reading: Pick<QueryEngine, 'query'>) =>
    createSemanticLayer({ model, engine, queries: reading });
  let [asked, hits] = [0, 0];
  const oneModel = fc.asyncProperty(
    fc.array(policies, { minLength: 1, maxLength: 2 }),
    fc.array(fc.tuple(viewers, queries), { minLength: 100, maxLength: 100 }),
    async (given, questions) => {
      const model = withPolicies(fixture.layer.model, given);
      await using direct = await open(model, engine);
      await using cached = await open(model, reused);
      for (const [viewer, sql] of questions) {
        const expected = await direct.query(sql, viewer).then(collect).then(summary, refusal);
        const found = await cached.query(sql, viewer).then(async (stream) => {
          hits += stream.reuse?.hit === true ? 1 : 0;
          return summary(await collect(stream));
        }, refusal);
        expect(found).toEqual(expected);
        asked += 1;
      }
    },
  );
  await fc.assert(oneModel, { numRuns: 10 });
  expect(asked).toBe(1_000);
  expect(hits).toBeGreaterThan(250);
});

function summary(result: Awaited<ReturnType<typeof collect>>) {
  return { columns: result.columns, rows: comparable(result).toSorted() };
}

function refusal(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
