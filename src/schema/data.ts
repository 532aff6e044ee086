import { engineSqlArgs, sqlArgs, sqlStreamInput } from '../contract/data.ts';
import { recordIdDescription } from '../contract/fields.ts';
import { type EngineSql, readEngineSql } from '../services/data/engine-sql.ts';
import type { QueryChunk } from '../services/data/query-reader.ts';
import { type QueryPage, readQueryPage, startQuery } from '../services/data/run-query.ts';
import { builder } from './builder.ts';
import { SqlColumn } from './column.ts';
import { argsOf, inputArg } from './input-of.ts';
import { readRecordId } from './record-id.ts';

/** The cost of a field that scans data, so that an operation may do it only a few times. */
export const scanComplexity = 2_000;

export const SqlResult = builder.objectRef<QueryPage>('SqlResult').implement({
  description: "The first rows of a query's result.",
  fields: (t) => ({
    columns: t.field({
      type: [SqlColumn],
      description: 'Columns, in the order of the values of a row.',
      resolve: ({ columns }) => [...columns],
    }),
    rows: t.field({
      type: t.listRef(t.listRef('JSON', { nullable: true })),
      description: 'Rows. Each is a list with one value for each column; null stands for a missing value.',
      resolve: ({ rows }) => rows,
    }),
    totalRows: t.exposeInt('totalRows', {
      description: 'Number of rows of the query as written, including its own LIMIT. Counted up to 50,000.',
    }),
    hasMore: t.exposeBoolean('hasMore', {
      description:
        'Whether there are rows beyond `first`. `sqlStream` and the REST endpoint return all rows.',
    }),
    cached: t.boolean({
      description: 'Whether the result was there already, so that the data source was not asked.',
      resolve: ({ reuse }) => reuse?.hit ?? false,
    }),
    asOf: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which the data source was asked. Null if its results are not reused, so that it was asked now.',
      resolve: ({ reuse }) => reuse?.asOf ?? null,
    }),
  }),
});

builder.queryField('sql', (t) =>
  t.field({
    type: SqlResult,
    description:
      'Runs semantic SQL on a deployment under the row-level security of one user: the user of the session token, or the user that an admin key specifies.',
    complexity: scanComplexity,
    authScopes: { chatReader: true },
    args: argsOf(sqlArgs),
    resolve: (_root, args, { services, caller, signal }) => readQueryPage(services, caller, args, signal),
  }),
);

const EngineSqlType = builder.objectRef<EngineSql>('EngineSql').implement({
  description: "A query in the dialect of its data source, with the user's row filters in it.",
  fields: (t) => ({
    sql: t.exposeString('sql', {
      description: 'The statement. Values of filters are parameters, whose values are not told.',
    }),
    parameterCount: t.exposeInt('parameterCount', { description: 'Number of its parameters.' }),
  }),
});

builder.queryField('engineSql', (t) =>
  t.field({
    type: EngineSqlType,
    description:
      'Compiles semantic SQL as one user would run it, without running it and without the security context of a session. For administrators who want to see what the data source is asked.',
    authScopes: { admin: true },
    args: {
      ...argsOf(engineSqlArgs),
      userId: t.arg.id({ required: true, description: recordIdDescription }),
    },
    resolve: (_root, { userId, ...args }, { services, caller }) =>
      readEngineSql(services, caller, readRecordId('User', userId), args),
  }),
);

const SqlChunk = builder.objectRef<QueryChunk>('SqlChunk').implement({
  description: 'A chunk of a streamed result.',
  fields: (t) => ({
    columns: t.field({
      type: [SqlColumn],
      nullable: true,
      description: 'Columns of the result. Present only in the first event, which has no rows.',
      resolve: ({ columns }) => (columns === undefined ? null : [...columns]),
    }),
    cached: t.boolean({
      nullable: true,
      description:
        'Whether the result was there already, so that the data source was not asked. Present only in the first event.',
      resolve: ({ columns, reuse }) => (columns === undefined ? null : (reuse?.hit ?? false)),
    }),
    asOf: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which the data source was asked. Present only in the first event; null if the results of the data source are not reused.',
      resolve: ({ reuse }) => reuse?.asOf ?? null,
    }),
    rows: t.field({
      type: t.listRef(t.listRef('JSON', { nullable: true })),
      description: 'Rows. Each is a list with one value for each column; null stands for a missing value.',
      resolve: ({ rows }) => rows,
    }),
  }),
});

builder.subscriptionField('sqlStream', (t) =>
  t.field({
    type: SqlChunk,
    description:
      "Runs semantic SQL like `sql` and streams all rows at the client's pace. Disconnecting stops the query. An error during the stream is sent as the last event, including when the result exceeds the limit on rows or bytes of one query (10,000,000 rows and 4 GiB; for session tokens 1,000,000 rows and 512 MiB; set by `limits` of the deployment).",
    authScopes: { chatReader: true },
    args: inputArg(sqlStreamInput),
    subscribe: (_root, { input }, { services, caller, signal }) =>
      startQuery(services, caller, input, signal),
    resolve: (chunk) => {
      if (chunk.failure !== undefined) throw chunk.failure;
      return chunk;
    },
  }),
);
