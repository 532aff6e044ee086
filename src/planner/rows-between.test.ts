import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const plans = ['Basic', 'Premium', 'Student'] as const;
const cities = ['Berlin', 'Hamburg', 'Munich'] as const;

interface Contract {
  readonly id: number;
  readonly member: number;
  readonly plan: string;
  readonly status: string;
  readonly begun: string;
  readonly ended: string | null;
}

/** Two years of contracts: a third of them was cancelled, a year after it had begun. */
const contracts: readonly Contract[] = Array.from({ length: 120 }, (_, id) => {
  const month = String((id % 12) + 1).padStart(2, '0');
  const isOver = id % 3 === 0;
  return {
    id,
    member: id % 40,
    plan: plans[id % 3 === 0 ? id % 2 : id % plans.length] ?? '',
    status: isOver ? 'cancelled' : 'active',
    begun: `2023-${month}-10`,
    ended: isOver ? `2024-${month}-10` : null,
  };
});

/** Every other member has booked classes, and some of them have been there. */
const bookings = Array.from({ length: 90 }, (_, id) => ({
  id,
  member: (id * 2) % 40,
  club: id % cities.length,
  status: id % 9 === 0 ? 'missed' : 'attended',
  booked: `2024-${String((id % 12) + 1).padStart(2, '0')}-05`,
  attended: id % 9 === 0 ? null : `2024-${String((id % 12) + 1).padStart(2, '0')}-08`,
}));

/** Members have no club of their own: nothing but their bookings leads to one. */
const gym: World = {
  name: 'gym',
  model: {
    'gym.yml': `
cubes:
  - name: clubs
    title: Clubs
    sql_table: clubs
    dimensions:
      - { name: club_id, title: Club id, sql: club_id, type: number, primary_key: true, public: true }
      - { name: city, title: City, sql: city, type: string }
    measures:
      - { name: club_count, title: Clubs, type: count }
  - name: members
    title: Members
    sql_table: members
    dimensions:
      - { name: member_id, title: Member id, sql: member_id, type: number, primary_key: true, public: true }
      - { name: joined_on, title: Joined on, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
    measures:
      - { name: member_count, title: Members, type: count }
  - name: contracts
    title: Contracts
    sql_table: contracts
    joins:
      - { name: members, relationship: many_to_one, sql: "{CUBE}.member_id = {members}.member_id" }
    dimensions:
      - { name: contract_id, title: Contract id, sql: contract_id, type: number, primary_key: true, public: true }
      - { name: plan, title: Plan, sql: plan, type: string }
      - { name: status, title: Status, sql: status, type: string }
      - { name: start_date, title: Start date, sql: "CAST({CUBE}.start_date AS TIMESTAMP)", type: time }
      - { name: end_date, title: End date, sql: "CAST({CUBE}.end_date AS TIMESTAMP)", type: time }
    measures:
      - { name: contract_count, title: Contracts, type: count }
      - { name: cancellation_count, title: Cancellations, type: count, filters: [{ sql: "{CUBE}.status = 'cancelled'" }] }
  - name: bookings
    title: Bookings
    sql_table: bookings
    joins:
      - { name: members, relationship: many_to_one, sql: "{CUBE}.member_id = {members}.member_id" }
      - { name: clubs, relationship: many_to_one, sql: "{CUBE}.club_id = {clubs}.club_id" }
    dimensions:
      - { name: booking_id, title: Booking id, sql: booking_id, type: number, primary_key: true, public: true }
      - { name: status, title: Status, sql: status, type: string }
      - { name: booked_for, title: Attended at, sql: "CAST({CUBE}.attended_at AS TIMESTAMP)", type: time }
      - { name: reserved_at, title: Reserved at, sql: "CAST({CUBE}.booked_at AS TIMESTAMP)", type: time }
    measures:
      - { name: booking_count, title: Bookings, type: count }
`,
  },
  tables: {
    clubs: [['club_id', 'city'], ...cities.map((city, at) => [at, city])],
    members: [['member_id', 'joined_on'], ...Array.from({ length: 40 }, (_, at) => [at, '2023-01-01'])],
    contracts: [
      ['contract_id', 'member_id', 'plan', 'status', 'start_date', 'end_date'],
      ...contracts.map((it) => [it.id, it.member, it.plan, it.status, it.begun, it.ended]),
    ],
    bookings: [
      ['booking_id', 'member_id', 'club_id', 'status', 'booked_at', 'attended_at'],
      ...bookings.map((it) => [it.id, it.member, it.club, it.status, it.booked, it.attended]),
    ],
  },
};

const world = openWorlds<'gym'>({ gym });
const ask = (question: string, earlier: readonly string[] = []) => world('gym').ask(question, earlier);
const over = contracts.filter(({ ended }) => ended !== null);

describe('what was over', () => {
  it('what was over is dated by when it ended, not by when it began', async () => {
    expectRows(await ask('cancellations in 2024'), [[over.length]]);
    expectRows(await ask('cancellations in 2023'), [[0]]);
  });

  it('what was over is dated by its end in follow-ups, too', async () => {
    const earlier = ['cancellations by plan'];
    expect((await ask('only 2024', earlier)).result?.sqlQuery).toContain('end_date >= DATE');
    const { result } = await ask('by month instead', [...earlier, 'only 2024']);
    expect(result?.sqlQuery).toContain("DATE_TRUNC('month', end_date)");
  });

  it('what was over is not dated together with what began', async () => {
    const { result } = await ask('cancellations and contracts by month');
    expect(result).toBeUndefined();
  });

  it('what began is dated by its beginning', async () => {
    expectRows(await ask('contracts in 2023'), [[contracts.length]]);
  });
});

it('rows are dated by a time that all of them have', async () => {
  const missed = bookings.filter(({ status }) => status === 'missed').length;
  expectRows(await ask('missed bookings in 2024'), [[missed]]);
});

describe('figures that only other rows lead to', () => {
  it('figures that only other rows lead to are asked back with those rows', async () => {
    const { result, answer } = await ask('members by city');
    expect(result).toBeUndefined();
    expect(answer).toContain('Members by club city, with bookings');
  });

  it('figures that only other rows lead to are given where those rows are named', async () => {
    const { result } = await ask('members with bookings by city');
    expect(result?.totalRows).toBe(cities.length);
  });
});

it('things of another relation are not left aside as verbs', async () => {
  expectRows(await ask('how many members booked in 2024'), [
    [new Set(bookings.map(({ member }) => member)).size],
  ]);
});

it('a figure beside the rows named by "and" is not dropped', async () => {
  const { result } = await ask('contracts and cancellations by plan');
  expect(result?.schema.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['contract_count', 'cancellation_count']),
  );
});

describe('what an answer offers', () => {
  it('what an answer offers is run by its number, whatever was found since', async () => {
    const earlier = ['cancellations by plan', 'members by city'];
    const { answer } = await ask('members by city', earlier.slice(0, 1));
    const titles = [...answer.matchAll(/^\d\. (.+)$/gm)].map(([, title]) => title);
    const { result } = await ask('the first', earlier);
    expect(titles[0]).toBe('Members by club city, with bookings');
    expect(result?.sqlQuery).toContain('FROM bookings WHERE booking_id IS NOT NULL');
    expect(result?.totalRows).toBe(cities.length);
  });

  it('what an answer offers of a message that is as short as a follow-up is both', async () => {
    const { answer } = await ask('contracts', ['cancellations in 2024']);
    expect(answer).toMatch(/^\d\. Contracts$/m);
    expect(answer).toMatch(/^\d\. Contracts, in 2024$/m);
  });

  it('what an answer offers is one thing where all are asked for', async () => {
    expectRows(await ask('how many contracts do we have', ['cancellations in 2024']), [[contracts.length]]);
  });
});
