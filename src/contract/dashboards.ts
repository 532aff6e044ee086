import { z } from 'zod';
import { dataArgs, firstRows } from './data.ts';
import { caps, firstOf, input, isStorable, textBlock } from './fields.ts';

const day = z.iso.date('must be a date such as 2025-01-31').nullish();

/** A reader's selection in one filter. Which properties it may have depends on the kind of the filter. */
const dashboardFilterInput = input(
  'DashboardFilterInput',
  "A reader's selection in one filter. An empty selection does not filter anything.",
  {
    name: z.string().describe('Name of the filter.'),
    values: z
      .array(z.string().max(caps.valueChars).refine(isStorable, 'must not contain NUL characters'))
      .max(caps.listItems)
      .nullish()
      .describe('For a list filter: matches any of these values, at most 1,000.'),
    from: day.describe('For a date range filter: the first day, as `YYYY-MM-DD`.'),
    to: day.describe('For a date range filter: the last day, as `YYYY-MM-DD`, included in full.'),
    min: z.number().nullish().describe('For a number filter: the minimum.'),
    max: z.number().nullish().describe('For a number filter: the maximum.'),
  },
);

export type DashboardFilterInput = z.output<typeof dashboardFilterInput>;

/** Dashboards show the main branch. */
export const filterRangeArgs = dataArgs.pick({ sessionSettings: true, timezone: true });

export const tileArgs = filterRangeArgs.extend({
  filters: z.array(dashboardFilterInput).max(100).nullish().describe("The reader's selections."),
  first: firstRows,
});

export const filterValuesArgs = filterRangeArgs.omit({ timezone: true }).extend({
  search: textBlock(1_000).nullish().describe('Returns only values that contain this text, ignoring case.'),
  first: firstOf(200, 50).describe('Number of values to return, at most 200.'),
});
