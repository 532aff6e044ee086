import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { telemetryChoices, variables } from './environment.ts';

const environmentSchema = z
  .object({
    ...variables.Service,
    ...variables.State,
    ...variables.Secrets,
    ...variables['Language models'],
    ...variables.Telemetry,
    ...variables.Limits,
    ...variables.GraphQL,
  })
  .refine((env) => !env.GRAPHQL_TRUSTED_ONLY || env.GRAPHQL_DOCUMENTS, {
    path: ['GRAPHQL_TRUSTED_ONLY'],
    message: 'needs trusted documents. Name their file in GRAPHQL_DOCUMENTS, or leave it off.',
  })
  .transform((env) => {
    const production = env.NODE_ENV === 'production';
    const isLocal = env.PUBLIC_URL === undefined && isLoopback(env.HOST);
    const forDevelopment = !production && isLocal;
    return {
      host: env.HOST,
      /** 0 takes a free port. */
      port: env.PORT,
      /** Without a trailing slash; by default {@link defaultPublicUrl}. */
      publicUrl: env.PUBLIC_URL,
      /** An absolute path, as are `dataDir` and `graphql.documents`. */
      workspace: resolve(env.WORKSPACE),
      dataDir: resolve(env.DATA_DIR),
      databaseUrl: env.DATABASE_URL,
      autoMigrate: env.AUTO_MIGRATE,
      redisUrl: env.REDIS_URL,
      adminApiKeys: env.ADMIN_API_KEY ?? [],
      tokenSecret: env.TOKEN_SECRET,
      logLevel: env.LOG_LEVEL,
      slowQueryMs: env.SLOW_QUERY_MS,
      runLeaseMs: 1_000 * env.RUN_LEASE_SECONDS,
      // A single process has no other to hand over to.
      drainMs: 1_000 * (env.DRAIN_SECONDS ?? (env.REDIS_URL === undefined ? 0 : 5)),
      providers: {
        openaiApiKey: env.OPENAI_API_KEY,
        openaiBaseUrl: env.OPENAI_BASE_URL,
        anthropicApiKey: env.ANTHROPIC_API_KEY,
        anthropicBaseUrl: env.ANTHROPIC_BASE_URL,
        openaiCompatibleBaseUrl: env.OPENAI_COMPATIBLE_BASE_URL,
        openaiCompatibleApiKey: env.OPENAI_COMPATIBLE_API_KEY,
      },
      telemetry: {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
        metricsPort: env.METRICS_PORT,
        withContents: env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
      },
      production,
      databasePoolSize: env.DATABASE_POOL_SIZE,
      maxTurns: env.MAX_TURNS,
      maxConnections: env.MAX_CONNECTIONS,
      requestSeconds: env.REQUEST_SECONDS,
      anonymousRequestsPerSecond: env.ANONYMOUS_REQUESTS_PER_SECOND,
      duckdb: { memoryBytes: env.DUCKDB_MEMORY_MB, threads: env.DUCKDB_THREADS },
      queryCacheBytes: 1024 * 1024 * env.QUERY_CACHE_MB,
      exchangesPerSecond: env.EXCHANGES_PER_SECOND,
      trustedProxies: env.TRUSTED_PROXIES,
      graphql: {
        introspection: env.GRAPHQL_INTROSPECTION ?? forDevelopment,
        graphiql: env.GRAPHIQL ?? forDevelopment,
        limits: {
          length: env.GRAPHQL_MAX_LENGTH,
          tokens: env.GRAPHQL_MAX_TOKENS,
          aliases: env.GRAPHQL_MAX_ALIASES,
          directives: env.GRAPHQL_MAX_DIRECTIVES,
          depth: env.GRAPHQL_MAX_DEPTH,
          breadth: env.GRAPHQL_MAX_BREADTH,
          complexity: env.GRAPHQL_MAX_COMPLEXITY,
          batch: env.GRAPHQL_MAX_BATCH,
        },
        documents: env.GRAPHQL_DOCUMENTS,
        trustedOnly: env.GRAPHQL_TRUSTED_ONLY,
      },
    };
  });

/** The checked environment; {@link variables} describes each value. */
export type Config = z.output<typeof environmentSchema>;

/** Limits of one GraphQL operation unless `GRAPHQL_MAX_…` sets others. */
export const defaultOperationLimits = environmentSchema.parse({}).graphql.limits;

type LoadedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Reads the configuration from environment variables. Reports every problem at once, each as `NAME: what is wrong and what
 * to do`, without repeating a secret. An empty variable counts as not set; relative paths start at the working directory.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): LoadedConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const { data, error } = environmentSchema.safeParse(given);
  const found = error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  const problems = [...found, ...telemetryProblems(given)];
  return data === undefined || problems.length > 0 ? { ok: false, problems } : { ok: true, config: data };
}

/** Nobody looks for what is sent in a way that is not supported, if nothing is sent. */
function telemetryProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  if (given['OTEL_EXPORTER_OTLP_ENDPOINT'] === undefined) return [];
  return Object.entries(telemetryChoices)
    .filter(([name, values]) => !values.includes(given[name] ?? values[0] ?? ''))
    .map(([name, values]) => `${name}: is not supported. Use ${values.join(', ')}, or unset it.`);
}

/** The address of a service on this host and port when `PUBLIC_URL` is not set. */
export function defaultPublicUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The path of a public address, without a trailing slash; empty for none. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
