import { describe, expect, it } from 'vitest';
import { type ChatServiceOptions, keys, newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabases, describePostgres, openTestDatabase } from '../support/database.ts';
import { ScriptedAgent, type ScriptedTurn } from '../support/scripted-agent.ts';

async function openTurns(options: Omit<ChatServiceOptions, 'runTurn'>) {
  const agent = new ScriptedAgent();
  const service = await openChatService({ runTurn: agent.runTurn, ...options });
  /** Asks in a new thread, and tells what came of it. */
  async function ask(user: object = newUser(), account: 'acme' | 'rival' = 'acme', input = 'Go') {
    const key = account === 'acme' ? keys.admin : keys.rival;
    const stream = await service.chat({ input, sessionSettings: user }, { key, account });
    if (stream.status === 200) return { status: 200 };
    const { code } = (await stream.json()) as { code: string };
    return { status: stream.status, code, retryAfter: stream.headers['retry-after'] };
  }
  /** Ends a turn, and resolves when its place is free. */
  async function end(turn: ScriptedTurn) {
    const before = service.services.limits.turns.active + service.services.limits.turns.waiting;
    await turn.complete('Ok.');
    const { turns } = service.services.limits;
    await until(() => turns.active + turns.waiting).toBe(before - 1);
  }
  return { agent, service, ask, end, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** Patient, since machines that run tests are busy. */
const until = <T>(read: () => T) => expect.poll(read, { timeout: 20_000, interval: 5 });

const started = { status: 200 };
const tooMany = { status: 429, code: 'TOO_MANY_REQUESTS', retryAfter: '5' };

describeDatabases('turns that run at once', (kind) => {
  it('an account runs no more turns than allowed, even when all start at the same moment', async () => {
    await using opened = await openTurns({ kind, limits: { concurrentTurns: 3 } });
    const { agent, service, ask, end } = opened;
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    const running = answers.filter(({ status }) => status === 200).length;
    expect(running).toBeLessThanOrEqual(3);
    expect(running).toBeGreaterThan(0);
    for (const answer of answers) expect([started, tooMany]).toContainEqual(answer);
    // Those that began together count each other, so some may have been refused for others that were refused too.
    for (let count = running; count < 3; count += 1) expect(await ask()).toEqual(started);
    expect(await ask()).toEqual(tooMany);
    // Taken before the other account asks, whose turn the agent may come to first.
    const first = await agent.nextTurn();
    expect(await ask(newUser(), 'rival')).toEqual(started);
    await end(first);
    expect(await ask()).toEqual(started);
    expect(await ask()).toEqual(tooMany);
    await until(() => agent.started).toBe(5);
    expect(service.faults).toEqual([]);
  });

  it('a user runs no more turns than allowed, independently of other users', async () => {
    await using opened = await openTurns({ kind, limits: { userConcurrentTurns: 1 } });
    const { agent, ask, end } = opened;
    const [emma, noah] = [newUser(), newUser()];
    expect(await ask(emma)).toEqual(started);
    const first = await agent.nextTurn();
    expect(await ask(emma)).toEqual(tooMany);
    expect(await ask(noah)).toEqual(started);
    await end(first);
    expect(await ask(emma)).toEqual(started);
    expect(await ask(noah)).toEqual(tooMany);
  });
});

it('tells a subscription that no more turns may run, and when to try again', async () => {
  await using opened = await openTurns({ limits: { concurrentTurns: 1 } });
  const { service, ask } = opened;
  expect(await ask()).toEqual(started);
  const query = `subscription { chatStream(input: { agentId: 1, input: "Go", sessionSettings: { externalId: "sub" } }) { __typename } }`;
  const answer = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Api-Key ${keys.admin}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ query }),
  });
  const text = await answer.text();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5']);
  expect(text).toContain('"code":"TOO_MANY_REQUESTS"');
  expect(text).toContain('"retryAfterSeconds":5');
});

describe('turns of one process', () => {
  it('go to accounts in turn: one that floods leaves a place for another and does not come before it', async () => {
    await using opened = await openTurns({ limits: { maxTurns: 4 } });
    const { agent, service, ask } = opened;
    const { turns } = service.services.limits;
    const asked = Array.from({ length: 40 }, (_, index) => ask(newUser(), 'acme', `acme ${index}`));
    await until(() => turns.waiting).toBe(37);
    expect(await ask(newUser(), 'rival', 'rival 1')).toEqual(started);
    asked.push(ask(newUser(), 'rival', 'rival 2'));
    await until(() => turns.waiting).toBe(38);
    const order: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const turn = await agent.nextTurn();
      order.push(turn.request.input.replace(/acme .*/, 'acme'));
      await turn.complete('Ok.');
      // The next one has its place before another becomes free.
      if (count < 5) await until(() => agent.started).toBe(5 + count);
    }
    // The first four were running; of those that waited one of acme's came, and then the rival's.
    expect(order).toEqual(['acme', 'acme', 'acme', 'rival 1', 'acme', 'rival 2']);
    for (let count = order.length; count < 42; count += 1) await (await agent.nextTurn()).complete('Ok.');
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    await until(() => [turns.active, turns.waiting]).toEqual([0, 0]);
    expect(service.faults).toEqual([]);
  });

  it('turns of one process refuse whoever waited too long for one, which leaves nothing behind', async () => {
    await using opened = await openTurns({ limits: { maxTurns: 1, turnWaitMs: 20 } });
    const { agent, service, ask, end } = opened;
    expect(await ask()).toEqual(started);
    expect(await ask(newUser(), 'rival')).toEqual({ status: 503, code: 'OVERLOADED', retryAfter: '1' });
    expect(await service.database.prisma.chatRun.count()).toBe(1);
    await end(await agent.nextTurn());
    expect(await ask(newUser(), 'rival')).toEqual(started);
  });
});

describePostgres('turns of several processes on one database', () => {
  it('turns of all processes are counted together, those of a dead process until their lease expires', async () => {
    await using database = await openTestDatabase('postgres');
    const options = { database, limits: { concurrentTurns: 2 } };
    await using here = await openTurns(options);
    await using there = await openTurns(options);
    expect([await here.ask(), await there.ask()]).toEqual([started, started]);
    expect([await here.ask(), await there.ask()]).toEqual([tooMany, tooMany]);
    await here.end(await here.agent.nextTurn());
    expect(await there.ask()).toEqual(started);
    expect(await here.ask()).toEqual(tooMany);
    const past = new Date(Date.now() - 1_000);
    await database.prisma.chatRun.updateMany({
      where: { status: 'running' },
      data: { leaseExpiresAt: past },
    });
    expect(await here.ask()).toEqual(started);
    expect([...here.service.faults, ...there.service.faults]).toEqual([]);
  });
});
