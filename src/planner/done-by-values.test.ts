import { describe, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { restaurants } from '../../test/fixtures/agent/restaurants.ts';

const world = openWorlds<'restaurants'>({ restaurants });
const bookings = 'SELECT COUNT(*) FROM reservations JOIN restaurants r USING (restaurant_id)';

describe('what something was done by', () => {
  it.each<[question: string, thread: readonly string[], truth: string]>([
    [
      'how many of those were made by phone',
      ['cancelled bookings in May at Osteria Luna'],
      `${bookings} WHERE r.name = 'Osteria Luna' AND status = 'cancelled' AND month(CAST(reserved_for AS DATE)) = 5 AND channel = 'Phone'`,
    ],
    [
      'how many bookings at El Faro were made by phone',
      [],
      `${bookings} WHERE r.name = 'El Faro' AND channel = 'Phone'`,
    ],
  ])('is a value of the rows before an attribute of others: %s', async (question, thread, truth) => {
    const asked = await world('restaurants').ask(question, thread);
    expectRows(asked, await world('restaurants').truth(truth));
  });

  it('is what an answer is split by where no value is called so', async () => {
    const asked = await world('restaurants').ask('how many bookings were made by channel');
    const truth = 'SELECT channel, COUNT(*) FROM reservations GROUP BY 1';
    expectRows(asked, await world('restaurants').truth(truth));
  });
});
