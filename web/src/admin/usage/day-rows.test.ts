import { expect, test } from 'vitest';
import { dayRows, lastDays } from './day-rows.ts';

test('a chart of days has each of them, those without questions too', () => {
  const days = lastDays(3, new Date('2026-03-01T05:00:00Z'));
  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  const entries = [{ day: '2026-02-28', questions: 4, seconds: 2 }];
  const rows = dayRows(days, entries, {
    Questions: (entry) => entry?.questions ?? 0,
    Seconds: (entry) => entry?.seconds ?? null,
  });
  expect(rows.slice(0, 4)).toEqual([
    ['2026-02-27', 'Questions', 0],
    ['2026-02-27', 'Seconds', null],
    ['2026-02-28', 'Questions', 4],
    ['2026-02-28', 'Seconds', 2],
  ]);
});
