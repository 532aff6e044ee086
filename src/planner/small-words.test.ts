import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A company whose codes are English words. */
const offices: World = {
  name: 'offices',
  model: {
    'visits.yml': `
cubes:
  - name: visits
    sql_table: visits
    title: Visits
    dimensions:
      - { name: visit_id, sql: visit_id, type: number, primary_key: true, public: false }
      - { name: state, title: State, sql: state, type: string }
      - { name: country, title: Country, sql: country, type: string }
      - { name: guide, title: Guide, sql: guide, type: string }
      - { name: visited_on, title: Visit date, sql: "CAST({CUBE}.visited_on AS TIMESTAMP)", type: time }
    measures:
      - { name: visit_count, title: Visits, type: count }
      - { name: fees, title: Fees, type: sum, sql: fee, format: currency, meta: { currency: USD } }
`,
  },
  tables: {
    visits: [
      ['visit_id', 'state', 'country', 'guide', 'visited_on', 'fee'],
      ...(['WA', 'IN', 'OR', 'HI', 'ME', 'OK', 'CA'] as const).flatMap((state, at) =>
        (['NO', 'IT', 'AM', 'DO', 'BE', 'US'] as const).map((country, place) => [
          at * 10 + place,
          state,
          country,
          (['Will', 'Moore', 'Therese'] as const)[(at + place) % 3] ?? 'Will',
          `2024-0${at + 1}-1${place}`,
          100 + at * 10 + place,
        ]),
      ),
    ],
  },
};

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(offices);
});
afterAll(() => world[Symbol.asyncDispose]());

async function sqlOf(question: string): Promise<string> {
  const asked = await world.ask(question);
  expect(asked.result, asked.answer).toBeDefined();
  return asked.result?.sqlQuery ?? '';
}

describe('words of the grammar', () => {
  it.each([
    'What was the total of fees?',
    'How much was it in fees?',
    'what were the fees',
    'Could you show us the fees?',
    'do we have any fees',
    'HOW MUCH WAS THE FEES',
    'What Are The Fees In Total',
  ])('words of the grammar are no values in "%s"', async (question) => {
    expect(await sqlOf(question)).not.toContain('WHERE');
  });

  it('words of the grammar leave "no" its meaning beside the code NO', async () => {
    expect(await sqlOf('fees with no guide')).toContain('guide IS NULL');
  });

  it.each([
    ['fees in WA', "state = 'WA'"],
    ['fees for OR and IN', "state IN ('OR', 'IN')"],
    ['visits from NO by state', "country = 'NO'"],
    ['visits in the US', "country = 'US'"],
    ['fees of "in"', "state = 'IN'"],
    ['fees of Will', "guide = 'Will'"],
    ['fees in wa', "state = 'WA'"],
  ])('words of the grammar are values in "%s", written as those are', async (question, condition) => {
    expect(await sqlOf(question)).toContain(condition);
  });
});
