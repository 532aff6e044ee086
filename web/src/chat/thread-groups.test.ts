import { expect, test } from 'vitest';
import { threadGroups } from './thread-groups.ts';

test('threads are grouped by the days of their last use, newest first, whatever the time of day', () => {
  const now = new Date(2025, 2, 31, 0, 5);
  const at = (day: number, month = 2, hour = 23) => ({
    updatedAt: new Date(2025, month, day, hour).toISOString(),
  });
  const [today, yesterday, monday, march, february, last] = [
    at(31, 2, 0),
    at(30),
    at(24),
    at(1),
    at(28, 1),
    at(1, 0),
  ];
  expect(threadGroups([today, yesterday, monday, march, february, last], now)).toEqual([
    ['today', [today]],
    ['yesterday', [yesterday]],
    ['week', [monday]],
    ['month', [march]],
    ['older', [february, last]],
  ]);
  expect(threadGroups([], now)).toEqual([]);
});
