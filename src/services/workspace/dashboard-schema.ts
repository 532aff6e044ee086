import { z } from 'zod';
import { caps, lineOfText, textBlock } from '../../contract/fields.ts';
import { maxStatementCharacters } from '../../semantic/sql/parse.ts';
import { mapping } from '../../yaml/mapping.ts';

/** Names of files, filters and tiles, which are part of URLs. */
export const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

const name = z.string().regex(namePattern, 'Expected up to 63 letters, digits, "-" and "_".');

const filter = mapping({
  name,
  title: lineOfText(),
  kind: z.enum(['list', 'dateRange', 'number'], 'Expected list, dateRange or number.'),
  /** `relation.dimension`, at most one for each relation. */
  dimensions: z
    .array(z.string().regex(/^[^.]+\.[^.]+$/, 'Expected relation.dimension, such as sales.region.'))
    .min(1, 'Expected at least one dimension.')
    .max(20),
});

const column = mapping({
  title: lineOfText().optional(),
  format: z.enum(['number', 'percent', 'currency'], 'Expected number, percent or currency.').optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Expected an ISO 4217 code, such as EUR.')
    .optional(),
});

const span = z.int('Expected a whole number.').min(1, 'Expected 1 to 12.').max(12, 'Expected 1 to 12.');

const tileShape = {
  name,
  title: lineOfText(),
  description: textBlock(caps.textChars).optional(),
  sql: textBlock(maxStatementCharacters),
  /** Titles and formats of the columns, by name. */
  columns: z.record(z.string(), column).default({}),
};

const tile = z.discriminatedUnion(
  'kind',
  [
    mapping({
      ...tileShape,
      kind: z.literal('chart'),
      /** Vega-Lite v5 without data. */
      spec: z.record(z.string(), z.json(), 'Expected a mapping: a Vega-Lite specification.'),
      width: span.default(6),
      height: span.default(5),
    }),
    mapping({
      ...tileShape,
      kind: z.literal('figure'),
      /** Column whose value in the first row is shown. Default: the first column. */
      value: lineOfText().optional(),
      /** Column whose value it is compared with, for example that of an earlier period. */
      comparison: lineOfText().optional(),
      /** The days that it covers, instead of `comparison`. It is compared with the year before. */
      period: mapping({
        filter: z.string(),
        months: z.int('Expected a whole number.').min(1, 'Expected 1 to 120.').max(120, 'Expected 1 to 120.'),
      }).optional(),
      width: span.default(3),
      height: span.default(2),
    }),
    mapping({ ...tileShape, kind: z.literal('table'), width: span.default(6), height: span.default(5) }),
  ],
  {
    error: (issue) =>
      issue.code === 'invalid_union' ? 'Expected chart, figure or table.' : 'Expected a mapping.',
  },
);

/** A file of a deployment's `dashboards` folder. */
export const dashboardSchema = mapping({
  title: lineOfText(),
  description: textBlock(caps.textChars).optional(),
  filters: z.array(filter).max(20).default([]),
  tiles: z.array(tile, 'Expected a list of tiles.').min(1, 'Expected at least one tile.').max(40),
});

export type WrittenDashboard = z.output<typeof dashboardSchema>;
export type WrittenTile = z.output<typeof tile>;
export type WrittenFilter = z.output<typeof filter>;
