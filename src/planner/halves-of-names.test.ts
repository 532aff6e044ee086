import { describe, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { restaurants } from '../../test/fixtures/agent/restaurants.ts';

const world = openWorlds<'restaurants'>({ restaurants });
const bookings = 'SELECT COUNT(*) FROM reservations';

describe('half of a name that is written as one word', () => {
  it.each([
    ['how many tables were booked in May', `${bookings} WHERE month(CAST(reserved_for AS DATE)) = 5`],
    ['how many bookings via open table', `${bookings} WHERE channel = 'OpenTable'`],
    ['how many OpenTable bookings', `${bookings} WHERE channel = 'OpenTable'`],
  ])('is not what a plural means: %s', async (question, truth) => {
    expectRows(await world('restaurants').ask(question), await world('restaurants').truth(truth));
  });
});
