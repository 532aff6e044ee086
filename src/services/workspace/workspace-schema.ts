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

const group = mapping({ name: lineOfText(), description: textBlock(caps.textChars).optional() });

const userAttribute = mapping({
  name: lineOfText(),
  type: z.enum(
    ['string', 'number', 'string_array', 'number_array'],
    'Expected string, number, string_array or number_array.',
  ),
  displayName: lineOfText().optional(),
  /** As text: a number for `number`, a JSON array for the array types. */
  defaultValue: textBlock(caps.valueChars).optional(),
  description: textBlock(caps.textChars).optional(),
});

const attributeValue = z.union(
  [z.string(), z.number(), z.array(z.string()), z.array(z.number()), z.null()],
  'Expected a string, a number, or a list of either.',
);

const user = mapping({
  username: lineOfText(),
  email: lineOfText(320).optional(),
  groups: names,
  userAttributes: z.record(z.string(), attributeValue).default({}),
});

const readerScalar = z.union([z.string(), z.number(), z.boolean()]);
const readerOption = z.union(
  [readerScalar, z.array(readerScalar), z.record(z.string(), readerScalar)],
  'Expected a string, a number, a boolean, a list or a mapping of these.',
);

export const tableSchema = z.union(
  [z.string(), mapping({ file: z.string(), options: z.record(z.string(), readerOption).optional() })],
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

/** When results are not reused any longer. */
const cacheSchema = z
  .union(
    [mapping({ every: interval }), mapping({ sql: textBlock(20_000) })],
    'Expected every, a time such as 10 minutes, or sql, a query of the data source.',
  )
  .optional();

const dataSourceSchema = z.discriminatedUnion(
  'type',
  [
    mapping({
      type: z.literal('duckdb'),
      /** Name to file or glob, relative to the workspace. */
      tables: z.record(z.string(), tableSchema).optional(),
      database: relativePathSchema.optional(),
      cache: cacheSchema,
    }),
    mapping({
      type: z.literal('postgres'),
      url: z
        .string()
        .refine(
          (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
          'Expected postgres://user:password@host:port/database.',
        ),
      schema: lineOfText().optional(),
      cache: cacheSchema,
    }),
    mapping({
      type: z.literal('clickhouse'),
      url: z
        .string()
        .refine(
          (url) => /^https?:\/\//.test(url) && URL.canParse(url) && !/[?#@]/.test(url),
          'Expected https://host:8443, without user, query or fragment.',
        ),
      database: lineOfText().optional(),
      username: lineOfText().optional(),
      password: z.string().optional(),
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
  /** Time in the engine. Default: 60. */
  timeoutSeconds: z.int('Expected a whole number.').min(1).max(3_600).optional(),
  /** Rows of a result for an API key. Default: 10,000,000. */
  maxRows: z.int('Expected a whole number.').min(1).optional(),
  /** Bytes of a result, as sent. Default: 4 GiB. */
  maxBytes: z.int('Expected a whole number.').min(1).optional(),
  /** Rows of a result for a session token, at most `maxRows`. Default: 1,000,000. */
  userMaxRows: z.int('Expected a whole number.').min(1).optional(),
  /** Bytes of a result for a session token, at most `maxBytes`. Default: 512 MiB. */
  userMaxBytes: z.int('Expected a whole number.').min(1).optional(),
  /** Further queries wait. Default: 3 on DuckDB, 5 on PostgreSQL. */
  concurrentQueries: z.int('Expected a whole number.').min(1).max(100).optional(),
});

const deployment = mapping({
  id: number,
  name: lineOfText(),
  /** Folder of the main branch. */
  model: relativePathSchema,
  /** Development branches: name to folder. */
  branches: z.record(lineOfText(), relativePathSchema).default({}),
  /** Development branches that a session token may name. */
  userBranches: names,
  /** Folder of its dashboards, one file each. */
  dashboards: relativePathSchema.optional(),
  timezone: z
    .string()
    .refine(
      (name) => usableTimezone(name) !== undefined,
      'Expected an IANA time zone, such as Europe/Berlin.',
    )
    .optional(),
  dataSource: dataSourceSchema,
  limits: limits.default({}),
});

/** A time limit of an agent. */
const seconds = z
  .int('Expected a whole number of seconds.')
  .min(1, 'Expected 1 or more.')
  .max(3_600, 'Expected 3,600 at most.')
  .optional();

/** Limits of one turn of an agent. Omitted ones keep their defaults. */
const agentLimits = mapping({
  /** Calls of a model; a model that takes over has as many of its own. Default: 12. */
  steps: z
    .int('Expected a whole number.')
    .min(1, 'Expected 1 or more.')
    .max(100, 'Expected 100 at most.')
    .optional(),
  /** Time. Default: 600. */
  seconds,
  /** Tokens read and written, as the provider counts them. Default: 400,000. */
  tokens: z
    .int('Expected a whole number.')
    .min(1, 'Expected 1 or more.')
    .max(2_147_483_647, 'Expected 2,147,483,647 at most.')
    .optional(),
  /** Time until a model begins to answer. Default: 60. */
  firstTokenSeconds: seconds,
  /** Time without a sign from a model that has begun. Default: 60. */
  silenceSeconds: seconds,
});

const agent = mapping({
  id: number,
  name: lineOfText(),
  deploymentId: number,
  /** The name of one of the account's models, `planner`, or `openai:…`, `anthropic:…`, `openai-compatible:…`. */
  model: lineOfText().default(plannerModel),
  /** Models that take over, one after the other, when the one before cannot answer. */
  fallback: z.array(lineOfText()).max(8, 'Expected 8 at most.').default([]),
  reasoning: z.enum(reasoningEfforts, `Expected one of ${reasoningEfforts.join(', ')}.`).optional(),
  temperature: z
    .number('Expected a number.')
    .min(0, 'Expected 0 or more.')
    .max(2, 'Expected 2 at most.')
    .optional(),
  limits: agentLimits.default({}),
  devMode: z.boolean('Expected true or false.').default(false),
  accessibleViews: names,
  rules: z.array(ruleText).default([]),
  certifiedQueries: z.array(mapping({ question: certifiedQuestion, sql: certifiedSql })).default([]),
});

const apiKey = mapping({
  name: lineOfText(),
  // Printable, and without spaces, which are not allowed in the Authorization header.
  key: z.string().regex(/^[\x21-\x7e]{24,200}$/, 'Expected 24 to 200 printable characters without spaces.'),
  role: z.enum(['admin', 'chat'], 'Expected admin or chat.'),
  /** Numbers of the deployments that it is bound to; empty means all. */
  deployments: z.array(number).default([]),
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
  /** Of one API key. */
  keyRequestsPerSecond: accountLimit.default(defaultAccountLimits.keyRequestsPerSecond),
  /** Of one end user. */
  userRequestsPerSecond: accountLimit.default(defaultAccountLimits.userRequestsPerSecond),
  /** Of one user. */
  userTurnsPerMinute: accountLimit.default(defaultAccountLimits.userTurnsPerMinute),
  /** Of the account, in all processes. */
  concurrentTurns: accountLimit.default(defaultAccountLimits.concurrentTurns),
  /** Of one user, in all processes. */
  userConcurrentTurns: accountLimit.default(defaultAccountLimits.userConcurrentTurns),
  /** Input and output tokens of the account on one day in UTC. */
  tokensPerDay: tokenLimit.default(defaultAccountLimits.tokensPerDay),
  /** Of one user. */
  userTokensPerDay: tokenLimit.default(defaultAccountLimits.userTokensPerDay),
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
  /** Since the last turn of a thread; its messages and results go with it. */
  threads: days(1),
  /** Since a session was minted. Its token lives for a day. */
  sessions: days(2),
  auditEvents: days(1),
  /** Tokens that were used. */
  usage: days(1),
});

const account = mapping({
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/,
      'Expected up to 63 letters, digits, "-" and "_": it is used in URLs.',
    ),
  plan: lineOfText().default('enterprise'),
  cloudRegion: lineOfText().default('local'),
  useCreatorMode: z.boolean('Expected true or false.').default(false),
  maxExternalUsers: z.int('Expected a whole number.').min(0).max(2_147_483_647).default(10_000),
  /** Their pages may frame the embedded pages and call the API from browsers. */
  embedOrigins: z.array(origin).default([]),
  limits: accountLimits.prefault({}),
  retention: retention.prefault({}),
  groups: z.array(group).default([]),
  userAttributes: z.array(userAttribute).default([]),
  users: z.array(user).default([]),
  deployments: z.array(deployment).default([]),
  agents: z.array(agent).default([]),
  /** Connections to language models, by the names that agents use. */
  models: z.array(modelSchema).default([]),
  apiKeys: z.array(apiKey).default([]),
});

/** `inlay.yml`. */
export const workspaceSchema = mapping({
  accounts: z.array(account, 'Expected a list of accounts.').min(1, 'Expected at least one account.'),
});

export type WorkspaceAccount = z.output<typeof account>;
export type WorkspaceDeployment = z.output<typeof deployment>;
export type WorkspaceAgent = z.output<typeof agent>;
export type WorkspaceUser = z.output<typeof user>;
export type WorkspaceApiKey = z.output<typeof apiKey>;
