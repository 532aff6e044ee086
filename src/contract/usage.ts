import { z } from 'zod';
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
