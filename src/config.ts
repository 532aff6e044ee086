import { resolve } from 'node:path';
import { z } from 'zod';

/** What the environment settles (contract §2), checked and typed. */
export interface Config {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Without a trailing slash; absent means {@link defaultPublicUrl} of where the service listens. */
  readonly publicUrl: string | undefined;
  /** Absolute path of the folder with `inlay.yml`. */
  readonly workspace: string;
  /** Absolute path of the embedded state. */
  readonly dataDir: string;
  /** PostgreSQL for state; absent means embedded. */
  readonly databaseUrl: string | undefined;
  /** Redis across nodes; absent means in-process. */
  readonly redisUrl: string | undefined;
  /** Absent means generated on the first start. */
  readonly adminApiKey: string | undefined;
  /** Absent means generated and kept in state. */
  readonly tokenSecret: string | undefined;
  readonly logLevel: LogLevel;
  readonly providers: ProviderKeys;
  /** `NODE_ENV` is `production`. */
  readonly production: boolean;
  readonly graphql: GraphQLConfig;
}

export interface GraphQLConfig {
  /** Whether clients may ask for the schema. @default not in production */
  readonly introspection: boolean;
  /** GraphiQL on GET /graphql. @default not in production */
  readonly graphiql: boolean;
  /** What differs from the default limits. */
  readonly limits: Readonly<Partial<Record<LimitName, number>>>;
}

/** What an operation is limited in (contract §6); the variables are `GRAPHQL_MAX_TOKENS` and so on. */
const limitNames = ['tokens', 'aliases', 'directives', 'depth', 'breadth', 'complexity', 'batch'] as const;
type LimitName = (typeof limitNames)[number];

export interface ProviderKeys {
  readonly openaiApiKey: string | undefined;
  readonly openaiBaseUrl: string | undefined;
  readonly anthropicApiKey: string | undefined;
  readonly anthropicBaseUrl: string | undefined;
  readonly openaiCompatibleBaseUrl: string | undefined;
  readonly openaiCompatibleApiKey: string | undefined;
}

/** Pino's levels. */
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** `message` says what is wrong and what to do; it never repeats a secret. */
export interface ConfigProblem {
  readonly name: string;
  readonly message: string;
}

export type LoadedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/**
 * Reads the configuration from environment variables (contract §2); whoever starts the process passes `process.env`.
 * A variable set to nothing counts as not set. Relative paths start at the working directory.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): LoadedConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = environmentSchema.safeParse(given);
  if (!result.success) {
    return {
      ok: false,
      problems: result.error.issues.map(({ path, message }) => ({ name: path.join('.'), message })),
    };
  }
  const variables = result.data;
  const production = variables.NODE_ENV === 'production';
  return {
    ok: true,
    config: {
      host: variables.HOST,
      port: variables.PORT,
      publicUrl: variables.PUBLIC_URL,
      workspace: resolve(variables.WORKSPACE),
      dataDir: resolve(variables.DATA_DIR),
      databaseUrl: variables.DATABASE_URL,
      redisUrl: variables.REDIS_URL,
      adminApiKey: variables.ADMIN_API_KEY,
      tokenSecret: variables.TOKEN_SECRET,
      logLevel: variables.LOG_LEVEL,
      providers: {
        openaiApiKey: variables.OPENAI_API_KEY,
        openaiBaseUrl: variables.OPENAI_BASE_URL,
        anthropicApiKey: variables.ANTHROPIC_API_KEY,
        anthropicBaseUrl: variables.ANTHROPIC_BASE_URL,
        openaiCompatibleBaseUrl: variables.OPENAI_COMPATIBLE_BASE_URL,
        openaiCompatibleApiKey: variables.OPENAI_COMPATIBLE_API_KEY,
      },
      production,
      graphql: {
        introspection: variables.GRAPHQL_INTROSPECTION ?? !production,
        graphiql: variables.GRAPHIQL ?? !production,
        limits: Object.fromEntries(
          limitNames.flatMap((name) => {
            const limit = variables[limitVariable(name)];
            return limit === undefined ? [] : [[name, limit]];
          }),
        ),
      },
    },
  };
}

/** Where a service on this host and port is reached when `PUBLIC_URL` does not say. */
export function defaultPublicUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** `NAME: what is wrong and what to do`, as the terminal shows it. */
export function formatConfigProblem({ name, message }: ConfigProblem): string {
  return `${name}: ${message}`;
}

/** A URL of one of the protocols, whose text is not repeated in the message: it may hold a password. */
function url(protocols: readonly string[], example: string) {
  return z
    .string()
    .refine(
      (text) => protocols.includes(protocolOf(text)),
      `is not a URL like ${example}. Correct or unset it.`,
    );
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

const httpUrl = url(['http:', 'https:'], 'https://example.com/v1').optional();

const onOrOff = z
  .enum(['on', 'off'], 'is neither on nor off.')
  .transform((text) => text === 'on')
  .optional();

function limitVariable<Name extends LimitName>(name: Name): `GRAPHQL_MAX_${Uppercase<Name>}` {
  return `GRAPHQL_MAX_${name.toUpperCase() as Uppercase<Name>}`;
}

const limit = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'is not a limit. Use a whole number from 1.')
  .transform(Number)
  .optional();

const environmentSchema = z
  .object({
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, 'is not a host name or an IP address. Use 127.0.0.1 or 0.0.0.0, for example.')
      .default('127.0.0.1'),
    PORT: z
      .string()
      .regex(/^\d{1,5}$/, 'is not a number. Use a port from 0 to 65535; 0 takes a free one.')
      .transform(Number)
      .refine((port) => port <= 65_535, 'is not a port. Use one from 0 to 65535; 0 takes a free one.')
      .default(4000),
    WORKSPACE: z.string().default('examples/shop'),
    DATA_DIR: z.string().default('.inlay'),
    DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database').optional(),
    REDIS_URL: url(['redis:', 'rediss:'], 'redis://host:6379').optional(),
    ADMIN_API_KEY: z
      .string()
      .regex(
        /^[\x21-\x7e]{24,200}$/,
        'is not 24 to 200 printable characters without spaces. Use the output of "openssl rand -hex 24", for example.',
      )
      .optional(),
    TOKEN_SECRET: z
      .string()
      .refine(
        (secret) => Buffer.byteLength(secret) >= 32,
        'is shorter than 32 bytes. Use the output of "openssl rand -hex 32", for example.',
      )
      .optional(),
    PUBLIC_URL: url(['http:', 'https:'], 'https://inlay.example.com')
      .refine((text) => !/[?#]/.test(text), 'must not have a query or a fragment. Give the address alone.')
      .transform((text) => text.replace(/\/+$/, ''))
      .optional(),
    LOG_LEVEL: z
      .string()
      .transform((level) => level.toLowerCase())
      .pipe(z.enum(logLevels, `is not a level. Use one of ${logLevels.join(', ')}.`))
      .default('info'),
    NODE_ENV: z.string().optional(),
    GRAPHQL_INTROSPECTION: onOrOff,
    GRAPHIQL: onOrOff,
    GRAPHQL_MAX_TOKENS: limit,
    GRAPHQL_MAX_ALIASES: limit,
    GRAPHQL_MAX_DIRECTIVES: limit,
    GRAPHQL_MAX_DEPTH: limit,
    GRAPHQL_MAX_BREADTH: limit,
    GRAPHQL_MAX_COMPLEXITY: limit,
    GRAPHQL_MAX_BATCH: limit,
    OPENAI_API_KEY: z.string().optional(),
    OPENAI_BASE_URL: httpUrl,
    ANTHROPIC_API_KEY: z.string().optional(),
    ANTHROPIC_BASE_URL: httpUrl,
    OPENAI_COMPATIBLE_BASE_URL: httpUrl,
    OPENAI_COMPATIBLE_API_KEY: z.string().optional(),
  })
  .readonly();
