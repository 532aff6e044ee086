import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { theatre } from '../../test/fixtures/agent/theatre.ts';

const world = openWorlds({ theatre });
const ofPlays = 'bookings JOIN plays USING (play_id)';

describe('what "on average" is said of', () => {
  it('is no count that was asked for before', async () => {
    const asked = await world('theatre').ask('what do they cost on average, by gender', [
      'how many bookings were made by phone',
    ]);
    const truth = `SELECT gender, AVG(price) FROM bookings WHERE channel = 'phone' GROUP BY 1`;
    expectRows(asked, await world('theatre').truth(truth));
  });
});

describe('the most common of something', () => {
  it.each([
    [
      'average hours of the most common stage',
      "SELECT stage, COUNT(*), AVG(hours) FROM plays WHERE stage = 'Main' GROUP BY 1",
    ],
    [
      'average price of the most common channel',
      "SELECT channel, COUNT(*), AVG(price) FROM bookings WHERE channel = 'web' GROUP BY 1",
    ],
  ])('is so by its rows, whatever is told of it: %s', async (question, truth) => {
    expectRows(await world('theatre').ask(question), await world('theatre').truth(truth));
  });

  it('is none of rows that are there once', async () => {
    const { result } = await world('theatre').ask('average hours of the two most common plays');
    expect(result?.sqlQuery).toBeUndefined();
  });

  it('is by another figure where that is said', async () => {
    const asked = await world('theatre').ask('most popular channel by revenue');
    expectRows(
      asked,
      await world('theatre').truth(
        "SELECT channel, SUM(price) FROM bookings WHERE channel = 'web' GROUP BY 1",
      ),
    );
  });
});

describe('a split into values', () => {
  it.each([
    [['average price by channel'], 'split into men and women'],
    [['average price by channel'], 'split that into men and women'],
  ])('is by each of them: %j, then %s', async (earlier, question) => {
    const truth = `SELECT channel, gender, AVG(price) FROM bookings GROUP BY 1, 2`;
    expectRows(await world('theatre').ask(question, earlier), await world('theatre').truth(truth));
  });

  const leaders = 'play_id IN (SELECT play_id FROM bookings GROUP BY 1 ORDER BY SUM(price) DESC LIMIT 3)';
  it.each([
    ['split by channel', 'channel'],
    ['split that by channel', 'channel'],
    ['split into men and women', 'gender'],
  ])('is of the first few where only these were shown: %s', async (question, column) => {
    const truth = `SELECT title, ${column}, SUM(price) FROM ${ofPlays} WHERE ${leaders} GROUP BY 1, 2`;
    const asked = await world('theatre').ask(question, ['top 3 plays by revenue']);
    expectRows(asked, await world('theatre').truth(truth));
  });

  it('begins anew where it is by something else instead', async () => {
    const asked = await world('theatre').ask('split by channel instead', ['top 3 plays by revenue']);
    const truth = 'SELECT channel, SUM(price) FROM bookings GROUP BY 1';
    expectRows(asked, await world('theatre').truth(truth));
  });
});

describe('what is said of a group before it is asked about', () => {
  it.each([
    ['opera looks really weak. break it down by channel'],
    ['Opera looks weak. break it down by channel'],
    ['ouch, opera. break it down by channel'],
  ])('is no condition: %s', async (question) => {
    const truth = `SELECT genre, channel, SUM(price) FROM ${ofPlays} WHERE genre = 'opera' AND CAST(booked_on AS DATE) < DATE '2025-01-01' GROUP BY 1, 2`;
    expectRows(
      await world('theatre').ask(question, ['revenue by genre in 2024']),
      await world('theatre').truth(truth),
    );
  });

  it('is a condition where it may be one', async () => {
    const { result } = await world('theatre').ask('what looks weak by channel', ['revenue by genre in 2024']);
    expect(result?.sqlQuery).toBeUndefined();
  });
});

describe('people of a follow-up', () => {
  it('are those who were spoken of', async () => {
    const asked = await world('theatre').ask('only people without web please', ['average price by gender']);
    const truth = `SELECT gender, AVG(price) FROM bookings WHERE channel <> 'web' GROUP BY 1`;
    expectRows(asked, await world('theatre').truth(truth));
  });

  it('are no bookings where they are counted', async () => {
    const { result } = await world('theatre').ask('how many people are without web');
    expect(result?.sqlQuery).toBeUndefined();
  });
});

describe('what is chosen between', () => {
  it('is no remark: which of two does something more often', async () => {
    const { answer } = await world('theatre').ask(
      'web or phone bookings - who pays more often? give me the average price',
    );
    expect(answer).not.toContain('Left aside');
  });

  it('is none of a list of which a word is not known', async () => {
    const { result, answer } = await world('theatre').ask('how many bookings by phone, walk and web');
    expect(result, answer).toBeUndefined();
    expect(answer).toContain('"walk"');
  });
});

describe('people of whom something is said', () => {
  it('are whoever the rows are of that a figure is told of', async () => {
    const asked = await world('theatre').ask('average price for people who booked by phone');
    expectRows(
      asked,
      await world('theatre').truth("SELECT AVG(price) FROM bookings WHERE channel = 'phone'"),
    );
  });
});
