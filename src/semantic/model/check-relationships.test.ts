import { expect, test } from 'vitest';
import { parseDataModel } from './load-model.ts';

/** What is warned of when bookings join boats so. */
async function warnings(relationship: string, sql: string, key = '{CUBE}.id'): Promise<readonly string[]> {
  const text = `
cubes:
  - name: bookings
    sql_table: bookings
    joins: [{ name: boats, relationship: ${relationship}, sql: "${sql}" }]
    dimensions:
      - { name: id, type: number, sql: "{CUBE}.id", primary_key: true }
      - { name: boat, type: number, sql: boat_id }
  - name: boats
    sql_table: boats
    dimensions: [{ name: id, type: number, sql: "${key}", primary_key: true }, { name: code, type: string, sql: code }]
`;
  const { warnings } = await parseDataModel([{ name: 'model.yml', text }]);
  return warnings.map(({ message }) => message);
}

test.each([
  ['one_to_many', '{CUBE}.boat_id = {boats}.id', /primary key of "boats".* Write many_to_one, or one_to_one/],
  ['one_to_many', '{boats.id} = {boat}', /primary key of "boats"/],
  ['many_to_one', '{CUBE}.id = {boats}.booking_id', /primary key of "bookings".* Write one_to_many/],
])(
  'a join that is %s by "%s" is warned of, since it contradicts a primary key',
  async (relationship, sql, says) => {
    expect(await warnings(relationship, sql)).toEqual([expect.stringMatching(says)]);
  },
);

test.each([
  ['many_to_one', '{CUBE}.boat_id = {boats}.id'],
  ['one_to_one', '{CUBE}.id = {boats}.id'],
  ['one_to_many', '{CUBE}.id = {boats}.booking_id'],
  ['one_to_many', '{CUBE}.boat_code = {boats.code}'],
  ['one_to_many', '{CUBE}.boat_id = {boats}.id AND {CUBE}.year = {boats}.year'],
])('a join that is %s by "%s" is not warned of', async (relationship, sql) => {
  expect(await warnings(relationship, sql)).toEqual([]);
});

test('a key of an expression says nothing of joins by its column', async () => {
  expect(await warnings('one_to_many', '{CUBE}.boat_id = {boats}.id', '{CUBE}.id || {CUBE}.part')).toEqual(
    [],
  );
});
