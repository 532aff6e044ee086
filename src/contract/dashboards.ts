import { z } from 'zod';
import { dataArgs, firstRows } from './data.ts';
import { caps, firstOf, input, isStorable, oneOf, textBlock } from './fields.ts';
import { changesArgs } from './refine.ts';

const day = z.iso.date('must be a date such as 2025-01-31').nullish();

const name = z.string().describe('Name of the filter.');

/** A reader's selection in one filter, by the kind of the filter. */
const dashboardFilterInput = oneOf(
  'DashboardFilterInput',
  "A reader's selection in one filter, by the kind of the filter. An empty selection does not filter anything.",
  {
    list: input('DashboardListInput', 'A selection in a list filter.', {
      name,
      values: z
        .array(z.string().max(caps.valueChars).refine(isStorable, 'must not contain NUL characters'))
        .max(caps.listItems)
        .describe('Matches any of these values, at most 1,000.'),
    }),
    dateRange: input('DashboardDateRangeInput', 'A selection in a date range filter.', {
      name,
      from: day.describe('The first day, as `YYYY-MM-DD`.'),
      to: day.describe('The last day, as `YYYY-MM-DD`, included in full.'),
    }),
    number: input('DashboardNumberInput', 'A selection in a number filter.', {
      name,
      min: z.number().nullish().describe('The minimum.'),
      max: z.number().nullish().describe('The maximum.'),
    }),
  },
);

export type DashboardFilterInput = z.output<typeof dashboardFilterInput>;

/** Dashboards show the main branch. */
export const filterRangeArgs = dataArgs.pick({ sessionSettings: true, timezone: true });

const chosenArgs = filterRangeArgs.extend({
  filters: z.array(dashboardFilterInput).max(100).nullish().describe("The reader's selections."),
});

export const tileArgs = chosenArgs.extend({ first: firstRows });

export const tileRefinementArgs = chosenArgs.extend(changesArgs.shape);

export const filterValuesArgs = filterRangeArgs.omit({ timezone: true }).extend({
  search: textBlock(1_000).nullish().describe('Returns only values that contain this text, ignoring case.'),
  first: firstOf(200, 50).describe('Number of values to return, at most 200.'),
});
