import { readObject, readToolResult } from '../contract/read-tool-call.ts';
import type { SvcMetaResult, SvcSqlApiResult, ToolError } from '../contract/tools.ts';
import { withSafeChart } from '../services/chat/chat-line.ts';
import { builder } from './builder.ts';
import { DescribedColumnType } from './column.ts';
import { Cube } from './metadata.ts';

const MetadataToolResult = builder.objectRef<SvcMetaResult>('MetadataToolResult').implement({
  description: 'What a search of the data model found.',
  fields: (t) => ({
    cubes: t.field({
      type: [Cube],
      description: 'Cubes and views that the user could see, best match first.',
      resolve: ({ cubes }) => [...cubes],
    }),
  }),
});

const SqlToolResult = builder.objectRef<SvcSqlApiResult>('SqlToolResult').implement({
  description: 'The first rows of a query of the agent.',
  fields: (t) => ({
    resultId: t.exposeString('uuid', {
      description: 'ID of this result: the `memoryId` of queries that build on it.',
    }),
    title: t.exposeString('queryTitle', { description: 'Title of the query.' }),
    description: t.exposeString('description', { description: 'What the query answers.' }),
    sqlQuery: t.exposeString('sqlQuery', {
      description: 'The semantic SQL. `sql` and `sqlStream` return all rows of it.',
    }),
    columns: t.field({
      type: [DescribedColumnType],
      description: 'Columns, in the order of the values of a row.',
      resolve: ({ schema }) => [...schema],
    }),
    rows: t.field({
      type: t.listRef(t.listRef('JSON', { nullable: true })),
      description:
        'At most 100 rows. Each is a list with one value for each column; null stands for a missing value.',
      resolve: ({ data }) => data.map((row) => [...row]),
    }),
    totalRows: t.exposeInt('totalRows', {
      description: 'Number of rows of the query as written, including its own LIMIT. Counted up to 50,000.',
    }),
    certifiedQuestion: t.string({
      nullable: true,
      description: 'If the query is one that people have checked: the question that it answers.',
      resolve: ({ certifiedQuery }) => certifiedQuery ?? null,
    }),
    cached: t.boolean({
      description: 'Whether the result was there already, so that the data source was not asked.',
      resolve: ({ cached }) => cached ?? false,
    }),
    asOf: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which the data source was asked. Null if its results are not reused, so that it was asked for this.',
      resolve: ({ asOf }) => (asOf === undefined ? null : new Date(asOf)),
    }),
    vegaSpec: t.field({
      type: 'JSONObject',
      nullable: true,
      description:
        'Vega-Lite v5 specification of a chart without data: that is in `rows`, with values keyed by column name. It loads nothing, links nowhere and runs nothing but bounded expressions over single rows, so a client may draw it as it is.',
      resolve: ({ vegaSpec }) => readObject(vegaSpec ?? '') ?? null,
    }),
  }),
});

const ToolErrorType = builder.objectRef<ToolError>('ToolError').implement({
  description: 'Why a call of a tool failed.',
  fields: (t) => ({
    message: t.exposeString('error', { description: 'What went wrong, as told to the agent.' }),
  }),
});

type AnyResult = SvcMetaResult | SvcSqlApiResult | ToolError;

export const ToolResult = builder.unionType('ToolResult', {
  description: 'The result of a call of a tool.',
  types: [MetadataToolResult, SqlToolResult, ToolErrorType],
  resolveType: (result: AnyResult) => {
    if ('error' in result) return 'ToolError';
    return 'cubes' in result ? 'MetadataToolResult' : 'SqlToolResult';
  },
});

/** A result given as JSON text; null for none, and for one that no tool returns. */
export function toolResultOf(json: string | null | undefined): AnyResult | null {
  if (json == null) return null;
  const { failure, search, query } = readToolResult(withSafeChart(json));
  return failure ?? search ?? query ?? null;
}
