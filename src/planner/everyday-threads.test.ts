import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const companies = ['Acme', 'Birch', 'Cedar', 'Dune', 'Elm', 'Fern'] as const;
const owners = ['Priya', 'Tom', 'Priya', 'Lucia', 'Priya', 'Tom'] as const;

interface Ticket {
  readonly id: number;
  readonly account: number;
  readonly status: string;
  readonly priority: string;
  readonly opened: string;
  readonly cancelled: string | null;
  readonly score: number;
  readonly hours: number;
}

/** Two years of tickets: those of Acme, Birch and Cedar become more, those of the others fewer. */
const tickets: readonly Ticket[] = Array.from({ length: 240 }, (_, id) => {
  const year = id % 2 === 0 ? 2023 : 2024;
  const account = year === 2023 ? Math.floor((id / 240) * 6) : Math.floor((id / 240) ** 2 * 5.99);
  const month = String((id % 12) + 1).padStart(2, '0');
  return {
    id,
    account,
    status: id % 5 === 0 ? 'open' : 'closed',
    priority: id % 11 === 0 ? 'urgent' : 'low',
    opened: `${year}-${month}-15`,
    cancelled: id % 7 === 0 ? `2024-${month}-20` : null,
    score: ((id * 7) % 10) + (account === 4 ? 0.5 : 0),
    hours: (id % 9) + 1,
  };
});

/** As it is written for tables of one's own: nothing is described, and counts have no dates of their own. */
const desk: World = {
  name: 'desk',
  model: {
    'desk.yml': `
cubes:
  - name: accounts
    title: Accounts
    sql_table: accounts
    dimensions:
      - { name: account_id, title: Account id, sql: account_id, type: number, primary_key: true, public: true }
      - { name: company_name, title: Company name, sql: company_name, type: string }
      - { name: account_owner, title: Account owner, sql: account_owner, type: string }
    measures:
      - { name: account_count, title: Accounts, type: count }
  - name: tickets
    title: Tickets
    sql_table: tickets
    joins:
      - { name: accounts, relationship: many_to_one, sql: "{CUBE}.account_id = {accounts}.account_id" }
    dimensions:
      - { name: ticket_id, title: Ticket id, sql: ticket_id, type: number, primary_key: true, public: true }
      - { name: status, title: Status, sql: status, type: string }
      - { name: call_channel, title: Call channel, sql: channel, type: string }
      - { name: priority, title: Priority, sql: priority, type: string }
      - { name: opened_at, title: Opened at, sql: "CAST({CUBE}.opened_at AS TIMESTAMP)", type: time }
      - { name: cancelled_on, title: Cancelled on, sql: "CAST({CUBE}.cancelled_on AS TIMESTAMP)", type: time }
      - { name: score, title: Review score, sql: score, type: number }
      - { name: hours, title: Hours, sql: hours, type: number }
    measures:
      - { name: ticket_count, title: Tickets, type: count }
      - { name: average_score, title: Average review score, type: avg, sql: score }
      - { name: total_hours, title: Total hours, type: sum, sql: hours }
      - { name: total_amount, title: Total amount, type: sum, sql: hours * 10 }
`,
  },
  tables: {
    accounts: [
      ['account_id', 'company_name', 'account_owner'],
      ...companies.map((name, at) => [at, name, owners[at] ?? '']),
    ],
    tickets: [
      [
        'ticket_id',
        'account_id',
        'status',
        'channel',
        'priority',
        'opened_at',
        'cancelled_on',
        'score',
        'hours',
      ],
      ...tickets.map((it) => [
        it.id,
        it.account,
        it.status,
        it.id % 3 === 0 ? 'mail' : 'phone',
        it.priority,
        it.opened,
        it.cancelled,
        it.score,
        it.hours,
      ]),
    ],
  },
};

const world = openWorlds<'desk'>({ desk });
const ask = (question: string, earlier: readonly string[] = []) => world('desk').ask(question, earlier);

function sumOf(rows: readonly Ticket[], of: (row: Ticket) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}

/** Of each account in one year. */
function countsIn(year: string): number[] {
  return companies.map(
    (_, at) => tickets.filter((it) => it.account === at && it.opened.startsWith(year)).length,
  );
}

function most(numbers: readonly number[]): number {
  return numbers.indexOf(Math.max(...numbers));
}

const ofAccount = (at: number) => tickets.filter((it) => it.account === at);
const busiest = most(companies.map((_, at) => ofAccount(at).length));
const changes = countsIn('2024').map((after, at) => after - (countsIn('2023')[at] ?? 0));

it('a short question after some of the rows is of these', async () => {
  const asked = await ask('what is the average review score', ['urgent tickets']);
  const urgent = tickets.filter(({ priority }) => priority === 'urgent');
  expectRows(asked, [[sumOf(urgent, (it) => it.score) / urgent.length]]);
});

describe('a follow-up about the one that came first', () => {
  it('a follow-up about the one that came first says its other figures', async () => {
    const rows = ofAccount(busiest);
    const asked = await ask('what is its average review score?', ['which account has the most tickets?']);
    expectRows(asked, [[companies[busiest] ?? '', rows.length, sumOf(rows, (it) => it.score) / rows.length]]);
  });

  it('a follow-up about the one that came first counts what it has in another relation', async () => {
    const hours = (owner: string) => sumOf(tickets, (it) => (owners[it.account] === owner ? it.hours : 0));
    const [owner = ''] = [...new Set(owners)].toSorted((a, b) => hours(b) - hours(a));
    const asked = await ask('how many accounts does she have?', ['top account owner by total hours']);
    expectRows(asked, [[owner, owners.filter((it) => it === owner).length]]);
  });

  it('a follow-up about the one that came first is of none where the question was not understood', async () => {
    const { result } = await ask('how many accounts does she have?', ['which owner has the best smile?']);
    expect(result).toBeUndefined();
  });

  it('a follow-up about the first few counts what they have in another relation', async () => {
    const { result } = await ask('how many accounts do they have?', ['top 2 account owners by total hours']);
    expect(result?.totalRows).toBe(2);
  });
});

describe('changes that are ranked', () => {
  it.each([
    ['which company had the biggest increase in tickets in 2024', Math.max(...changes)],
    ['which company had the biggest increase in tickets from 2023 to 2024', Math.max(...changes)],
    ['which company had the biggest drop in tickets in 2024', Math.min(...changes)],
  ])('changes that are ranked are the size of the change: %s', async (question, change) => {
    const { result } = await ask(question);
    const at = changes.indexOf(change);
    expect(result?.data.map(([name, after, by]) => [name, after, by])).toEqual([
      [companies[at], countsIn('2024')[at], change],
    ]);
  });

  it('changes that are ranked by their pace are parts of the figure before', async () => {
    const { result, answer } = await ask('which company has the fastest growing number of tickets?');
    const percents = changes.map((change, at) => (change * 100) / (countsIn('2023')[at] ?? 1));
    expect(result?.data[0]?.[0], answer).toBe(companies[most(percents)]);
    expect(answer).toMatch(
      /^Change of tickets from 2023 to 2024 by account company name: \w+ \(\+\d+(\.\d+)?%\)\./,
    );
  });

  it('changes that are ranked are followed up in percent and by other groups', async () => {
    const earlier = ['which company had the biggest increase in tickets in 2024'];
    expect((await ask('in percent?', earlier)).result?.sqlQuery).toContain('ORDER BY change_percent DESC');
    expect((await ask('and by owner?', earlier)).answer).toMatch(
      /^Change of tickets, still from 2023 to 2024/,
    );
  });

  it('changes that are ranked against last year are those since then', async () => {
    const { result } = await ask('which company had the biggest drop in tickets vs last year');
    expect(result?.sqlQuery).toMatch(/after - before AS change.*2023-01-01.*2024-01-01.*2025-01-01/);
  });

  it('changes that are ranked name nobody whose figure went the other way', async () => {
    const { answer } = await ask('which priority had the biggest drop in tickets in 2024 for Acme');
    const inYear = (year: string, priority: string) =>
      ofAccount(0).filter((it) => it.priority === priority && it.opened.startsWith(year)).length;
    const fell = ['urgent', 'low'].some((it) => inYear('2024', it) < inYear('2023', it));
    expect(fell).toBe(false);
    expect(answer).toBe(
      'I found no priority whose tickets went down for Acme (Account Company name) from 2023 to 2024.',
    );
  });
});

describe('words for what was done', () => {
  it('words for what was done say when, rather than in which state it is', async () => {
    const truth = ofAccount(0).filter((it) => it.opened.startsWith('2024')).length;
    expectRows(await ask('How many tickets did Acme open in 2024?'), [[truth]]);
    expectRows(await ask('how many tickets did Acme open?'), [[ofAccount(0).length]]);
    const cancelled = tickets.filter((it) => it.cancelled?.startsWith('2024-03')).length;
    expectRows(await ask('how many tickets did we cancel in March 2024?'), [[cancelled]]);
    expectRows(await ask('how many open tickets are there'), [
      [tickets.filter((it) => it.status === 'open').length],
    ]);
  });

  it('words for what was done are dated by when it was done', async () => {
    const { result } = await ask('cancelled tickets by priority in 2024');
    const truth = tickets.filter((it) => it.cancelled !== null).length;
    expect(result?.data.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(truth);
  });
});

it('all that is excluded together is left out, be it a date or a value', async () => {
  const { result } = await ask('tickets by priority, excluding cancelled and open');
  const truth = tickets.filter((it) => it.cancelled === null && it.status !== 'open').length;
  expect(result?.data.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(truth);
});

it('the best score of things that have many is their average', async () => {
  const means = companies.map((_, at) => sumOf(ofAccount(at), (it) => it.score) / ofAccount(at).length);
  const { result } = await ask('which company has the best review score?');
  expect(result?.data).toEqual([[companies[most(means)], Math.max(...means)]]);
});

it('an amount per row is the mean of the rows of each group', async () => {
  const mean = (of: string) => {
    const rows = tickets.filter((it) => it.priority === of);
    return sumOf(rows, (it) => it.hours) / rows.length;
  };
  const { result } = await ask('which priority has the highest total hours per ticket id');
  const [first = ''] = ['urgent', 'low'].toSorted((a, b) => mean(b) - mean(a));
  expect(result?.data).toEqual([[first, mean(first)]]);
});

it('the same month a year before is another month', async () => {
  const earlier = ['how many tickets were opened in March 2024?'];
  const truth = tickets.filter((it) => it.opened.startsWith('2023-03')).length;
  expectRows(await ask('and the March before?', earlier), [[truth]]);
});

it.each(['why?', 'but why is that?', 'how come'])(
  'a question for nothing but a cause is told what data says: %s',
  async (why) => {
    const { result, answer } = await ask(why, ['tickets in 2024']);
    expect(result).toBeUndefined();
    expect(answer).toMatch(/^The data says what has happened, but not why\./);
  },
);

it('things that only a channel is called after are not counted by their channels', async () => {
  const { result, answer } = await ask('how many calls did we get in 2024?');
  expect(result?.sqlQuery ?? '', answer).not.toContain('COUNT(DISTINCT call_channel)');
});

it('how much rows are asks for what they come to, and never for how many others there are', async () => {
  const rows = tickets.filter((it) => it.opened.startsWith('2024'));
  expectRows(await ask('how much did we ticket in 2024'), [[sumOf(rows, (it) => it.hours * 10)]]);
  expect((await ask('how much tickets do we have')).result?.sqlQuery ?? '').not.toContain('account_count');
});

describe('days of the week', () => {
  const on = (days: readonly number[], year = '') =>
    tickets.filter((it) => it.opened.startsWith(year) && days.includes(new Date(it.opened).getUTCDay()))
      .length;

  it.each<[string, readonly string[], number]>([
    ['how many tickets are opened on weekends', [], on([0, 6])],
    ['tickets on Mondays and Tuesdays in 2024', [], on([1, 2], '2024')],
    ['and on weekdays?', ['tickets in 2023'], on([1, 2, 3, 4, 5], '2023')],
  ])('days of the week narrow an answer: %s', async (question, earlier, truth) => {
    const { result, answer } = await ask(question, earlier);
    expect(result?.data, answer).toEqual([[truth]]);
    expect(answer).toMatch(/on weekends|on Mondays and Tuesdays|from Monday to Friday/);
  });
});

it('what one value was asked of is asked of all where it is split by them', async () => {
  const { result, answer } = await ask('and for each priority?', ['how many urgent tickets are open?']);
  const count = (priority: string) =>
    tickets.filter((it) => it.status === 'open' && it.priority === priority).length;
  expect(result?.data, answer).toEqual([
    ['low', count('low')],
    ['urgent', count('urgent')],
  ]);
});

it.each(['only open ones, total hours again', 'now only open ones, total hours again'])(
  'what only some of the rows are asked for keeps the split: %s',
  async (message) => {
    const { result, answer } = await ask(message, ['total hours by priority in 2024']);
    const hours = (priority: string) =>
      sumOf(
        tickets.filter(
          (it) => it.opened.startsWith('2024') && it.status === 'open' && it.priority === priority,
        ),
        (it) => it.hours,
      );
    expect(result?.data, answer).toEqual([
      ['low', hours('low')],
      ['urgent', hours('urgent')],
    ]);
  },
);
