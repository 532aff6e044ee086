import { expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

/** Parcels that couriers bring, who are told from other staff by their role alone. */
const world = openWorlds({
  parcels: {
    name: 'parcels',
    model: {
      'parcels.yml': `
cubes:
  - name: staff
    title: Staff
    sql_table: staff
    meta: { synonyms: [carriers, sorters] }
    dimensions:
      - { name: staff_id, title: Staff number, sql: staff_id, type: number, primary_key: true }
      - { name: name, title: Name, sql: name, type: string }
      - { name: role, title: Role, sql: role, type: string }
      - { name: hired_on, title: Hired on, sql: "CAST({CUBE}.hired_on AS TIMESTAMP)", type: time }
    measures:
      - { name: staff_count, title: Staff, type: count }
  - name: parcels
    title: Parcels
    sql_table: parcels
    joins:
      - { name: staff, relationship: many_to_one, sql: "{CUBE}.staff_id = {staff}.staff_id" }
    dimensions:
      - { name: parcel_id, title: Parcel number, sql: parcel_id, type: number, primary_key: true }
      - { name: delivered_by, title: Delivered by, description: Van or bicycle. Empty until it is delivered, sql: delivered_by, type: string }
      - { name: on_time, title: On time, sql: on_time, type: boolean }
      - { name: sent_on, title: Sent on, sql: "CAST({CUBE}.sent_on AS TIMESTAMP)", type: time }
    measures:
      - { name: parcel_count, title: Parcels, type: count }
`,
    },
    tables: {
      staff: [
        ['staff_id', 'name', 'role', 'hired_on'],
        [1, 'Ada', 'carrier', '2024-02-01'],
        [2, 'Bo', 'carrier', '2025-03-01'],
        [3, 'Cy', 'sorter', '2025-07-01'],
      ],
      parcels: [
        ['parcel_id', 'staff_id', 'delivered_by', 'on_time', 'sent_on'],
        [1, 1, 'van', true, '2025-05-02'],
        [2, 1, 'van', false, '2025-06-02'],
        [3, 2, 'bicycle', false, '2025-06-03'],
        [4, 2, null, false, '2025-07-04'],
      ],
    },
  },
});

it.each([
  'parcels not delivered on time in June 2025',
  'how many parcels were not delivered on time?',
  'carriers who have not carried since June 2025',
  'sorters who never sorted',
])('what is denied of a deed is not denied of another word in its place: %s', async (question) => {
  const { result, answer } = await world('parcels').ask(question);
  expect(result?.sqlQuery ?? '', answer).not.toMatch(/delivered_by IS NULL|<> '(?:carrier|sorter)'|NOT IN/);
});

it('what is denied of a role is', async () => {
  const { result, answer } = await world('parcels').ask('how many staff are not carriers?');
  expect(result?.data, answer).toEqual([[1]]);
});
