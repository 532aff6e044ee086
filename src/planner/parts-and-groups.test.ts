import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const theatre: World = {
  name: 'theatre',
  model: {
    'seats.yml': `
cubes:
  - name: seats
    sql_table: seats
    title: Sold seats
    joins:
      - { name: sellers, relationship: many_to_one, sql: "{CUBE}.seller_id = {sellers.id}" }
      - { name: reviews, relationship: one_to_one, sql: "{CUBE}.id = {reviews.seat_id}" }
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: channel, title: Sales channel, sql: "{CUBE}.channel", type: string }
      - { name: house, title: House, sql: "{CUBE}.house", type: string }
      - { name: genre, title: Genre, sql: "{CUBE}.genre", type: string }
      - { name: price_class, title: Price class, sql: "{CUBE}.price_class", type: string }
      - { name: seat_label, title: Seat, sql: "{CUBE}.label", type: string }
      - { name: reduced, title: Reduced, sql: "{CUBE}.reduced", type: boolean }
      - { name: production, title: Production, sql: "{CUBE}.production", type: string }
      - { name: inspected_on, title: Inspection date, sql: "{CUBE}.booked_on", type: time }
      - { name: booked_on, title: Booking date, sql: "{CUBE}.booked_on", type: time }
    measures:
      - { name: seat_count, title: Number of seats, type: count }
      - { name: booking_count, title: Bookings, sql: "{CUBE}.booking", type: count_distinct }
      - { name: revenue, title: Revenue, sql: "{CUBE}.price", type: sum, format: currency }
      - { name: rebate_amount, title: Rebates, sql: "{CUBE}.rebate", type: sum, format: currency }
`,
    'sellers.yml': `
cubes:
  - name: sellers
    sql_table: sellers
    title: Sellers
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: seller_name, title: Seller, sql: "{CUBE}.name", type: string }
    measures:
      - { name: seller_count, title: Number of sellers, type: count }
`,
    'reviews.yml': `
cubes:
  - name: reviews
    sql_table: reviews
    title: Reviews
    dimensions:
      - { name: seat_id, sql: "{CUBE}.seat_id", type: number, primary_key: true, public: false }
      - { name: score, title: Score, sql: "{CUBE}.score", type: number }
    measures:
      - { name: review_count, title: Number of reviews, type: count }
      - name: delight
        title: Delight
        description: Average satisfaction score
        sql: "{CUBE}.score"
        type: avg
        meta:
          synonyms: [satisfaction]
`,
  },
  tables: {
    seats: [
      [
        'id',
        'channel',
        'house',
        'genre',
        'price_class',
        'label',
        'reduced',
        'booking',
        'price',
        'rebate',
        'booked_on',
        'seller_id',
        'production',
      ],
      ...Array.from({ length: 120 }, (_, at) => [
        at,
        ['web', 'desk', 'web', 'partner', 'phone'][at % 5] ?? '',
        ['Old House', 'New House', 'Studio'][(at * at) % 3] ?? '',
        ['drama', 'comedy', 'dance', 'opera'][(at + (at % 3)) % 4] ?? '',
        ['low', 'high'][(at + (at % 5)) % 2] ?? '',
        `S-${at}`,
        at % 7 === 0,
        Math.floor(at / 3),
        20 + (at % 17),
        at % 4,
        `${2022 + (at % 3)}-0${(at % 9) + 1}-11`,
        at % 6 === 0 ? null : (at % 4) + 1,
        `Play ${at % 11}`,
      ]),
    ],
    sellers: [
      ['id', 'name'],
      [1, 'Ada Moss'],
      [2, 'Ben Hart'],
      [3, 'Cleo Finn'],
      [4, 'Dan Wirth'],
    ],
    reviews: [
      ['seat_id', 'score'],
      ...Array.from({ length: 60 }, (_, at) => [at * 2, (at % 2) * 2 + (at % 3) + 1]),
    ],
  },
};

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(theatre);
});
afterAll(() => world[Symbol.asyncDispose]());

/** The first columns of an answer are those of the oracle, whatever the order of its rows. */
async function expectRows(question: string, oracle: string): Promise<void> {
  const { result, answer } = await world.ask(question);
  const truth = await world.truth(oracle);
  const width = truth[0]?.length;
  const plain = (rows: readonly (readonly unknown[])[] = []): string[] =>
    rows
      .map((row) =>
        JSON.stringify(row.slice(0, width).map((it) => (typeof it === 'number' ? it.toFixed(6) : it))),
      )
      .toSorted();
  expect(plain(result?.data), `${answer} ${result?.sqlQuery}`).toEqual(plain(truth));
}

describe('shares', () => {
  it.each([
    [
      'values that are compared each have a share of the whole dimension',
      'share of web revenue vs desk vs partner',
      "SELECT * FROM (SELECT channel, SUM(price) / SUM(SUM(price)) OVER () FROM seats GROUP BY 1) WHERE channel IN ('web', 'desk', 'partner')",
    ],
    [
      'compared values have their shares of each bucket',
      'share of web vs desk revenue per year',
      "SELECT * FROM (SELECT date_trunc('year', booked_on)::TIMESTAMP, channel, SUM(price) / SUM(SUM(price)) OVER (PARTITION BY year(booked_on)) FROM seats GROUP BY 1, 2, year(booked_on)) WHERE channel IN ('web', 'desk')",
    ],
    [
      'what stands before the share is the part of each group',
      'drama share of revenue by house',
      "SELECT house, SUM(price) FILTER (WHERE genre = 'drama') / SUM(price) FROM seats GROUP BY 1",
    ],
    [
      'what stands before the share is the part of each bucket',
      'web share of revenue per year',
      "SELECT date_trunc('year', booked_on)::TIMESTAMP, SUM(price) FILTER (WHERE channel = 'web') / SUM(price) FROM seats GROUP BY 1",
    ],
    [
      'what stands before the figure is the part of each group',
      'share of drama revenue by house',
      "SELECT house, SUM(price) FILTER (WHERE genre = 'drama') / SUM(price) FROM seats GROUP BY 1",
    ],
    [
      'what comes after the groups narrows all of them',
      'share of revenue by house for drama',
      "SELECT house, SUM(price) FROM seats WHERE genre = 'drama' GROUP BY 1",
    ],
  ])('%s: %s', (_, question, oracle) => expectRows(question, oracle));
});

describe('what there is for each of something', () => {
  it.each([
    [
      'an amount is divided by how many there are',
      'average rebate per booking',
      'SELECT SUM(rebate) * 1.0 / COUNT(DISTINCT booking) FROM seats',
    ],
    [
      'an amount is divided within each group',
      'average rebate per booking by house',
      'SELECT house, SUM(rebate) * 1.0 / COUNT(DISTINCT booking) FROM seats GROUP BY 1',
    ],
    [
      'rows without such a thing are left out of an average over things',
      'average seats per seller',
      'SELECT COUNT(seller_id) * 1.0 / COUNT(DISTINCT seller_id) FROM seats',
    ],
  ])('%s: %s', (_, question, oracle) => expectRows(question, oracle));

  it('a thing that nothing counts is no date of it', async () => {
    const { result, answer } = await world.ask('average rebate per inspection');
    expect(result?.sqlQuery, answer).toBeUndefined();
  });
});

describe('what is denied', () => {
  it('the noun that a flag describes is not denied, too: revenue without reduced seats', () =>
    expectRows('revenue without reduced seats', 'SELECT SUM(price) FROM seats WHERE NOT reduced'));

  it('a described thing that has a column of its own is not denied either', () =>
    expectRows(
      'revenue without reduced productions in 2023',
      'SELECT SUM(price) FROM seats WHERE NOT reduced AND year(booked_on) = 2023',
    ));
});

describe('the answer', () => {
  it.each([
    [
      'tells how far percentages are apart in points',
      'share of web vs desk revenue',
      /a difference of [\d.]+ percentage points; the larger is [\d.]+ times the smaller\.$/,
    ],
    [
      'tells a change of percentages in points',
      'web share of revenue per year',
      /^Share of revenue for web \(Sales channel\) (rose|fell) by [\d.]+ percentage points?, from /,
    ],
    [
      'names what has a name as the highest, though more belongs to nobody',
      'rebates by seller in February 2023',
      /\. (?!Unknown)\w+ \w+ is highest/,
    ],
    [
      'leaves the times out of what is nearly the same',
      'revenue of drama vs comedy',
      / and comedy has \d+ \([\d.]+%\)\.$/,
    ],
    [
      'says that no group has so many',
      'sellers with more than 300 seats',
      /^I found no seller with (number of )?seats over 300\.$/i,
    ],
  ])('%s: %s', async (_, question, text) => {
    const { answer } = await world.ask(question);
    expect(answer).toMatch(text);
  });
});

describe('an adjective and a noun beside it', () => {
  it('name one figure where its description says both', () =>
    expectRows(
      'which seller has the worst satisfaction score?',
      'SELECT name, AVG(score) FROM seats s JOIN sellers p ON p.id = seller_id LEFT JOIN reviews r ON r.seat_id = s.id GROUP BY 1 ORDER BY 2 LIMIT 1',
    ));

  it('are no value of another thing', async () => {
    const { result, answer } = await world.ask('how many low scores (below 3) in 2023?');
    expect(result?.sqlQuery ?? '', answer).not.toContain("price_class = 'low'");
  });

  it('are a value before the noun that it belongs to', () =>
    expectRows('revenue of the low price class', "SELECT SUM(price) FROM seats WHERE price_class = 'low'"));
});
