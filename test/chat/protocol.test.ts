import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabases } from '../support/database.ts';
import { saidBy } from '../support/fold-lines.ts';
import type { Line } from '../support/line-client.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

const text = ['svc_data_analyst_agent'];
const tools = ['svc_data_analyst_agent', 'tools'];
const usage = { inputTokens: 7, outputTokens: 5, steps: 2 };

describeDatabases('the chat stream', (kind) => {
  const agent = new ScriptedAgent();
  let service: ChatService;
  beforeAll(async () => {
    service = await openChatService({ kind, runTurn: agent.runTurn });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  const start = (body: object, options?: Parameters<ChatService['chat']>[1]) =>
    startTurn(service, agent, body, options);

  /** A whole turn with an answer. */
  async function finishedTurn(body: object, answer = 'Done.'): Promise<{ chatId: string; lines: Line[] }> {
    const { stream, chatId, opening, turn } = await start(body);
    await turn.sayText('working', 'Let me ', 'see.');
    await turn.complete(answer, usage);
    return { chatId, lines: [...opening, ...(await stream.rest())] };
  }

  it('the chat stream writes each line when it happens, in order, numbered without a gap', async () => {
    const { stream, chatId, opening, turn } = await start({ input: 'Hällo 🌍', sessionSettings: newUser() });
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/./),
    });
    const lineId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(opening).toEqual([
      { id: '__cutoff__', role: 'assistant', sort: 0, state: { chatId, isStreaming: true } },
      {
        id: lineId,
        role: 'user',
        content: 'Hällo 🌍',
        graphPath: [],
        isDelta: false,
        isInProcess: false,
        sort: 1,
      },
    ]);
    expect(turn.request).toMatchObject({ input: 'Hällo 🌍', history: [], timezone: 'UTC' });

    // Each line is read before the next is said: nothing waits for company.
    const read: Line[] = [];
    const next = async () => {
      const line = await stream.next();
      if (line !== undefined) read.push(line);
      return line;
    };
    await turn.say({ type: 'text-delta', id: 't', delta: 'Grüß' });
    expect(await next()).toEqual({
      id: lineId,
      role: 'assistant',
      content: 'Grüß',
      graphPath: text,
      isDelta: true,
      isInProcess: true,
      sort: 2,
    });
    await turn.say({ type: 'text-delta', id: 't', delta: ' dich 🌍' });
    expect(await next()).toMatchObject({ content: ' dich 🌍', isDelta: true, isInProcess: true, sort: 3 });
    await turn.say({ type: 'text', id: 't', content: 'Grüß dich 🌍' });
    expect(await next()).toEqual({
      id: read[0]?.id,
      role: 'assistant',
      content: 'Grüß dich 🌍',
      graphPath: text,
      isDelta: false,
      isInProcess: false,
      sort: 4,
    });
    const call = { id: 'c', name: 'svcMeta', input: '{"searchQuery":"x"}' };
    await turn.say({ type: 'tool-call', ...call });
    expect(await next()).toEqual({
      id: lineId,
      role: 'assistant',
      content: '',
      toolCall: { name: 'svcMeta', input: '{"searchQuery":"x"}' },
      graphPath: tools,
      isDelta: false,
      isInProcess: true,
      sort: 5,
    });
    await turn.say({ type: 'tool-result', ...call, result: '{"cubes":[]}' });
    expect(await next()).toEqual({
      id: read[3]?.id,
      role: 'assistant',
      content: '',
      toolCall: { name: 'svcMeta', input: '{"searchQuery":"x"}', result: '{"cubes":[]}' },
      graphPath: tools,
      isDelta: false,
      isInProcess: false,
      sort: 6,
    });
    await turn.complete('The answer.', usage);
    expect(await next()).toEqual({
      id: lineId,
      role: 'assistant',
      content: 'The answer.',
      graphPath: ['final'],
      isDelta: false,
      isInProcess: false,
      sort: 7,
    });
    expect(await next()).toEqual({
      id: '__state__',
      role: 'assistant',
      sort: 8,
      state: {
        chatId,
        isStreaming: false,
        status: 'completed',
        stopReason: 'stop',
        messages: [opening[1], read[2], read[4], read[5]],
        usage,
      },
    });
    expect(await stream.next()).toBeUndefined();
    expect(stream.complete).toBe(true);
    expect(new Set(read.map((line) => line.id)).size).toBe(4);
  });

  it('numbers all turns of a thread without a gap, however long they are', async () => {
    const sessionSettings = newUser();
    const sorts: number[] = [];
    let chatId: string | undefined;
    // Longer than the block of numbers that is reserved ahead, and exactly as long.
    for (const deltas of [1, 600, 251, 0]) {
      const { stream, opening, turn } = await start({ input: 'Go on', chatId, sessionSettings });
      const before = sorts.at(-1) ?? 0;
      expect(opening[0]).toMatchObject({ id: '__cutoff__', sort: before, state: { isStreaming: true } });
      chatId = opening[0]?.state?.chatId;
      if (deltas > 0) await turn.sayText('t', ...Array.from({ length: deltas }, (_, i) => `${i} `));
      await turn.complete('End.');
      sorts.push(...[...opening.slice(1), ...(await stream.rest())].map((line) => line.sort));
    }
    expect(sorts).toEqual(Array.from({ length: sorts.length }, (_, i) => i + 1));
  });

  it('the chat stream does not replay earlier messages before new input, and shows them to the agent', async () => {
    const sessionSettings = newUser();
    const first = await finishedTurn({ input: 'First?', sessionSettings }, 'First.');
    const second = await start({ input: 'Second?', chatId: first.chatId, sessionSettings });
    expect(second.opening.map((line) => line.content)).toEqual([undefined, 'Second?']);
    expect(second.turn.request.history).toEqual([
      { type: 'user', content: 'First?' },
      { type: 'assistant', content: 'First.' },
    ]);
    await second.turn.complete('Second.');
    const lines = await second.stream.rest();
    expect(lines.at(-1)?.state?.messages?.map((line) => line.content)).toEqual(['Second?', 'Second.']);
  });

  it('the chat stream keeps messages of different turns apart when the agent repeats its ids', async () => {
    const sessionSettings = newUser();
    const first = await finishedTurn({ input: 'One', sessionSettings });
    const second = await finishedTurn({ input: 'Two', chatId: first.chatId, sessionSettings });
    const ids = [first, second].flatMap(({ lines }) =>
      lines.filter((line) => line.isInProcess === false).map((line) => line.id),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('interleaves messages and tool calls that run side by side', async () => {
    const { stream, turn } = await start({ input: 'Both', sessionSettings: newUser() });
    const call = (id: string) => ({ id, name: 'svcSqlApi', input: `{"sqlQuery":"${id}"}` });
    await turn.say(
      { type: 'tool-call', ...call('a') },
      { type: 'tool-call', ...call('b') },
      { type: 'text-delta', id: 'a', delta: 'meanwhile' },
      { type: 'tool-result', ...call('b'), result: '"b"' },
      { type: 'text', id: 'a', content: 'meanwhile' },
      { type: 'tool-result', ...call('a'), result: '{"error":"no"}' },
    );
    await turn.complete('Ok.');
    const lines = (await stream.rest()).slice(0, -1);
    const [a, b, said] = lines.map((line) => line.id);
    expect(lines.map((line) => [line.id, line.toolCall?.result, line.isInProcess])).toEqual([
      [a, undefined, true],
      [b, undefined, true],
      [said, undefined, true],
      [b, '"b"', false],
      [said, undefined, false],
      [a, '{"error":"no"}', false],
      [lines[6]?.id, undefined, false],
    ]);
    expect(new Set(lines.map((line) => line.id)).size).toBe(4);
  });

  it('the chat stream shows thinking only where the agent is in development mode', async () => {
    for (const [number, expected] of [
      [2, ['Hm, ', 'well.', 'Hm, well.']],
      [1, []],
    ] as const) {
      const sessionSettings = newUser();
      const { stream, chatId, turn } = await start({ input: 'Think', sessionSettings }, { agent: number });
      await turn.say(
        { type: 'thinking-delta', id: 't', delta: 'Hm, ' },
        { type: 'thinking-delta', id: 't', delta: 'well.' },
        { type: 'text-delta', id: 't', delta: 'So.' },
        { type: 'text', id: 't', content: 'So.', thinking: 'Hm, well.' },
      );
      await turn.complete('So.');
      const lines = await stream.rest();
      const thoughts = lines.filter((line) => 'thinking' in line).map((line) => line.thinking);
      expect(thoughts).toEqual(expected);
      expect(lines.map((line) => line.sort)).toEqual(lines.map((_, i) => i + 2));
      const again = await (await service.chat({ chatId, sessionSettings }, { agent: number })).rest();
      expect(again.find((line) => line.content === 'So.' && line.graphPath?.[0] !== 'final')?.thinking).toBe(
        expected.at(-1),
      );
    }
  });

  it('the chat stream gives exactly one final answer by the rule of the spec', async () => {
    const { lines } = await finishedTurn({ input: 'Answer', sessionSettings: newUser() }, 'It is 42.');
    const final = lines.filter(
      (line) => line.role === 'assistant' && line.graphPath?.[0] === 'final' && line.graphPath.length <= 2,
    );
    expect(final).toMatchObject([{ content: 'It is 42.', isDelta: false, isInProcess: false }]);
  });

  it('the chat stream says a failure in an `__error__` line before `__state__`, masked unless it is safe to show', async () => {
    const sessionSettings = newUser();
    const failed = await start({ input: 'Fail', sessionSettings });
    await failed.turn.say({ type: 'text-delta', id: 't', delta: 'I was abo' });
    const error = { code: 'UNAVAILABLE', message: 'The language model did not answer.' } as const;
    failed.turn.end({ status: 'failed', usage, error });
    const lines = await failed.stream.rest();
    expect(lines).toMatchObject([
      { content: 'I was abo', isDelta: true, sort: 2 },
      { content: 'I was abo', isDelta: false, isInProcess: false, sort: 3 },
      { id: '__error__', role: 'assistant', error: error.message, code: error.code, sort: 4 },
      { id: '__state__', sort: 5, state: { status: 'failed', isStreaming: false, usage } },
    ]);
    const again = await (await service.chat({ chatId: failed.chatId, sessionSettings })).rest();
    expect(again.slice(-2)).toMatchObject([
      { id: '__error__', error: error.message, code: error.code, sort: 4 },
      { id: '__state__', sort: 5, state: { status: 'failed' } },
    ]);
    const recovered = await finishedTurn({ input: 'Again', chatId: failed.chatId, sessionSettings });
    expect(recovered.lines[0]).toMatchObject({ id: '__cutoff__', sort: 5 });
  });

  it.each<[string, unknown, string, string]>([
    ['a fault, masked', new Error('secret of the database'), 'INTERNAL', 'Internal server error'],
    [
      'a failure that is safe to show',
      new AppError('QUERY_TIMEOUT', 'Too slow.'),
      'QUERY_TIMEOUT',
      'Too slow.',
    ],
  ])(
    'the chat stream ends with `__state__` also when the agent breaks: %s',
    async (_, thrown, code, error) => {
      await using broken = await openChatService({ kind, runTurn: agent.runTurn });
      const sessionSettings = newUser();
      const { stream, chatId, turn } = await startTurn(broken, agent, { input: 'Go', sessionSettings });
      turn.throw(thrown);
      const text = await stream.text();
      expect(text).not.toContain('secret');
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line);
      expect(lines).toMatchObject([
        { id: '__error__', code, error, sort: 2 },
        { id: '__state__', sort: 3, state: { status: 'failed' } },
      ]);
      const again = await (await broken.chat({ chatId, sessionSettings })).rest();
      expect(again.at(-2)).toMatchObject({ id: '__error__', code, error });
      expect(broken.faults).toHaveLength(code === 'INTERNAL' ? 1 : 0);
    },
  );

  it('the chat stream ends a turn that says more than a log may hold, and keeps what it said', async () => {
    const runLog = { maxRunBytes: 4_000 };
    await using small = await openChatService({ kind, runTurn: agent.runTurn, runLog });
    const sessionSettings = newUser();
    const { stream, chatId, turn } = await startTurn(small, agent, { input: 'Go', sessionSettings });
    const delta = 'x'.repeat(1_000);
    let said = 0;
    const flood = async () => {
      for (; said < 10; said += 1) await turn.say({ type: 'text-delta', id: 't', delta });
    };
    await flood().catch((error: unknown) => turn.throw(error));
    expect(said).toBeLessThan(10);
    const lines = await stream.rest();
    expect(lines.map((line) => line.sort)).toEqual(lines.map((_, i) => i + 2));
    expect(lines.slice(-3)).toMatchObject([
      { isDelta: false, isInProcess: false },
      { id: '__error__', code: 'QUERY_LIMIT' },
      { id: '__state__', state: { status: 'failed' } },
    ]);
    const again = await (await small.chat({ chatId, sessionSettings })).rest();
    expect(again[2]?.content?.length).toBeGreaterThanOrEqual(said * 1_000);
    expect(small.faults).toEqual([]);
  });

  describe('reading without input', () => {
    it('replays finished messages with the numbers that closed them, then the state', async () => {
      const sessionSettings = newUser();
      const first = await finishedTurn({ input: 'One?', sessionSettings });
      const second = await finishedTurn({ input: 'Two?', chatId: first.chatId, sessionSettings });
      const { chatId } = first;
      const stream = await service.chat({ chatId, sessionSettings });
      const lines = await stream.rest();
      const closing = (all: Line[]) => all.filter((line) => line.isInProcess === false);
      expect(lines).toEqual([
        { id: '__cutoff__', role: 'assistant', sort: 0, state: { chatId, isStreaming: false } },
        ...closing(first.lines),
        ...closing(second.lines),
        second.lines.at(-1),
      ]);
      expect(stream.complete).toBe(true);
    });

    it('reading without input gives whoever joins the text so far as one delta line, then what follows', async () => {
      const sessionSettings = newUser();
      const earlier = await finishedTurn({ input: 'Before?', sessionSettings });
      const { chatId } = earlier;
      const live = await start({ input: 'Now?', chatId, sessionSettings });
      const call = { id: 'c', name: 'svcMeta', input: '{}' };
      await live.turn.sayText('done', 'Finished ', 'text.');
      await live.turn.say(
        { type: 'tool-call', ...call },
        { type: 'text-delta', id: 'open', delta: 'Half a ' },
        { type: 'text-delta', id: 'open', delta: 'sen' },
      );
      const joined = await service.chat({ chatId, sessionSettings });
      const past = await joined.take(8);
      expect(past.map((line) => [line.content, line.isDelta, line.isInProcess])).toEqual([
        [undefined, undefined, undefined],
        ['Before?', false, false],
        ['Let me see.', false, false],
        ['Done.', false, false],
        ['Now?', false, false],
        ['Finished text.', false, false],
        ['', false, true],
        ['Half a sen', true, true],
      ]);
      expect(past[0]).toMatchObject({ id: '__cutoff__', sort: 0, state: { isStreaming: true } });
      const sorts = past.slice(1).map((line) => line.sort);
      expect(sorts).toEqual(sorts.toSorted((a, b) => a - b));
      await live.turn.say({ type: 'text-delta', id: 'open', delta: 'tence.' });
      expect(await joined.next()).toMatchObject({ content: 'tence.', isDelta: true });
      await live.turn.say(
        { type: 'text', id: 'open', content: 'Half a sentence.' },
        { type: 'tool-result', ...call, result: '{}' },
      );
      await live.turn.complete('Yes.');
      const [followed, whole] = await Promise.all([joined.rest(), live.stream.rest()]);
      expect(followed).toEqual(whole.slice(-followed.length));
      expect(saidBy([...past, ...followed])).toEqual(saidBy([...earlier.lines, ...live.opening, ...whole]));
    });

    it('reading without input is the same whoever reads and however the bytes are cut', async () => {
      const sessionSettings = newUser();
      const { chatId } = await finishedTurn({ input: 'Größe? 🌍', sessionSettings });
      const whole = await (await service.chat({ chatId, sessionSettings })).text();
      const pieces = await service.chat({ chatId, sessionSettings }, { pieceBytes: 7 });
      expect(await pieces.text()).toBe(whole);
      expect(whole.endsWith('\n')).toBe(true);
    });
  });

  it('the chat stream lets a turn run on when its reader leaves', async () => {
    const sessionSettings = newUser();
    const { stream, chatId, turn } = await start({ input: 'Go', sessionSettings });
    stream.destroy();
    await expect.poll(() => service.services.runLog.readerCount(), { interval: 2 }).toBe(0);
    expect(turn.request.signal.aborted).toBe(false);
    await turn.complete('Still here.');
    const lines = await (await service.chat({ chatId, sessionSettings })).rest();
    expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
    expect(lines.map((line) => line.content)).toContain('Still here.');
  });

  it('the chat stream takes the next input as soon as `__state__` was sent', async () => {
    const sessionSettings = newUser();
    let chatId: string | undefined;
    for (let round = 0; round < 20; round += 1) {
      const { stream, opening, turn } = await start({ input: `${round}`, chatId, sessionSettings });
      chatId = opening[0]?.state?.chatId;
      const ended = turn.complete('Ok.');
      for (let line = await stream.next(); line?.id !== '__state__'; line = await stream.next()) {
        expect(line).toBeDefined();
      }
      await ended;
      stream.destroy();
    }
  });

  it('works for a session token, which names its user', async () => {
    const minted = await service.gateway.fetch(
      new Request(`${service.url}/api/v1/embed/generate-session`, {
        method: 'POST',
        headers: { authorization: `Api-Key ${keys.admin}`, 'content-type': 'application/json' },
        body: JSON.stringify({ deploymentId: 1, ...newUser(), securityContext: { tier: 'gold' } }),
      }),
    );
    const { sessionId } = (await minted.json()) as { sessionId: string };
    const exchanged = await service.gateway.fetch(
      new Request(`${service.url}/api/v1/embed/session/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId }),
      }),
    );
    const { token } = (await exchanged.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    // Ignored with a token, even where it names somebody else, or nobody that could be.
    const other = { sessionSettings: { externalId: 'somebody-else' } };
    const nonsense = { sessionSettings: { externalId: 'No Such', internalId: 'x', ephemeralTtlSeconds: 0 } };
    for (const ignored of [other, nonsense]) {
      const { stream, chatId, turn } = await start({ input: 'Me', ...ignored }, { headers });
      await turn.complete('You.');
      await stream.rest();
      const mine = await service.chat({ chatId, ...ignored }, { headers });
      expect(mine.status).toBe(200);
      expect((await mine.rest()).map((line) => line.content)).toContain('You.');
      expect((await service.chat({ chatId, ...other })).status).toBe(404);
      const aborted = await fetch(`${service.chatUrl(1)}/abort`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ chatId, ...ignored }),
      });
      expect(aborted.status).toBe(204);
    }
  });
});
