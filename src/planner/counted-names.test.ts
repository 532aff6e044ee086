import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { restaurants } from '../../test/fixtures/agent/restaurants.ts';

const world = openWorlds<'restaurants'>({ restaurants });

describe('things that are named without a word for whether to count or to list them', () => {
  const some = 'FROM dishes WHERE price > 10 AND calories < 600';
  const earlier = ['over 10 pounds and under 600 calories, please'] as const;

  it('are counted and listed', async () => {
    const asked = await world('restaurants').ask(earlier[0]);
    expectRows({ ...asked, counted: undefined }, await world('restaurants').truth(`SELECT name ${some}`));
    expectRows(asked, await world('restaurants').truth(`SELECT COUNT(*) ${some}`));
    expect(asked.answer).toContain('under 600: Fish pie, Garlic prawns');
  });

  it('are gone on from as they are', async () => {
    const asked = await world('restaurants').ask('only under 500 calories', earlier);
    const truth = await world('restaurants').truth(
      'SELECT COUNT(*) FROM dishes WHERE price > 10 AND calories < 500',
    );
    expectRows(asked, truth);
  });

  it.each(['how many dishes over 10 pounds', 'number of dishes over 10 pounds'])(
    'are counted alone where a number of them is asked for: %s',
    async (question) => {
      const { result, answer } = await world('restaurants').ask(question);
      const truth = 'SELECT COUNT(*) FROM dishes WHERE price > 10';
      expectRows({ result, answer }, await world('restaurants').truth(truth));
    },
  );
});
