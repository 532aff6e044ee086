import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { restaurants } from '../../test/fixtures/agent/restaurants.ts';

const world = openWorlds<'restaurants'>({ restaurants });
const joined = 'JOIN restaurants r USING (restaurant_id) JOIN guests g USING (guest_id)';
const bills = `FROM bills ${joined}`;
const bookings = `FROM reservations ${joined}`;

describe('a value that several things have', () => {
  it.each([
    ['revenue of London restaurants', `SELECT SUM(total) ${bills} WHERE r.city = 'London'`],
    ['revenue of restaurants in London', `SELECT SUM(total) ${bills} WHERE r.city = 'London'`],
    ['how many bookings from London guests', `SELECT COUNT(*) ${bookings} WHERE g.city = 'London'`],
    ['revenue from guests from London', `SELECT SUM(total) ${bills} WHERE g.city = 'London'`],
  ])('is that of the thing beside it: %s', async (question, truth) => {
    expectRows(await world('restaurants').ask(question), await world('restaurants').truth(truth));
  });

  it('is asked back where nothing tells', async () => {
    const { answer } = await world('restaurants').ask('revenue for London');
    expect(answer).toContain('Which of these do you mean?');
  });
});

describe('what a thread has taken for that of one thing', () => {
  it.each<[thread: readonly string[], message: string, truth: string]>([
    [
      ['revenue by city', '1'],
      'and for London only',
      `SELECT 'London', SUM(total) ${bills} WHERE r.city = 'London'`,
    ],
    [['revenue for London', '2'], 'by city', `SELECT g.city, SUM(total) ${bills} GROUP BY 1`],
    [
      ['revenue by city', '1', 'and in May?'],
      'how many bookings in May by city',
      `SELECT r.city, COUNT(*) ${bookings} WHERE month(CAST(reserved_for AS DATE)) = 5 GROUP BY 1`,
    ],
    [
      ['what share of revenue comes from London', '1'],
      'and Leeds?',
      `SELECT SUM(CASE WHEN r.city = 'Leeds' THEN total END) / SUM(total) ${bills}`,
    ],
    [['revenue by city', '1'], 'now by home city', `SELECT g.city, SUM(total) ${bills} GROUP BY 1`],
    [
      ['revenue for London', '1'],
      'only guests from York',
      `SELECT SUM(total) ${bills} WHERE r.city = 'London' AND g.city = 'York'`,
    ],
  ])('stays so: %j >> %s', async (thread, message, truth) => {
    const asked = await world('restaurants').ask(message, thread);
    expectRows(asked, await world('restaurants').truth(truth));
  });
});
