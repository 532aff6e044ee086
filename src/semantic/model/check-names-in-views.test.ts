import { expect, test } from 'vitest';
import { parseDataModel } from './load-model.ts';

async function warnings(view: string, key = 'primary_key: true'): Promise<readonly string[]> {
  const text = `
cubes:
  - name: patients
    sql_table: patients
    dimensions:
      - { name: patient_id, type: number, sql: "{CUBE}.patient_id", ${key} }
      - { name: patient_name, type: string, sql: "{CUBE}.patient_name" }
      - { name: street_name, type: string, sql: "{CUBE}.street_name" }
  - name: visits
    sql_table: visits
    joins: [{ name: patients, relationship: many_to_one, sql: "{CUBE}.patient_id = {patients}.patient_id" }]
    dimensions:
      - { name: visit_id, type: number, sql: "{CUBE}.visit_id", primary_key: true }
      - { name: patient_id, type: number, sql: "{CUBE}.patient_id" }
views:
  - { name: all_visits, cubes: [{ join_path: visits, includes: [visit_id, patient_id] }, ${view}] }
`;
  const loaded = await parseDataModel([{ name: 'model.yml', text }]);
  return loaded.warnings.map(({ line, path, message }) => `${line} ${path}: ${message}`);
}

test('a view that shows a name without its key is warned of, even where another cube shows a column of the same name', async () => {
  expect(await warnings('{ join_path: visits.patients, includes: [patient_name] }')).toEqual([
    '16 views.all_visits: shows "patient_name" without "patient_id", the primary key of "patients": rows that share a name are taken for one. ' +
      'Include "patient_id" from "visits.patients" as well.',
  ]);
});

test.each([
  [
    'with its key',
    '{ join_path: visits.patients, includes: [patient_name, { name: patient_id, alias: patient }] }',
  ],
  ['of nothing that the rows are called', '{ join_path: visits.patients, includes: [street_name] }'],
  [
    'whose key nobody may see',
    '{ join_path: visits.patients, includes: [patient_name] }',
    'primary_key: true, public: false',
  ],
])('a view that shows a name %s is warned of nothing', async (_, view, key?: string) => {
  expect(await warnings(view, key)).toEqual([]);
});
