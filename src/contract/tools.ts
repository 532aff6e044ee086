import { z } from 'zod';
import { grains, memberFormats } from './columns.ts';
import { enumValue } from './fields.ts';
import { namedSchemas, type Shape } from './shape.ts';

/** Inputs and results of the agent's two tools. The agent parses them, the API describes them, and clients read them. */
const text = z.string();
const names = z.array(text).exactOptional();

export const columnType = enumValue(
  'SqlColumnType',
  "The type of a column's values and how they are represented in JSON.",
  {
    String: 'Text.',
    Int64: 'A whole number. Beyond 2^53 it is represented as text.',
    Double: 'A number.',
    Decimal: 'A decimal number, represented as text.',
    Boolean: 'True or false.',
    Date: 'A date, as `YYYY-MM-DD`.',
    Timestamp: "An ISO 8601 time without offset, in the query's time zone.",
    Json: 'Any JSON value.',
  },
);

export const column = z
  .object({
    name: text.describe('Name of the column, a plain identifier.'),
    column_type: columnType,
  })
  .register(namedSchemas, { id: 'Column' });

export const rows = z
  .array(z.array(z.unknown()))
  .describe('Each row is a list with one value for each column; null stands for a missing value.');

const about = {
  title: text.describe('Display title.'),
  description: text.exactOptional(),
  synonyms: names.describe('Other names for it.'),
  aiContext: text.exactOptional().describe('Guidance for agents.'),
};

const member = z
  .object({
    name: text.describe('Qualified name, such as `sales.revenue`.'),
    ...about,
    format: z.enum(memberFormats).exactOptional().describe('Format of the values.'),
    currency: text.exactOptional().describe('ISO 4217 currency code, for amounts of money.'),
    unit: text.exactOptional().describe('What its figures are counted in, such as `kWh`.'),
  })
  .register(namedSchemas, { id: 'Member' });

const granularity = z
  .object({
    name: text.describe("Unit of DATE_TRUNC, as in `DATE_TRUNC('fiscal_year', ordered_at)`."),
    title: text.describe('Display title.'),
    interval: text.describe('How long each period is, such as `1 year`.'),
  })
  .register(namedSchemas, { id: 'Granularity' });

const dimension = z
  .object({
    ...member.shape,
    type: z.enum(['string', 'number', 'boolean', 'time']),
    primaryKey: z.literal(true).exactOptional().describe('Whether it identifies a row of its cube.'),
    source: text
      .exactOptional()
      .describe("Of a view: the cube's dimension that it shows, by qualified name, if the user can see it."),
    key: text
      .exactOptional()
      .describe(
        'Of a view: the dimension that identifies the row of its cube, by qualified name, if the view shows it.',
      ),
    values: names.describe(
      'Values that the user can see, most frequent first. Where there are many: only those that the search names, if any.',
    ),
    valuesComplete: z.boolean().exactOptional().describe('Whether `values` contains all of the values.'),
    repeats: z
      .literal(true)
      .exactOptional()
      .describe('Whether rows that the user can see share its values, for the most part.'),
    shared: z
      .literal(true)
      .exactOptional()
      .describe('Whether several rows of its cube that the user can see have the same value.'),
    range: z
      .tuple([text, text])
      .exactOptional()
      .describe('For time dimensions: the first and the last day that the user can see data for.'),
    gaps: z
      .literal(true)
      .exactOptional()
      .describe('For time dimensions: whether rows that the user can see have no such date.'),
    timesOfDay: z
      .literal(true)
      .exactOptional()
      .describe('For time dimensions: whether the first or the last value says a time of that day.'),
    granularities: z
      .array(granularity)
      .exactOptional()
      .describe('Periods that the data model defines for a time dimension, beside those of the calendar.'),
  })
  .register(namedSchemas, { id: 'Dimension' });

const rollingWindow = z
  .object({
    trailing: text.exactOptional().describe('How far it reaches back, such as `7 day` or `unbounded`.'),
    leading: text.exactOptional().describe('How far it reaches ahead.'),
    offset: z
      .enum(['start', 'end'])
      .exactOptional()
      .describe('The edge of the period from which `trailing` and `leading` are counted.'),
    toDate: text
      .exactOptional()
      .describe(
        'Instead of the others: the granularity from whose start the window reaches to the end of the period.',
      ),
  })
  .register(namedSchemas, { id: 'RollingWindow' });

const measureTypes = ['count', 'count_distinct', 'sum', 'avg', 'min', 'max'] as const;
const measure = z
  .object({
    ...member.shape,
    type: z.enum([...measureTypes, 'number', 'string', 'time', 'boolean']),
    times: names.describe(
      "Time dimensions that date what is measured, by qualified name. If omitted, all of the relation's do.",
    ),
    column: text
      .exactOptional()
      .describe(
        'The number dimension whose values it puts together, by qualified name, if the user can see one.',
      ),
    rollingWindow: rollingWindow
      .exactOptional()
      .describe(
        'For a rolling measure: the rows around each period that it is computed over. The query has to group by DATE_TRUNC of a time dimension.',
      ),
  })
  .register(namedSchemas, { id: 'Measure' });

const hierarchy = z
  .object({
    name: text.describe('Qualified name, such as `sales.location`.'),
    title: text.describe('Display title.'),
    levels: z.array(text).describe('Qualified names of dimensions, from coarse to fine.'),
  })
  .register(namedSchemas, { id: 'Hierarchy' });

const cube = z
  .object({
    name: text.describe('Name of the cube or view, as used in SQL.'),
    type: z.enum(['cube', 'view']),
    ...about,
    dimensions: z.array(dimension),
    measures: z.array(measure),
    segments: z.array(member),
    hierarchies: z.array(hierarchy).exactOptional().describe('Dimensions to drill down by.'),
    joins: names.describe(
      'Other cubes whose members a query over this one may use, as in `customers.country`.',
    ),
    joinsParts: names.describe(
      'Of these, the cubes whose rows belong to rows of this one, as order lines to orders.',
    ),
    joinsMany: names.describe(
      'Of these, the cubes of which one row of this one may have several: a condition on them holds for any of these.',
    ),
  })
  .register(namedSchemas, { id: 'Cube' });

export type MemberMetadata = Shape<typeof member>;
export type DimensionMetadata = Shape<typeof dimension>;
export type DimensionType = DimensionMetadata['type'];
export type MeasureMetadata = Shape<typeof measure>;
export type MeasureType = MeasureMetadata['type'];
/** A cube or view of the data model, as far as a user may see it. */
export type CubeMetadata = Shape<typeof cube>;
export type GranularityMetadata = Shape<typeof granularity>;
export type RollingWindowMetadata = Shape<typeof rollingWindow>;
export type HierarchyMetadata = Shape<typeof hierarchy>;
export type RelationMetadata = Omit<
  CubeMetadata,
  'dimensions' | 'measures' | 'segments' | 'hierarchies' | 'joins' | 'joinsParts' | 'joinsMany'
>;

export const metaInput = z
  .object({
    searchQuery: text
      .max(2_000)
      .describe('Words of the question: measures, dimensions, values. Empty lists every relation.'),
  })
  .register(namedSchemas, { id: 'SvcMetaInput' });

export const metaResult = z
  .object({ cubes: z.array(cube), searchQuery: text })
  .describe('Cubes and views that the user may see, best match first.')
  .register(namedSchemas, { id: 'SvcMetaResult' });

export const sqlInput = z
  .object({
    sqlQuery: text
      .min(1)
      .max(20_000)
      .describe(
        'One SELECT in the PostgreSQL dialect over the relations of the data model. Measures go into MEASURE(name); ' +
          'dimensions are columns. Example: SELECT status, MEASURE(count) FROM orders_view GROUP BY 1 ORDER BY 2 DESC LIMIT 10',
      ),
    queryTitle: text.max(500).default('').describe('Short title, as over a chart.'),
    description: text.max(4_000).default('').describe('One sentence: what the query answers.'),
    userRequest: text.max(20_000).optional().describe("The user's request that this query serves."),
    memoryId: text
      .max(100)
      .optional()
      .describe('uuid of the earlier svcSqlApi result that this query builds on.'),
    vegaSpec: text
      .max(50_000)
      .optional()
      .describe(
        'Vega-Lite v5 specification as JSON text, encoding columns of this query. Without data, params, expr, href, images and maps. A mark alone, such as {"mark":"arc"}, is completed; leave it out to get a fitting chart.',
      ),
  })
  .register(namedSchemas, { id: 'SvcSqlApiInput' });

const queryRequest = {
  sqlQuery: text.describe('The semantic SQL. Send it to the data query API to get all rows.'),
  queryTitle: text,
  description: text,
  userRequest: text,
};

const describedColumn = z
  .object({
    ...column.shape,
    granularity: z.enum(grains).exactOptional().describe('For times: their granularity.'),
    format: z
      .enum(['percent', 'currency', 'id'])
      .exactOptional()
      .describe('For numbers: their format in the data model.'),
    currency: text.exactOptional().describe('ISO 4217 currency code, for amounts of money.'),
  })
  .register(namedSchemas, { id: 'DescribedColumn' });

export const sqlToolResult = z
  .object({
    ...queryRequest,
    schema: z.array(describedColumn),
    data: rows,
    totalRows: z
      .int()
      .describe('Number of rows of the query as written, counted up to 50,000; `data` has at most 100.'),
    uuid: text.describe('ID of this result.'),
    certifiedQuery: text
      .exactOptional()
      .describe('If the query is one that people have checked: the question that it answers.'),
    cached: z
      .boolean()
      .exactOptional()
      .describe(
        'Whether the result was there already. Present, as is `asOf`, if the results of the data source are reused.',
      ),
    asOf: z.iso.datetime().exactOptional().describe('Time at which the data source was asked.'),
    vegaSpec: text
      .exactOptional()
      .describe(
        'Vega-Lite v5 specification as JSON text, without data: that is in `data`, under the names in `schema`. It loads ' +
          'nothing, links nowhere and runs nothing but bounded expressions over single rows, so a client may draw it as it is.',
      ),
  })
  .register(namedSchemas, { id: 'SvcSqlApiResult' });

const toolError = z
  .object({ error: text, ...z.object({ searchQuery: text, ...queryRequest }).partial().shape })
  .describe('The result of a call that failed, with what the call asked for.')
  .register(namedSchemas, { id: 'ToolError' });

/** The request of a query, which its result repeats. */
export type QueryRequest = Pick<SvcSqlApiResult, keyof typeof queryRequest>;
export type SvcMetaInput = Shape<typeof metaInput>;
export type SvcMetaResult = Shape<typeof metaResult>;
export type SvcSqlApiInput = Shape<typeof sqlInput>;
export type SvcSqlApiResult = Shape<typeof sqlToolResult>;
export type DescribedColumn = Shape<typeof describedColumn>;
export type ToolError = Shape<typeof toolError>;
