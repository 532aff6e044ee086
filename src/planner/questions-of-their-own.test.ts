import { describe, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { restaurants } from '../../test/fixtures/agent/restaurants.ts';

const world = openWorlds<'restaurants'>({ restaurants });

describe('rows and dates of their own', () => {
  it('are asked for, and not the figure that was asked for before', async () => {
    const asked = await world('restaurants').ask('bills in June', ['revenue in May']);
    expectRows(
      asked,
      await world('restaurants').truth('SELECT COUNT(*) FROM bills WHERE month(opened_at::DATE) = 6'),
    );
  });

  it('leave out the condition of the question before', async () => {
    const asked = await world('restaurants').ask('reservations in June', ['cancelled reservations in May']);
    expectRows(
      asked,
      await world('restaurants').truth(
        'SELECT COUNT(*) FROM reservations WHERE month(reserved_for::DATE) = 6',
      ),
    );
  });
});
