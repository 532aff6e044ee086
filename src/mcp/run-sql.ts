import { z } from 'zod';
import { columnTypes } from '../contract/columns.ts';
import { sqlQuery } from '../contract/data.ts';
import { wordOf } from '../contract/enum-names.ts';
import { firstOf } from '../contract/fields.ts';
import { sqlResult } from '../contract/stream-lines.ts';
import { RunSqlDocument } from './generated/graphql.ts';
import { defineTool } from './tool.ts';

export const runSql = defineTool({
  name: 'run_sql',
  title: 'Run SQL',
  description:
    'Runs one SELECT in the PostgreSQL dialect over the cubes and views that search_metadata returns, and returns the rows that this user may see. Measures go into MEASURE(name); dimensions are columns. Example: SELECT status, MEASURE(count) FROM orders_view GROUP BY 1 ORDER BY 2 DESC LIMIT 10',
  input: sqlQuery.pick({ query: true }).extend({
    first: firstOf(1_000, 100).describe('Maximum number of rows to return, at most 1000. Default: 100.'),
  }),
  output: sqlResult.extend({ hasMore: z.boolean().describe('Whether there are rows beyond `first`.') }),
  isReadOnly: true,
  async run({ query, first }, { operations, target, signal }) {
    const { sessionSettings } = target;
    const variables = { deploymentId: await target.deploymentId(signal), query, first, sessionSettings };
    const { columns, rows, ...counts } = (await operations.execute(RunSqlDocument, variables, signal)).sql;
    const schema = columns.map(({ name, columnType }) => ({
      name,
      column_type: wordOf(columnTypes, columnType),
    }));
    return { structured: { schema, data: rows, ...counts } };
  },
});
