import { z } from 'zod';
import { dataArgs, firstRows } from './data.ts';
import { caps, firstOf, input, isStorable, lineOfText, oneOf, textBlock } from './fields.ts';

const day = z.iso.date('must be a date such as 2025-01-31').nullish();
const member = lineOfText().describe('Name of a dimension within its relation, such as `country`.');

const breakdownChange = input(
  'QueryBreakdownChange',
  'What to break the figures of a query down by. Without `column`, a breakdown is added; without `member`, one is removed.',
  {
    column: lineOfText().nullish().describe('Result column of the breakdown to replace or remove.'),
    member: member.nullish(),
    granularity: lineOfText()
      .nullish()
      .describe('For times: the unit, such as `month`, or one that the data model defines.'),
  },
);

const filterChange = input(
  'QueryFilterChange',
  'A selection in one dimension, which replaces all that the query selects in it. An empty one removes the filter.',
  {
    member,
    values: z
      .array(z.string().max(caps.valueChars).refine(isStorable, 'must not contain NUL characters'))
      .max(caps.listItems)
      .nullish()
      .describe('Matches any of these values, at most 1,000.'),
    isExcluded: z.boolean().nullish().describe('Matches all but the selected values. Default: false.'),
    isMissing: z.boolean().nullish().describe('Also selects rows without a value. Default: false.'),
    from: day.describe('For times: the first day, as `YYYY-MM-DD`.'),
    to: day.describe('For times: the last day, as `YYYY-MM-DD`, included in full.'),
    min: z.number().nullish().describe('For numbers: the minimum.'),
    max: z.number().nullish().describe('For numbers: the maximum.'),
  },
);

const queryChange = oneOf('QueryChange', 'A change of a query.', {
  breakdown: breakdownChange,
  filter: filterChange,
  without: z.string().max(caps.inputChars).describe('Removes the filter with this `sql`.'),
  records: z
    .boolean()
    .describe('If true, shows the rows that the figures are computed from, at most 1,000, newest first.'),
});

export type QueryChange = z.output<typeof queryChange>;

export const changesArgs = z.object({
  changes: z
    .array(queryChange)
    .max(50, 'must have at most 50 items')
    .nullish()
    .describe('Changes, in order.'),
});

export const refineArgs = changesArgs.extend({
  deploymentId: z.int32().describe('Number of the deployment.'),
  query: textBlock(caps.inputChars).describe('Semantic SQL.'),
  ...dataArgs.shape,
});

export const refinedRowsArgs = z.object({ first: firstRows });

export const refinedValuesArgs = z.object({
  member,
  search: textBlock(1_000).nullish().describe('Returns only values that contain this text, ignoring case.'),
  first: firstOf(200, 50).describe('Number of values to return, at most 200.'),
});

export const refinedRangeArgs = z.object({ member });
