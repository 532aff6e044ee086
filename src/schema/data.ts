import type { QueryChunk } from '../services/data/query-reader.ts';
import { maxPageRows, type QueryPage, readQueryPage, startQuery } from '../services/data/run-query.ts';
import { builder } from './builder.ts';
import { branchDescription, SessionSettingsInput } from './chat.ts';

const SqlColumnType = builder.enumType('SqlColumnType', {
  description: "The type of a column's values and how they are represented in JSON.",
  values: {
    String: { description: 'Text.' },
    Int64: { description: 'A whole number. Beyond 2^53 it is represented as text.' },
    Double: { description: 'A number.' },
    Decimal: { description: 'A decimal number, represented as text.' },
    Boolean: { description: 'True or false.' },
    Date: { description: 'A date, as `YYYY-MM-DD`.' },
    Timestamp: { description: "An ISO 8601 time without offset, in the query's time zone." },
    Json: { description: 'Any JSON value.' },
  } as const,
});

const SqlColumn = builder.objectRef<QueryPage['columns'][number]>('SqlColumn').implement({
  description: 'A column of a result.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the column, a plain identifier.' }),
    columnType: t.expose('columnType', { type: SqlColumnType, description: "Type of the column's values." }),
  }),
});

export const SqlResult = builder.objectRef<QueryPage>('SqlResult').implement({
  description: "The first rows of a query's result.",
  fields: (t) => ({
    columns: t.field({
      type: [SqlColumn],
      description: 'Columns, in the order of the values of a row.',
      resolve: ({ columns }) => [...columns],
    }),
    rows: t.field({
      type: ['JSON'],
      description: 'Rows. Each is a list with one value for each column; null stands for a missing value.',
      resolve: ({ rows }) => [...rows],
    }),
    totalRows: t.exposeInt('totalRows', {
      description: 'Number of rows of the query as written, including its own LIMIT. Counted up to 50,000.',
    }),
    hasMore: t.exposeBoolean('hasMore', {
      description:
        'Whether there are rows beyond `first`. `sqlStream` and the REST endpoint return all rows.',
    }),
  }),
});

export const settingsDescription =
  'The user to act for. Required with an API key. With a session token, only `timezone` is read. Over GET, which changes nothing, the user must already exist as described.';

builder.queryField('sql', (t) =>
  t.field({
    type: SqlResult,
    description:
      'Runs semantic SQL on a deployment under the row-level security of one user: the user of the session token, or the user that an admin key specifies.',
    // A scan of the data; of one operation only a few.
    complexity: 2_000,
    authScopes: { caller: true },
    args: {
      deploymentId: t.arg.int({ required: true, description: 'Number of the deployment.' }),
      query: t.arg.string({
        required: true,
        description: 'A single SELECT statement over cubes and views. Write measures as `MEASURE(name)`.',
      }),
      first: t.arg.int({
        defaultValue: 1_000,
        description: `Maximum number of rows to return, at most ${maxPageRows}.`,
      }),
      sessionSettings: t.arg({ type: SessionSettingsInput, description: settingsDescription }),
      timezone: t.arg.string({
        description:
          'IANA name of the time zone. Default: the time zone of `sessionSettings`, then that of the deployment, then UTC.',
      }),
      activeBranchName: t.arg.string({ description: branchDescription }),
      isDefaultBranch: t.arg.boolean({
        description:
          'Whether `activeBranchName` names the main branch. If true, the main data model is used.',
      }),
    },
    resolve: (_root, { deploymentId, first, ...request }, { services, caller, signal }) =>
      readQueryPage(services, caller, deploymentId, { ...request, first: first ?? 1_000 }, signal),
  }),
);

const SqlStreamInput = builder.inputType('SqlStreamInput', {
  description: 'A query whose entire result to stream.',
  fields: (t) => ({
    deploymentId: t.int({ required: true, description: 'Number of the deployment.' }),
    query: t.string({
      required: true,
      description: 'A single SELECT statement over cubes and views. Write measures as `MEASURE(name)`.',
    }),
    sessionSettings: t.field({ type: SessionSettingsInput, description: settingsDescription }),
    timezone: t.string({
      description:
        'IANA name of the time zone. Default: the time zone of `sessionSettings`, then that of the deployment, then UTC.',
    }),
    activeBranchName: t.string({ description: branchDescription }),
    isDefaultBranch: t.boolean({
      description: 'Whether `activeBranchName` names the main branch. If true, the main data model is used.',
    }),
  }),
});

const SqlChunk = builder.objectRef<QueryChunk>('SqlChunk').implement({
  description: 'A chunk of a streamed result.',
  fields: (t) => ({
    columns: t.field({
      type: [SqlColumn],
      nullable: true,
      description: 'Columns of the result. Present only in the first event, which has no rows.',
      resolve: ({ columns }) => (columns === undefined ? null : [...columns]),
    }),
    rows: t.field({
      type: ['JSON'],
      description: 'Rows. Each is a list with one value for each column; null stands for a missing value.',
      resolve: ({ rows }) => [...rows],
    }),
  }),
});

builder.subscriptionField('sqlStream', (t) =>
  t.field({
    type: SqlChunk,
    description:
      "Runs semantic SQL like `sql` and streams all rows at the client's pace. Disconnecting stops the query. An error during the stream is sent as the last event, including when the result exceeds the limit on rows or bytes of one query (10,000,000 rows and 4 GiB; for session tokens 1,000,000 rows and 512 MiB; set by `limits` of the deployment).",
    authScopes: { caller: true },
    args: { input: t.arg({ type: SqlStreamInput, required: true, description: 'The query to run.' }) },
    subscribe: (_root, { input: { deploymentId, ...request } }, { services, caller, signal }) =>
      startQuery(services, caller, deploymentId, request, signal),
    resolve: (chunk) => {
      if (chunk.failure !== undefined) throw chunk.failure;
      return chunk;
    },
  }),
);
