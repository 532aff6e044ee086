import { sqlRequest } from '../contract/data.ts';
import { sqlLine, sqlResult } from '../contract/stream-lines.ts';
import type { RouteDescription } from './describe.ts';

const query =
  'SELECT channel, MEASURE(order_count) AS orders FROM orders_overview GROUP BY 1 ORDER BY 2 DESC';
const schema = [
  { name: 'channel', column_type: 'String' },
  { name: 'orders', column_type: 'Int64' },
];
const data = [
  ['online', 28569],
  ['store', 11906],
];

export const runSql: RouteDescription = {
  operationId: 'runSql',
  tag: 'Data',
  summary: 'Run semantic SQL and stream all rows',
  description:
    'The access policies of the data model decide what the user sees: a member that they may not see is unknown (400), ' +
    'and without a policy that grants access there are no rows. By default a query may take 60 seconds, and its result may ' +
    'have 10,000,000 rows and 4 GiB (with a session token 1,000,000 rows and 512 MiB); a larger result fails with ' +
    '`QUERY_LIMIT`. The `limits` of the deployment can change this. A failure after the first byte is the last line in ' +
    'NDJSON, and a broken connection in the other formats.',
  body: {
    schema: sqlRequest,
    examples: [
      {
        name: 'token',
        summary: 'As NDJSON, with a session token',
        value: { query },
      },
      {
        name: 'onBehalf',
        summary: 'As CSV, on behalf of an external user',
        value: {
          query,
          format: 'csv',
          safe: true,
          timezone: 'Europe/Berlin',
          sessionSettings: { externalId: 'emma', userAttributes: [{ name: 'region', value: ['EU'] }] },
        },
      },
    ],
  },
  answer: {
    status: 200,
    description: 'The rows, in the requested format.',
    content: {
      'application/x-ndjson': { schema: sqlLine, example: [{ schema }, { data }] },
      'application/json': { schema: sqlResult, example: { schema, data, totalRows: 2 } },
      'text/csv': { example: 'channel,orders\r\nonline,28569\r\nstore,11906\r\n' },
    },
  },
  errors: [
    'BRANCH_NOT_FOUND',
    'SQL_INVALID',
    'SQL_NOT_ALLOWED',
    'SQL_FAILED',
    'QUERY_LIMIT',
    'PLAN_REQUIRED',
    'EXTERNAL_USER_LIMIT',
    'NOT_FOUND',
    'DATA_MODEL_INVALID',
    'DATA_SOURCE_UNAVAILABLE',
    'UNAVAILABLE',
    'QUERY_TIMEOUT',
  ],
};
