import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fillDataDirectory } from '../support/database.ts';
import type { Line, LineClient } from '../support/line-client.ts';
import { type ModelCall, openModelServer } from '../support/model-server.ts';
import { createServiceFolder, ServiceProcess } from '../support/service-process.ts';

const sessionSettings = { externalId: 'crash-test', groups: ['managers'] };

/** A model server whose calls are taken one by one. */
async function openHeldModel() {
  const waiting: ModelCall[] = [];
  const asked: ((call: ModelCall) => void)[] = [];
  const server = await openModelServer((call) => {
    const next = asked.shift();
    if (next === undefined) waiting.push(call);
    else next(call);
  });
  return {
    environment: { OPENAI_COMPATIBLE_BASE_URL: server.url },
    nextCall: (): Promise<ModelCall> => {
      const call = waiting.shift();
      return call === undefined ? new Promise((resolve) => asked.push(resolve)) : Promise.resolve(call);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** What can be read until the process ends, however that shows. */
async function untilCut(stream: LineClient): Promise<Line[]> {
  const lines: Line[] = [];
  try {
    for (let line = await stream.next(); line !== undefined; line = await stream.next()) lines.push(line);
  } catch {
    // A line that was cut in the middle is no line.
  }
  return lines;
}

it('reads, continues and numbers a thread on after kill -9 in the middle of a turn', async () => {
  await using folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  await using model = await openHeldModel();
  const first = { input: 'Before', messageId: '1700000000000-message', sessionSettings };
  const second = { input: 'During', messageId: '1700000000001-message', sessionSettings };
  let chatId = '';
  let lastSort = 0;
  {
    await using service = await ServiceProcess.start(folder, model.environment);
    const finished = await service.chat(first);
    const answering = await model.nextCall();
    answering.say('Fine.');
    answering.end();
    const lines = await finished.rest();
    expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
    chatId = lines[0]?.state?.chatId ?? '';
    const stream = await service.chat({ ...second, chatId });
    const call = await model.nextCall();
    call.say('I was just ');
    call.say('say');
    const heard = await stream.take(4);
    lastSort = heard.at(-1)?.sort ?? 0;
    expect(heard.at(-1)).toMatchObject({ content: 'say', isDelta: true });
    await service.kill();
    expect((await untilCut(stream)).map((line) => line.id)).not.toContain('__state__');
  }

  await using service = await ServiceProcess.start(folder, model.environment);
  const thread = await (await service.chat({ chatId, sessionSettings })).rest();
  expect(thread.filter((line) => line.role === 'user').map((line) => line.content)).toEqual([
    'Before',
    'During',
  ]);
  expect(thread.map((line) => line.content)).toContain('Fine.');
  expect(thread.at(-1)?.state).toMatchObject({ status: 'interrupted', isStreaming: false });

  // The same request again continues its turn; numbers go on behind all that were ever given out.
  const resumed = await service.chat({ ...second, chatId });
  const call = await model.nextCall();
  expect(call.messages.filter((message) => message.role === 'user').length).toBeGreaterThan(0);
  call.say('Now then.');
  call.end();
  const lines = await resumed.rest();
  expect(lines.slice(0, 2).map((line) => line.content)).toEqual([undefined, 'During']);
  expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
  for (const line of lines.slice(2)) expect(line.sort).toBeGreaterThan(lastSort);

  const next = await service.chat({ input: 'After', chatId, sessionSettings });
  const answering = await model.nextCall();
  answering.say('Yes.');
  answering.end();
  await next.rest();
  const all = await (await service.chat({ chatId, sessionSettings })).rest();
  expect(all.filter((line) => line.role === 'user').map((line) => line.content)).toEqual([
    'Before',
    'During',
    'After',
  ]);
  const answers = all.filter((line) => line.graphPath?.[0] === 'final').map((line) => line.content);
  expect(answers).toEqual(['Fine.', 'Now then.', 'Yes.']);
  const sorts = all.slice(1, -1).map((line) => line.sort);
  expect(sorts).toEqual([...new Set(sorts)].toSorted((a, b) => a - b));
});

it('ends turns with their step on SIGTERM, tells their readers, and ends with 0; the next process goes on from there', async () => {
  await using folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  await using model = await openHeldModel();
  const request = { input: 'Go', messageId: '1700000000000-message', sessionSettings };
  let chatId = '';
  {
    await using service = await ServiceProcess.start(folder, { ...model.environment, LOG_LEVEL: 'info' });
    const stream = await service.chat(request);
    const opening = await stream.take(2);
    chatId = opening[0]?.state?.chatId ?? '';
    const joined = await service.chat({ chatId, sessionSettings });
    const call = await model.nextCall();
    call.say('Half a ');
    await stream.take(1);
    const ended = service.terminate();
    await expect
      .poll(() => service.logged.map(({ msg }) => msg))
      .toContain('running turns end with their current step');
    await expect(service.chat({ input: 'New', chatId, sessionSettings })).rejects.toThrow('ECONNREFUSED');
    call.say('word.');
    call.call('c', 'svcMeta', { searchQuery: 'revenue' });
    const [code, lines, others] = await Promise.all([ended, stream.rest(), joined.rest()]);
    expect(code).toBe(0);
    expect(lines).toMatchObject([
      { content: 'word.', isDelta: true },
      { content: 'Half a word.', isDelta: false },
      { toolCall: { name: 'svcMeta' }, isInProcess: true },
      { toolCall: { name: 'svcMeta', result: expect.stringContaining('cubes') }, isInProcess: false },
      { id: '__state__', state: { status: 'interrupted', isStreaming: false, messages: { length: 3 } } },
    ]);
    expect(others.at(-1)).toEqual(lines.at(-1));
    expect([stream.complete, joined.complete]).toEqual([true, true]);
  }
  await using service = await ServiceProcess.start(folder, model.environment);
  const resumed = await service.chat(request);
  const call = await model.nextCall();
  // Its step is done, and not done again.
  expect(call.messages.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'tool']);
  call.say('Whole.');
  call.end();
  const lines = await resumed.rest();
  expect(lines[0]?.state?.chatId).toBe(chatId);
  expect(lines.slice(1).map((line) => line.content)).toEqual([
    ...['Go', 'Half a word.', '', 'Whole.', 'Whole.', 'Whole.'],
    undefined,
  ]);
  const sorts = lines.slice(1).map((line) => line.sort);
  expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
  expect(lines.filter((line) => line.role === 'user')).toHaveLength(1);
  expect(sorts).toEqual([...new Set(sorts)].toSorted((a, b) => a - b));
  expect(await service.terminate()).toBe(0);
});

it('keeps every acknowledged message once through kill -9 at random moments of eight turns', async () => {
  await using folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  // Answers by itself: a tool call in every other turn, then a text in pieces.
  await using server = await openModelServer(async (call) => {
    const question = [...call.messages].reverse().find((message) => message.role === 'user');
    const calls = JSON.stringify(question?.content).includes('even');
    if (calls && call.messages.at(-1)?.role !== 'tool') {
      return call.call('c', 'svcMeta', { searchQuery: 'revenue' });
    }
    for (const piece of ['It ', 'is ', 'what ', 'it ', 'is.']) {
      call.say(piece);
      await setImmediate();
    }
    call.end();
  });
  const environment = { OPENAI_COMPATIBLE_BASE_URL: server.url };
  const turns = Array.from({ length: 8 }, (_, i) => ({
    input: `Turn ${i}, ${i % 2 === 0 ? 'even' : 'odd'}`,
    messageId: `${1_700_000_000_000 + i}-message`,
    sessionSettings,
  }));
  /** By turn: its thread, and the highest number heard of it, once the user's message was acknowledged. */
  const acknowledged = new Map<number, { chatId: string; lastSort: number }>();

  for (let round = 0; round < 2; round += 1) {
    await using service = await ServiceProcess.start(folder, environment);
    // Each turn says 9 or 12 lines: the process dies after any number of those of four turns.
    let left = Math.floor(Math.random() * 40);
    const killed = Promise.withResolvers<void>();
    const own = turns.slice(round * 4, round * 4 + 4);
    const following = own.map(async (turn, offset) => {
      const stream = await service.chat(turn);
      const [cutoff] = await stream.take(1);
      const chatId = cutoff?.state?.chatId ?? '';
      for (let line = await stream.next(); line !== undefined; line = await stream.next()) {
        acknowledged.set(round * 4 + offset, { chatId, lastSort: line.sort });
        left -= 1;
        if (left < 0) killed.resolve();
      }
    });
    await Promise.race([killed.promise, Promise.allSettled(following)]);
    await service.kill();
    await Promise.allSettled(following);
  }

  await using service = await ServiceProcess.start(folder, environment);
  expect(acknowledged.size).toBeGreaterThan(0);
  async function expectWhole(i: number, chatId: string, lastSort: number): Promise<void> {
    const turn = turns[i];
    const before = await (await service.chat({ chatId, sessionSettings })).rest();
    const where = `turn ${i}`;
    expect(
      before.filter((line) => line.role === 'user').map((line) => line.content),
      where,
    ).toEqual([turn?.input]);
    const finals = (lines: readonly Line[]) => lines.filter((line) => line.graphPath?.[0] === 'final');
    expect(finals(before).length, where).toBeLessThanOrEqual(1);
    expect(['interrupted', 'completed'], where).toContain(before.at(-1)?.state?.status);
    // Sent again, it ends with one answer; sent anew, the thread takes it.
    const again = await (await service.chat(turn ?? {})).rest();
    expect(again.at(-1)?.state, where).toMatchObject({ chatId, status: 'completed' });
    expect(
      finals(again).map((line) => line.content),
      where,
    ).toEqual(['It is what it is.']);
    const next = await (await service.chat({ input: 'And now?', chatId, sessionSettings })).rest();
    expect(next[1]?.sort, where).toBeGreaterThan(lastSort);
    const all = await (await service.chat({ chatId, sessionSettings })).rest();
    expect(
      all.filter((line) => line.role === 'user').map((line) => line.content),
      where,
    ).toEqual([turn?.input, 'And now?']);
    expect(finals(all), where).toHaveLength(2);
    const sorts = all.slice(1, -1).map((line) => line.sort);
    expect(sorts, where).toEqual([...new Set(sorts)].toSorted((a, b) => a - b));
  }
  const left = acknowledged.entries();
  // Each thread by itself, a few threads at a time.
  const several = Array.from({ length: 5 }, async () => {
    for (const [i, { chatId, lastSort }] of left) await expectWhole(i, chatId, lastSort);
  });
  await Promise.all(several);
}, 300_000);
