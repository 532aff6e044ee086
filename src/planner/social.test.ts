import { describe, expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';
import { socialOf } from './language/social.ts';

const harbour: World = {
  name: 'harbour',
  model: {
    'harbour.yml': `
cubes:
  - name: landings
    sql_table: landings
    title: Landings
    dimensions:
      - { name: landing_id, sql: "{CUBE}.landing_id", type: number, primary_key: true, public: false }
      - { name: fish, title: Fish, sql: "{CUBE}.fish", type: string }
      - { name: landed_on, title: Landed on, sql: "CAST({CUBE}.landed_on AS TIMESTAMP)", type: time }
    measures:
      - { name: kilos, title: Kilos, sql: "{CUBE}.kilos", type: sum }
`,
  },
  tables: {
    landings: [
      ['landing_id', 'fish', 'landed_on', 'kilos'],
      [1, 'Cod', '2024-02-03', 30],
      [2, 'Cod', '2024-05-06', 20],
      [3, 'Hake', '2024-05-12', 40],
    ],
  },
  now: '2024-06-01T12:00:00Z',
};

const world = openWorlds<'harbour'>({ harbour });

describe('a message that asks nothing', () => {
  it.each(['hi', 'Hello there!', 'good morning', 'hey, how are you?'])(
    'is greeted back, and told what can be asked: %s',
    async (message) => {
      const { answer } = await world('harbour').ask(message);
      expect(answer).toBe('Hello! I answer questions about your data. I can answer, for example: "Kilos".');
    },
  );

  it.each(['thanks!', "that's great, thank you", 'Perfect 👍'])(
    'is welcomed where it thanks: %s',
    async (message) => {
      const { answer, result } = await world('harbour').ask(message, ['kilos by fish']);
      expect(answer).toBe('You are welcome.');
      expect(result).toBeUndefined();
    },
  );

  it.each(["that's wrong", 'this can’t be right', 'Are you sure?', 'no, that is not correct'])(
    'is told how the question was read where it doubts the answer: %s',
    async (message) => {
      const { answer } = await world('harbour').ask(message, ['kilos by fish in May']);
      expect(answer).toContain('I read the question as "Kilos by fish, in May 2024".');
    },
  );

  it('leaves the thread as it was', async () => {
    const thread = ['kilos by fish in May', 'thanks', "that's wrong"];
    const { answer } = await world('harbour').ask('only cod', thread);
    expect(answer).toBe('Kilos for Cod (Fish), still in May 2024, as before, are 20 for Cod.');
  });

  it.each(['what can you do?', 'help', 'who are you'])('is told what the data holds: %s', async (message) => {
    expect((await world('harbour').ask(message)).answer).toContain('You can ask about Landings');
  });

  it.each([
    'wrong orders',
    'that is the right month',
    'great deals by month',
    'thanks given',
    'good fish',
    'false alarms',
  ])('is none where it names something: %s', (message) => {
    expect(socialOf(message)).toBeUndefined();
  });
});
