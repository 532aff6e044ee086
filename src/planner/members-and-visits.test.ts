import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** People, where they belong, and what they do there: each in cubes of their own. */
const gym: World = {
  name: 'gym',
  model: {
    'gym.yml': `
cubes:
  - name: studios
    sql_table: studios
    title: Studios
    dimensions:
      - { name: studio_id, sql: studio_id, type: number, primary_key: true, public: false }
      - { name: studio_name, title: Studio, sql: studio_name, type: string }
      - { name: city, title: City, sql: city, type: string }
      - { name: manager, title: Studio manager, sql: manager, type: string }
      - { name: size_m2, title: Size, description: Floor space in square metres, sql: size_m2, type: number, meta: { synonyms: [floor space, square metres] } }
    measures:
      - { name: studio_count, title: Studios, type: count }
      - { name: total_size, title: Total floor space, sql: size_m2, type: sum }
    segments:
      - { name: open_studios, title: Open studios, sql: "{CUBE}.closed_on IS NULL" }
  - name: members
    sql_table: members
    title: Members
    meta: { synonyms: [people] }
    joins:
      - { name: studios, relationship: many_to_one, sql: "{CUBE}.studio_id = {studios}.studio_id" }
    dimensions:
      - { name: member_id, title: Member number, sql: member_id, type: number, primary_key: true, public: true }
      - { name: full_name, title: Member name, sql: full_name, type: string }
      - { name: email, title: Email, sql: email, type: string }
      - { name: gender, title: Gender, sql: gender, type: string }
      - { name: joined_on, title: Joining date, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
      - { name: birth_date, title: Date of birth, sql: "CAST({CUBE}.birth_date AS TIMESTAMP)", type: time, meta: { synonyms: [birthday] } }
    measures:
      - { name: member_count, title: Members, type: count }
  - name: memberships
    sql_table: memberships
    title: Memberships
    joins:
      - { name: members, relationship: many_to_one, sql: "{CUBE}.member_id = {members}.member_id" }
    dimensions:
      - { name: membership_id, title: Membership number, sql: membership_id, type: number, primary_key: true, public: true }
      - { name: plan, title: Plan, sql: plan, type: string }
      - { name: status, title: Membership status, sql: status, type: string }
      - { name: cancel_reason, title: Cancellation reason, sql: cancel_reason, type: string }
      - { name: starts_on, title: Start date, sql: "CAST({CUBE}.starts_on AS TIMESTAMP)", type: time }
      - { name: ends_on, title: End date, sql: "CAST({CUBE}.ends_on AS TIMESTAMP)", type: time }
      - { name: cancelled_on, title: Cancellation date, sql: "CAST({CUBE}.cancelled_on AS TIMESTAMP)", type: time }
    measures:
      - { name: membership_count, title: Memberships, type: count }
      - { name: active_memberships, title: Active memberships, type: count, filters: [{ sql: "{CUBE}.status = 'active'" }] }
  - name: check_ins
    sql_table: check_ins
    title: Check-ins
    joins:
      - { name: members, relationship: many_to_one, sql: "{CUBE}.member_id = {members}.member_id" }
      - { name: studios, relationship: many_to_one, sql: "{CUBE}.studio_id = {studios}.studio_id" }
    dimensions:
      - { name: check_in_id, title: Check-in number, sql: check_in_id, type: number, primary_key: true, public: true }
      - { name: checked_in_at, title: Check-in time, sql: "CAST({CUBE}.checked_in_at AS TIMESTAMP)", type: time }
    measures:
      - { name: check_in_count, title: Check-ins, type: count }
  - name: bookings
    sql_table: bookings
    title: Bookings
    joins:
      - { name: members, relationship: many_to_one, sql: "{CUBE}.member_id = {members}.member_id" }
    dimensions:
      - { name: booking_id, title: Booking number, sql: booking_id, type: number, primary_key: true, public: true }
      - { name: booked_at, title: Booking time, sql: "CAST({CUBE}.booked_at AS TIMESTAMP)", type: time }
      - { name: status, title: Booking status, sql: status, type: string }
      - { name: coach, title: Coach, sql: coach, type: string }
    measures:
      - { name: booking_count, title: Bookings, type: count }
`,
  },
  tables: {
    studios: [
      ['studio_id', 'studio_name', 'city', 'manager', 'size_m2', 'closed_on'],
      [1, 'Mitte', 'Berlin', 'Kim Vogel', 1000, null],
      [2, 'Altona', 'Hamburg', 'Jo Petersen', 800, null],
      [3, 'Deutz', 'Cologne', 'Lu Gruber', 500, '2025-09-30'],
    ],
    members: [
      ['member_id', 'full_name', 'email', 'gender', 'joined_on', 'birth_date', 'studio_id'],
      [1, 'Ada Klein', 'ada@example.com', 'female', '2026-01-10', '1990-12-01', 1],
      [2, 'Ben Wolf', 'ben@example.com', 'male', '2026-01-20', '1985-02-01', 2],
      [3, 'Cleo Roth', 'cleo@example.com', 'female', '2025-05-05', '1999-03-01', 1],
      [4, 'Dan Fuchs', 'dan@example.com', 'male', '2024-03-03', '1970-12-24', 2],
      [5, 'Eva Lang', 'eva@example.com', 'female', '2026-10-05', '2001-06-01', 2],
    ],
    memberships: [
      [
        'membership_id',
        'member_id',
        'plan',
        'status',
        'cancel_reason',
        'starts_on',
        'ends_on',
        'cancelled_on',
      ],
      [1, 1, 'Premium', 'active', null, '2026-01-10', null, null],
      [2, 2, 'Basic', 'cancelled', 'price', '2025-11-20', '2026-10-31', '2026-10-15'],
      [3, 3, 'Basic', 'active', null, '2025-05-05', null, null],
      [4, 4, 'Premium', 'cancelled', 'price', '2024-03-03', '2026-01-31', '2025-12-01'],
      [5, 5, 'Basic', 'active', null, '2026-10-05', null, null],
    ],
    check_ins: [
      ['check_in_id', 'member_id', 'studio_id', 'checked_in_at'],
      [1, 1, 1, '2026-01-15 18:00'],
      [2, 1, 1, '2026-10-02 18:00'],
      [3, 1, 2, '2026-10-10 09:00'],
      [4, 2, 2, '2026-10-20 18:00'],
      [5, 3, 1, '2026-11-10 18:00'],
    ],
    bookings: [
      ['booking_id', 'member_id', 'booked_at', 'status', 'coach'],
      [1, 1, '2026-10-01 12:00', 'attended', 'Mara Lindt'],
      [2, 1, '2026-10-02 12:00', 'booked', 'Tom Sander'],
      [3, 3, '2026-10-02 12:00', 'no-show', 'Mara Lindt'],
    ],
  },
  now: '2026-11-29T10:00:00Z',
};

const world = openWorlds({ gym });

describe('members and what they do', () => {
  it.each([
    ['how many members in Hamburg never checked in?', [[2]]],
    ['members from Hamburg studios without bookings', [[3]]],
    ['members with an active membership who did not check in in October', [[2]]],
    ['how many members with an active membership have not checked in since the start of October?', [[1]]],
    ['how many members have one booking', [[1]]],
    ['how many members made a single booking', [[1]]],
    ['how many members have only made one booking', [[1]]],
    ['number of studios still open', [[2]]],
    ['Which studios are still open?', [['Altona'], ['Mitte']]],
    ['who has the most check-ins', [['Ada Klein', 3]]],
    ['who had more than 2 check-ins', [['Ada Klein', 3]]],
    [
      '2 members with the most check-ins in October',
      [
        ['Ada Klein', 2],
        ['Ben Wolf', 1],
      ],
    ],
    [
      'female share by studio',
      [
        ['Altona', 1 / 3],
        ['Mitte', 1],
      ],
    ],
    ['cancelled memberships by reason this year', [['price', 1]]],
    ['check-ins in October on weekdays only', [[2]]],
  ] as const)('are told apart from those of other cubes: %s', async (question, rows) => {
    expectRows(await world('gym').ask(question), rows);
  });

  it.each([
    'how many people downgraded',
    'members per square metre by studio',
    'how many active memberships did we have at the end of 2025',
    'how many members have a birthday in december',
    'check-ins by coach',
  ])('are not counted where something else is asked: %s', async (question) => {
    const { answer, result } = await world('gym').ask(question);
    expect(result, answer).toBeUndefined();
  });
});

describe('a follow-up about what was shown', () => {
  it.each([
    [['members who never checked in'], 'how many of those are in Hamburg?', [[2]]],
    [['members who never checked in'], 'how many of them are female', [[1]]],
    [['studios with more than 5 members'], 'more than 2', [['Altona', 3]]],
    [
      ['top 2 members by check-ins in October'],
      'their emails',
      [
        ['Ada Klein', 'ada@example.com'],
        ['Ben Wolf', 'ben@example.com'],
      ],
    ],
    [['check-ins in October'], 'only weekdays', [[2]]],
  ] as const)('is of nothing else: after %s, %s', async (thread, question, rows) => {
    expectRows(await world('gym').ask(question, thread), rows);
  });

  it.each([
    [['members who joined in January 2026'], 'how many of them checked in in January'],
    [['how many check-ins did Altona have in October'], 'how many different people was that'],
    [['members who cancelled in October'], 'how many are female'],
    [['studios in Berlin'], 'how many members each'],
    [['check-ins by studio', 'and last year?'], 'difference'],
  ])('says so where it cannot be asked of that alone: after %s, %s', async (thread, question) => {
    const { answer, result } = await world('gym').ask(question, thread);
    expect(result, answer).toBeUndefined();
  });
});
