import type { QueryChunk } from '../services/data/query-reader.ts';
import { maxPageRows, type QueryPage, readQueryPage, startQuery } from '../services/data/run-query.ts';
import { builder } from './builder.ts';
import { branchDescription, SessionSettingsInput } from './chat.ts';

const SqlColumnType = builder.enumType('SqlColumnType', {
  description: 'What the values of a column are, and how they are written in JSON.',
  values: {
    String: { description: 'Text.' },
    Int64: { description: 'A whole number; text beyond 2^53.' },
    Double: { description: 'A number.' },
    Decimal: { description: 'A decimal number, as text.' },
    Boolean: { description: 'True or false.' },
    Date: { description: '`YYYY-MM-DD`.' },
    Timestamp: { description: "ISO 8601 without offset, in the query's time zone." },
    Json: { description: 'Any JSON.' },
  } as const,
});

const SqlColumn = builder.objectRef<QueryPage['columns'][number]>('SqlColumn').implement({
  description: 'A column of a result.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'A plain identifier.' }),
    columnType: t.expose('columnType', { type: SqlColumnType, description: 'What its values are.' }),
  }),
});

export const SqlResult = builder.objectRef<QueryPage>('SqlResult').implement({
  description: 'The first rows of a query.',
  fields: (t) => ({
    columns: t.field({
      type: [SqlColumn],
      description: 'In the order of the values of a row.',
      resolve: ({ columns }) => [...columns],
    }),
    rows: t.field({
      type: ['JSON'],
      description: 'Each a list of values, one for each column; null for no value.',
      resolve: ({ rows }) => [...rows],
    }),
    totalRows: t.exposeInt('totalRows', {
      description: 'Rows of the query as written, its own LIMIT included; counted up to 50,000.',
    }),
    hasMore: t.exposeBoolean('hasMore', {
      description: 'Whether there are rows beyond `first`. `sqlStream` and the REST endpoint give all.',
    }),
  }),
});

export const settingsDescription =
  'On whose behalf; required with an API key. With a session token only `timezone` is read. Over GET the user must be there already, as described.';

builder.queryField('sql', (t) =>
  t.field({
    type: SqlResult,
    description:
      'Runs semantic SQL on a deployment under the row security of one user: that of a session token, or the one that an admin key names.',
    // A scan of the data; of one operation only a few.
    complexity: 2_000,
    authScopes: { caller: true },
    args: {
      deploymentId: t.arg.int({ required: true, description: 'Number of the deployment.' }),
      query: t.arg.string({
        required: true,
        description: 'One SELECT over cubes and views; measures as `MEASURE(name)`.',
      }),
      first: t.arg.int({ defaultValue: 1_000, description: `Maximum number of rows to return, at most ${maxPageRows}.` }),
      sessionSettings: t.arg({ type: SessionSettingsInput, description: settingsDescription }),
      timezone: t.arg.string({
        description: 'IANA name of the time zone. Default: the time zone of `sessionSettings`, then that of the deployment, then UTC.',
      }),
      activeBranchName: t.arg.string({ description: branchDescription }),
      isDefaultBranch: t.arg.boolean({ description: 'If true, the branch named in `activeBranchName` is the main branch.' }),
    },
    resolve: (_root, { deploymentId, first, ...request }, { services, caller, signal }) =>
      readQueryPage(services, caller, deploymentId, { ...request, first: first ?? 1_000 }, signal),
  }),
);

const SqlStreamInput = builder.inputType('SqlStreamInput', {
  description: 'A query whose whole result is wanted.',
  fields: (t) => ({
    deploymentId: t.int({ required: true, description: 'Number of the deployment.' }),
    query: t.string({
      required: true,
      description: 'One SELECT over cubes and views; measures as `MEASURE(name)`.',
    }),
    sessionSettings: t.field({ type: SessionSettingsInput, description: settingsDescription }),
    timezone: t.string({
      description: 'IANA name of the time zone. Default: the time zone of `sessionSettings`, then that of the deployment, then UTC.',
    }),
    activeBranchName: t.string({ description: branchDescription }),
    isDefaultBranch: t.boolean({ description: 'If true, the branch named in `activeBranchName` is the main branch.' }),
  }),
});

const SqlChunk = builder.objectRef<QueryChunk>('SqlChunk').implement({
  description: 'A piece of a result.',
  fields: (t) => ({
    columns: t.field({
      type: [SqlColumn],
      nullable: true,
      description: 'In the first event only, which has no rows.',
      resolve: ({ columns }) => (columns === undefined ? null : [...columns]),
    }),
    rows: t.field({
      type: ['JSON'],
      description: 'Each a list of values, one for each column; null for no value.',
      resolve: ({ rows }) => [...rows],
    }),
  }),
});

builder.subscriptionField('sqlStream', (t) =>
  t.field({
    type: SqlChunk,
    description:
      'Runs semantic SQL as `sql` does and streams all rows at the speed of the client. Leaving stops the query. A failure along the way is the last event, also when there are more rows or bytes than one query may give (10,000,000 and 4 GiB; for session tokens 1,000,000 and 512 MiB; `limits` of the deployment).',
    authScopes: { caller: true },
    args: { input: t.arg({ type: SqlStreamInput, required: true, description: 'The query.' }) },
    subscribe: (_root, { input: { deploymentId, ...request } }, { services, caller, signal }) =>
      startQuery(services, caller, deploymentId, request, signal),
    resolve: (chunk) => {
      if (chunk.failure !== undefined) throw chunk.failure;
      return chunk;
    },
  }),
);
