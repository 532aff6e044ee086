import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const rooms = ['Attic', 'Basement', 'Courtyard'] as const;

interface Entry {
  readonly room: number;
  readonly at: Date;
  readonly minutes: number;
}

/** Two years of entries, most of them early and in the second half of the week. */
const entries: readonly Entry[] = Array.from({ length: 600 }, (_, id) => {
  const day = Math.floor(id * 1.2) - (id % 4 === 0 ? (id % 7) % 3 : 0);
  const hour = id % 5 === 0 ? 20 + (id % 3) : 6 + ((id * id) % 7);
  const at = new Date(Date.UTC(2023, 0, 2 + day, hour, (id * 13) % 60));
  return { room: Math.floor(id / 2) % 3, at, minutes: 30 + ((id * 11) % 50) };
});

const studio: World = {
  name: 'studio',
  model: {
    'studio.yml': `
cubes:
  - name: entries
    title: Entries
    sql_table: entries
    dimensions:
      - { name: entry_id, title: Entry id, sql: entry_id, type: number, primary_key: true, public: true }
      - { name: room, title: Room, sql: room, type: string }
      - { name: entered_at, title: Entered at, sql: "CAST({CUBE}.entered_at AS TIMESTAMP)", type: time }
      - { name: minutes, title: Duration, sql: minutes, type: number }
    measures:
      - { name: entry_count, title: Entries, type: count }
      - { name: average_minutes, title: Average duration, type: avg, sql: minutes }
  - name: passes
    title: Passes
    sql_table: passes
    dimensions:
      - { name: pass_id, title: Pass id, sql: pass_id, type: number, primary_key: true, public: true }
      - { name: sold_on, title: Sold on, sql: "CAST({CUBE}.sold_on AS TIMESTAMP)", type: time }
    measures:
      - { name: pass_count, title: Passes, type: count }
`,
  },
  tables: {
    entries: [
      ['entry_id', 'room', 'entered_at', 'minutes'],
      ...entries.map((it, id) => [
        id,
        rooms[it.room] ?? '',
        it.at.toISOString().slice(0, 19).replace('T', ' '),
        it.minutes,
      ]),
    ],
    passes: [['pass_id', 'sold_on'], ...entries.map((it, id) => [id, it.at.toISOString().slice(0, 10)])],
  },
};

/** Two relations whose rows come at times of day. */
const house: World = {
  name: 'house',
  model: {
    ...studio.model,
    'calls.yml': `
cubes:
  - name: calls
    title: Calls
    sql_table: calls
    dimensions:
      - { name: call_id, title: Call id, sql: call_id, type: number, primary_key: true, public: true }
      - { name: called_at, title: Called at, sql: "CAST({CUBE}.called_at AS TIMESTAMP)", type: time }
      - { name: hourly_rate, title: Hourly rate, sql: rate, type: number }
    measures:
      - { name: call_count, title: Calls, type: count }
      - { name: average_hourly_rate, title: Average hourly rate, type: avg, sql: rate }
`,
  },
  tables: {
    ...studio.tables,
    calls: [
      ['call_id', 'called_at', 'rate'],
      ...entries.slice(0, 400).map((it, id) => [id, it.at.toISOString().slice(0, 19), id % 9]),
    ],
  },
};

const world = openWorlds<'studio' | 'house'>({ studio, house });
const ask = (question: string, earlier: readonly string[] = []) => world('studio').ask(question, earlier);

function weekday({ at }: Entry): number {
  return at.getUTCDay() === 0 ? 7 : at.getUTCDay();
}

function count(accepts: (entry: Entry) => boolean): number {
  return entries.filter(accepts).length;
}

const byRoom = (accepts: (entry: Entry) => boolean) =>
  rooms.map((room, at) => [room, count((it) => it.room === at && accepts(it))]);

describe('a day of the week', () => {
  it.each<[string, number]>([
    ['monday entries', 1],
    ['how many Sunday entries were there in the attic', 7],
    ['entries on Friday in 2023', 5],
  ])('a day of the week before what is counted is any of them: %s', async (question, day) => {
    const truth = count(
      (it) =>
        weekday(it) === day &&
        (!question.includes('attic') || it.room === 0) &&
        (!question.includes('2023') || it.at.getUTCFullYear() === 2023),
    );
    expectRows(await ask(question), [[truth]]);
  });

  it('a day of the week with a split is any of them', async () => {
    expectRows(
      await ask('entries on Monday by room'),
      byRoom((it) => weekday(it) === 1),
    );
  });

  it('weekends are held against other days, and one day of the week against another', async () => {
    const ends = count((it) => weekday(it) > 5);
    const rows = [
      ['weekday', entries.length - ends],
      ['weekend', ends],
    ];
    expectRows(await ask('weekend vs weekday entries'), rows);
    const asked = await ask('are there more entries on weekends than on weekdays?');
    expectRows(asked, rows);
    expect(asked.answer).toContain('Monday to Friday');
    const days = [1, 5].map((day) => [day, count((it) => weekday(it) === day)]);
    expectRows(await ask('entries on Mondays vs Fridays'), days);
  });
});

describe('the time of day', () => {
  const within = (from: number, to: number) => (it: Entry) => {
    const time = it.at.getUTCHours() + it.at.getUTCMinutes() / 60;
    return from < to ? time >= from && time < to : time >= from || time < to;
  };

  it.each<[string, number, number, RegExp]>([
    ['entries after 8pm', 20, 24, /from 20:00 on/],
    ['entries before 9 in the morning', 0, 9, /before 9:00/],
    ['entries between 6:30 and 8 am', 6.5, 8, /between 6:30 and 8:00/],
    ['morning entries', 5, 12, /between 5:00 and 12:00/],
    ['how many entries at night', 22, 5, /between 22:00 and 5:00/],
  ])('the time of day narrows, and is said in the answer: %s', async (question, from, to, said) => {
    const asked = await ask(question);
    expectRows(asked, [[count(within(from, to))]]);
    expect(asked.answer).toMatch(said);
  });

  it('the time of day goes with days of the week, splits and follow-ups', async () => {
    const evening = within(17, 22);
    expectRows(await ask('evening entries by room'), byRoom(evening));
    const truth = count((it) => weekday(it) > 5 && evening(it));
    expectRows(await ask('and on weekends?', ['entries in the evening']), [[truth]]);
  });

  it.each(['passes sold after 8pm', 'morning passes', 'morning vs evening entries', 'entries after 8'])(
    'the time of day is not told where dates have none, nor two of them at once, nor of bare numbers: %s',
    async (question) => {
      expect((await ask(question)).result).toBeUndefined();
    },
  );
});

describe('what is busiest', () => {
  const counted = (key: (entry: Entry) => string | number): [string | number, number][] =>
    [...Map.groupBy(entries, key)].map(([name, rows]) => [name, rows.length]);
  const months = counted((it) => `${it.at.toISOString().slice(0, 7)}-01`);
  const end = (rows: [string | number, number][], way: 'most' | 'least') =>
    rows.toSorted(
      (a, b) => (way === 'most' ? b[1] - a[1] : a[1] - b[1]) || String(a[0]).localeCompare(String(b[0])),
    );

  it.each<[string, 'most' | 'least', [string | number, number][]]>([
    ['busiest month', 'most', months],
    ['peak month', 'most', months],
    ['slowest month', 'least', months],
    ['slowest month in 2023', 'least', months.filter(([month]) => String(month).startsWith('2023'))],
    ['busiest hour', 'most', counted((it) => it.at.getUTCHours())],
    ['what time of day is it busiest', 'most', counted((it) => it.at.getUTCHours())],
    ['quietest day of the week', 'least', counted(weekday)],
    ['busiest room', 'most', counted((it) => rooms[it.room] ?? '')],
  ])('what is busiest has most of what comes at times of day: %s', async (question, way, truth) => {
    const { result, answer } = await ask(question);
    expect(result?.sqlQuery, answer).toContain(way === 'most' ? 'DESC' : 'ASC');
    const [first] = result?.data ?? [];
    const [best] = end(truth, way);
    expect([String(first?.[0]).slice(0, String(best?.[0]).length), first?.[1]]).toEqual([
      String(best?.[0]),
      best?.[1],
    ]);
  });

  it('a time is slowest by a duration that is named', async () => {
    const { result } = await ask('slowest month by average duration');
    expect(result?.sqlQuery).toMatch(/average_minutes.*DESC/);
  });

  it.each(['busiest month', 'busiest hour', 'peak hour'])(
    'where several relations have times of day, the user is asked of which: %s',
    async (question) => {
      const { answer } = await world('house').ask(question);
      expect(answer).toMatch(/Which of these do you mean\?/);
      expect(answer).toMatch(/Entries by/);
      expect(answer).toMatch(/Calls by/);
      expect(answer).not.toMatch(/Passes|rate/);
    },
  );
});
