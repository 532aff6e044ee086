import { z } from 'zod';
import { reasoningEfforts } from '../../contract/agents.ts';
import { caps, lineOfText, textBlock } from '../../contract/fields.ts';
import { certifiedQuestion, certifiedSql, ruleText } from '../../contract/knowledge.ts';
import { mapping } from '../../yaml/mapping.ts';
import { defaultAccountLimits } from '../limits/limits.ts';
import { usableTimezone } from '../usable-timezone.ts';
import { modelSchema, plannerModel } from './model-schema.ts';

/** The number of a deployment or agent, as used in paths. */
const number = z.int('Expected a whole number.').min(1, 'Expected 1 or more.').max(999_999_999);

const names = z.array(lineOfText()).default([]);

/** A path inside the workspace. */
export const relativePathSchema = lineOfText(1_000).refine(
  (path) => !/^([/\\]|[A-Za-z]:)/.test(path) && !path.split(/[\\/]/).includes('..'),
  'Expected a path inside the workspace, relative to it.',
);

const group = mapping({
  name: lineOfText().describe('As policies and sessions name it.'),
  description: textBlock(caps.textChars).optional().describe('For administrators.'),
});

const userAttribute = mapping({
  name: lineOfText().describe('As policies and sessions name it.'),
  type: z
    .enum(
      ['string', 'number', 'string_array', 'number_array'],
      'Expected string, number, string_array or number_array.',
    )
    .describe('Of its values.'),
  displayName: lineOfText().optional().describe('For administrators.'),
  defaultValue: textBlock(caps.valueChars)
    .optional()
    .describe('Of users without a value, as text: a number for `number`, a JSON list for the array types.'),
  description: textBlock(caps.textChars).optional().describe('For administrators.'),
});

const attributeValue = z.union(
  [z.string(), z.number(), z.array(z.string()), z.array(z.number()), z.null()],
  'Expected a string, a number, or a list of either.',
);

const user = mapping({
  username: lineOfText().describe('Identifies the user in the account.'),
  email: lineOfText(320).optional().describe('E-mail address.'),
  groups: names.describe('Names of groups.'),
  userAttributes: z
    .record(z.string(), attributeValue)
    .default({})
    .describe('Values by name of the attribute.'),
});

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

const dataSourceSchema = z.discriminatedUnion(
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

/** Limits of one query of a deployment. Omitted ones keep their defaults. */
const limits = mapping({
  timeoutSeconds: z
    .int('Expected a whole number.')
    .min(1)
    .max(3_600)
    .optional()
    .describe('Time in the engine. Default: 60.'),
  maxRows: z
    .int('Expected a whole number.')
    .min(1)
    .optional()
    .describe('Rows of a result for an API key. Default: 10,000,000.'),
  maxBytes: z
    .int('Expected a whole number.')
    .min(1)
    .optional()
    .describe('Bytes of a result, as sent. Default: 4 GiB.'),
  userMaxRows: z
    .int('Expected a whole number.')
    .min(1)
    .optional()
    .describe('Rows of a result for a session token, at most `maxRows`. Default: 1,000,000.'),
  userMaxBytes: z
    .int('Expected a whole number.')
    .min(1)
    .optional()
    .describe('Bytes of a result for a session token, at most `maxBytes`. Default: 512 MiB.'),
  concurrentQueries: z
    .int('Expected a whole number.')
    .min(1)
    .max(100)
    .optional()
    .describe('Further queries wait. Default: 3 on DuckDB, 5 on PostgreSQL.'),
});

const deployment = mapping({
  id: number.describe('Number of the deployment, as sessions name it.'),
  name: lineOfText().describe('Name for people.'),
  model: relativePathSchema.describe('Folder of the main branch.'),
  branches: z
    .record(lineOfText(), relativePathSchema)
    .default({})
    .describe('Development branches: name to folder.'),
  userBranches: names.describe('Development branches that a session token may name.'),
  dashboards: relativePathSchema.optional().describe('Folder of its dashboards, one file each.'),
  timezone: z
    .string()
    .refine(
      (name) => usableTimezone(name) !== undefined,
      'Expected an IANA time zone, such as Europe/Berlin.',
    )
    .optional()
    .describe('IANA time zone of queries that name none. Default: UTC.'),
  dataSource: dataSourceSchema.describe('Where its data is.'),
  limits: limits.default({}).describe('Limits of one query.'),
});

/** A time limit of an agent. */
const seconds = z
  .int('Expected a whole number of seconds.')
  .min(1, 'Expected 1 or more.')
  .max(3_600, 'Expected 3,600 at most.')
  .optional();

/** Limits of one turn of an agent. Omitted ones keep their defaults. */
const agentLimits = mapping({
  steps: z
    .int('Expected a whole number.')
    .min(1, 'Expected 1 or more.')
    .max(100, 'Expected 100 at most.')
    .optional()
    .describe('Calls of a model; a model that takes over has as many of its own. Default: 12.'),
  /** Time. Default: 600. */
  seconds: seconds.describe('Time. Default: 600.'),
  tokens: z
    .int('Expected a whole number.')
    .min(1, 'Expected 1 or more.')
    .max(2_147_483_647, 'Expected 2,147,483,647 at most.')
    .optional()
    .describe('Tokens read and written, as the provider counts them. Default: 400,000.'),
  firstTokenSeconds: seconds.describe('Time until a model begins to answer. Default: 60.'),
  silenceSeconds: seconds.describe('Time without a sign from a model that has begun. Default: 60.'),
});

const agent = mapping({
  id: number.describe('Number of the agent, as paths name it.'),
  name: lineOfText().describe('Name for people.'),
  deploymentId: number.describe('Deployment whose data it answers from.'),
  model: lineOfText()
    .default(plannerModel)
    .describe(
      "The name of one of the account's models, `planner`, or `openai:…`, `anthropic:…`, `openai-compatible:…`.",
    ),
  fallback: z
    .array(lineOfText())
    .max(8, 'Expected 8 at most.')
    .default([])
    .describe('Models that take over, one after the other, when the one before cannot answer.'),
  reasoning: z
    .enum(reasoningEfforts, `Expected one of ${reasoningEfforts.join(', ')}.`)
    .optional()
    .describe('How much the model reasons, or the nearest that its provider has. Not sent by default.'),
  temperature: z
    .number('Expected a number.')
    .min(0, 'Expected 0 or more.')
    .max(2, 'Expected 2 at most.')
    .optional()
    .describe('Sent to the model, if given.'),
  limits: agentLimits.default({}).describe('Limits of one turn.'),
  devMode: z
    .boolean('Expected true or false.')
    .default(false)
    .describe('Whether streams also hold what the model thinks.'),
  accessibleViews: names.describe('Cubes and views that it may use. Default: all that its user may see.'),
  rules: z.array(ruleText).default([]).describe('Instructions in plain words, for every turn.'),
  certifiedQueries: z
    .array(
      mapping({
        question: certifiedQuestion.describe('As a user asks it.'),
        sql: certifiedSql.describe('Semantic SQL that answers it.'),
      }),
    )
    .default([])
    .describe('Questions with SQL that people have checked. The agent knows those that its user may run.'),
});

const apiKey = mapping({
  name: lineOfText().describe('Name for people. A key that the file no longer names is revoked.'),
  // Printable, and without spaces, which are not allowed in the Authorization header.
  key: z
    .string()
    .regex(/^[\x21-\x7e]{24,200}$/, 'Expected 24 to 200 printable characters without spaces.')
    .describe('The key itself, 24 to 200 printable characters. Read it from the environment: `${NAME}`.'),
  role: z
    .enum(['admin', 'chat'], 'Expected admin or chat.')
    .describe(
      '`admin` may do everything in the account; `chat` may only chat, with one agent after the other.',
    ),
  deployments: z
    .array(number)
    .default([])
    .describe('Numbers of the deployments that it is bound to; empty means all.'),
});

/** The origin of a host page, as browsers send it. */
const origin = z
  .string()
  .refine(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'Expected an origin such as https://app.example.com: no path, no default port, in lower case.',
  );

const accountLimit = z
  .int('Expected a whole number; 0 means no limit.')
  .min(0, 'Expected 0 or more; 0 means no limit.')
  .max(1_000_000, 'Expected 1,000,000 at most; 0 means no limit.');

const tokenLimit = z
  .int('Expected a whole number; 0 means no limit.')
  .min(0, 'Expected 0 or more; 0 means no limit.');

/** Limits of an account. Omitted ones keep their defaults, and 0 means no limit. */
const accountLimits = mapping({
  keyRequestsPerSecond: accountLimit
    .default(defaultAccountLimits.keyRequestsPerSecond)
    .describe('Of one API key.'),
  userRequestsPerSecond: accountLimit
    .default(defaultAccountLimits.userRequestsPerSecond)
    .describe('Of one end user.'),
  userTurnsPerMinute: accountLimit.default(defaultAccountLimits.userTurnsPerMinute).describe('Of one user.'),
  concurrentTurns: accountLimit
    .default(defaultAccountLimits.concurrentTurns)
    .describe('Of the account, in all processes.'),
  userConcurrentTurns: accountLimit
    .default(defaultAccountLimits.userConcurrentTurns)
    .describe('Of one user, in all processes.'),
  tokensPerDay: tokenLimit
    .default(defaultAccountLimits.tokensPerDay)
    .describe('Input and output tokens of the account on one day in UTC.'),
  userTokensPerDay: tokenLimit.default(defaultAccountLimits.userTokensPerDay).describe('Of one user.'),
});

/** `365d`, as days. */
function days(from: number) {
  const message = `Expected a number of days such as 365d, ${from}d or more.`;
  return z
    .string(message)
    .regex(/^[1-9]\d{0,4}d$/, message)
    .transform((text) => Number(text.slice(0, -1)))
    .refine((count) => count >= from, message)
    .optional();
}

/** When what an account has stored is deleted. What is omitted is kept. */
const retention = mapping({
  threads: days(1).describe(
    'Since the last turn of a thread, such as `365d`; its messages and results go with it.',
  ),
  sessions: days(2).describe('Since a session was minted, such as `30d`. Its token lives for a day.'),
  auditEvents: days(1).describe('Of the audit log.'),
  usage: days(1).describe('Of the tokens that were used.'),
});

const account = mapping({
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/,
      'Expected up to 63 letters, digits, "-" and "_": it is used in URLs.',
    )
    .describe('Identifies the account, also in URLs.'),
  plan: lineOfText()
    .default('enterprise')
    .describe('`premium` or `enterprise`. Any other plan has no embedding.'),
  cloudRegion: lineOfText()
    .default('local')
    .describe('A name for where the service runs, which the API reports.'),
  useCreatorMode: z
    .boolean('Expected true or false.')
    .default(false)
    .describe('Whether sessions may be minted in creator mode.'),
  maxExternalUsers: z
    .int('Expected a whole number.')
    .min(0)
    .max(2_147_483_647)
    .default(10_000)
    .describe('Maximum number of external users that are not ephemeral.'),
  embedOrigins: z
    .array(origin)
    .default([])
    .describe('Their pages may frame the embedded pages and call the API from browsers.'),
  limits: accountLimits.prefault({}).describe('Limits of the account; `0` means no limit.'),
  retention: retention
    .prefault({})
    .describe('When what the account has stored is deleted. What is omitted is kept.'),
  groups: z.array(group).default([]).describe('Groups of the whole account.'),
  userAttributes: z.array(userAttribute).default([]).describe('User attributes of the whole account.'),
  users: z.array(user).default([]).describe('Internal users.'),
  deployments: z.array(deployment).default([]).describe('Data models over data sources.'),
  agents: z.array(agent).default([]).describe('Agents that answer questions.'),
  models: z
    .array(modelSchema)
    .default([])
    .describe('Connections to language models, by the names that agents use.'),
  apiKeys: z.array(apiKey).default([]).describe('Keys of the API.'),
});

/** `inlay.yml`. */
export const workspaceSchema = mapping({
  accounts: z
    .array(account, 'Expected a list of accounts.')
    .min(1, 'Expected at least one account.')
    .describe('Accounts of the workspace. The first one has the key in `ADMIN_API_KEY`.'),
});

export type WorkspaceAccount = z.output<typeof account>;
export type WorkspaceDeployment = z.output<typeof deployment>;
export type WorkspaceAgent = z.output<typeof agent>;
export type WorkspaceUser = z.output<typeof user>;
export type WorkspaceApiKey = z.output<typeof apiKey>;
