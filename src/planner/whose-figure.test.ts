import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const spans = [520, 1_280, 1_991, 1_280, 310, 520, 74, 1_280];
const names = ['Arch', 'Bay', 'Canyon', 'Dyke', 'Ferry', 'Grand', 'Heron', 'Island'];

const world = openWorlds({
  bridges: {
    name: 'a register of bridges',
    model: {
      'bridges.yml': `
cubes:
  - name: bridges
    title: Bridges
    sql_table: bridges
    dimensions:
      - { name: bridge_id, title: Bridge number, sql: bridge_id, type: number, primary_key: true }
      - { name: bridge_name, title: Bridge name, sql: bridge_name, type: string }
      - { name: river, title: River, sql: river, type: string }
      - { name: span, title: Span, sql: span, type: number }
      - { name: toll, title: Toll, sql: toll, type: number, format: currency, meta: { currency: EUR } }
    measures:
      - { name: bridge_count, title: Bridges, type: count }
      - { name: longest_span, title: Highest span, type: max, sql: span }
  - name: inspections
    title: Inspections
    sql_table: inspections
    joins:
      - { name: bridges, relationship: many_to_one, sql: "{CUBE}.bridge_id = {bridges}.bridge_id" }
    dimensions:
      - { name: inspection_id, title: Inspection number, sql: inspection_id, type: number, primary_key: true }
      - { name: hours, title: Hours, sql: hours, type: number }
      - { name: done_on, title: Inspection date, sql: "CAST({CUBE}.done_on AS TIMESTAMP)", type: time }
    measures:
      - { name: inspection_count, title: Inspections, type: count }
  - name: readings
    title: Readings
    sql_table: readings
    dimensions:
      - { name: sensor_kind, title: Sensor kind, sql: kind, type: string }
      - { name: strain, title: Strain, sql: strain, type: number }
    measures:
      - { name: reading_count, title: Readings, type: count }
`,
    },
    tables: {
      bridges: [
        ['bridge_id', 'bridge_name', 'river', 'span', 'toll'],
        ...names.map((name, id) => [
          id + 1,
          name,
          ['Elbe', 'Rhine'][id % 2] ?? '',
          spans[id] ?? 0,
          id === 4 ? 12 : 4 + id,
        ]),
        [9, null, 'Weser', 2_400, 3],
      ],
      inspections: [
        ['inspection_id', 'bridge_id', 'hours', 'done_on'],
        ...Array.from({ length: 24 }, (_, id) => [
          100 + id,
          1 + (id % 8),
          id === 7 ? 31.5 : 1 + (id % 3),
          `2024-06-${1 + id}`,
        ]),
      ],
      readings: [
        ['kind', 'strain'],
        ...Array.from({ length: 30 }, (_, id) => [['foil', 'wire'][id % 2] ?? '', 10 + id]),
      ],
    },
  },
});

const ask = (question: string, earlier?: string[]) => world('bridges').ask(question, earlier);

describe('a single highest or lowest figure', () => {
  it.each([
    [
      'highest span on the Rhine',
      'Highest span for Rhine (River) is 1,280, shared by 3: Bay, Dyke and Island.',
    ],
    ['highest span on the Elbe', 'Highest span for Elbe (River) is 1,991: Canyon.'],
    ['highest toll', 'Highest toll is €12: Ferry.'],
    ['what is the maximum of hours?', 'Highest hours are 31.5: Inspection number 107.'],
    [
      'what is the minimum of hours?',
      'Lowest hours are 1, shared by 8: Inspection number 100, 103, 106, 109, 112 and 3 more.',
    ],
    ['Höchstwert von Toll am Rhine?', 'Toll (Maximum) für Rhine (River): 11 € (Island).'],
  ])('is said with whose it is: %s', async (question, answer) => {
    const asked = await ask(question);
    expect(asked.answer.replaceAll('\u00a0', ' ')).toBe(answer);
    expect(asked.result?.data).toHaveLength(1);
  });

  it.each([
    ['what is the highest strain?', 'Highest strain is 39.'],
    ['what is the highest span?', 'Highest span is 2,400.'],
    ['what is the highest span of Bay?', 'Highest span for Bay (Bridge name) is 1,280.'],
    ['when was the last inspection?', 'Latest inspection date is 24 June 2024.'],
  ])('is said alone where nothing has a name, or that is given: %s', async (question, answer) => {
    expect((await ask(question)).answer).toBe(answer);
  });

  it('goes on as before', async () => {
    const first = 'highest toll on the Elbe';
    const truth = "SELECT MIN(toll) FROM bridges WHERE river = 'Elbe'";
    expectRows(await ask('and the lowest?', [first]), await world('bridges').truth(truth));
    expect((await ask('and on the Rhine?', [first])).answer).toMatch(/€11: Island\.$/);
    expect((await ask('which one is that?', [first])).result?.data[0]?.[0]).toBe('Ferry');
    expect((await ask('which bridge is that?', [first])).result?.data).toMatchObject([['Ferry', 12]]);
    expect((await ask('which one is that?', [first, 'and the lowest?'])).result?.data[0]?.[0]).toBe('Arch');
  });
});
