import { describe, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { restaurants } from '../../test/fixtures/agent/restaurants.ts';

const world = openWorlds<'restaurants'>({ restaurants });

describe('rows that are asked for by a synonym', () => {
  it.each(['show me all bookings for Leo Hughes', 'list the bookings of Leo Hughes'])(
    'are listed where they are told apart by a number: %s',
    async (question) => {
      const { result, answer } = await world('restaurants').ask(question);
      const truth = 'SELECT reservation_id FROM reservations WHERE guest_id = 7';
      expectRows({ result, answer }, await world('restaurants').truth(truth));
    },
  );
});

describe('a place after a figure', () => {
  it('is where the figure is asked for, and not asked about itself', async () => {
    const asked = await world('restaurants').ask('at Green Fork', ['revenue in May']);
    const truth =
      'SELECT SUM(total) FROM bills WHERE restaurant_id = 0 AND month(CAST(opened_at AS DATE)) = 5';
    expectRows(asked, await world('restaurants').truth(truth));
  });
});
