import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { theatre } from '../../test/fixtures/agent/theatre.ts';

const world = openWorlds({ theatre });

describe('rows that a message points to', () => {
  it('are none where what they would be of was not understood', async () => {
    const { result } = await world('theatre').ask('which plays are they for, for each of those?', [
      'how many bookings were made by phone',
      'the glorpy ones of members',
    ]);
    expect(result?.sqlQuery).toBeUndefined();
  });

  const mostBooked = (rows: string): string =>
    `SELECT title, COUNT(*) AS n FROM bookings JOIN plays USING (play_id) WHERE ${rows} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1`;
  const leaders = (most: number): string =>
    `play_id IN (SELECT play_id FROM bookings GROUP BY 1 ORDER BY SUM(price) DESC LIMIT ${most})`;

  it.each([
    ['who of the two had the most bookings?', mostBooked(leaders(2))],
    ['which of them had the most bookings?', mostBooked(leaders(2))],
    [
      'which of those two had the most bookings in 2024?',
      mostBooked(`${leaders(2)} AND CAST(booked_on AS DATE) < DATE '2025-01-01'`),
    ],
  ])('are ranked among themselves by another figure: %s', async (question, truth) => {
    const asked = await world('theatre').ask(question, ['top 2 plays by revenue']);
    expectRows(asked, await world('theatre').truth(truth));
  });

  it('are told what is asked of them where they are', async () => {
    const asked = await world('theatre').ask('and what is the average price there', [
      'top 2 plays by revenue',
    ]);
    expect(asked.result?.data, asked.answer).toHaveLength(2);
    expect(asked.result?.sqlQuery).toMatch(/average_price.*ORDER BY 2 DESC.* LIMIT 2$|IN \(SELECT/);
  });

  it.each([
    ['which play had the most bookings?', mostBooked('TRUE')],
    // All of a number that is named with what it is a number of.
    ['top 3 of the nine plays by bookings', undefined],
  ])('are not meant where nothing points to them: %s', async (question, truth) => {
    const asked = await world('theatre').ask(question, ['top 2 plays by revenue']);
    expect(asked.result?.sqlQuery ?? '', asked.answer).not.toContain('IN (SELECT');
    if (truth !== undefined) expectRows(asked, await world('theatre').truth(truth));
  });

  it('are not left aside with what asks for them', async () => {
    const { result } = await world('theatre').ask('Which of the two sold better? show the revenue for both', [
      'how many bookings by telegram are there',
      'and by fax',
    ]);
    expect(result?.sqlQuery).toBeUndefined();
  });
});

describe('what is asked back after something that was not understood', () => {
  it('is what goes on next', async () => {
    const thread = ['average price by channel', 'glorpy', 'split by gender'];
    const { answer } = await world('theatre').ask('only members', thread);
    expect(answer).toContain('1. Average price by channel and gender, where Member is yes');
  });
});
