import { z } from 'zod';
import { lineOfText, textBlock } from '../../contract/fields.ts';
import { mapping } from '../../yaml/mapping.ts';
import { relativePathSchema } from './workspace-fields.ts';

const readerScalar = z.union([z.string(), z.number(), z.boolean()]);
const readerOption = z.union(
  [readerScalar, z.array(readerScalar), z.record(z.string(), readerScalar)],
  'Expected a string, a number, a boolean, a list or a mapping of these.',
);

export const tableSchema = z.union(
  [
    z.string(),
    mapping({
      file: z.string().describe('File or glob, relative to the workspace.'),
      options: z
        .record(z.string(), readerOption)
        .optional()
        .describe("Options of DuckDB's reader for this format, such as `nullstr`."),
    }),
  ],
  'Expected a file or a glob, or a mapping of file and options.',
);

const units = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const;

/** `10 minutes`, as seconds. */
const interval = z
  .string()
  .regex(
    /^[1-9]\d{0,5} (second|minute|hour|day)s?$/,
    'Expected a time such as 30 seconds, 10 minutes or 1 day.',
  )
  .transform((text) => {
    const [count, unit = ''] = text.split(' ');
    return Number(count) * (units[unit.replace(/s$/, '') as keyof typeof units] ?? 1);
  });

const cacheSchema = z
  .union(
    [
      mapping({ every: interval.describe('Time for which a result is reused, such as `10 minutes`.') }),
      mapping({
        sql: textBlock(20_000).describe(
          "Query in the source's own SQL, run at most once a second. Results are reused as long as its answer stays the same.",
        ),
      }),
    ],
    'Expected every, a time such as 10 minutes, or sql, a query of the data source.',
  )
  .optional()
  .describe('Reuses results. Without it, every query is asked.');

export const dataSourceSchema = z.discriminatedUnion(
  'type',
  [
    mapping({
      type: z.literal('duckdb').describe('Files, or a DuckDB database.'),
      tables: z
        .record(z.string(), tableSchema)
        .optional()
        .describe('Files (Parquet, CSV, JSON) or globs by table name, relative to the workspace.'),
      database: relativePathSchema.optional().describe('A `.duckdb` file, instead of `tables`.'),
      cache: cacheSchema,
    }),
    mapping({
      type: z.literal('postgres').describe('PostgreSQL, or what speaks its protocol.'),
      url: z
        .string()
        .refine(
          (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
          'Expected postgres://user:password@host:port/database.',
        )
        .describe('`postgres://user:password@host:port/database`.'),
      schema: lineOfText()
        .optional()
        .describe('Schema of tables that are named without one. Default: `public`.'),
      cache: cacheSchema,
    }),
    mapping({
      type: z.literal('clickhouse').describe('ClickHouse, over HTTP.'),
      url: z
        .string()
        .refine(
          (url) => /^https?:\/\//.test(url) && URL.canParse(url) && !/[?#@]/.test(url),
          'Expected https://host:8443, without user, query or fragment.',
        )
        .describe('`https://host:8443`.'),
      database: lineOfText().optional().describe('Default: `default`.'),
      username: lineOfText().optional().describe('Default: `default`.'),
      password: z.string().optional().describe('Default: none.'),
      cache: cacheSchema,
    }),
  ],
  {
    error: (issue) =>
      issue.code === 'invalid_union' ? 'Expected duckdb, postgres or clickhouse.' : 'Expected a mapping.',
  },
);
