import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { expect } from 'vitest';
import type { PrismaClient } from '../../../src/db/generated/client.ts';
import { LineClient } from '../line-client.ts';
import { chatPath } from '../service-process.ts';
import {
  agentsOf,
  ask,
  askPlanner,
  askProvider,
  exchange,
  exchangeOften,
  expectPages,
  graphiql,
  graphql,
  introspect,
  mint,
  ownKey,
  type Scene,
  send,
  startTurn,
} from './asking.ts';
import { documentId, type Surroundings } from './surroundings.ts';

/** A value of a variable, and how it shows from outside that the process took it. */
export interface Variable {
  readonly given: string | ((around: Surroundings) => string);
  readonly shows: (scene: Scene) => Promise<void>;
}

const tokenSecret = 'a-secret-of-32-bytes-for-signing-tokens';

/** Variables that leave each other alone; each group is one process. Whatever README names is in one of them. */
export const scenes: Readonly<Record<string, Readonly<Record<string, Variable>>>> = {
  'on embedded state': {
    HOST: {
      given: '127.0.0.2',
      async shows({ service }) {
        const { port } = new URL(service.url);
        expect(service.url).toBe(`http://127.0.0.2:${port}`);
        expect((await service.readiness()).status).toBe(200);
        await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
      },
    },
    PORT: {
      given: ({ port }) => String(port),
      async shows({ service, around }) {
        expect(new URL(service.url).port).toBe(String(around.port));
      },
    },
    WORKSPACE: {
      given: ({ workspace }) => workspace,
      async shows({ service }) {
        expect(await agentsOf(service)).toContain('"openai-compatible"');
      },
    },
    DATA_DIR: {
      given: ({ dataDir }) => dataDir,
      async shows({ around }) {
        const holder = JSON.parse(await readFile(join(around.dataDir, 'holder.json'), 'utf8'));
        expect(holder).toMatchObject({ pid: expect.any(Number) });
      },
    },
    ADMIN_API_KEY: {
      // The new one and the one before, while it is rotated.
      given: `${ownKey} ${ownKey}-before`,
      async shows({ service }) {
        const status = async (key: string) => (await mint(service, { key })).status;
        const statuses = [
          await status(ownKey),
          await status(`${ownKey}-before`),
          await status(`${ownKey}-not`),
        ];
        expect(statuses).toEqual([200, 200, 401]);
      },
    },
    TOKEN_SECRET: {
      given: tokenSecret,
      async shows({ service }) {
        const { sessionId } = (await mint(service)).body as { sessionId: string };
        const { body } = await exchange(service, '203.0.113.3', sessionId);
        const { token } = body as { token: string };
        const { payload } = await jwtVerify(token, Buffer.from(tokenSecret));
        expect(payload.iss).toBe('inlay');
      },
    },
    PUBLIC_URL: {
      given: 'https://inlay.example.com',
      async shows({ service }) {
        expect(await agentsOf(service)).toContain(`"https://inlay.example.com${chatPath(1)}"`);
        expect(service.said).toContain('clients reach it at https://inlay.example.com\n');
        await expectPages(service, '');
      },
    },
    METRICS_PORT: {
      given: ({ metricsPort }) => String(metricsPort),
      async shows({ around }) {
        const answer = await fetch(`http://127.0.0.2:${around.metricsPort}/metrics`);
        expect(answer.headers.get('content-type')).toContain('text/plain');
        expect(await answer.text()).toMatch(/^inlay_turns\{state="running"\} 0$/m);
      },
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      given: ({ collector }) => collector.url,
      async shows({ service, around }) {
        await askPlanner(service, 'How many sales?');
        const names = () => around.collector.spans.map(({ name }) => name);
        await expect.poll(names).toContain('invoke_agent Analyst');
      },
    },
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: {
      given: 'true',
      async shows({ service, around }) {
        await askPlanner(service, 'How many regions?');
        const text = () => JSON.stringify(around.collector.spans);
        await expect.poll(text).toContain('How many regions?');
      },
    },
    LOG_LEVEL: {
      given: 'info',
      async shows({ service }) {
        await fetch(`${service.url}/openapi.json`);
        const requests = () => service.logged.filter(({ msg }) => msg === 'request').length;
        await expect.poll(requests).toBeGreaterThan(0);
      },
    },
    SLOW_QUERY_MS: {
      given: '0',
      async shows({ service }) {
        await ask(service, 'SELECT MEASURE(count) AS n FROM sales');
        const slow = () => service.logged.filter(({ msg }) => msg === 'slow query');
        await expect
          .poll(slow)
          .toContainEqual(
            expect.objectContaining({ cubes: [expect.stringMatching(/^sales \(.*\.yml:\d+\)$/)] }),
          );
      },
    },
    EXCHANGES_PER_SECOND: {
      given: '1',
      async shows({ service }) {
        const statuses = await exchangeOften(service, () => '203.0.113.1');
        // Five seconds of them pass at once.
        expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
        expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(5);
      },
    },
    TRUSTED_PROXIES: {
      given: '127.0.0.0/8',
      async shows({ service }) {
        const statuses = await exchangeOften(service, (i) => `203.0.113.${i + 10}`);
        expect(new Set(statuses)).toEqual(new Set([401]));
      },
    },
    ...Object.fromEntries(
      (['openai', 'anthropic', 'openai-compatible'] as const).flatMap((provider) => {
        const prefix = provider.replace('-', '_').toUpperCase();
        const key = `the-key-of-${provider}`;
        return [
          [
            `${prefix}_API_KEY`,
            {
              given: key,
              async shows(scene) {
                const { headers } = await askProvider(scene, provider);
                const { authorization, 'x-api-key': apiKey } = headers;
                expect(apiKey ?? authorization).toBe(provider === 'anthropic' ? key : `Bearer ${key}`);
              },
            },
          ],
          [
            `${prefix}_BASE_URL`,
            {
              given: ({ providers }) => providers.urlOf(provider),
              async shows(scene) {
                expect((await askProvider(scene, provider)).path).toMatch(/^\/[\w-]+\/v1\/\w/);
              },
            },
          ],
        ] satisfies [string, Variable][];
      }),
    ),
    MAX_TURNS: {
      given: '1',
      async shows(scene) {
        await using _turn = await startTurn(scene, 'openai-compatible');
        const refused = await LineClient.open(`${scene.service.url}${chatPath(1)}`, {
          body: { input: 'Revenue?', sessionSettings: { externalId: 'second' } },
          headers: { authorization: `Api-Key ${ownKey}` },
        });
        expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'OVERLOADED' }]);
      },
    },
    RUN_LEASE_SECONDS: {
      given: '1',
      // Its effect takes a second process; what it does is in the database, below.
      async shows({ service }) {
        expect((await service.readiness()).status).toBe(200);
      },
    },
    QUERY_CACHE_MB: {
      given: '0',
      async shows({ service }) {
        const { headers } = await ask(service, 'SELECT MEASURE(count) FROM sales');
        expect(headers.has('x-cache')).toBe(false);
      },
    },
    DUCKDB_MEMORY_MB: {
      given: '40',
      async shows({ service }) {
        const names = Array.from('abcdefghijkl');
        const sum = names.map((name, index) => `CAST(${name}.id AS bigint) * ${10 ** index}`).join(' + ');
        const from = names.map((name) => `sales ${name}`).join(' CROSS JOIN ');
        const { status, body } = await ask(service, `SELECT count(DISTINCT ${sum}) FROM ${from}`);
        expect([status, body]).toMatchObject([400, { code: 'QUERY_LIMIT' }]);
      },
    },
    DUCKDB_THREADS: {
      given: '1',
      // How many work on a query cannot be seen from outside.
      async shows({ service }) {
        expect((await ask(service, 'SELECT MEASURE(count) FROM sales')).status).toBe(200);
      },
    },
    MAX_CONNECTIONS: {
      given: '40',
      async shows({ service }) {
        const { hostname, port } = new URL(service.url);
        const sockets = Array.from({ length: 60 }, () => connect(Number(port), hostname));
        for (const socket of sockets) socket.on('error', () => undefined).resume();
        try {
          await expect
            .poll(() => sockets.filter((socket) => socket.closed).length)
            .toBeGreaterThanOrEqual(20);
          expect(sockets.filter((socket) => !socket.closed).length).toBeGreaterThan(0);
        } finally {
          for (const socket of sockets) socket.destroy();
        }
        await expect.poll(() => service.readiness().catch(() => undefined)).toMatchObject({ status: 200 });
      },
    },
    REQUEST_SECONDS: {
      given: '2',
      async shows({ service }) {
        const { hostname, port } = new URL(service.url);
        const socket = connect(Number(port), hostname).setEncoding('utf8');
        const answer: string[] = [];
        socket.on('data', (text: string) => answer.push(text)).on('error', () => undefined);
        socket.write('POST /graphql HTTP/1.1\r\nHost: inlay.test\r\nContent-Length: 9\r\n\r\n{');
        await once(socket, 'close');
        expect(answer.join('')).not.toMatch(/^HTTP\/1.1 200/);
      },
    },
    // The last of its process, which it ends.
    DRAIN_SECONDS: {
      given: '1',
      async shows({ service }) {
        const ended = service.terminate();
        await expect
          .poll(() => service.readiness())
          .toMatchObject({ status: 503, body: { status: 'stopping' } });
        expect((await mint(service)).status).toBe(200);
        expect(await ended).toBe(0);
      },
    },
  },

  'in production, below a path': {
    NODE_ENV: {
      given: 'production',
      async shows({ service }) {
        // The control of QUERY_CACHE_MB.
        const { headers } = await ask(service, 'SELECT MEASURE(count) FROM sales');
        expect(headers.get('x-cache')).toBe('miss');
        expect(await introspect(service)).toMatch(/introspection has been disabled/);
      },
    },
    PUBLIC_URL: {
      given: 'https://example.com/tools/inlay/',
      async shows({ service }) {
        const base = '/tools/inlay';
        expect(await agentsOf(service)).toContain(`"https://example.com${base}${chatPath(1)}"`);
        // Whether the proxy passes the path on or takes it away.
        for (const path of ['', base]) expect((await fetch(`${service.url}${path}/health`)).status).toBe(200);
        const start = await fetch(`${service.url}${base}`, { headers: { accept: 'text/html' } });
        expect(start.status).toBe(200);
        await expectPages(service, base);
      },
    },
    GRAPHIQL: {
      given: 'on',
      async shows({ service }) {
        expect(await graphiql(service)).toContain('<title>Inlay</title>');
      },
    },
    ANONYMOUS_REQUESTS_PER_SECOND: {
      given: '1',
      async shows({ service }) {
        const post = () => fetch(`${service.url}/graphql`, { method: 'POST', body: '{' });
        const statuses = (await Promise.all(Array.from({ length: 12 }, post))).map(({ status }) => status);
        expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
        expect((await mint(service)).status).toBe(200);
      },
    },
    LOG_LEVEL: {
      given: 'silent',
      async shows({ service }) {
        await fetch(`${service.url}/health`);
        expect(service.logged).toEqual([]);
      },
    },
    DRAIN_SECONDS: {
      given: '0',
      async shows({ service }) {
        expect(await service.terminate()).toBe(0);
      },
    },
  },

  'with limits of GraphQL': {
    ...Object.fromEntries(
      Object.entries({
        LENGTH: [2_000, `{ __typename } #${'x'.repeat(2_000)}`],
        TOKENS: [100, `{ ${repeat(101, () => 'a')} }`],
        ALIASES: [3, `{ ${repeat(4, (n) => `a${n}: __typename`)} }`],
        DIRECTIVES: [2, `{ ${repeat(3, () => '__typename @include(if: true)')} }`],
        DEPTH: [4, '{ users { edges { node { groups { edges { cursor } } } } } }'],
        BREADTH: [9, `{ ${repeat(10, () => '__typename')} }`],
        COMPLEXITY: [60, '{ users(first: 100) { edges { cursor } } }'],
      }).map(([name, [limit, query]]) => [
        `GRAPHQL_MAX_${name}`,
        {
          given: String(limit),
          async shows({ service }: Scene) {
            const { errors = [] } = await graphql(service, String(query));
            expect(errors.map(({ message }) => message).join()).toMatch(new RegExp(`\\b${limit}\\b`));
            expect(await graphql(service, '{ viewer { kind } }')).toMatchObject({
              data: { viewer: { kind: 'API_KEY' } },
            });
          },
        },
      ]),
    ),
    GRAPHQL_MAX_BATCH: {
      given: '2',
      async shows({ service }) {
        const status = async (size: number) =>
          (await send(service, '/graphql', { body: Array(size).fill({ query: '{ __typename }' }) })).status;
        expect([await status(2), await status(3)]).toEqual([200, 413]);
      },
    },
    GRAPHQL_INTROSPECTION: {
      given: 'off',
      async shows({ service }) {
        expect(await introspect(service)).toMatch(/introspection has been disabled/);
      },
    },
    GRAPHIQL: {
      given: 'off',
      async shows({ service }) {
        expect(await graphiql(service)).not.toContain('<title>Inlay</title>');
      },
    },
  },

  'with trusted documents alone': {
    GRAPHQL_DOCUMENTS: {
      given: ({ documents }) => documents,
      async shows({ service }) {
        const { body } = await send(service, '/graphql', { body: { documentId } });
        expect(body).toMatchObject({ data: { viewer: { kind: 'API_KEY' } } });
      },
    },
    GRAPHQL_TRUSTED_ONLY: {
      given: 'on',
      async shows({ service }) {
        expect(await graphql(service, '{ viewer { kind } }')).toMatchObject({
          errors: [{ message: expect.any(String) }],
        });
      },
    },
  },

  'on PostgreSQL and Redis': {
    DATABASE_URL: {
      given: ({ databaseUrl = '' }) => databaseUrl,
      async shows({ service, around }) {
        await mint(service, { externalId: 'kept-in-postgresql' });
        const kept = { where: { identifier: 'kept-in-postgresql' } };
        expect(await stateOf(around).user.count(kept)).toBe(1);
      },
    },
    REDIS_URL: {
      given: process.env['TEST_REDIS_URL'] ?? '',
      async shows({ service }) {
        expect((await service.readiness()).body).toMatchObject({ checks: { redis: 'up', database: 'up' } });
      },
    },
    AUTO_MIGRATE: {
      given: 'off',
      async shows({ service }) {
        expect((await service.readiness()).status).toBe(200);
      },
    },
    DATABASE_POOL_SIZE: {
      given: '3',
      async shows({ service, around }) {
        await Promise.all(Array.from({ length: 20 }, (_, i) => mint(service, { externalId: `pool-${i}` })));
        const connections = await stateOf(around).$queryRaw`
          SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'inlay' AND pid <> pg_backend_pid()`;
        expect(connections).toHaveLength(3);
      },
    },
    OPENAI_COMPATIBLE_BASE_URL: {
      given: ({ providers }) => providers.urlOf('openai-compatible'),
      async shows(scene) {
        expect((await askProvider(scene, 'openai-compatible')).path).toMatch(/^\/[\w-]+\/v1\/\w/);
      },
    },
    RUN_LEASE_SECONDS: {
      given: '2',
      async shows(scene) {
        await using _turn = await startTurn(scene, 'openai-compatible');
        const state = stateOf(scene.around);
        const run = await state.chatRun.findFirstOrThrow({ where: { status: 'running' } });
        expect((run.leaseExpiresAt?.getTime() ?? Infinity) - Date.now()).toBeLessThanOrEqual(2_000);
      },
    },
    PUBLIC_URL: {
      given: 'https://inlay.example.com/bi',
      async shows({ service }) {
        expect(await agentsOf(service)).toContain(`"https://inlay.example.com/bi${chatPath(1)}"`);
      },
    },
  },
};

/** The state on PostgreSQL, behind the process's back. */
function stateOf({ prisma }: Surroundings): PrismaClient {
  if (prisma === undefined) throw new Error('There is no PostgreSQL for tests.');
  return prisma;
}

function repeat(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join(' ');
}
