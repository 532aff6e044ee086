import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { restaurants } from '../../test/fixtures/agent/restaurants.ts';

const world = openWorlds<'restaurants'>({ restaurants });

const byRestaurant = `SELECT r.name, SUM(total) FROM bills JOIN restaurants r USING (restaurant_id)
  GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3`;
const byGuest = `SELECT g.name, SUM(total) FROM bills JOIN guests g USING (guest_id)
  GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3`;

describe('the figure that is said to be meant', () => {
  it.each([
    ['I meant by revenue', 'top 3 restaurants this year', byRestaurant],
    ['i mean revenue', 'top 3 restaurants this year', byRestaurant],
    ['sorry, by revenue', 'top 3 guests', byGuest],
  ])(
    'is what a ranking that was asked back is by, of as many in the same time: %s',
    async (said, asked, truth) => {
      const given = await world('restaurants').ask(said, [asked]);
      expectRows(given, await world('restaurants').truth(truth));
    },
  );

  it.each(['i mean revenue', 'sorry I meant the revenue'])(
    'is asked of the dates of what was not understood, and says so: %s',
    async (said) => {
      const given = await world('restaurants').ask(said, ['how was business in May']);
      expectRows(
        given,
        await world('restaurants').truth('SELECT SUM(total) FROM bills WHERE month(opened_at::DATE) = 5'),
      );
      expect(given.answer).toContain('May 2026');
    },
  );

  it('is not answered of everything where more than its word was not understood', async () => {
    const { answer, outcome } = await world('restaurants').ask('i mean revenue', [
      'how was business in Mordor in May',
    ]);
    expect(outcome, answer).toMatchObject({ stopReason: 'no_answer' });
  });
});

it('a question that opens with what is meant is one of its own', async () => {
  const given = await world('restaurants').ask('I mean, how many guests do we have?', [
    'how was business in May',
  ]);
  expectRows(given, [[40]]);
});
