import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Dogs of a kennel, which are trained or not. */
const kennel: World = {
  name: 'kennel',
  model: {
    'kennel.yml': `
cubes:
  - name: dogs
    sql_table: dogs
    title: Dogs
    dimensions:
      - { name: dog_id, sql: "{CUBE}.dog_id", type: number, primary_key: true, public: false }
      - { name: dog_name, title: Dog, sql: "{CUBE}.dog_name", type: string }
      - { name: breed, title: Breed, sql: "{CUBE}.breed", type: string }
      - { name: sex, title: Sex, sql: "{CUBE}.sex", type: string }
      - { name: trained, title: Trained, sql: "{CUBE}.trained", type: boolean }
      - { name: age, title: Age, description: In years, sql: "{CUBE}.age", type: number }
      - { name: weight, title: Weight, description: In kilograms, sql: "{CUBE}.weight", type: number }
    measures:
      - { name: dog_count, title: Dogs, type: count }
      - { name: average_weight, title: Average weight, sql: "{CUBE}.weight", type: avg }
`,
  },
  tables: {
    dogs: [
      ['dog_id', 'dog_name', 'breed', 'sex', 'trained', 'age', 'weight'],
      ...Array.from({ length: 40 }, (_, at) => [
        at,
        `Rex ${at}`,
        ['beagle', 'collie', 'poodle', 'husky'][at % 4] ?? 'beagle',
        ['female', 'male'][(at * at + Math.floor(at / 3)) % 2] ?? 'male',
        at % 3 !== 0,
        1 + ((at * 5) % 11),
        8 + (at % 4) * 5 + ((at * 7) % 13) / 10,
      ]),
    ],
  },
};

const world = openWorlds({ kennel });

describe('"in each group"', () => {
  it.each([
    'how many dogs are that in each group?',
    'how many dogs are in each group',
    'number of dogs per group',
    'and how many dogs in each of these groups?',
  ])('counts by the groups that were shown, narrowed as they were: %s', async (message) => {
    const thread = ['average weight by breed', 'split by sex', 'only dogs aged 5 or more', 'median instead'];
    expectRows(
      await world('kennel').ask(message, thread),
      await world('kennel').truth('SELECT breed, sex, COUNT(*) FROM dogs WHERE age >= 5 GROUP BY 1, 2'),
    );
  });

  it('is of the first few where no others were shown', async () => {
    const { result, answer } = await world('kennel').ask('how many dogs are in each group?', [
      'top 2 breeds by average weight',
    ]);
    expect(result?.data.map(([breed]) => breed).sort(), answer).toEqual(['husky', 'poodle']);
  });

  it.each([['average weight'], ['list the trained poodle dogs']])(
    'is of nothing where no groups were shown: after "%s"',
    async (before) => {
      const { outcome, answer } = await world('kennel').ask('how many dogs are in each group?', [before]);
      expect(outcome, answer).toMatchObject({ stopReason: 'no_answer' });
    },
  );
});

describe('"just the most … among those"', () => {
  const thread = ['how many dogs are there per breed?', 'and their average weight?', 'only the trained ones'];
  const truth = 'SELECT dog_name, weight FROM dogs WHERE trained ORDER BY weight DESC LIMIT 1';

  it.each([
    'just the heaviest dog among those: name and weight',
    'just the heaviest dog among those',
    'only the heaviest dog of those',
  ])('picks one of the rows that were put together: %s', async (message) => {
    expectRows(await world('kennel').ask(message, thread), await world('kennel').truth(truth));
  });
});

describe('a second place in each group', () => {
  it.each([
    'second highest average weight by sex in each breed',
    'which sex has the second highest average weight in each breed?',
  ])('is no first one: %s', async (question) => {
    const asked = await world('kennel').ask(question);
    const truth = `SELECT sex, breed, AVG(weight) FROM dogs GROUP BY 1, 2
      QUALIFY ROW_NUMBER() OVER (PARTITION BY breed ORDER BY AVG(weight) DESC) = 2`;
    expectRows(asked, await world('kennel').truth(truth));
    expect(asked.answer).not.toContain('highest');
  });
});

describe('the first of several kinds', () => {
  const heaviest = (breeds: string, each: string) =>
    `SELECT dog_name FROM dogs WHERE breed IN (${breeds}) QUALIFY ROW_NUMBER() OVER (${each} ORDER BY weight DESC, dog_name) = 1`;

  it('is one of each of them where they are counted up', async () => {
    const asked = await world('kennel').ask('the heaviest dog of the beagles, collies and poodles');
    const truth = heaviest("'beagle', 'collie', 'poodle'", 'PARTITION BY breed');
    expectRows(asked, await world('kennel').truth(truth));
  });

  it('is one of all where either will do', async () => {
    const asked = await world('kennel').ask('the heaviest dog among beagles or collies');
    expectRows(asked, await world('kennel').truth(heaviest("'beagle', 'collie'", '')));
  });
});
