import { z } from 'zod';
import { caps, lineOfText, textBlock } from '../../contract/fields.ts';
import { maxStatementCharacters } from '../../semantic/sql/parse.ts';
import { mapping } from '../../yaml/mapping.ts';

/** Names of files, filters and tiles, which are part of URLs. */
export const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

const name = z.string().regex(namePattern, 'Expected up to 63 letters, digits, "-" and "_".');

const filter = mapping({
  name: name.describe('Identifies the filter in the dashboard and in URLs.'),
  title: lineOfText().describe('Title for people.'),
  kind: z
    .enum(['list', 'dateRange', 'number'], 'Expected list, dateRange or number.')
    .describe('How it is chosen: from a list of values, a range of dates, or a range of numbers.'),
  dimensions: z
    .array(z.string().regex(/^[^.]+\.[^.]+$/, 'Expected relation.dimension, such as sales.region.'))
    .min(1, 'Expected at least one dimension.')
    .max(20)
    .describe('`relation.dimension` that it restricts, at most one for each relation.'),
});

const column = mapping({
  title: lineOfText().optional().describe('Title of the column.'),
  format: z
    .enum(['number', 'percent', 'currency'], 'Expected number, percent or currency.')
    .optional()
    .describe('How its numbers are shown.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Expected an ISO 4217 code, such as EUR.')
    .optional()
    .describe('ISO 4217 code of a currency.'),
});

const span = z.int('Expected a whole number.').min(1, 'Expected 1 to 12.').max(12, 'Expected 1 to 12.');

const tileShape = {
  name: name.describe('Identifies the tile in the dashboard and in URLs.'),
  title: lineOfText().describe('Title for people.'),
  description: textBlock(caps.textChars).optional().describe('A line below the title.'),
  sql: textBlock(maxStatementCharacters).describe(
    'Semantic SQL. Each viewer gets the rows that they may see.',
  ),
  columns: z.record(z.string(), column).default({}).describe('Titles and formats of the columns, by name.'),
};

const tile = z.discriminatedUnion(
  'kind',
  [
    mapping({
      ...tileShape,
      kind: z.literal('chart').describe('A chart.'),
      spec: z
        .record(z.string(), z.json(), 'Expected a mapping: a Vega-Lite specification.')
        .describe('Vega-Lite v5 specification without data.'),
      width: span.default(6).describe('Columns of twelve that it takes.'),
      height: span.default(5).describe('Rows that it takes.'),
    }),
    mapping({
      ...tileShape,
      kind: z.literal('figure').describe('One large number.'),
      value: lineOfText()
        .optional()
        .describe('Column whose value in the first row is shown. Default: the first column.'),
      comparison: lineOfText()
        .optional()
        .describe('Column whose value it is compared with, for example that of an earlier period.'),
      period: mapping({
        filter: z.string().describe('Filter of kind `dateRange` whose days it covers.'),
        months: z
          .int('Expected a whole number.')
          .min(1, 'Expected 1 to 120.')
          .max(120, 'Expected 1 to 120.')
          .describe('Months with rows that it covers when the filter selects none.'),
      })
        .optional()
        .describe('The days that it covers, instead of `comparison`. It is compared with the year before.'),
      width: span.default(3).describe('Columns of twelve that it takes.'),
      height: span.default(2).describe('Rows that it takes.'),
    }),
    mapping({
      ...tileShape,
      kind: z.literal('table').describe('A table.'),
      width: span.default(6).describe('Columns of twelve that it takes.'),
      height: span.default(5).describe('Rows that it takes.'),
    }),
  ],
  {
    error: (issue) =>
      issue.code === 'invalid_union' ? 'Expected chart, figure or table.' : 'Expected a mapping.',
  },
);

/** A file of a deployment's `dashboards` folder. */
export const dashboardSchema = mapping({
  title: lineOfText().describe('Title of the dashboard.'),
  description: textBlock(caps.textChars).optional().describe('A line below the title.'),
  filters: z.array(filter).max(20).default([]).describe('What viewers can choose.'),
  tiles: z
    .array(tile, 'Expected a list of tiles.')
    .min(1, 'Expected at least one tile.')
    .max(40)
    .describe('What it shows, in reading order.'),
});

export type WrittenDashboard = z.output<typeof dashboardSchema>;
export type WrittenTile = z.output<typeof tile>;
export type WrittenFilter = z.output<typeof filter>;
