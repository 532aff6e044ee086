import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { restaurants } from '../../test/fixtures/agent/restaurants.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Each visit has two treatments of different fields, which its total is made up of. */
const clinic: World = {
  name: 'clinic',
  now: '2026-10-05T12:00:00Z',
  model: {
    'clinic.yml': `
cubes:
  - name: visits
    sql_table: visits
    title: Visits
    dimensions:
      - { name: visit_id, sql: "{CUBE}.visit_id", type: number, primary_key: true, public: false }
      - { name: visited_on, title: Visit date, sql: "CAST({CUBE}.visited_on AS TIMESTAMP)", type: time }
    measures:
      - { name: visit_count, title: Visits, type: count }
      - { name: revenue, title: Revenue, sql: "{CUBE}.total", type: sum, format: currency, currency: GBP }
  - name: treatments
    sql_table: treatments
    title: Treatments
    joins:
      - { name: visits, relationship: many_to_one, sql: "{CUBE}.visit_id = {visits}.visit_id" }
    dimensions:
      - { name: treatment_id, sql: "{CUBE}.treatment_id", type: number, primary_key: true, public: false }
      - { name: field, title: Field, sql: "{CUBE}.field", type: string }
    measures:
      - { name: treatment_count, title: Treatments, type: count }
      - { name: treatment_sales, title: Treatment sales, sql: "{CUBE}.price", type: sum, format: currency, currency: GBP, meta: { synonyms: [treatment revenue] } }
`,
  },
  tables: {
    visits: [
      ['visit_id', 'visited_on', 'total'],
      ...Array.from({ length: 60 }, (_, at) => [at, `2026-0${1 + (at % 9)}-11`, 100 + at] as const),
    ],
    treatments: [
      ['treatment_id', 'visit_id', 'field', 'price'],
      ...Array.from(
        { length: 120 },
        (_, at) => [at, at >> 1, ['Dental', 'Surgery', 'Checks'][at % 3] ?? '', 50 + (at >> 1) / 2] as const,
      ),
    ],
  },
};

const world = openWorlds<'restaurants' | 'clinic'>({ restaurants, clinic });

it('some of those that were counted are listed', async () => {
  const asked = await world('restaurants').ask('list the cancellations among them with their party size', [
    'how many reservations were there in May?',
  ]);
  const truth =
    "SELECT reservation_id, party_size FROM reservations WHERE status = 'cancelled' AND month(reserved_for::DATE) = 5";
  expectRows(asked, await world('restaurants').truth(truth));
});

describe('rows and dates of their own', () => {
  it.each([
    ['reservations on the phone', 'largest bill', "reservations WHERE channel = 'Phone'"],
    ['reservations not cancelled', 'reservations on the phone', "reservations WHERE status <> 'cancelled'"],
    ['reservations on the phone', 'earliest reservation', "reservations WHERE channel = 'Phone'"],
    ['bills over 100', 'smallest bill', 'bills WHERE total > 100'],
  ])('are asked for by a condition, too: %s', async (question, before, truth) => {
    const asked = await world('restaurants').ask(question, [before]);
    expectRows(asked, await world('restaurants').truth(`SELECT COUNT(*) FROM ${truth}`));
  });

  it('are asked for, and not the figure that was asked for before', async () => {
    const asked = await world('restaurants').ask('bills in June', ['revenue in May']);
    expectRows(
      asked,
      await world('restaurants').truth('SELECT COUNT(*) FROM bills WHERE month(opened_at::DATE) = 6'),
    );
  });

  it('leave out the condition of the question before', async () => {
    const asked = await world('restaurants').ask('reservations in June', ['cancelled reservations in May']);
    expectRows(
      asked,
      await world('restaurants').truth(
        'SELECT COUNT(*) FROM reservations WHERE month(reserved_for::DATE) = 6',
      ),
    );
  });
});

it('a total is not split by what only its parts have: they have a figure of their own', async () => {
  const asked = await world('clinic').ask('by field please', ['revenue in March', 'and in April?']);
  const truth = `SELECT field, SUM(price) FROM treatments JOIN visits USING (visit_id)
    WHERE month(visited_on::DATE) = 4 GROUP BY 1`;
  expectRows(asked, await world('clinic').truth(truth));
  expect(asked.answer).toContain('Treatment sales');
});
