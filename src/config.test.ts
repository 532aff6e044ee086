import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { basePathOf, defaultOperationLimits, defaultPublicUrl, loadConfig } from './config.ts';

it('has a default for everything', () => {
  expect(loadConfig({ UNRELATED: 'x' })).toEqual({
    ok: true,
    config: {
      host: '127.0.0.1',
      port: 4000,
      publicUrl: undefined,
      workspace: resolve('examples/shop'),
      dataDir: resolve('.inlay'),
      databaseUrl: undefined,
      redisUrl: undefined,
      adminApiKeys: [],
      autoMigrate: true,
      tokenSecret: undefined,
      logLevel: 'info',
      slowQueryMs: 5_000,
      runLeaseMs: 30_000,
      drainMs: 0,
      providers: {
        openaiApiKey: undefined,
        openaiBaseUrl: undefined,
        anthropicApiKey: undefined,
        anthropicBaseUrl: undefined,
        openaiCompatibleBaseUrl: undefined,
        openaiCompatibleApiKey: undefined,
      },
      telemetry: { endpoint: undefined, metricsPort: undefined, withContents: false },
      production: false,
      graphql: {
        introspection: true,
        graphiql: true,
        limits: defaultOperationLimits,
        documents: undefined,
        trustedOnly: false,
      },
      databasePoolSize: 10,
      maxTurns: 200,
      maxConnections: 10_000,
      requestSeconds: 30,
      anonymousRequestsPerSecond: 50,
      queryCacheBytes: 64 * 1024 * 1024,
      duckdb: { memoryBytes: undefined, threads: undefined },
      exchangesPerSecond: 20,
      trustedProxies: [],
    },
  });
});

it('takes every variable', () => {
  const key = 'k'.repeat(24);
  const secret = 's'.repeat(32);
  const loaded = loadConfig({
    HOST: '::1',
    PORT: '0',
    PUBLIC_URL: 'https://inlay.example.com/base//',
    WORKSPACE: '/srv/workspace',
    DATA_DIR: '/srv/data',
    DATABASE_URL: 'postgresql://u:p@db/inlay?sslmode=require',
    REDIS_URL: 'rediss://cache:6379/1',
    ADMIN_API_KEY: key,
    TOKEN_SECRET: secret,
    LOG_LEVEL: 'WARN',
    SLOW_QUERY_MS: '250',
    QUERY_CACHE_MB: '8',
    DUCKDB_MEMORY_MB: '512',
    DUCKDB_THREADS: '2',
    RUN_LEASE_SECONDS: '3',
    DRAIN_SECONDS: '0',
    NODE_ENV: 'production',
    GRAPHQL_MAX_LENGTH: '5000',
    GRAPHQL_MAX_DEPTH: '20',
    GRAPHQL_MAX_BATCH: '1',
    DATABASE_POOL_SIZE: '20',
    MAX_TURNS: '50',
    MAX_CONNECTIONS: '2000',
    REQUEST_SECONDS: '60',
    ANONYMOUS_REQUESTS_PER_SECOND: '5',
    EXCHANGES_PER_SECOND: '0',
    TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1 2001:db8::/32',
    GRAPHIQL: 'on',
    GRAPHQL_DOCUMENTS: '/srv/documents.json',
    GRAPHQL_TRUSTED_ONLY: 'true',
    OPENAI_API_KEY: 'o',
    ANTHROPIC_API_KEY: 'a',
    OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:8080/v1',
    OPENAI_COMPATIBLE_API_KEY: 'c',
  });
  expect(loaded).toMatchObject({
    ok: true,
    config: {
      host: '::1',
      port: 0,
      publicUrl: 'https://inlay.example.com/base',
      workspace: '/srv/workspace',
      dataDir: '/srv/data',
      databaseUrl: 'postgresql://u:p@db/inlay?sslmode=require',
      redisUrl: 'rediss://cache:6379/1',
      adminApiKeys: [key],
      autoMigrate: true,
      tokenSecret: secret,
      logLevel: 'warn',
      runLeaseMs: 3_000,
      drainMs: 0,
      production: true,
      graphql: {
        introspection: false,
        graphiql: true,
        limits: { length: 5_000, depth: 20, batch: 1 },
        documents: '/srv/documents.json',
        trustedOnly: true,
      },
      databasePoolSize: 20,
      maxTurns: 50,
      maxConnections: 2_000,
      requestSeconds: 60,
      anonymousRequestsPerSecond: 5,
      queryCacheBytes: 8 * 1024 * 1024,
      duckdb: { memoryBytes: 512 * 1024 * 1024, threads: 2 },
      exchangesPerSecond: 0,
      trustedProxies: ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'],
      providers: {
        openaiApiKey: 'o',
        anthropicApiKey: 'a',
        openaiCompatibleBaseUrl: 'http://127.0.0.1:8080/v1',
        openaiCompatibleApiKey: 'c',
      },
    },
  });
});

it.each<[environment: Record<string, string>, introspection: boolean, graphiql: boolean]>([
  [{}, true, true],
  [{ HOST: '127.0.0.1' }, true, true],
  [{ HOST: '127.1.2.3' }, true, true],
  [{ HOST: '::1' }, true, true],
  [{ HOST: 'localhost' }, true, true],
  [{ HOST: '0.0.0.0' }, false, false],
  [{ HOST: '::' }, false, false],
  [{ HOST: '10.0.0.5' }, false, false],
  [{ HOST: '127.example.com' }, false, false],
  [{ HOST: 'localhost.example.com' }, false, false],
  [{ PUBLIC_URL: 'https://inlay.example.com' }, false, false],
  [{ PUBLIC_URL: 'http://127.0.0.1:4000' }, false, false],
  [{ NODE_ENV: 'production' }, false, false],
  [{ NODE_ENV: 'development', HOST: '0.0.0.0' }, false, false],
  [{ HOST: '0.0.0.0', GRAPHQL_INTROSPECTION: 'on' }, true, false],
  [{ PUBLIC_URL: 'https://inlay.example.com', GRAPHIQL: 'on' }, false, true],
  [{ GRAPHQL_INTROSPECTION: 'off' }, false, true],
  [{ NODE_ENV: 'production', GRAPHQL_INTROSPECTION: 'on', GRAPHIQL: 'on' }, true, true],
])('with %j introspection is %s and GraphiQL %s', (environment, introspection, graphiql) => {
  expect(loadConfig(environment)).toMatchObject({ config: { graphql: { introspection, graphiql } } });
});

it('takes a variable that is set to nothing as not set', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    ok: true,
    config: { port: 4000, databaseUrl: undefined },
  });
});

it.each(['999.1.1.1', '127.0.0.256', '::1::', ':'])('HOST %s is no address that anybody can have', (host) => {
  expect(loadConfig({ HOST: host })).toMatchObject({
    problems: [expect.stringMatching(/^HOST: is not a host/)],
  });
});

it('drains before it stops when there may be other processes', () => {
  expect(loadConfig({ REDIS_URL: 'redis://cache' })).toMatchObject({ config: { drainMs: 5_000 } });
});

it('reports every problem at once, and no secret', () => {
  const loaded = loadConfig({
    HOST: 'http://host',
    PORT: '70000',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    REDIS_URL: 'hunter2',
    ADMIN_API_KEY: 'hunter2',
    TOKEN_SECRET: 'hunter2',
    PUBLIC_URL: 'https://inlay.example.com/?hunter2',
    LOG_LEVEL: 'loud',
    RUN_LEASE_SECONDS: '0',
    DRAIN_SECONDS: 'soon',
    GRAPHQL_INTROSPECTION: 'perhaps',
    GRAPHQL_MAX_DEPTH: '0',
    DATABASE_POOL_SIZE: '0',
    MAX_TURNS: 'many',
    MAX_CONNECTIONS: '0',
    REQUEST_SECONDS: '0',
    ANONYMOUS_REQUESTS_PER_SECOND: '1.5',
    QUERY_CACHE_MB: '-1',
    DUCKDB_MEMORY_MB: '1.5',
    DUCKDB_THREADS: '0',
    EXCHANGES_PER_SECOND: '-1',
    TRUSTED_PROXIES: '10.0.0.0/33',
    OPENAI_COMPATIBLE_BASE_URL: 'hunter2',
  });
  const lines = loaded.ok ? [] : loaded.problems;
  expect(lines.map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
    'HOST: is not a',
    'PORT: is not a',
    'PUBLIC_URL: must not have',
    'LOG_LEVEL: is not a',
    'DRAIN_SECONDS: is not a',
    'DATABASE_URL: is not a',
    'DATABASE_POOL_SIZE: is not a',
    'REDIS_URL: is not a',
    'RUN_LEASE_SECONDS: is not a',
    'ADMIN_API_KEY: is not 24',
    'TOKEN_SECRET: is shorter than',
    'OPENAI_COMPATIBLE_BASE_URL: is not a',
    'MAX_TURNS: is not a',
    'MAX_CONNECTIONS: is not a',
    'REQUEST_SECONDS: is not a',
    'ANONYMOUS_REQUESTS_PER_SECOND: is not a',
    'EXCHANGES_PER_SECOND: is not a',
    'TRUSTED_PROXIES: are not addresses',
    'QUERY_CACHE_MB: is not a',
    'DUCKDB_MEMORY_MB: is not a',
    'DUCKDB_THREADS: is not a',
    'GRAPHQL_INTROSPECTION: is neither on',
    'GRAPHQL_MAX_DEPTH: is not a',
  ]);
  expect(lines.join('\n')).not.toContain('hunter2');
});

it('refuses values of OpenTelemetry that would be passed over, where something is sent', () => {
  const wrong = {
    OTEL_TRACES_EXPORTER: 'zipkin',
    OTEL_METRICS_EXPORTER: 'console',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_SAMPLER: 'foo',
  };
  expect(loadConfig(wrong).ok).toBe(true);
  const refused = loadConfig({ ...wrong, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', PORT: 'x' });
  if (refused.ok) expect.unreachable();
  expect(refused.problems.map((problem) => problem.split(':')[0])).toEqual(['PORT', ...Object.keys(wrong)]);
  expect(refused.problems.at(-2)).toBe(
    'OTEL_EXPORTER_OTLP_PROTOCOL: is not supported. Use http/json, http/protobuf, or unset it.',
  );
});

it('takes trusted documents only when there are any', () => {
  expect(loadConfig({ GRAPHQL_TRUSTED_ONLY: 'on' })).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(/^GRAPHQL_TRUSTED_ONLY: .*GRAPHQL_DOCUMENTS/)],
  });
  expect(loadConfig({ GRAPHQL_TRUSTED_ONLY: 'off' })).toMatchObject({ ok: true });
});

it.each(['4000x', '-1', '65536', '1e3'])('refuses the port %s', (PORT) => {
  expect(loadConfig({ PORT })).toMatchObject({ ok: false, problems: [expect.stringMatching(/^PORT: /)] });
});

it.each([
  'https://a.test/api',
  'https://a.test/embed/x',
  'https://a.test/mcp',
  'https://a.test/openapi.json',
  'https://a.test/a//b',
  'https://a.test/%22',
  'https://a.test/a&b',
])('refuses the public address %s, whose path is ambiguous', (PUBLIC_URL) => {
  expect(loadConfig({ PUBLIC_URL })).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(/^PUBLIC_URL: /)],
  });
});

it('refuses a public address with a password, and does not repeat it', () => {
  const loaded = loadConfig({ PUBLIC_URL: 'https://user:hunter2@a.test/inlay' });
  expect(loaded).toEqual({
    ok: false,
    problems: [expect.stringMatching(/^PUBLIC_URL: must not have a user/)],
  });
  expect(JSON.stringify(loaded)).not.toContain('hunter2');
});

it.each([
  ['https://a.test', ''],
  ['https://a.test/inlay', '/inlay'],
  ['https://a.test/tools/api-2', '/tools/api-2'],
])('takes the public address %s, below the path "%s"', (PUBLIC_URL, path) => {
  expect(loadConfig({ PUBLIC_URL })).toMatchObject({ ok: true, config: { publicUrl: PUBLIC_URL } });
  expect(basePathOf(PUBLIC_URL)).toBe(path);
});

it('knows its own address', () => {
  expect(defaultPublicUrl('127.0.0.1', 4000)).toBe('http://127.0.0.1:4000');
  expect(defaultPublicUrl('::1', 4000)).toBe('http://[::1]:4000');
});
