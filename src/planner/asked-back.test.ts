import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { restaurants } from '../../test/fixtures/agent/restaurants.ts';

const world = openWorlds<'restaurants'>({ restaurants });
const ofRestaurants =
  'SELECT r.city, SUM(total) FROM bills JOIN restaurants r USING (restaurant_id) GROUP BY 1';
const ofGuests = 'SELECT g.city, SUM(total) FROM bills JOIN guests g USING (guest_id) GROUP BY 1';

describe('what is asked back', () => {
  it.each([
    ["the restaurant's", ofRestaurants],
    ['restaurant city', ofRestaurants],
    ['the first one', ofRestaurants],
    ['home city please', ofGuests],
    ["the guests' one", ofGuests],
  ])('is answered by words that tell one of the readings: %s', async (said, truth) => {
    const asked = await world('restaurants').ask(said, ['revenue by city']);
    expectRows(asked, await world('restaurants').truth(truth));
  });

  it('is left for a question of its own', async () => {
    const asked = await world('restaurants').ask('how many guests do we have', ['revenue by city']);
    expectRows(asked, [[40]]);
  });

  it('is asked again of both readings by what goes on from them', async () => {
    const { answer } = await world('restaurants').ask('and in May?', ['revenue by city']);
    expect(answer).toMatch(/1\. Revenue by restaurant city, in May 2026\n2\. .*, in May 2026/);
    const asked = await world('restaurants').ask("the restaurant's", ['revenue by city', 'and in May?']);
    const inMay = ofRestaurants.replace('GROUP', 'WHERE month(CAST(opened_at AS DATE)) = 5 GROUP');
    expectRows(asked, await world('restaurants').truth(inMay));
  });

  it.each([
    ['bills of London restaurants', 'by channel', /Do you mean this\?\s+1\. Restaurants by channel/],
    ['How many bills are unhappy?', 'how much is that', /Do you mean this\?\s+1\. Revenue/],
  ])('is not settled by what goes on from one of the readings only: %s %s', async (asked, next, offer) => {
    const { answer } = await world('restaurants').ask(next, [asked]);
    expect(answer).toMatch(offer);
  });

  it('is nothing where the only group that is left is the whole', async () => {
    const asked = await world('restaurants').ask('how many reservations are cancelled', [
      'reservations by status',
    ]);
    expectRows(asked, [[60]]);
  });

  it('is given up where it is refused, and what was asked before goes on', async () => {
    const thread = ['revenue in May', 'by city', 'no'];
    const { answer, outcome } = await world('restaurants').ask('no', thread.slice(0, 2));
    expect(outcome).toMatchObject({ stopReason: 'no_answer' });
    expect(answer).toContain('in other words');
    const asked = await world('restaurants').ask('and in June?', thread);
    const truth = 'SELECT SUM(total) FROM bills WHERE month(CAST(opened_at AS DATE)) = 6';
    expectRows(asked, await world('restaurants').truth(truth));
  });
});
