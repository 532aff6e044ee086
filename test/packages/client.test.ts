import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Package from '../../packages/client/src/index.ts';
import { fillDataDirectory } from '../support/database.ts';
import { installPackages } from '../support/installed-packages.ts';
import { type ModelCall, openModelServer } from '../support/model-server.ts';
import { adminKey, createServiceFolder, modelAgent, ServiceProcess } from '../support/service-process.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** The package as it is published, installed in an empty folder, against the started service. */
const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

const opened = new AsyncDisposableStack();
let folder = '';
let files: readonly string[] = [];
let client: typeof Package;
let service: ServiceProcess;
let proxy: TcpProxy;
const calls: ModelCall[] = [];

beforeAll(async () => {
  await Promise.all([install(), start()]);
});

afterAll(() => opened.disposeAsync());

async function install(): Promise<void> {
  const installed = opened.use(await installPackages(['client']));
  folder = installed.folder;
  files = installed.files['client'] ?? [];
  const entry = join(folder, 'node_modules', '@inlay', 'client', 'dist', 'index.js');
  client = await import(pathToFileURL(entry).href);
}

async function start(): Promise<void> {
  const model = opened.use(await openModelServer((call) => void calls.push(call)));
  const workspace = opened.use(await createServiceFolder());
  await fillDataDirectory(workspace.dataDir);
  service = opened.use(await ServiceProcess.start(workspace, { OPENAI_COMPATIBLE_BASE_URL: model.url }));
  proxy = opened.use(await openTcpProxy(service.url));
}

function openInlay() {
  return client.createInlay({ url: service.url, apiKey: adminKey });
}

let users = 0;

function newReader(): string {
  users += 1;
  return `reader-${users}`;
}

/** A client of a new user, through the proxy, and the sessions that it has asked for. */
function openClient(options: Partial<Package.ClientOptions> = {}, externalId = newReader()) {
  const sessions: string[] = [];
  async function getSession(): Promise<string> {
    const { sessionId } = await openInlay().sessions.generate({
      deploymentId: 1,
      externalId,
      groups: ['managers'],
    });
    sessions.push(sessionId);
    return sessionId;
  }
  const user = client.createClient({ url: proxy.url, getSession, agentId: modelAgent, ...options });
  return { user, sessions, externalId };
}

async function nextCall(): Promise<ModelCall> {
  await vi.waitUntil(() => calls.length > 0, { timeout: 20_000, interval: 5 });
  return calls.shift() as ModelCall;
}

type ChatEvent = Package.ChatEvent;

async function next(events: AsyncGenerator<ChatEvent, void>): Promise<ChatEvent> {
  const { done, value } = await events.next();
  if (done) throw new Error('The events have ended.');
  return value;
}

describe('the package', () => {
  it('holds plain JavaScript, declarations, source maps, the license and no dependency', async () => {
    const entry = await readFile(join(folder, 'node_modules/@inlay/client/package.json'), 'utf8');
    expect(JSON.parse(entry)).not.toHaveProperty('dependencies');
    expect(files).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']),
    );
    expect(
      files.filter((file) => !/^(LICENSE|README\.md|package\.json|dist\/.*\.(js|d\.ts|js\.map))$/.test(file)),
    ).toEqual([]);
  });

  it('is smaller than 12 kB, compressed, with everything in it', async () => {
    const output = (await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        minify: true,
        lib: { entry: join(folder, 'node_modules/@inlay/client/dist/index.js'), formats: ['es'] },
      },
    })) as Rollup.RollupOutput[];
    const code = output.flatMap(({ output: [chunk] }) => chunk.code).join('');
    expect(code).toContain('createInlay');
    expect(gzipSync(code).length).toBeLessThan(12_000);
  });

  it('does what the READMEs show, which is typed strictly', async () => {
    await mkdir(join(folder, 'src'), { recursive: true });
    const readmes = [join(folder, 'node_modules/@inlay/client/README.md'), join(root, 'README.md')];
    for (const [index, readme] of readmes.entries()) {
      const text = await readFile(readme, 'utf8');
      const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
      const code = blocks.join('\n').replace('http://127.0.0.1:4000', service.url);
      await writeFile(join(folder, 'src', `readme-${index}.ts`), code);
    }
    await writeFile(join(folder, 'src', 'types.ts'), typedConsumer);
    await writeFile(join(folder, 'tsconfig.json'), consumerConfig);
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(({ stdout }) =>
      expect(stdout).toBe(''),
    );
    const env = { PATH: process.env['PATH'], ADMIN_API_KEY: adminKey };
    const show = (file: string) => run(process.execPath, [join(folder, 'src', file)], { env });
    const [{ stdout, stderr }, short] = await Promise.all([show('readme-0.ts'), show('readme-1.ts')]);
    expect(short).toEqual({ stderr: '', stdout: expect.stringContaining('Online is highest with 10,748') });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^answer .*Online is highest with 10,748.*$/m);
    expect(stdout).toMatch(/^ended COMPLETED$/m);
    expect(stdout).toMatch(/^thread How many orders in 2025 by channel\?$/m);
    expect(stdout).toMatch(/^columns channel,orders\nrow marketplace \d+\nrow online 28569\nrow store \d+$/m);
    expect(stdout).toMatch(/^tile Sales 1$/m);
    expect(stdout).toMatch(/^kept My answers false$/m);
    expect(stdout).toMatch(/^error SQL_INVALID$/m);
  });
});

const typedConsumer = `
import { type ChatEvent, createClient, type ErrorCode, type EventOf, InlayError, type QueryRows } from '@inlay/client';
const client = createClient({ url: '', token: '' });
export async function read(): Promise<string> {
  const rows: QueryRows = await client.query('SELECT 1');
  for await (const row of rows) for (const value of row) String(value);
  const kinds: ChatEvent['__typename'][] = [];
  for await (const event of client.ask('a', { signal: AbortSignal.timeout(1) })) {
    kinds.push(event.__typename);
    // @ts-expect-error a delta has no message
    if (event.__typename === 'ChatDelta') event.message;
    if (event.__typename === 'ChatMessageFinished' && event.message.toolCall?.result?.__typename === 'SqlToolResult') {
      const total: number = event.message.toolCall.result.totalRows;
      return String(total);
    }
  }
  return kinds.join();
}
export const codeOf = (error: InlayError): ErrorCode | 'CONNECTION_LOST' => error.code;
export const textOf = ({ content }: EventOf<'ChatDelta'>): string => content;
// @ts-expect-error a client needs a session or a token
createClient({ url: '' });
`;

const consumerConfig = JSON.stringify({
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    noEmit: true,
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
  },
  include: ['src'],
});

describe('a question', () => {
  it('is answered through ten cuts of the connection, without loss or repetition', async () => {
    const { user } = openClient();
    const events = user.ask('What happens when the connection breaks?');
    const seen = [await next(events), await next(events)];
    const call = await nextCall();
    const pieces = Array.from({ length: 10 }, (_, index) => `piece ${index} `);
    for (const piece of pieces) {
      call.say(piece);
      seen.push(await next(events));
      proxy.cut();
    }
    call.end();
    for await (const event of events) seen.push(event);
    const deltas = seen.flatMap((event) => (event.__typename === 'ChatDelta' ? [event.content] : []));
    expect(deltas.join('')).toBe(pieces.join(''));
    expect(seen.map(({ sort }) => sort)).toEqual(seen.map((_, index) => index));
    expect(seen.filter(({ __typename }) => __typename === 'ChatStarted')).toHaveLength(1);
    expect(seen.at(-1)).toMatchObject({ __typename: 'ChatEnded', status: 'COMPLETED' });
  });

  it('is asked once, although the connection breaks before the first event', async () => {
    const { user } = openClient();
    await user.agent();
    proxy.refuse();
    proxy.cut();
    const events = user.ask('Does this arrive at all?');
    const first = next(events);
    await proxy.listen();
    expect(await first).toMatchObject({ __typename: 'ChatStarted' });
    (await nextCall()).end();
    for await (const _ of events);
    expect(calls).toEqual([]);
    expect(await Array.fromAsync(user.threads.list())).toHaveLength(1);
  });

  it('is asked with a session that is at hand already, and not with what is none', async () => {
    const { sessionId } = await openInlay().sessions.generate({ deploymentId: 1, externalId: 'at-once' });
    const { user } = openClient({ getSession: () => sessionId });
    expect((await user.viewer()).user?.identifier).toBe('at-once');
    const { user: nobody } = openClient({ getSession: () => JSON.parse('{}').sessionId });
    await expect(nobody.viewer()).rejects.toThrow('getSession returned a value of type undefined');
  });

  it('is stopped by abort, and what was said can be read again from any event', async () => {
    const { user } = openClient();
    const events = user.ask('Tell me a very long story.');
    const started = await next(events);
    const threadId = started.__typename === 'ChatStarted' ? started.threadId : '';
    const call = await nextCall();
    call.say('Once upon a time');
    const seen = [await next(events), await next(events)];
    expect(seen.at(-1)).toMatchObject({ content: 'Once upon a time' });
    await user.abort(threadId);
    for await (const event of events) seen.push(event);
    expect(seen.at(-1)).toMatchObject({ __typename: 'ChatEnded', status: 'ABORTED' });
    call.cut();
    const replayed = await Array.fromAsync(user.events(threadId));
    expect(replayed.map(({ __typename }) => __typename)).toEqual([
      'ChatStarted',
      'ChatMessageFinished',
      'ChatMessageFinished',
      'ChatEnded',
    ]);
    const [, question] = replayed;
    const later = await Array.fromAsync(user.events(threadId, { after: question?.sort ?? 0 }));
    expect(later).toEqual([expect.anything(), ...replayed.slice(2)]);
    expect(await Array.fromAsync(user.threads.messages(threadId))).toMatchObject([
      { kind: 'QUESTION' },
      { content: 'Once upon a time' },
    ]);
  });

  it('stops being read when its signal says so', async () => {
    const { user } = openClient();
    const leaving = new AbortController();
    const events = user.ask('Are you still there, I wonder?', { signal: leaving.signal });
    await next(events);
    leaving.abort(new Error('left'));
    await expect(Array.fromAsync(events)).rejects.toThrow('left');
    (await nextCall()).end();
  });

  it('goes on in its thread with a new session once the old one has ended', async () => {
    const asking = openClient();
    const asked = asking.user.ask('Who am I after my session?');
    const started = await next(asked);
    const threadId = started.__typename === 'ChatStarted' ? started.threadId : '';
    const call = await nextCall();
    const { user, sessions } = openClient({}, asking.externalId);
    const events = user.events(threadId);
    const seen = [await next(events), await next(events)];
    await openInlay().sessions.revoke(sessions[0] ?? '');
    // All that are refused at the same moment wait for the same session.
    await Promise.all([user.agent(), user.dashboards.list(), Array.fromAsync(user.threads.list())]);
    expect(sessions).toHaveLength(2);
    call.say('The same.');
    call.end();
    for await (const event of events) seen.push(event);
    expect(seen.at(-1)).toMatchObject({ __typename: 'ChatEnded', status: 'COMPLETED' });
    expect(seen.at(-2)).toMatchObject({ message: { kind: 'ANSWER', content: 'The same.' } });
    expect(sessions).toHaveLength(2);
    await asked.return();
  });

  it('is told with a new session that its answer was stopped when the old one was revoked', async () => {
    const { user, sessions } = openClient();
    const events = user.ask('What happens to a revoked session?');
    const seen = [await next(events), await next(events)];
    const call = await nextCall();
    await openInlay().sessions.revoke(sessions[0] ?? '');
    for await (const event of events) seen.push(event);
    expect(seen.at(-1)).toMatchObject({ __typename: 'ChatEnded', status: 'ABORTED' });
    expect(sessions).toHaveLength(2);
    call.end();
  });

  it('fails with a typed error when the service stays away', async () => {
    const { user } = openClient({ retryForMs: 400 });
    await user.agent();
    proxy.refuse();
    proxy.cut();
    const failing = expect(next(user.ask('Is anybody there to answer?'))).rejects;
    await failing.toMatchObject({ name: 'ConnectionError', code: 'CONNECTION_LOST' });
    await proxy.listen();
  });
});

it('changes of threads go on through lost connections and ended sessions, and say when to read the list', async () => {
  const { user, sessions } = openClient({ agentId: 1 });
  const connections: (string | undefined)[] = [];
  let opened = Promise.withResolvers<void>();
  const changes = user.threads.changes({
    onConnection(failure) {
      connections.push(failure?.code);
      if (failure === undefined) opened.resolve();
    },
  });
  /** What happens first on the next connection, which this brings about. */
  async function afterAnother(bringAbout: () => unknown, then: () => Promise<unknown>) {
    opened = Promise.withResolvers<void>();
    const change = changes.next();
    await bringAbout();
    await opened.promise;
    await then();
    return (await change).value;
  }
  let threadId = '';
  const ask = async () => {
    const [started] = await Array.fromAsync(user.ask('How many orders in 2025?'));
    if (started?.__typename === 'ChatStarted') threadId = started.threadId;
  };
  expect(await afterAnother(() => {}, ask)).toMatchObject({ kind: 'CREATED', thread: { id: threadId } });
  expect((await changes.next()).value).toMatchObject({ kind: 'TURN_ENDED' });
  const rename = () => user.threads.rename(threadId, 'Orders');
  expect(await afterAnother(() => proxy.cut(), rename)).toMatchObject({ kind: 'RENAMED' });
  const endSession = () => openInlay().sessions.revoke(sessions[0] ?? '');
  expect(await afterAnother(endSession, rename)).toMatchObject({ kind: 'RENAMED' });
  await changes.return();
  const lost = 'CONNECTION_LOST';
  expect(connections).toEqual([undefined, lost, undefined, lost, undefined]);
  expect(sessions).toHaveLength(2);
});

describe('data', () => {
  const everything = 'SELECT ordered_at, channel, brand FROM orders_overview';

  it('streams all rows of a query', async () => {
    const { user } = openClient();
    const rows = await user.query(`${everything} LIMIT 25000`);
    expect(rows.columns).toHaveLength(3);
    let count = 0;
    for await (const row of rows) count += row.length;
    expect(count).toBe(75_000);
  });

  it('refuses a second loop over the rows of a query, which would see none', async () => {
    const { user } = openClient();
    const readTwice = async (limit: number) => {
      const rows = await user.query(`${everything} LIMIT ${limit}`);
      for await (const _ of rows) break;
      for await (const _ of rows) break;
    };
    for (const limit of [1, 25_000]) await expect(readTwice(limit)).rejects.toThrow('read once');
  });

  it('a result that breaks off is an error', async () => {
    const { user } = openClient();
    const rows = await user.query(everything);
    const reading = (async () => {
      let isFirst = true;
      for await (const _ of rows) {
        if (isFirst) proxy.cut();
        isFirst = false;
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
  });

  it('reads dashboards with filters', async () => {
    const { user } = openClient();
    const [dashboard] = (await user.dashboards.list()).filter(({ name }) => name === 'sales');
    expect(dashboard?.tiles.length).toBeGreaterThan(2);
    const revenue = (from: string) =>
      user.dashboards.tile('sales', 'revenue', {
        filters: [{ dateRange: { name: 'period', from, to: '2025-06-30' } }],
      });
    const [half, quarter] = await Promise.all([revenue('2025-01-01'), revenue('2025-04-01')]);
    expect(Number(half?.rows[0]?.[0])).toBeGreaterThan(Number(quarter?.rows[0]?.[0]));
    const { values } = await user.dashboards.filterValues('sales', 'channel', { search: 'onl' });
    expect(values).toEqual(['online']);
    await expect(user.dashboards.tile('sales', 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('errors', () => {
  it('have the code, the issues and the request of the refusal', async () => {
    const refused = openInlay().sessions.generate({ deploymentId: 1, externalId: 'Emma' });
    await expect(refused).rejects.toBeInstanceOf(client.InlayError);
    await expect(refused).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'externalId', message: expect.any(String) }],
      requestId: expect.any(String),
    });
    const { user } = openClient();
    await expect(user.threads.get('none')).rejects.toMatchObject({ code: 'NOT_FOUND', issues: [] });
    await expect(next(user.events('none'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(user.query('SELECT none FROM none')).rejects.toMatchObject({ code: 'SQL_INVALID' });
    const stranger = client.createClient({ url: service.url, token: 'none' });
    await expect(stranger.agent()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(next(stranger.ask('Who would answer me?'))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});

describe('a backend', () => {
  it('lists page by page, creates and deletes', async () => {
    const inlay = openInlay();
    const { externalId } = openClient();
    await inlay.sessions.generate({
      deploymentId: 1,
      externalId,
      embedTenantName: 'northwind',
      creatorMode: true,
      groupDefinitions: [{ name: 'one' }, { name: 'two' }, { name: 'three' }],
      userAttributeDefinitions: [{ name: 'floor', type: 'NUMBER' }],
    });
    const groups = await Array.fromAsync(inlay.embedTenants.groups('northwind', { pageSize: 2 }));
    expect(groups.map(({ name }) => name)).toEqual(['one', 'three', 'two']);
    await inlay.embedTenants.deleteGroup('northwind', groups[0]?.id ?? '');
    expect(await Array.fromAsync(inlay.embedTenants.groups('northwind'))).toHaveLength(2);
    const [floor] = await Array.fromAsync(inlay.embedTenants.userAttributes('northwind'));
    expect(floor).toMatchObject({ name: 'floor', type: 'NUMBER' });
    await inlay.embedTenants.deleteUserAttribute('northwind', floor?.id ?? '');

    const [user] = await Array.fromAsync(inlay.users.list({ filter: { text: externalId } }));
    expect(user).toMatchObject({ kind: 'EXTERNAL', embedTenant: { name: 'northwind' } });
    const [session] = await Array.fromAsync(inlay.sessions.list({ filter: { userId: user?.id ?? '' } }));
    expect(await inlay.sessions.revokeListed(session?.id ?? '')).toMatchObject({ state: 'REVOKED' });
    await inlay.users.deleteExternal(user?.id ?? '');
    expect(await inlay.embedTenants.delete('northwind')).toBe(0);
    const tenants = await Array.fromAsync(inlay.embedTenants.list());
    expect(tenants.map(({ name }) => name)).not.toContain('northwind');

    const internal = await inlay.users.createInternal({ username: 'dora@acme.test' });
    expect(await inlay.users.updateInternal({ id: internal.id, groups: ['analysts'] })).toEqual(internal);
    await inlay.users.deleteInternal(internal.id);
    const group = await inlay.groups.create({ name: 'testers' });
    expect(await inlay.groups.update({ id: group.id, description: 'All' })).toMatchObject({
      description: 'All',
    });
    await inlay.groups.delete(group.id);
    const attribute = await inlay.userAttributes.create({ name: 'shoe', type: 'NUMBER' });
    await inlay.userAttributes.update({ id: attribute.id, displayName: 'Size' });
    await inlay.userAttributes.delete(attribute.id);
    const names = [inlay.groups.list(), inlay.userAttributes.list()].map(async (list) =>
      (await Array.fromAsync<{ name: string }>(list)).map(({ name }) => name),
    );
    expect((await Promise.all(names)).flat()).not.toEqual(expect.arrayContaining(['testers', 'shoe']));

    const made = await inlay.apiKeys.create({ name: 'nightly', role: 'CHAT' });
    const rotated = await inlay.apiKeys.rotate({ id: made.apiKey.id });
    expect(rotated.secret).not.toBe(made.secret);
    expect(await inlay.apiKeys.revoke(rotated.apiKey.id)).toMatchObject({ state: 'REVOKED' });
    const active = await Array.fromAsync(inlay.apiKeys.list({ filter: { state: 'REVOKED' } }));
    expect(active.map(({ name }) => name)).toContain('nightly');
  });

  it('its user renames, rates and deletes', async () => {
    const { user } = openClient({ agentId: 1 });
    const events = await Array.fromAsync(user.ask('How many orders in 2025?'));
    const ended = events.at(-1);
    const threadId = ended?.__typename === 'ChatEnded' ? ended.threadId : '';
    const last = (await Array.fromAsync(user.threads.messages(threadId, { pageSize: 1 }))).at(-1);
    expect(await user.rate(last?.id ?? '', 'GOOD')).toMatchObject({ kind: 'ANSWER', rating: 'GOOD' });
    expect(await user.threads.rename(threadId, 'Orders')).toMatchObject({ id: threadId, title: 'Orders' });
    expect(await user.threads.get(threadId)).toMatchObject({ title: 'Orders', status: 'COMPLETED' });
    await user.threads.delete(threadId);
    await expect(user.threads.get(threadId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
