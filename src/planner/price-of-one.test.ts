import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { restaurants } from '../../test/fixtures/agent/restaurants.ts';

const world = openWorlds<'restaurants'>({ restaurants });

describe('how much one thing is', () => {
  it.each([
    ['how much is the lobster linguine', 'Lobster linguine'],
    ['How much are the garlic prawns?', 'Garlic prawns'],
  ])('is its price: %s', async (question, dish) => {
    const asked = await world('restaurants').ask(question);
    expectRows(asked, await world('restaurants').truth(`SELECT price FROM dishes WHERE name = '${dish}'`));
    expect(asked.answer).toContain('enu price');
  });

  it('is the same of another one', async () => {
    const asked = await world('restaurants').ask('and the baklava?', ['how much is the lobster linguine']);
    const truth = "SELECT price FROM dishes WHERE name = 'Baklava'";
    expectRows(asked, await world('restaurants').truth(truth));
  });
});
