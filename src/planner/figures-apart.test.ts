import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Guests of one name are several, and only some bookings are refunded. */
const theatre: World = {
  name: 'theatre',
  model: {
    'theatre.yml': `
cubes:
  - name: guests
    sql_table: guests
    title: Guests
    dimensions:
      - { name: guest_id, title: Guest id, sql: "{CUBE}.guest_id", type: number, primary_key: true, format: id }
      - { name: disp_name, title: Guest, sql: "{CUBE}.disp_name", type: string }
      - { name: town, title: Town, sql: "{CUBE}.town", type: string }
    measures:
      - { name: guest_count, title: Guests, type: count }
  - name: bookings
    sql_table: bookings
    title: Bookings
    joins:
      - { name: guests, relationship: many_to_one, sql: "{CUBE}.guest_id = {guests}.guest_id" }
    dimensions:
      - { name: booking_id, title: Booking, sql: "{CUBE}.booking_id", type: number, primary_key: true, format: id }
      - { name: booked_on, title: Booked on, sql: "CAST({CUBE}.booked_on AS TIMESTAMP)", type: time }
      - { name: channel, title: Channel, sql: "{CUBE}.channel", type: string }
    measures:
      - { name: booking_count, title: Number of bookings, type: count }
      - { name: takings, title: Takings, sql: "{CUBE}.amount", type: sum }
  - name: refunds
    sql_table: refunds
    title: Refunds
    joins:
      - { name: bookings, relationship: many_to_one, sql: "{CUBE}.booking_id = {bookings}.booking_id" }
    dimensions:
      - { name: refund_id, title: Refund, sql: "{CUBE}.refund_id", type: number, primary_key: true, format: id }
      - { name: paid_back_on, title: Paid back on, sql: "CAST({CUBE}.paid_back_on AS TIMESTAMP)", type: time }
      - { name: cause, title: Cause, sql: "{CUBE}.cause", type: string }
    measures:
      - { name: refund_count, title: Refunds, type: count }
      - { name: paid_back, title: Amount paid back, sql: "{CUBE}.amount", type: sum }
`,
  },
  tables: {
    guests: [
      ['guest_id', 'disp_name', 'town'],
      [1, 'Ada Moss', 'Leeds'],
      [2, 'Ada Moss', 'York'],
      [3, 'Ben Hart', 'Leeds'],
      [4, 'Cleo Fry', 'Market Deep'],
    ],
    bookings: [
      ['booking_id', 'guest_id', 'booked_on', 'channel', 'amount'],
      [1, 1, '2024-04-02', 'Web', 40],
      [2, 1, '2024-04-20', 'Desk', 60],
      [3, 2, '2024-05-03', 'Web', 70],
      [4, 3, '2024-05-09', 'Web', 90],
      [5, 3, '2024-05-21', 'Desk', 30],
      [6, 4, '2024-05-28', 'Desk', 20],
    ],
    refunds: [
      ['refund_id', 'booking_id', 'paid_back_on', 'cause', 'amount'],
      [1, 2, '2024-05-02', 'Illness', 60],
      [2, 4, '2024-05-12', 'Cancelled', 45],
    ],
  },
  now: '2024-06-01T12:00:00Z',
};

/** Donations are of money, helpers are not. */
const charity: World = {
  name: 'charity',
  model: {
    'charity.yml': `
cubes:
  - name: donations
    sql_table: donations
    title: Donations
    dimensions:
      - { name: donation_id, sql: "{CUBE}.donation_id", type: number, primary_key: true, public: false }
      - { name: cause, title: Cause, sql: "{CUBE}.cause", type: string }
      - { name: amount, title: Amount, sql: "{CUBE}.amount", type: number, format: currency }
      - { name: anonymous, title: Anonymous, sql: "{CUBE}.anonymous", type: boolean }
    measures:
      - { name: donation_count, title: Donations, type: count }
      - { name: donated, title: Amount given, type: sum, sql: "{CUBE}.amount", format: currency }
  - name: helpers
    sql_table: helpers
    title: Helpers
    dimensions:
      - { name: helper_id, sql: "{CUBE}.helper_id", type: number, primary_key: true, public: false }
      - { name: town, title: Town, sql: "{CUBE}.town", type: string }
      - { name: joined_on, title: Joined on, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
      - { name: left_on, title: Left on, sql: "CAST({CUBE}.left_on AS TIMESTAMP)", type: time }
    measures:
      - { name: helper_count, title: Helpers, type: count }
`,
  },
  tables: {
    donations: [
      ['donation_id', 'cause', 'amount', 'anonymous'],
      [1, 'Wells', 10, true],
      [2, 'Wells', 20, false],
      [3, 'Schools', 40, true],
      [4, 'Schools', 80, true],
    ],
    helpers: [
      ['helper_id', 'town', 'joined_on', 'left_on'],
      [1, 'Leeds', '2023-02-01', '2024-03-01'],
      [2, 'York', '2024-02-01', null],
      [3, 'York', '2024-05-01', null],
    ],
  },
};

const world = openWorlds<'theatre' | 'charity'>({ theatre, charity });

describe('people of one name', () => {
  it.each([
    [
      'guests with more than one booking',
      [
        ['Ada Moss', 2],
        ['Ben Hart', 2],
      ],
    ],
    [
      'top 3 guests by takings',
      [
        ['Ben Hart', 120],
        ['Ada Moss', 100],
        ['Ada Moss', 70],
      ],
    ],
    ['How many guests booked more than once?', [[2]]],
  ] as const)(
    'are told apart by the key of their cube, whatever the column of their name is called: %s',
    async (question, rows) => {
      expectRows(await world('theatre').ask(question), rows);
    },
  );
});

describe('two figures of different cubes in one question', () => {
  it.each([
    [
      'takings and refunds in May',
      'Takings in May 2024 are 210.\n\n2 refunds in May 2024. The data runs from 2 May 2024 to 12 May 2024.',
    ],
    [
      'refunds vs takings in May',
      '2 refunds in May 2024. The data runs from 2 May 2024 to 12 May 2024.\n\nTakings in May 2024 are 210.',
    ],
    [
      'how many guests and how many bookings do we have in Leeds',
      '2 guests for Leeds (Town).\n\n4 bookings for Leeds (Guest Town).',
    ],
    ['Takings and amount paid back', 'Takings are 310.\n\nAmount paid back is 105.'],
  ])('are each of all their rows, one after the other: %s', async (question, answer) => {
    expect((await world('theatre').ask(question)).answer).toBe(answer);
  });

  it('are both narrowed by what stands before the first: desk takings and amount paid back in May', async () => {
    const { answer } = await world('theatre').ask('desk takings and amount paid back in May');
    expect(answer).toContain('Takings for Desk (Channel) in May 2024 are 50.');
    expect(answer).toContain('Amount paid back for Desk (Booking Channel) in May 2024 is 60.');
  });

  it('say so where one is only of the rows that the other has: desk takings and refunds in May', async () => {
    const { answer } = await world('theatre').ask('desk takings and refunds in May');
    expect(answer).toContain('with refunds in May 2024');
  });

  it('may be narrowed by a name of two words: market deep takings and refunds', async () => {
    const { answer } = await world('theatre').ask('market deep takings and refunds');
    expect(answer).toContain('Takings for Market Deep (Guest Town) are 20.');
  });

  it('are both split by what a follow-up splits by', async () => {
    const { answer } = await world('theatre').ask('by channel', ['takings and refunds in May']);
    expect(answer).toContain(
      'Takings, still in May 2024, as before, come to 210 in total. Web has 160 (76.2%)',
    );
    expect(answer).toContain('\n\nRefunds, still in May 2024, as before, come to 2 in total.');
  });

  it('are not read as one figure of what has the other', async () => {
    const { answer } = await world('theatre').ask('bookings and refunds per month');
    expect(answer).toContain('Bookings come to 6 in total');
  });
});

it('a count that is named with a figure is one, too: takings by channel with the number of bookings', async () => {
  expectRows(await world('theatre').ask('takings by channel with the number of bookings'), [
    ['Desk', 110, 3],
    ['Web', 200, 3],
  ]);
});

describe('what a message says beside its question', () => {
  it.each([
    ['How many bookings were there in May? I need to tell my boss', 'I need to tell my boss'],
    ["We're planning the summer. How many bookings were there in May?", "We're planning the summer"],
    ['For the board I need the number of bookings in May', 'For the board'],
  ])('is left aside, and the answer says so: %s', async (question, aside) => {
    const { answer } = await world('theatre').ask(question);
    expect(answer).toBe(
      `4 bookings in May 2024.\n\nLeft aside, since it asks nothing of the data: "${aside}".`,
    );
  });

  it.each([
    'We booked by Web only. How many bookings were there in May?',
    'We think of Dover. How many bookings were there in May?',
    'I met guests from York. How many of them booked in May?',
    'How many bookings were there in May for my Dover guests?',
    'We have 3 desks. How many bookings were there in May?',
    'How many bookings were there in May? I only mean the big ones',
  ])('is not left aside where it may narrow the question: %s', async (question) => {
    const { answer } = await world('theatre').ask(question);
    expect(answer).not.toContain('Left aside');
  });

  it('is answered where it is a question, too', async () => {
    const { answer } = await world('theatre').ask(
      'How many bookings were there in May? And how many in April?',
    );
    expect(answer).toContain('4 bookings');
    expect(answer).toContain('2 bookings');
  });
});

describe('two periods that no bucket of time tells apart', () => {
  it('have a figure each: takings in the last 10 days vs the 10 days before', async () => {
    const { answer } = await world('theatre').ask('takings in the last 10 days vs the 10 days before');
    expect(answer).toContain('Takings from 19 May 2024 to 28 May 2024 are 50.');
    expect(answer).toContain('\n\nTakings from 9 May 2024 to 18 May 2024 are 90.');
  });

  it('are both split by what a follow-up splits by', async () => {
    const { answer } = await world('theatre').ask('by channel', [
      'takings in the last 30 days vs the 30 days before',
    ]);
    expect(answer).toContain('still from 29 April 2024 to 28 May 2024, as before, come to 210 in total.');
    expect(answer).toContain('still from 30 March 2024 to 28 April 2024, as before, come to 100 in total.');
  });
});

describe('the number of something and what it comes to', () => {
  it.each([
    'anonymous donations, number and sum',
    'count and total of anonymous donations',
    'number and total amount of anonymous donations',
    'total and number of anonymous donations',
  ])('are both given: %s', async (question) => {
    const { result, answer } = await world('charity').ask(question);
    expect(result?.data[0]?.map(Number).toSorted(), answer).toEqual([130, 3]);
  });

  it('are both given of each: number and sum of donations by cause', async () => {
    expectRows(await world('charity').ask('number and sum of donations by cause'), [
      ['Wells', 2, 30],
      ['Schools', 2, 120],
    ]);
  });

  it('are asked back where it comes to nothing: number and total of helpers by town', async () => {
    const { result, answer } = await world('charity').ask('number and total of helpers by town');
    expect(result?.data, answer).toBeUndefined();
  });
});

describe('what has two dates', () => {
  it.each(['helpers joined and left in 2024', 'how many helpers joined and left in 2024?'])(
    'is counted by each that is named: %s',
    async (question) => {
      const { answer } = await world('charity').ask(question);
      expect(answer).toMatch(/^2 helpers in 2024.*\n\n1 helper in 2024.* Dated by Left on\./s);
    },
  );

  it('is counted once where one is named: helpers in Leeds and York who left in 2024', async () => {
    expectRows(await world('charity').ask('number of helpers in Leeds and York who left in 2024'), [[1]]);
  });
});
