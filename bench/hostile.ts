/**
 * What one hostile caller costs everybody else: the latency of another user while the worst requests that are known of
 * each kind arrive for `HOSTILE_SECONDS` (30) over four connections, against the same user without an attacker.
 * `node bench/hostile.ts` with a part of the names takes these only.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { adminKey, createServiceFolder, ServiceProcess } from '../test/support/service-process.ts';
import { type Row, report } from './report.ts';

const seconds = Number(process.env['HOSTILE_SECONDS'] ?? 30);
const only = process.argv[2] ?? '';

interface Attack {
  readonly path: string;
  readonly body: string;
  /** Of the hostile user; none for what anybody can send. */
  readonly token: string | undefined;
}

interface Job {
  readonly url: string;
  readonly attack: Attack;
}

if (process.send === undefined) await measure();
else process.once('message', (job) => void attack(job as Job));

/**
 * Sends the same request over four connections until it is killed. Hostile users have machines of their own: what theirs
 * computes must not be missing here.
 */
async function attack({ url, attack: { path, body: text, token } }: Job): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  const body = Buffer.from(text);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': Buffer.byteLength(body),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const loop = async () => {
    for (;;) await send(`${url}${path}`, body, headers, agent).catch(() => undefined);
  };
  await Promise.all([loop(), loop(), loop(), loop()]);
}

/** The status, once the answer was read to its end. */
async function send(
  url: string,
  body: string | Buffer,
  headers: Record<string, string | number>,
  agent: Agent,
): Promise<number> {
  const outgoing = request(url, { method: 'POST', headers, agent });
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');
  incoming.resume();
  await once(incoming, 'end');
  return incoming.statusCode;
}

async function measure(): Promise<void> {
  await using folder = await createServiceFolder({ limited: true });
  await using service = await ServiceProcess.start(folder, { LOG_LEVEL: 'silent' });
  const { url } = service;
  const polite = await tokenOf(url, 'polite');
  const hostile = await tokenOf(url, 'hostile');
  const normal = await latencies(url, polite, seconds);
  console.log(`at rest: p50 ${at(normal, 0.5)}, p99 ${at(normal, 0.99)}, worst ${at(normal, 1)} ms`);
  const rows: Row[] = [];
  for (const [what, body] of attacks(hostile).filter(([name]) => name.includes(only))) {
    const attacker = fork(import.meta.filename);
    attacker.send({ url, attack: body } satisfies Job);
    const found = await latencies(url, polite, seconds);
    attacker.kill('SIGKILL');
    await once(attacker, 'exit');
    console.log(`${what}: p50 ${at(found, 0.5)}, p99 ${at(found, 0.99)}, worst ${at(found, 1)} ms`);
    rows.push({
      what: `${what}: p99 beyond that at rest`,
      unit: 'ms',
      ours: Math.max(0, Number(at(found, 0.99)) - Number(at(normal, 0.99))),
      against: 'budget',
      theirs: 50,
      bound: 1,
      atMost: true,
    });
  }
  await report('hostile', rows);
}

/** Sorted, in milliseconds, of a request that needs nothing but the event loop and one look into the state. */
async function latencies(url: string, token: string, duration: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ query: '{ viewer { kind } }' });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const found: number[] = [];
  const pending: Promise<void>[] = [];
  const end = performance.now() + duration * 1000;
  const one = async () => {
    const start = performance.now();
    const status = await send(`${url}/graphql`, body, headers, agent);
    if (status !== 200) throw new Error(`The other user was answered ${status}.`);
    found.push(performance.now() - start);
  };
  while (performance.now() < end) {
    pending.push(one());
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await Promise.all(pending);
  agent.destroy();
  return found.sort((a, b) => a - b);
}

function at(sorted: readonly number[], part: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN).toFixed(1);
}

async function tokenOf(url: string, externalId: string): Promise<string> {
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, string>;
  };
  const session = await post('/api/v1/embed/generate-session', {
    deploymentId: 1,
    externalId,
    userAttributes: [{ name: 'region', value: ['EU', 'UK'] }],
  });
  const { token } = await post('/api/v1/embed/session/token', { sessionId: session['sessionId'] });
  if (token === undefined) throw new Error('There is no session token.');
  return token;
}

function attacks(token: string): (readonly [what: string, attack: Attack])[] {
  const sql = (query: string): Attack => ({
    path: '/api/v1/deployments/1/sql',
    body: JSON.stringify({ query }),
    token,
  });
  const ask = (input: string): Attack => ({
    path: '/api/v1/public/acme/agents/1/chat/stream-chat-state',
    body: JSON.stringify({ input }),
    token,
  });
  const graphql = (body: string, who = undefined as string | undefined): Attack => ({
    path: '/graphql',
    body,
    token: who,
  });
  const mcp = (name: string, args: object, who: string | undefined = token): Attack => ({
    path: '/mcp',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    token: who,
  });
  const document = (query: string) => graphql(JSON.stringify({ query }));
  const table = 'orders_overview';
  const nested = Array.from({ length: 24 }).reduce<string>(
    (query) => `select *,* from (${query}) x`,
    `select *,* from ${table}`,
  );
  const fields = Array.from({ length: 1_900 }, (_, index) => `zz${index}`).join(' ');
  const columns = Array.from({ length: 1_600 }, () => 'channel');
  return [
    ['stars nested 24 deep', sql(nested)],
    [
      'two levels of 4,000 stars',
      sql(`select ${'*,'.repeat(3_999)}* from (select ${'*,'.repeat(3_999)}* from ${table}) x`),
    ],
    [
      '1,600 columns in 1,600 orders',
      sql(`select ${columns.join()} from ${table} order by ${columns.join()}`),
    ],
    [
      'three of it in one document',
      graphql(
        JSON.stringify({
          query: `{ ${['a', 'b', 'c'].map((alias) => `${alias}: sql(deploymentId: 1, query: ${JSON.stringify(`select ${columns.join()} from ${table} order by ${columns.join()}`)}) { rows }`).join(' ')} }`,
        }),
        token,
      ),
    ],
    ['an expression 3,000 deep', sql(`select ${'('.repeat(3_000)}1${')'.repeat(3_000)} from ${table}`)],
    [
      '10,000 terms of OR',
      sql(
        `select 1 from ${table} where ${Array.from({ length: 10_000 }, (_, index) => `channel = 'x${index}'`).join(' or ')}`,
      ),
    ],
    [
      'a cross join of itself, three times',
      sql(`select count(*) from ${table} a, ${table} b, ${table} c where a.channel <> b.status || c.channel`),
    ],
    [
      'a text of everything',
      sql(`select string_agg(a.channel || b.channel, ',') from ${table} a, ${table} b`),
    ],
    ['a cube of nine columns', sql(`select count(*) from ${table} group by cube(1,2,3,4,5,6,7,8,9)`)],
    ['a question of 75 bounds', ask('at least 1 at most 2 '.repeat(71))],
    ['a question of percentages', ask('between 1 and 2 percent '.repeat(62))],
    [
      'MCP: 1,600 columns in 1,600 orders',
      mcp('run_sql', { query: `select ${columns.join()} from ${table} order by ${columns.join()}` }),
    ],
    ['MCP: a search of many words', mcp('search_metadata', { searchQuery: 'orders by channel '.repeat(55) })],
    ['MCP: a question of names', mcp('ask', { question: 'orders by channel and '.repeat(68) })],
    [
      'MCP: 12,000 unknown arguments',
      mcp('run_sql', Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [`k${n}`, 0]))),
    ],
    ['a question of names', ask('orders by channel and '.repeat(68))],
    [
      'nobody: 300,000 lines and 1,900 unknown fields',
      document(`${'\n'.repeat(300_000)}{viewer{${fields}}}`),
    ],
    ['nobody: 1 MB of lines', document(`${'\n'.repeat(1_000_000)}{viewer{${fields}}}`)],
    [
      'nobody: MCP: brackets, 500,000 deep',
      { path: '/mcp', body: '['.repeat(500_000) + ']'.repeat(500_000), token: undefined },
    ],
    [
      'nobody: brackets, 500,000 deep',
      graphql(`{"query":"{viewer{kind}}","variables":${'['.repeat(500_000)}${']'.repeat(500_000)}}`),
    ],
    ['nobody: a million zeros', graphql(`{"query":"{viewer{kind}}","variables":[${'0,'.repeat(500_000)}0]}`)],
    [
      'nobody: 4,000 tokens that repeat a fragment',
      document(`{${'...F '.repeat(900)}} fragment F on Query { viewer { kind } }`),
    ],
    [
      'nobody: a session of 20,000 wrong values',
      {
        path: '/api/v1/embed/generate-session',
        body: JSON.stringify({
          userAttributes: Array.from({ length: 20_000 }, () => ({ name: 1, value: {} })),
        }),
        token: undefined,
      },
    ],
  ];
}
