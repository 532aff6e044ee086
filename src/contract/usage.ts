import { z } from 'zod';
import { enumValue, firstOf } from './fields.ts';
import { filterTime } from './lists.ts';

/** The turns that count. */
export const usageArgs = z
  .object({
    from: filterTime.describe(
      'Counts only turns requested at or after this time. If omitted, counts from the first turn.',
    ),
    before: filterTime.describe(
      'Counts only turns requested before this time. If omitted, counts up to now.',
    ),
  })
  .refine(({ from, before }) => from == null || before == null || from < before, {
    path: ['before'],
    message: 'must be later than from',
  });

export type UsageRange = z.input<typeof usageArgs>;

/** What the usage of language models is added up by. */
export const usageGrouping = enumValue('UsageGrouping', 'What usage is added up by.', {
  day: 'By day in UTC.',
  agent: 'By agent.',
  model: 'By language model.',
  embedTenant: 'By the embed tenant of the users.',
});

const day = z.iso
  .date('must be a day such as 2026-01-31')
  .refine((text) => text >= '1000', 'must be in the year 1000 or later')
  .nullish();

/** The usage to add up. */
export const modelUsageArgs = z
  .object({
    by: usageGrouping.describe('What usage is added up by.'),
    from: day.describe(
      'Counts only usage on or after this day, such as `2026-01-31`. If omitted, counts from the first day.',
    ),
    before: day.describe('Counts only usage before this day. If omitted, counts up to now.'),
    first: firstOf(1_000, 100).describe('Number of groups to return, at most 1,000.'),
  })
  .refine(({ from, before }) => from == null || before == null || from < before, {
    path: ['before'],
    message: 'must be later than from',
  });

export type UsageGrouping = z.output<typeof usageGrouping>;
