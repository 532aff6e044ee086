import { z } from 'zod';
import { enumValue, firstOf } from './fields.ts';
import { filterTime } from './lists.ts';

/** What the activity of a chat is added up by. */
export const activityGrouping = enumValue('ChatActivityGrouping', 'What activity is added up by.', {
  day: 'By day in UTC.',
  agent: 'By agent.',
  embedTenant: 'By the embed tenant of the users.',
});

export type ActivityGrouping = z.output<typeof activityGrouping>;

/** The longest period whose turns are read at once. */
export const maxPeriodDays = 400;

/** The activity to add up. */
export const chatActivityArgs = z
  .object({
    by: activityGrouping.describe('What activity is added up by.'),
    from: filterTime
      .unwrap()
      .unwrap()
      .describe('Counts only questions asked at or after this time, at most 400 days before `before`.'),
    before: filterTime.describe(
      'Counts only questions asked before this time. If omitted, counts up to now.',
    ),
    // All days of the longest period, unless fewer are asked for.
    first: firstOf(500, maxPeriodDays).describe('Number of groups to return, at most 500.'),
  })
  .refine(({ from, before }) => before == null || from < before, {
    path: ['before'],
    message: 'must be later than from',
  });
