import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAbout } from '../support/asked-model.ts';
import { chatEventsDocument, sseClient, subscribe } from '../support/chat-subscription.ts';
import { type Cluster, openCluster } from '../support/cluster.ts';
import { Collector } from '../support/collector.ts';
import { type Line, LineClient } from '../support/line-client.ts';
import type { ModelCall } from '../support/model-server.ts';
import { redisUrl } from '../support/redis.ts';
import { adminKey, chatPath, postTo, type ServiceProcess } from '../support/service-process.ts';

const { TEST_DATABASE_URL: databaseUrl } = process.env;

const leaseSeconds = 4;
const soon = { timeout: 20_000, interval: 50 };
const mintPath = '/api/v1/embed/generate-session';
const tokenPath = '/api/v1/embed/session/token';

/** What every question of the rolling restart is answered. */
const pieces = Array.from({ length: 12 }, (_, i) => `piece ${i} `);

/** Answers what is asked during the rolling restart by itself, as slowly as a model does; the rest is for the tests. */
function answerRolling(call: ModelCall): Promise<void> | null {
  if (!isAbout(call, 'Rolling')) return null;
  return (async () => {
    for (const piece of pieces) {
      call.say(piece);
      await sleep(15);
    }
    call.end();
  })();
}

let users = 0;
function newUser(): { readonly externalId: string } {
  users += 1;
  return { externalId: `of-three-${users}` };
}

let messages = 0;
function newMessageId(): string {
  messages += 1;
  return `${1_700_000_000_000 + messages}-message`;
}

const usersOf = (lines: readonly Line[]) =>
  lines.filter((line) => line.role === 'user').map((line) => line.content);
const answersOf = (lines: readonly Line[]) =>
  lines.filter((line) => line.graphPath?.[0] === 'final').map((line) => line.content);

describe.skipIf(!databaseUrl || !redisUrl)('three processes on one PostgreSQL and one Redis', () => {
  let cluster: Cluster;
  let collector: Collector;
  /** The processes by the names that the tests give them. */
  const node = (name: 'a' | 'b' | 'c'): ServiceProcess => {
    const found = cluster.nodes['abc'.indexOf(name)];
    if (found === undefined) throw new Error(`No process ${name}`);
    return found;
  };

  beforeAll(async () => {
    collector = await Collector.open();
    cluster = await openCluster({
      size: 3,
      model: answerRolling,
      environment: {
        RUN_LEASE_SECONDS: String(leaseSeconds),
        DRAIN_SECONDS: '1',
        // They do not watch the workspace.
        NODE_ENV: 'production',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_BSP_SCHEDULE_DELAY: '500',
      },
    });
  });
  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
    await collector?.[Symbol.asyncDispose]();
  });

  /** A turn on a process, in the middle of its answer. */
  async function startTurn(on: ServiceProcess, question: string) {
    const sessionSettings = newUser();
    const request = { input: question, messageId: newMessageId(), sessionSettings };
    const stream = await on.chat(request);
    const opening = await stream.take(2);
    const chatId = opening[0]?.state?.chatId ?? '';
    const call = await cluster.model.call(question);
    call.say('Half ');
    opening.push(...(await stream.take(1)));
    return { stream, opening, call, chatId, sessionSettings, request, read: { chatId, sessionSettings } };
  }

  it('three processes on one PostgreSQL and one Redis start a turn on one, read it on the second and through GraphQL on the third, and abort it on the second', async () => {
    const { stream, chatId, call, read } = await startTurn(node('a'), 'To be aborted.');
    const joined = await node('b').chat(read);
    await joined.take(3);
    const subscription = subscribe(sseClient(node('c'), `Api-Key ${adminKey}`), chatEventsDocument, {
      chatId,
    });
    const subscribed: Line[] = [];
    while (subscribed.length < 3) subscribed.push((await subscription.next()).value as Line);
    call.say('a word');
    expect([await stream.next(), await joined.next(), (await subscription.next()).value]).toMatchObject(
      [1, 2, 3].map(() => ({ content: 'a word', isDelta: true, sort: 3 })),
    );
    for (const name of ['a', 'b', 'c'] as const) {
      const busy = await node(name).chat({ input: 'Me too', ...read });
      expect([busy.status, await busy.json()]).toMatchObject([409, { code: 'THREAD_BUSY' }]);
    }
    const aborted = await node('b').post(`${chatPath()}/abort`, read);
    expect(aborted.status).toBe(204);
    const run = await cluster.prisma.chatRun.findFirstOrThrow({ where: { threadId: chatId } });
    expect(run.status).toBe('aborted');
    const [here, there] = [await stream.rest(), await joined.rest()];
    const graphql: Line[] = [];
    for await (const line of subscription) graphql.push(line);
    expect(there).toEqual(here);
    expect(graphql).toEqual(here);
    expect(here.at(-1)?.state).toMatchObject({ status: 'aborted' });
  });

  it('three processes on one PostgreSQL and one Redis run a message once that is sent to all of them at the same moment', async () => {
    const request = { input: 'At once.', messageId: newMessageId(), sessionSettings: newUser() };
    const streams = await Promise.all([...cluster.nodes, ...cluster.nodes].map((each) => each.chat(request)));
    const call = await cluster.model.call('At once.');
    call.say('Once.');
    call.end();
    const all = await Promise.all(streams.map((stream) => stream.rest()));
    for (const lines of all) {
      expect(usersOf(lines)).toEqual(['At once.']);
      expect(answersOf(lines)).toEqual(['Once.']);
      expect(lines.at(-1)).toEqual(all[0]?.at(-1));
    }
    expect(cluster.model.waiting).toBe(0);
  });

  it('three processes on one PostgreSQL and one Redis hold the limit of external users together, and exchange each session once', async () => {
    const account = await cluster.prisma.account.findUniqueOrThrow({ where: { name: 'acme' } });
    const room = 7;
    await cluster.prisma.account.update({
      where: { id: account.id },
      data: { maxExternalUsers: account.externalUserCount + room },
    });
    const minted = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        postTo(cluster.url, mintPath, { deploymentId: 1, externalId: `limited-${i}` }),
      ),
    );
    const bodies = await Promise.all(minted.map((answer) => answer.json()));
    expect(minted.filter((answer) => answer.status === 200)).toHaveLength(room);
    expect(bodies.filter((body) => (body as { code?: string }).code === 'EXTERNAL_USER_LIMIT')).toHaveLength(
      30 - room,
    );
    await cluster.prisma.account.update({ where: { id: account.id }, data: { maxExternalUsers: 10_000 } });

    const session = bodies.find((body) => 'sessionId' in (body as object));
    const exchanged = await Promise.all(
      [...cluster.nodes, ...cluster.nodes, ...cluster.nodes].map((each) =>
        each.post(tokenPath, session as object),
      ),
    );
    expect(exchanged.map((answer) => answer.status).sort()).toEqual([200, ...Array(8).fill(401)]);
  });

  it('see a file that is replaced on disk, each of them, without a restart', async () => {
    const orders = join(cluster.workspace, 'data', 'orders.parquet');
    const countOf = async (name: 'a' | 'b' | 'c') => {
      const query = 'SELECT MEASURE(order_count) AS n FROM orders_overview';
      const answer = await node(name).post('/api/v1/deployments/1/sql', {
        query,
        format: 'json',
        sessionSettings: { externalId: 'counter', groups: ['analysts'] },
      });
      return JSON.parse(await answer.text()).data?.[0]?.[0];
    };
    const before = await countOf('a');
    expect(before).toBeGreaterThan(1);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`COPY (SELECT * FROM '${orders}' LIMIT 1) TO '${orders}.new' (FORMAT parquet)`);
    connection.disconnectSync();
    instance.closeSync();
    await copyFile(orders, `${orders}.old`);
    await rename(`${orders}.new`, orders);
    for (const name of ['a', 'b', 'c'] as const) await expect.poll(() => countOf(name), soon).toBe(1);
    await rename(`${orders}.old`, orders);
    for (const name of ['a', 'b', 'c'] as const) await expect.poll(() => countOf(name), soon).toBe(before);
  });

  it('a workspace that one of three processes reloads is used by all of them, and a wrong one by none', async () => {
    const file = join(cluster.workspace, 'inlay.yml');
    const original = await readFile(file, 'utf8');
    const key = 'the-key-of-an-account-for-three-processes';
    const account = `  - name: late\n    apiKeys: [{ name: backend, key: ${key}, role: admin }]\n`;
    const statusOf = async (each: ServiceProcess) => {
      const headers = { authorization: `Api-Key ${key}` };
      const body = { query: '{ viewer { kind } }' };
      return (await LineClient.open(`${each.url}/graphql`, { body, headers })).status;
    };
    const agent = '      - { id: 7, name: Late, deploymentId: 1, model: "openai-compatible:test" }\n';
    await writeFile(file, original.replace('    agents:\n', (agents) => agents + agent) + account);
    process.kill(node('a').pid, 'SIGHUP');
    for (const each of cluster.nodes) {
      await expect.poll(() => statusOf(each), soon).toBe(200);
      await expect.poll(() => each.logged.map(({ msg }) => msg), soon).toContainEqual('workspace reloaded');
      const asked = await each.chat({ input: 'Rolling in.', sessionSettings: newUser() }, 7);
      expect((await asked.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
    }
    await writeFile(file, `${original}    bogus: 1\n`);
    process.kill(node('a').pid, 'SIGHUP');
    const refused = (each: ServiceProcess) =>
      each.faults.some(({ msg }) => msg.includes('the earlier one stays in use'));
    await expect.poll(() => refused(node('a')), soon).toBe(true);
    for (const each of cluster.nodes) expect(await statusOf(each)).toBe(200);
    // Nobody else was told of it.
    expect(cluster.nodes.map(refused)).toEqual([true, false, false]);
    await writeFile(file, original);
    process.kill(node('b').pid, 'SIGHUP');
    for (const each of cluster.nodes) {
      const late = () => each.chat({ input: 'Anybody?', sessionSettings: newUser() }, 7);
      await expect.poll(async () => (await late()).status, soon).toBe(404);
    }
    // The next test replaces the process that has logged an error.
  });

  it('a turn that begins on one of three processes and goes on on another is one trace, from its request to its SQL', async () => {
    const { call, request, stream } = await startTurn(node('a'), 'Traced.');
    const stopped = node('a').terminate();
    // Once it refuses connections, what runs ends with its step.
    await expect
      .poll(
        () =>
          node('a')
            .readiness()
            .catch(() => 'refused'),
        soon,
      )
      .toBe('refused');
    await sleep(1_500);
    call.call('meta', 'svcMeta', { searchQuery: 'orders' });
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'interrupted' });
    expect(await stopped).toBe(0);
    const again = await node('b').chat(request);
    const asked = await cluster.model.call('Traced.');
    const sql = 'SELECT MEASURE(order_count) AS orders FROM orders_overview';
    asked.call('sql', 'svcSqlApi', { sqlQuery: sql });
    const answering = await cluster.model.call('Traced.');
    answering.say('Many.');
    answering.end();
    expect((await again.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
    await cluster.replace(0);

    const threadTurns = () => {
      const turns = collector.spans.filter(({ name }) => name === 'invoke_agent Remote');
      const { traceId } = turns.findLast(({ links = [] }) => links.length > 0) ?? {};
      return collector.spans.filter((span) => span.traceId === traceId);
    };
    const processesOf = (name: string) =>
      new Set(threadTurns().flatMap((span) => (span.name === name ? [span.process] : [])));
    await expect.poll(() => processesOf('invoke_agent Remote').size, soon).toBe(2);
    const spans = threadTurns();
    expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined).map(({ name }) => name)).toEqual([
      'POST /api/v1/public/:accountName/agents/:agentId/chat/stream-chat-state',
    ]);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(spans.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))).toEqual([]);
    const [first, second] = processesOf('invoke_agent Remote');
    expect([...processesOf('execute_tool svcMeta')]).toEqual([first]);
    for (const name of ['execute_tool svcSqlApi', 'semantic query', 'query duckdb', 'statement']) {
      expect([...processesOf(name)], name).toContain(second);
    }
  });

  it('sweep each user once', async () => {
    const { id: accountId } = await cluster.prisma.account.findUniqueOrThrow({ where: { name: 'acme' } });
    await cluster.prisma.user.createMany({
      data: Array.from({ length: 1_000 }, (_, i) => ({
        accountId,
        kind: 'external' as const,
        identifier: `swept-${i}`,
        ephemeral: true,
        expiresAt: new Date(),
      })),
    });
    const removed = () =>
      cluster.nodes
        .flatMap((each) => each.logged)
        .reduce((sum, entry) => sum + Number(entry['removed'] ?? 0), 0);
    await expect.poll(removed, soon).toBe(1_000);
    expect(await cluster.prisma.user.count({ where: { identifier: { startsWith: 'swept-' } } })).toBe(0);
  });

  it('mark the turns of one that is killed interrupted in time, tell its readers elsewhere, and go on with them', async () => {
    const turns = await Promise.all([1, 2, 3].map((i) => startTurn(node('a'), `Killed ${i}.`)));
    const unread = await startTurn(node('a'), 'Killed, and nobody reads it.');
    const joined: LineClient[] = [];
    for (const [i, { read }] of turns.entries()) joined.push(await node(i % 2 === 0 ? 'b' : 'c').chat(read));
    await Promise.all(joined.map((stream) => stream.take(3)));
    const killedAt = performance.now();
    await node('a').kill();
    const ends = await Promise.all(joined.map((stream) => stream.rest()));
    for (const [i, end] of ends.entries()) {
      // Nobody finishes what was being said, so it is withdrawn, for those who come later too.
      const said = turns[i]?.opening.at(-1);
      expect(end).toMatchObject([
        { id: said?.id, content: '', isDelta: false, isInProcess: false },
        { id: '__state__', state: { status: 'interrupted', messages: [{ role: 'user' }, { id: said?.id }] } },
      ]);
      expect(end.map(({ sort }) => sort - (said?.sort ?? 0)).every((step) => step > 0)).toBe(true);
      const later = await (await node('b').chat(turns[i]?.read ?? {})).rest();
      expect(later.slice(2)).toEqual(end);
    }
    const running = () =>
      cluster.prisma.chatRun.count({ where: { threadId: unread.chatId, status: 'interrupted' } });
    await expect.poll(running, soon).toBe(1);
    // A lease, a third of one until the next look, and what a busy machine takes.
    expect(performance.now() - killedAt).toBeLessThan(1_000 * leaseSeconds * 2.5);

    for (const [i, { request, opening, chatId }] of turns.entries()) {
      const again = await node(i % 2 === 0 ? 'c' : 'b').chat(request);
      const call = await cluster.model.call(request.input);
      call.say('Whole.');
      call.end();
      const lines = await again.rest();
      expect(lines[0]?.state?.chatId).toBe(chatId);
      expect(usersOf(lines)).toEqual([request.input]);
      expect(answersOf(lines)).toHaveLength(1);
      expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
      const lastSeen = opening.at(-1)?.sort ?? 0;
      for (const line of lines.slice(2)) expect(line.sort).toBeGreaterThan(lastSeen);
    }
    await cluster.replace(0);
  });

  it('three processes on one PostgreSQL and one Redis keep one that was cut off for longer than its lease from writing what another has taken over', async () => {
    const { stream, call, chatId, request, read } = await startTurn(node('a'), 'Cut off.');
    node('a').freeze();
    const interrupted = () =>
      cluster.prisma.chatRun.count({ where: { threadId: chatId, status: 'interrupted' } });
    await expect.poll(interrupted, soon).toBe(1);
    const again = await node('b').chat(request);
    const taken = await cluster.model.call('Cut off.');
    taken.say('From another.');
    await again.take(3);
    // What the first was told meanwhile waits for it, and its own timers are long over.
    call.say('stale.');
    call.end();
    node('a').thaw();
    taken.end();
    const [lines, stale] = await Promise.all([again.rest(), stream.rest()]);
    expect(answersOf(stale).filter((content) => content?.includes('stale'))).toEqual([]);
    expect(answersOf(lines)).toEqual(['From another.']);
    expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
    for (const each of cluster.nodes) {
      const thread = await (await each.chat(read)).rest();
      expect(usersOf(thread)).toEqual(['Cut off.']);
      expect(answersOf(thread)).toEqual(['From another.']);
      expect(JSON.stringify(thread)).not.toContain('stale');
    }
    expect(cluster.nodes.flatMap((each) => each.faults)).toEqual([]);
  });

  it('a rolling restart under load fails no mint and loses no message; streams continue or finish', async () => {
    let isRestarting = true;
    const failed: string[] = [];
    let minted = 0;
    async function mint(worker: number): Promise<void> {
      while (isRestarting) {
        // A connection that is kept until the service ends it, as servers' clients do.
        const body = JSON.stringify({ deploymentId: 1, externalId: `minted-${worker}` });
        const headers = { authorization: `Api-Key ${adminKey}`, 'content-type': 'application/json' };
        const answer = await fetch(`${cluster.url}${mintPath}`, { method: 'POST', headers, body }).catch(
          String,
        );
        const text = typeof answer === 'string' ? answer : `${answer.status} ${await answer.text()}`;
        if (text.startsWith('200 ')) minted += 1;
        else failed.push(text);
        // The load is for finding failures, not for keeping the machine busy.
        await sleep(40);
      }
    }

    /** A thread in which one question follows the other; each is sent until its turn has completed. */
    async function talk(worker: number) {
      const sessionSettings = newUser();
      const asked: string[] = [];
      const seen = new Map<number, string>();
      let chatId: string | undefined;
      let sent = 0;
      while (isRestarting) {
        const input = `Rolling ${worker}, ${asked.length}.`;
        const request = { input, messageId: newMessageId(), sessionSettings, ...(chatId ? { chatId } : {}) };
        for (let completed = false; !completed; ) {
          sent += 1;
          const stream = await postTo(cluster.url, chatPath(), request).catch(() => null);
          if (stream === null || stream.status !== 200) {
            await sleep(20);
            continue;
          }
          for (const line of await untilCut(stream)) {
            chatId ??= line.state?.chatId;
            if (line.state?.status === 'completed') completed = true;
            if (line.id === '__cutoff__') continue;
            const said = `${line.id} ${line.isDelta} ${line.content}`;
            // Whatever number is seen twice is seen with the same line.
            expect(seen.get(line.sort) ?? said).toBe(said);
            seen.set(line.sort, said);
          }
        }
        asked.push(input);
      }
      return { asked, sent, read: { chatId, sessionSettings }, seen };
    }

    const mints = Promise.all([0, 1, 2, 3].map(mint));
    const talks = Promise.all([0, 1, 2, 3].map(talk));
    // The third goes on as it is: what is passed on goes from an old process to a new one, and back.
    for (const index of [0, 1]) {
      const code = await cluster.nodes[index]?.terminate();
      expect(code).toBe(0);
      await cluster.replace(index);
    }
    isRestarting = false;
    const [threads] = await Promise.all([talks, mints]);
    expect(failed).toEqual([]);
    expect(minted).toBeGreaterThan(100);
    for (const { asked, read, seen } of threads) {
      const lines = await (await postTo(cluster.url, chatPath(), read)).rest();
      expect(usersOf(lines)).toEqual(asked);
      expect(answersOf(lines)).toHaveLength(asked.length);
      // An orderly stop skips no number, and cuts nobody off: all that were ever given out were seen.
      const numbers = [...seen.keys()].toSorted((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    }
    expect(cluster.nodes.flatMap((each) => each.faults)).toEqual([]);
  }, 240_000);
});

/** What can be read until the stream ends, however that shows. */
async function untilCut(stream: LineClient): Promise<Line[]> {
  const lines: Line[] = [];
  try {
    for (let line = await stream.next(); line !== undefined; line = await stream.next()) lines.push(line);
  } catch {
    // A line that was cut in the middle is no line.
  }
  return lines;
}
