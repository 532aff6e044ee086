import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fillDataDirectory } from '../../test/support/database.ts';
import { type RunningService, startService } from '../demo/start-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService({ fill: fillDataDirectory });
});

afterAll(() => service[Symbol.asyncDispose]());

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a client of this folder in a process of its own. */
function run(file: string, env: { INLAY_URL?: string; ADMIN_API_KEY?: string } = {}): Promise<Outcome> {
  const path = join(import.meta.dirname, file);
  const [command, args] = file.endsWith('.sh') ? ['bash', [path]] : [process.execPath, [path]];
  const variables = { PATH: process.env['PATH'], INLAY_URL: service.url, ADMIN_API_KEY: service.adminKey };
  return new Promise((resolve) => {
    execFile(command, args, { env: { ...variables, ...env } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
}

// curl and the client of graphql-sse tell of the status only.
const sayStatus = new Set(['rest.sh', 'graphql-subscription.ts']);

// What the README shows, too.
const online = /Online is highest with 10,748/;

describe('the clients', () => {
  it('the clients query GraphQL', async () => {
    const { code, stdout, stderr } = await run('graphql-query.ts');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('account acme (ENTERPRISE)');
    expect(stdout).toContain(`${service.url}/api/v1/public/acme/agents/1/chat/stream-chat-state`);
    expect(stdout).toMatch(/^channel\torders\nonline\t28569\n/m);
  });

  it('the clients follow a subscription, and go on with it when the connection breaks', async () => {
    const whole = await run('graphql-subscription.ts');
    expect(whole).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(online) });
    expect(whole.stdout).toMatch(
      /^used svcMeta\nused svcSqlApi\nused svcSqlApi\nanswer: .*\nended: COMPLETED\n$/,
    );
    const { code, stdout, stderr } = await run('graphql-subscription.ts', { INLAY_URL: await cutOnce() });
    expect(stderr).toMatch(/^connection lost after \d+, going on\n$/);
    expect(code).toBe(0);
    expect(stdout).toBe(whole.stdout);
  });

  it('the clients read newline-delimited JSON', async () => {
    const { code, stdout, stderr } = await run('rest-ndjson.ts');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^online\t10748$/m);
    const [deltas, answer] = /^(.+)\nanswer: (.+)\nended: completed\n$/m.exec(stdout)?.slice(1) ?? [];
    expect(answer).toMatch(online);
    expect(deltas).toBe(answer);
  });

  it('the clients use curl', async () => {
    const { code, stdout, stderr } = await run('rest.sh');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^session [0-9a-f]{8}…\nanswer:\n.*Online.*\nrows:\nchannel,orders\r\nonline,28569\r\n/,
    );
    expect(stdout).toMatch(/revoked\n$/);
  });

  it('the clients use typed documents', async () => {
    const { code, stdout, stderr } = await run('typed-documents.ts');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^session [0-9a-f]{8}…\nnorthwind\tnora\tstore 12\t\d{4}-/);
  });

  it('page through a connection, each node once', async () => {
    const { code, stdout, stderr } = await run('relay-pager.ts');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const users = stdout.trimEnd().split('\n');
    expect(users).toEqual(
      expect.arrayContaining([
        'INTERNAL\tada@acme.test',
        'INTERNAL\tbob@acme.test',
        'INTERNAL\tcarla@acme.test',
      ]),
    );
    expect(users.length).toBeGreaterThan(2);
    expect(new Set(users).size).toBe(users.length);
  });

  it.each([
    ['apollo.ts', /^agent Shop analyst$/m, online],
    ['urql.ts', /^agent Shop analyst$/m, online],
    ['relay/relay.ts', /^account acme\nagent Shop analyst$/m, online],
    ['graphql-request.ts', /^agent Shop analyst$/m, /^row online \d+$/m],
    ['gql-tada.ts', /^agent Shop analyst$/m, /^row online \d+$/m],
  ])('the recipe %s reads and asks', async (file, ...expected) => {
    const { code, stdout, stderr } = await run(join('../recipes', file));
    expect(stderr).toBe('');
    expect(code).toBe(0);
    for (const text of expected) expect(stdout).toMatch(text);
  });

  it.each([
    'graphql-query.ts',
    'graphql-subscription.ts',
    'rest-ndjson.ts',
    'rest.sh',
    'typed-documents.ts',
    'relay-pager.ts',
  ])('%s fails with a message for a wrong key', async (file) => {
    const { code, stderr } = await run(file, { ADMIN_API_KEY: 'a-wrong-key-of-24-characters' });
    expect(code).not.toBe(0);
    expect(stderr).toContain(sayStatus.has(file) ? '401' : 'Unknown, expired or revoked credentials');
  });
});

/** The address of a proxy that breaks its first connection once something of a stream went through. */
async function cutOnce(): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const sockets = new Set<Socket>();
  let cut = false;
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // Either end breaking is what this is about.
      socket.on('error', () => undefined);
    }
    client.pipe(upstream);
    upstream.on('data', (chunk) => {
      client.write(chunk);
      if (cut || !chunk.includes('ChatStarted')) return;
      cut = true;
      // What was written leaves first; then the stream ends without its last event.
      client.destroySoon();
      upstream.destroy();
    });
    upstream.on('end', () => client.end());
    client.on('close', () => upstream.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(async () => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
    await once(proxy, 'close');
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
