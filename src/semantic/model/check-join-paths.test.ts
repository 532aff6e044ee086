import { expect, test } from 'vitest';
import { parseDataModel } from './load-model.ts';

interface CubeText {
  readonly joins?: readonly string[];
  readonly more?: string;
}

/** What is warned of in a model of these cubes and views. */
async function warnings(
  cubes: Readonly<Record<string, CubeText>>,
  views: readonly string[] = [],
): Promise<readonly string[]> {
  const lines = Object.entries(cubes).map(
    ([name, { joins = [], more = '' }]) => `
  - name: ${name}
    sql_table: ${name}${more}
    joins: [${joins.map((to) => `{ name: ${to}, relationship: many_to_one, sql: "{CUBE}.${to}_id = {${to}}.id" }`).join(', ')}]
    dimensions:
      - { name: id, type: number, sql: "{CUBE}.id", primary_key: true }
      - { name: title, type: string, sql: "${name === 'notes' ? '{clinics.id}' : '{CUBE}.title'}" }`,
  );
  const text = `cubes:${lines.join('')}\nviews: [${views.join(', ')}]\n`;
  const loaded = await parseDataModel([{ name: 'model.yml', text }]);
  return loaded.warnings.map(({ line, path, message }) => `${line} ${path}: ${message}`);
}

const invoices = { joins: ['patients', 'appointments'] };
const patients = { joins: ['clinics'] };
const appointments = { joins: ['clinics'] };
const clinics = { joins: ['regions'] };
const regions = {};
const ambiguous = { invoices, patients, appointments, clinics, regions };
const isPrivate = '\n    public: false';
const view =
  '{ name: revenue, cubes: [{ join_path: invoices, includes: [id] }, { join_path: invoices.patients.clinics, includes: [title] }] }';

test('a cube that reaches another by two equally short join paths is warned of once, and not for what lies behind both', async () => {
  expect(await warnings(ambiguous)).toEqual([
    '2 cubes.invoices.joins: reach "clinics" through "patients" and through "appointments" alike, and queries use "patients": ' +
      'say which is meant by a join of its own, by a cube of another name (extends) that one of them joins instead, ' +
      'or by a view with one join path over cubes that are not public.',
  ]);
});

test('a cube that only leads to one with two join paths to a third is not warned of', async () => {
  const found = await warnings({ payments: { joins: ['invoices'] }, ...ambiguous });
  expect(found).toEqual([expect.stringContaining('cubes.invoices.joins')]);
});

test('two join paths of three steps are named by the cubes between their ends', async () => {
  const found = await warnings({
    visits: { joins: ['guests', 'rooms'] },
    guests: { joins: ['cities'] },
    rooms: { joins: ['houses'] },
    cities: { joins: ['countries'] },
    houses: { joins: ['countries'] },
    countries: {},
  });
  expect(found).toEqual([
    expect.stringContaining('through "guests.cities" and through "rooms.houses" alike'),
  ]);
});

test.each([
  ['a join of its own', { ...ambiguous, invoices: { joins: ['patients', 'appointments', 'clinics'] } }, []],
  [
    'a second path that is longer',
    { ...ambiguous, appointments: { joins: ['rooms'] }, rooms: { joins: ['clinics'] } },
    [],
  ],
  [
    'a view with one of the paths over a cube that users do not see',
    { ...ambiguous, invoices: { ...invoices, more: isPrivate } },
    [view],
  ],
  [
    'a cube at the start that users do not see',
    { ...ambiguous, invoices: { ...invoices, more: isPrivate } },
    [],
  ],
  ['a cube at the end that users do not see', { ...ambiguous, clinics: { ...clinics, more: isPrivate } }, []],
] as const)(
  'nothing is warned of where two join paths would be alike but for %s',
  async (_, cubes, views) => {
    expect(await warnings(cubes, views)).toEqual([]);
  },
);

test('a view with one of two join paths leaves them alike for queries of the cube itself', async () => {
  expect(await warnings(ambiguous, [view])).toHaveLength(1);
});

test('two join paths to a cube that a member names are warned of even where users do not see the cubes', async () => {
  const found = await warnings({
    notes: { ...invoices, more: isPrivate },
    patients,
    appointments,
    clinics: { more: isPrivate },
  });
  expect(found).toEqual([expect.stringContaining('cubes.notes.joins: reach "clinics"')]);
});
