import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { theatre } from '../../test/fixtures/agent/theatre.ts';

const world = openWorlds({ theatre });
const ofPlays = 'bookings JOIN plays USING (play_id)';

describe('a question of a group that was shown', () => {
  it.each([
    [
      ['revenue by genre in 2024'],
      'which 2 channels brought opera the most revenue?',
      `SELECT channel, SUM(price) FROM ${ofPlays} WHERE genre = 'opera' AND CAST(booked_on AS DATE) < DATE '2025-01-01' GROUP BY 1`,
    ],
    [
      ['revenue by genre in 2024'],
      'what is the average price for opera by channel?',
      `SELECT channel, AVG(price) FROM ${ofPlays} WHERE genre = 'opera' AND CAST(booked_on AS DATE) < DATE '2025-01-01' GROUP BY 1`,
    ],
    [
      ['how many plays by genre on the main stage'],
      'which are the comedies?',
      `SELECT title FROM plays WHERE stage = 'Main' AND genre = 'comedy'`,
    ],
    [
      ['how many plays by genre on the main stage'],
      'list the operas with their hours',
      `SELECT title, hours FROM plays WHERE stage = 'Main' AND genre = 'opera'`,
    ],
    [
      ['how many plays have surtitles, by genre', 'as a percentage please'],
      'hm, show me the ones in opera that have none',
      `SELECT title FROM plays WHERE genre = 'opera' AND NOT surtitles`,
    ],
    [
      ['how many plays have surtitles, by genre'],
      'which of these in opera have no surtitles?',
      `SELECT title FROM plays WHERE genre = 'opera' AND NOT surtitles`,
    ],
    // Of the one that is named, and of no other that was asked for.
    [
      ['number of plays by genre for opera and comedy on the main stage'],
      'which are the operas?',
      `SELECT title FROM plays WHERE genre = 'opera' AND stage = 'Main'`,
    ],
  ])('keeps what was narrowed: %j, then %s', async (earlier, question, truth) => {
    expectRows(await world('theatre').ask(question, earlier), await world('theatre').truth(truth));
  });

  it.each([
    // Dates of its own, or all of them.
    [
      ['revenue by genre in 2024'],
      'what was the revenue of opera in 2025 by channel?',
      `SELECT channel, SUM(price) FROM ${ofPlays} WHERE genre = 'opera' AND CAST(booked_on AS DATE) >= DATE '2025-01-01' GROUP BY 1`,
    ],
    // Of all there are.
    [
      ['average price by channel in 2024'],
      'how many bookings do we have by phone?',
      `SELECT COUNT(*) FROM bookings WHERE channel = 'phone'`,
    ],
    // What was said before is said once more.
    [
      ['how many bookings of members by channel in 2024'],
      'average price of members by phone',
      `SELECT AVG(price) FROM bookings WHERE channel = 'phone' AND member`,
    ],
    // Of something else than what was told apart.
    [
      ['revenue by genre in 2024'],
      'how many bookings by phone were there in 2025?',
      `SELECT COUNT(*) FROM bookings WHERE channel = 'phone' AND CAST(booked_on AS DATE) >= DATE '2025-01-01'`,
    ],
    [
      ['revenue by genre in 2024'],
      'average price by channel',
      `SELECT channel, AVG(price) FROM bookings GROUP BY 1`,
    ],
  ])('is a question of its own where it says so: %j, then %s', async (earlier, question, truth) => {
    expectRows(await world('theatre').ask(question, earlier), await world('theatre').truth(truth));
  });

  it('is not listed by what a share is of, unless it is said of which side', async () => {
    const thread = ['how many plays have surtitles, by genre', 'as a percentage please'];
    const { result, answer } = await world('theatre').ask('which are the operas?', thread);
    expect(result?.sqlQuery ?? '', answer).not.toContain('SELECT title FROM');
  });
});
