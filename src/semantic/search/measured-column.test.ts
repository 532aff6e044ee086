import { expect, test } from 'vitest';
import { parseDataModel } from '../model/load-model.ts';
import { createMetadataIndex } from './metadata-index.ts';

const text = `
cubes:
  - name: gifts
    sql_table: gifts
    dimensions:
      - { name: gift_id, type: number, sql: gift_id, primary_key: true, public: true }
      - { name: amount, type: number, sql: "{CUBE}.amount" }
      - { name: fee, type: number, sql: fee_amount, public: false }
      - { name: kind, type: string, sql: kind }
    measures:
      - { name: gift_count, type: count }
      - { name: income, type: sum, sql: amount, filters: [{ sql: "{CUBE}.kind = 'one-off'" }] }
      - { name: mean, type: avg, sql: "{amount}" }
      - { name: fees, type: sum, sql: fee_amount }
      - { name: net, type: sum, sql: "{CUBE}.amount - {CUBE}.fee_amount" }
      - { name: kinds, type: count_distinct, sql: kind }
    access_policy:
      - { group: staff, member_level: { includes: "*" }, row_level: { allow_all: true } }
      - { group: volunteers, member_level: { includes: "*", excludes: [amount] }, row_level: { allow_all: true } }
views:
  - name: giving
    cubes: [{ join_path: gifts, includes: [income, { name: amount, alias: value }] }]
`;
const { model } = await parseDataModel([{ name: 'model.yml', text }]);
const index = createMetadataIndex(model);

function columnsOf(relation: string, groups: readonly string[]): Record<string, string | undefined> {
  const viewer = { userAttributes: {}, groups: [...groups], securityContext: {} };
  const found = index.visible({ viewer }).find(({ name }) => name === relation);
  return Object.fromEntries((found?.measures ?? []).map(({ name, column }) => [name, column]));
}

test('a measure says which public number it puts together, under the name that the relation has for it', () => {
  expect(columnsOf('gifts', ['staff'])).toEqual({
    'gifts.gift_count': undefined,
    'gifts.income': 'gifts.amount',
    'gifts.mean': 'gifts.amount',
    'gifts.fees': undefined,
    'gifts.net': undefined,
    'gifts.kinds': undefined,
  });
  expect(columnsOf('giving', ['staff'])).toEqual({ 'giving.income': 'giving.value' });
});

test('a measure does not name the number that it puts together to somebody who cannot see it', () => {
  expect(columnsOf('gifts', ['volunteers'])).toMatchObject({
    'gifts.income': undefined,
    'gifts.mean': undefined,
  });
});
