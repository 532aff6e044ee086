import { isIP } from 'node:net';
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
  /** How long a turn stays its process's own without a sign of life (contract §5). */
  readonly runLeaseMs: number;
  /** How long the service goes on after SIGTERM, while `/ready` says no. @default 5_000 with Redis, else 0 */
  readonly drainMs: number;
  readonly providers: ProviderKeys;
  /** `NODE_ENV` is `production`. */
  readonly production: boolean;
  readonly graphql: GraphQLConfig;
  /** Connections to PostgreSQL at most. */
  readonly databasePoolSize: number;
  /** Turns that run at once in this process. */
  readonly maxTurns: number;
  /** Connections that are open at once; more are ended as they come. */
  readonly maxConnections: number;
  /** How long a client may take to send a request with its body. */
  readonly requestSeconds: number;
  /** Requests per second from one address without valid credentials; 0 is without a limit. */
  readonly anonymousRequestsPerSecond: number;
  /** What the DuckDB engines of all deployments may take together; absent means as the machine has it. */
  readonly duckdb: { readonly memoryBytes: number | undefined; readonly threads: number | undefined };
  /** Session exchanges per second from one address; 0 is without a limit. */
  readonly exchangesPerSecond: number;
  /** Addresses or networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
}

export interface GraphQLConfig {
  /** Whether clients may ask for the schema. @default only where nobody else can, and not in production */
  readonly introspection: boolean;
  /** GraphiQL on GET /graphql. @default as `introspection` */
  readonly graphiql: boolean;
  /** What differs from the default limits. */
  readonly limits: Readonly<Partial<Record<LimitName, number>>>;
  /** Absolute path of a file of documents that clients name by an id. */
  readonly documents: string | undefined;
  /** Whether every other document is refused. */
  readonly trustedOnly: boolean;
}

/** What an operation is limited in (contract §6); the variables are `GRAPHQL_MAX_TOKENS` and so on. */
const limitNames = [
  'length',
  'tokens',
  'aliases',
  'directives',
  'depth',
  'breadth',
  'complexity',
  'batch',
] as const;
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
  // Whoever can reach the service is at work on this machine.
  const isLocal = variables.PUBLIC_URL === undefined && isLoopback(variables.HOST);
  const forDevelopment = !production && isLocal;
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
      runLeaseMs: 1_000 * variables.RUN_LEASE_SECONDS,
      // A process on its own has nobody to hand over to.
      drainMs: 1_000 * (variables.DRAIN_SECONDS ?? (variables.REDIS_URL === undefined ? 0 : 5)),
      providers: {
        openaiApiKey: variables.OPENAI_API_KEY,
        openaiBaseUrl: variables.OPENAI_BASE_URL,
        anthropicApiKey: variables.ANTHROPIC_API_KEY,
        anthropicBaseUrl: variables.ANTHROPIC_BASE_URL,
        openaiCompatibleBaseUrl: variables.OPENAI_COMPATIBLE_BASE_URL,
        openaiCompatibleApiKey: variables.OPENAI_COMPATIBLE_API_KEY,
      },
      production,
      databasePoolSize: variables.DATABASE_POOL_SIZE,
      maxTurns: variables.MAX_TURNS,
      maxConnections: variables.MAX_CONNECTIONS,
      requestSeconds: variables.REQUEST_SECONDS,
      anonymousRequestsPerSecond: variables.ANONYMOUS_REQUESTS_PER_SECOND,
      duckdb: {
        memoryBytes: variables.DUCKDB_MEMORY_MB && variables.DUCKDB_MEMORY_MB * 1024 * 1024,
        threads: variables.DUCKDB_THREADS,
      },
      exchangesPerSecond: variables.EXCHANGES_PER_SECOND,
      trustedProxies: variables.TRUSTED_PROXIES,
      graphql: {
        introspection: variables.GRAPHQL_INTROSPECTION ?? forDevelopment,
        graphiql: variables.GRAPHIQL ?? forDevelopment,
        limits: Object.fromEntries(
          limitNames.flatMap((name) => {
            const limit = variables[limitVariable(name)];
            return limit === undefined ? [] : [[name, limit]];
          }),
        ),
        documents: variables.GRAPHQL_DOCUMENTS && resolve(variables.GRAPHQL_DOCUMENTS),
        trustedOnly: variables.GRAPHQL_TRUSTED_ONLY ?? false,
      },
    },
  };
}

/** Whether a host is this machine, for itself alone. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Where a service on this host and port is reached when `PUBLIC_URL` does not say. */
export function defaultPublicUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The path of a public address, without a trailing slash; empty for none. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
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
  .enum(['on', 'true', 'off', 'false'], 'is neither on nor off.')
  .transform((text) => text === 'on' || text === 'true')
  .optional();

function limitVariable<Name extends LimitName>(name: Name): `GRAPHQL_MAX_${Uppercase<Name>}` {
  return `GRAPHQL_MAX_${name.toUpperCase() as Uppercase<Name>}`;
}

function seconds(from: number, to: number) {
  const message = `is not a number of seconds. Use a whole number from ${from} to ${to}.`;
  return z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message);
}

/** Requests come with it and without, as the proxy has it: it must not begin as an address of the service itself does. */
function isBasePath(path: string): boolean {
  return (
    /^(\/[\w.~-]+)*$/.test(path) && !/^\/(admin|api|assets|docs|embed|graphql|health|ready)(\/|$)/.test(path)
  );
}

const limit = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'is not a limit. Use a whole number from 1.')
  .transform(Number);

const rate = z
  .string()
  .regex(/^\d{1,6}$/, 'is not a number of requests. Use a whole number; 0 is without a limit.')
  .transform(Number);

/** Whether a text is an address, or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}

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
      .refine(
        (text) => isBasePath(basePathOf(text)),
        "has a path that begins like one of the service's own, or unusual characters in it. Use another, such as /inlay.",
      )
      .optional(),
    LOG_LEVEL: z
      .string()
      .transform((level) => level.toLowerCase())
      .pipe(z.enum(logLevels, `is not a level. Use one of ${logLevels.join(', ')}.`))
      .default('info'),
    RUN_LEASE_SECONDS: seconds(1, 600).default(30),
    DRAIN_SECONDS: seconds(0, 600).optional(),
    NODE_ENV: z.string().optional(),
    DATABASE_POOL_SIZE: limit.default(10),
    MAX_TURNS: limit.default(200),
    MAX_CONNECTIONS: limit.default(10_000),
    REQUEST_SECONDS: seconds(1, 3_600).default(30),
    ANONYMOUS_REQUESTS_PER_SECOND: rate.default(50),
    DUCKDB_MEMORY_MB: limit.optional(),
    DUCKDB_THREADS: limit.optional(),
    EXCHANGES_PER_SECOND: rate.default(20),
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter((network) => network !== ''))
      .refine(
        (networks) => networks.every(isNetwork),
        'are not addresses or networks. Use 10.0.0.0/8, 192.0.2.1, for example.',
      ),
    GRAPHQL_INTROSPECTION: onOrOff,
    GRAPHIQL: onOrOff,
    GRAPHQL_MAX_LENGTH: limit.optional(),
    GRAPHQL_MAX_TOKENS: limit.optional(),
    GRAPHQL_MAX_ALIASES: limit.optional(),
    GRAPHQL_MAX_DIRECTIVES: limit.optional(),
    GRAPHQL_MAX_DEPTH: limit.optional(),
    GRAPHQL_MAX_BREADTH: limit.optional(),
    GRAPHQL_MAX_COMPLEXITY: limit.optional(),
    GRAPHQL_MAX_BATCH: limit.optional(),
    GRAPHQL_DOCUMENTS: z.string().optional(),
    GRAPHQL_TRUSTED_ONLY: onOrOff,
    OPENAI_API_KEY: z.string().optional(),
    OPENAI_BASE_URL: httpUrl,
    ANTHROPIC_API_KEY: z.string().optional(),
    ANTHROPIC_BASE_URL: httpUrl,
    OPENAI_COMPATIBLE_BASE_URL: httpUrl,
    OPENAI_COMPATIBLE_API_KEY: z.string().optional(),
  })
  .refine(
    ({ GRAPHQL_DOCUMENTS, GRAPHQL_TRUSTED_ONLY = false }) => !GRAPHQL_TRUSTED_ONLY || GRAPHQL_DOCUMENTS,
    {
      path: ['GRAPHQL_TRUSTED_ONLY'],
      message: 'needs trusted documents. Name their file in GRAPHQL_DOCUMENTS, or leave it off.',
    },
  )
  .readonly();

/** What the environment may name. */
export const environmentNames: readonly string[] = Object.keys(environmentSchema.unwrap().shape);
