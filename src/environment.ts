import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const limit = wholeNumber('is not a limit. Use a whole number from 1.', 1);

const rate = wholeNumber('is not a number of requests. Use a whole number; 0 means no limit.', 0, 999_999);

const onOrOff = z
  .enum(['on', 'true', 'off', 'false'], 'is neither on nor off.')
  .transform((text) => text === 'on' || text === 'true');

const httpUrl = url(['http:', 'https:'], 'https://example.com/v1');

/**
 * Every environment variable, by heading of the configuration reference in README, which `npm run codegen` writes from them.
 * `shownDefault` describes a default that depends on something else.
 */
export const variables = {
  Service: {
    HOST: z
      .string()
      .refine(
        // What looks like an address would be looked up as a name.
        (host) => (/^\d+(?:\.\d+){3}$|:/.test(host) ? isIP(host) > 0 : /^[\w.-]+$/.test(host)),
        'is not a host name or an IP address. Use 127.0.0.1 or 0.0.0.0, for example.',
      )
      .default('127.0.0.1')
      .describe('Address to listen on.'),
    PORT: wholeNumber('is not a port. Use a number from 0 to 65535; 0 takes a free one.', 0, 65_535)
      .default(4000)
      .describe('Port to listen on. `0` takes a free one.'),
    PUBLIC_URL: url(['http:', 'https:'], 'https://inlay.example.com')
      .refine(
        (text) => !/[?#@]/.test(text),
        'must not have a user, a query or a fragment. Give the address alone.',
      )
      .transform((text) => text.replace(/\/+$/, ''))
      .refine(
        (text) => isBasePath(new URL(text).pathname),
        "has a path that begins like one of the service's own, or unusual characters in it. Use another, such as /inlay.",
      )
      .optional()
      .meta({
        description:
          'Address at which clients reach the service. With a path, such as `https://example.com/inlay`, everything is served below it, whether or not the proxy strips that path.',
        shownDefault: '`http://HOST:PORT`',
      }),
    WORKSPACE: z.string().default('examples/shop').describe('Folder with `inlay.yml`.'),
    NODE_ENV: z
      .string()
      .optional()
      .describe(
        '`production` turns off the reloading of data models and, by default, GraphiQL and introspection.',
      ),
    LOG_LEVEL: z
      .string()
      .transform((level) => level.toLowerCase())
      .pipe(z.enum(logLevels, `is not a level. Use one of ${logLevels.join(', ')}.`))
      .default('info')
      .describe(`One of ${logLevels.map((level) => `\`${level}\``).join(', ')}.`),
    SLOW_QUERY_MS: wholeNumber('is not a number of milliseconds. Use a whole number; 0 logs every query.', 0)
      .default(5_000)
      .describe(
        'A query of a data source whose first rows take longer is logged as slow, with its cubes and where the model declares them.',
      ),
    DRAIN_SECONDS: seconds(0, 600).optional().meta({
      description:
        'After SIGTERM, time to keep serving while `/ready` answers 503. Connections are then refused, and running turns get the same time again (at least 1 second) to finish.',
      shownDefault: '`5` with `REDIS_URL`, else `0`',
    }),
  },
  State: {
    DATA_DIR: z
      .string()
      .default('.inlay')
      .describe('Folder of the embedded database (PGlite). Only one process can use it at a time.'),
    DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')
      .optional()
      .describe('PostgreSQL 15 or later, instead of the embedded database.'),
    AUTO_MIGRATE: onOrOff
      .default(true)
      .describe(
        'Whether a start applies the migrations that the database lacks. If `off`, the service refuses to start without them; `inlay migrate`, or `npm run db:migrate` in a checkout, applies them.',
      ),
    DATABASE_POOL_SIZE: limit.default(10).describe('Maximum number of connections to PostgreSQL.'),
    REDIS_URL: url(['redis:', 'rediss:'], 'redis://host:6379')
      .optional()
      .describe(
        'Redis 6.2 or later, shared by all processes of one database. On a server for several installations, each needs a database number of its own (`redis://host:6379/1`). With it, any of them can stream and stop any turn. Without it, there must be only one process.',
      ),
    RUN_LEASE_SECONDS: seconds(1, 600)
      .default(30)
      .describe('Time without a heartbeat from its process after which a turn is marked interrupted.'),
  },
  Secrets: {
    ADMIN_API_KEY: z
      .string()
      .transform((text) => text.trim().split(/ +/))
      .refine(
        (keys) => keys.every((key) => /^[\x21-\x7e]{24,200}$/.test(key)),
        'is not 24 to 200 printable characters without spaces. Use the output of "openssl rand -hex 24", for example.',
      )
      .optional()
      .meta({
        description:
          'Admin key of the first account in the workspace. To rotate it, give the new and the old one, separated by a space, restart all processes, then give the new one alone. A generated key is written to the file `admin-key` in `DATA_DIR`, at the first start.',
        shownDefault: 'generated',
      }),
    TOKEN_SECRET: z
      .string()
      .refine(
        (secret) => Buffer.byteLength(secret) >= 32,
        'is shorter than 32 bytes. Use the output of "openssl rand -hex 32", for example.',
      )
      .optional()
      .meta({
        description:
          'Signs session tokens. To rotate it, give several, separated by spaces: the first one signs, all of them verify.',
        shownDefault: 'generated, kept in the database',
      }),
  },
  'Language models': {
    OPENAI_API_KEY: z.string().optional().describe('For agents whose `model` is `openai:…`.'),
    OPENAI_BASE_URL: httpUrl.optional().describe('Replaces the address of the OpenAI API.'),
    ANTHROPIC_API_KEY: z.string().optional().describe('For agents whose `model` is `anthropic:…`.'),
    ANTHROPIC_BASE_URL: httpUrl.optional().describe('Replaces the address of the Anthropic API.'),
    OPENAI_COMPATIBLE_API_KEY: z
      .string()
      .optional()
      .describe('For agents whose `model` is `openai-compatible:…`, if the server needs a key.'),
    OPENAI_COMPATIBLE_BASE_URL: httpUrl
      .optional()
      .describe('Address of the OpenAI-compatible API. Required for these agents.'),
  },
  Telemetry: {
    METRICS_PORT: wholeNumber('is not a port. Use a number from 1 to 65535.', 1, 65_535)
      .optional()
      .describe(
        'Port that serves `GET /metrics` in the text format of Prometheus, on `HOST`. It needs no credentials, so keep it to your own network. Without it, nothing is measured.',
      ),
    OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'], 'http://127.0.0.1:4318')
      .optional()
      .describe(
        'OpenTelemetry collector that gets traces, from requests to the statements on the data source, and metrics, by OTLP over HTTP. Without it, nothing is sent. Other standard `OTEL_…` variables apply, such as `OTEL_SERVICE_NAME` (default: `inlay`), `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, and `OTEL_METRICS_EXPORTER` or `OTEL_TRACES_EXPORTER` with the value `none`. A value that is not supported prevents the start.',
      ),
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: onOrOff
      .default(false)
      .describe(
        'Whether spans also hold the messages to and from models, and the input and result of tools, including rows.',
      ),
  },
  Limits: {
    MAX_TURNS: limit
      .default(200)
      .describe(
        'Maximum number of concurrent turns per process. Further turns wait for up to 5 seconds; accounts take turns.',
      ),
    MAX_CONNECTIONS: limit
      .default(10_000)
      .describe('Maximum number of open connections. Further ones are closed.'),
    REQUEST_SECONDS: seconds(1, 3_600)
      .default(30)
      .describe(
        'Time within which a client must have sent a request with its body. The headers must arrive within 10 seconds.',
      ),
    ANONYMOUS_REQUESTS_PER_SECOND: rate
      .default(50)
      .describe(
        'Requests without valid credentials, per address, with a burst of five seconds. `0` means no limit. Behind a proxy, set `TRUSTED_PROXIES`; otherwise all of its clients share one limit.',
      ),
    EXCHANGES_PER_SECOND: rate
      .default(20)
      .describe('Session exchanges, which need no credentials, per address. `0` means no limit.'),
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter((network) => network !== ''))
      .refine(
        (networks) => networks.every(isNetwork),
        'are not addresses or networks. Use 10.0.0.0/8, 192.0.2.1, for example.',
      )
      .describe('Addresses and networks whose `X-Forwarded-For` is trusted, such as `10.0.0.0/8`.'),
    QUERY_CACHE_MB: wholeNumber('is not a size. Use a whole number of megabytes; 0 keeps no results.', 0)
      .default(64)
      .describe(
        'Megabytes of results that are kept for reuse, in this process and, with `REDIS_URL`, as much again in Redis. Data sources without `cache` in `inlay.yml` keep none. `0` turns reuse off.',
      ),
    DUCKDB_MEMORY_MB: limit
      .transform((megabytes) => megabytes * 1024 * 1024)
      .optional()
      .meta({
        description:
          'Memory of DuckDB, which all deployments share. A query that needs more spills up to twice as much to the temporary folder, then fails with `QUERY_LIMIT`.',
        shownDefault: 'a quarter of the memory',
      }),
    DUCKDB_THREADS: limit.optional().meta({
      description: 'Threads of DuckDB, which all deployments share.',
      shownDefault: 'the available processors',
    }),
  },
  GraphQL: {
    GRAPHQL_INTROSPECTION: onOrOff.optional().meta({
      description:
        'Whether clients may query the schema: by default if `HOST` is a loopback address, `PUBLIC_URL` is not set and `NODE_ENV` is not `production`.',
      shownDefault: '`on` for local use',
    }),
    GRAPHIQL: onOrOff.optional().meta({
      description: 'GraphiQL at `GET /graphql`, by the same rule.',
      shownDefault: '`on` for local use',
    }),
    GRAPHQL_MAX_LENGTH: limit.default(100_000).describe('Characters of a document.'),
    GRAPHQL_MAX_TOKENS: limit.default(4_000).describe('Tokens of a document.'),
    GRAPHQL_MAX_ALIASES: limit.default(50).describe('Aliases in a document.'),
    GRAPHQL_MAX_DIRECTIVES: limit.default(50).describe('Directives in a document.'),
    GRAPHQL_MAX_DEPTH: limit.default(14).describe('Levels of nested fields.'),
    GRAPHQL_MAX_BREADTH: limit.default(400).describe('Selected fields, with fragments expanded.'),
    GRAPHQL_MAX_COMPLEXITY: limit.default(20_000).describe('Estimated number of fields in the response.'),
    GRAPHQL_MAX_BATCH: limit.default(10).describe('Operations in one request.'),
    GRAPHQL_DOCUMENTS: z
      .string()
      .transform((path) => resolve(path))
      .optional()
      .describe(
        "JSON file of documents by hash, as written by the client preset's `persistedDocuments`. Clients may then send `documentId` instead of `query`. An unknown `documentId` is refused with `BAD_REQUEST`. An unknown hash in `extensions.persistedQuery`, as the links of Apollo and urql send it, is answered with `PersistedQueryNotSupported`, after which they send the whole document.",
      ),
    GRAPHQL_TRUSTED_ONLY: onOrOff
      .default(false)
      .describe(
        "Refuses every document that is sent in full, and every id that is neither in that file nor one of the service's own pages. A `query` beside a known `documentId` is ignored. REST is not affected.",
      ),
  },
} as const;

/** Values of standard variables that OpenTelemetry reads by itself; it would pass over any other in silence. */
export const telemetryChoices: Readonly<Record<string, readonly string[]>> = {
  OTEL_TRACES_EXPORTER: ['otlp', 'none'],
  OTEL_METRICS_EXPORTER: ['otlp', 'none'],
  OTEL_EXPORTER_OTLP_PROTOCOL: ['http/json', 'http/protobuf'],
  OTEL_TRACES_SAMPLER: [
    ...['always_on', 'always_off', 'traceidratio'],
    ...['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'],
  ],
};

/** Variables that may be read from files instead, named by the same names with `_FILE`. */
export const secretNames: readonly string[] = [
  'ADMIN_API_KEY',
  'TOKEN_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'OPENAI_COMPATIBLE_API_KEY',
];

/** A URL of one of the protocols. The message does not repeat it, since it may hold a password. */
function url(protocols: readonly string[], example: string) {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `is not a URL like ${example}. Correct or unset it.`,
    );
}

function wholeNumber(message: string, from: number, to = 999_999_999) {
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message);
}

function seconds(from: number, to: number) {
  return wholeNumber(`is not a number of seconds. Use a whole number from ${from} to ${to}.`, from, to);
}

/**
 * Whether a path can prefix the service's own. Proxies may strip it or not, so a path of the service must not be
 * mistaken for it.
 */
function isBasePath(path: string): boolean {
  return (
    /^(\/[\w.~-]+)*\/?$/.test(path) &&
    !/^\/(admin|api|assets|docs|embed|graphql|health|mcp|openapi\.json|ready)(\/|$)/.test(path)
  );
}

/** Whether a text is an IP address, or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}
