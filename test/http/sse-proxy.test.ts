import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatService, newUser, openChatService } from '../support/chat-service.ts';
import {
  chatEventsDocument,
  chatStreamDocument,
  sseClient,
  subscribe,
} from '../support/chat-subscription.ts';
import { foldLines } from '../support/fold-lines.ts';
import type { Line } from '../support/line-client.ts';
import { ScriptedAgent, type ScriptedTurn } from '../support/scripted-agent.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** Subscriptions through a proxy that cuts silent connections, or all of them. */
const keepAliveMs = 20;
const idleMs = 250;

const agent = new ScriptedAgent();
let service: ChatService;
beforeAll(async () => {
  service = await openChatService({ runTurn: agent.runTurn, keepAliveMs });
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const ask = (through: { readonly url: string }) =>
  subscribe(sseClient(through), chatStreamDocument, {
    input: { agentId: 1, input: 'Question', sessionSettings: newUser() },
  });

async function nextOf(lines: AsyncGenerator<Line, void>): Promise<Line> {
  const { value, done } = await lines.next();
  if (done) throw new Error('The stream is at its end.');
  return value;
}

describe('a proxy that cuts silent connections', () => {
  it('a proxy that cuts silent connections does not cut a stream while the agent thinks', async () => {
    await using proxy = await openTcpProxy(service.url, idleMs);
    const lines = ask(proxy);
    expect((await nextOf(lines)).id).toBe('__cutoff__');
    expect((await nextOf(lines)).content).toBe('Question');
    const turn = await agent.nextTurn();
    const before = proxy.chunks;
    // As many keep-alive lines as fit into several times the patience of the proxy.
    const enough = before + (4 * idleMs) / keepAliveMs;
    await expect.poll(() => proxy.chunks, { interval: 10 }).toBeGreaterThan(enough);
    await turn.complete('Answer');
    expect((await nextOf(lines)).content).toBe('Answer');
    expect(await nextOf(lines)).toMatchObject({ id: '__state__', state: { status: 'completed' } });
    expect(proxy.idleCuts).toBe(0);
  });

  it('a proxy cuts a stream that is not kept alive, and its reader notices', async () => {
    await using silent = await openChatService({ runTurn: agent.runTurn });
    await using proxy = await openTcpProxy(silent.url, idleMs);
    const lines = ask(proxy);
    await nextOf(lines);
    await nextOf(lines);
    const turn = await agent.nextTurn();
    await expect(lines.next()).rejects.toThrow();
    expect(proxy.idleCuts).toBe(1);
    await turn.complete('Answer');
  });
});

describe('a connection that is cut', () => {
  /** What the agent says, step by step; a line each. */
  const steps: ((turn: ScriptedTurn) => Promise<void>)[] = [
    ...['It ', 'is ', 'being ', 'worked ', 'out.'].map(
      (delta) => (turn: ScriptedTurn) => turn.say({ type: 'text-delta', id: 't', delta }),
    ),
    (turn) => turn.say({ type: 'text', id: 't', content: 'It is being worked out.' }),
    ...['The ', 'answer'].map(
      (delta) => (turn: ScriptedTurn) => turn.say({ type: 'text-delta', id: 'u', delta }),
    ),
    (turn) => turn.say({ type: 'text', id: 'u', content: 'The answer' }),
    (turn) => turn.complete('The answer'),
  ];

  /** A turn that is read in pieces, and as a whole beside it. */
  async function openReading(proxy: TcpProxy) {
    const whole = ask(service);
    const cutoff = await nextOf(whole);
    const chatId = cutoff.state?.chatId;
    const turn = await agent.nextTurn();
    const seen: Line[] = [];
    let said = 0;
    return {
      seen,
      /** Says so many of the steps that are left. */
      async say(count: number) {
        for (const step of steps.slice(said, said + count)) await step(turn);
        said = Math.min(said + count, steps.length);
      },
      /** Goes on after the last line that was seen. */
      async follow() {
        const afterSort = seen.at(-1)?.sort ?? 0;
        const lines = subscribe(sseClient(proxy), chatEventsDocument, { chatId, afterSort });
        expect(await nextOf(lines)).toMatchObject({ id: '__cutoff__', sort: afterSort });
        return lines;
      },
      async cut(lines: AsyncGenerator<Line, void>) {
        proxy.cut();
        const drained = (async () => {
          // What had arrived by then is seen.
          for await (const line of lines) seen.push(line);
        })();
        await expect(drained).rejects.toThrow();
      },
      rest: () => Array.fromAsync(whole),
    };
  }

  /** After how many lines each connection is cut, and how many steps pass until the next is opened. */
  it.each<[name: string, cuts: readonly (readonly [lines: number, meanwhile: number])[]]>([
    ['before the first word', [[1, 0]]],
    ['in the middle of a message', [[3, 2]]],
    ['at each line', Array.from({ length: 8 }, () => [1, 0] as const)],
    [
      'again and again while the agent goes on',
      [
        [2, 1],
        [1, 3],
        [1, 1],
      ],
    ],
  ])('%s is taken up at the very line: nothing lost, nothing twice', async (_, cuts) => {
    await using proxy = await openTcpProxy(service.url, 60_000);
    const { seen, say, follow, cut, rest } = await openReading(proxy);
    for (const [count, meanwhile] of cuts) {
      const lines = await follow();
      for (let read = 0; read < count; read += 1) {
        const next = nextOf(lines);
        // The question is there already; another line is said whenever somebody waits.
        if (seen.length > 0) await say(1);
        seen.push(await next);
      }
      await cut(lines);
      await say(meanwhile);
    }
    const last = await follow();
    await say(steps.length);
    for await (const line of last) seen.push(line);
    expect(seen).toEqual(await rest());
    expect(seen.map(({ sort }) => sort)).toEqual(Array.from({ length: 12 }, (__, index) => index + 1));
  });

  it('until the turn is over is taken up with whole messages: the same text, nothing twice', async () => {
    await using proxy = await openTcpProxy(service.url, 60_000);
    const { seen, say, follow, cut, rest } = await openReading(proxy);
    const lines = await follow();
    seen.push(await nextOf(lines));
    await say(2);
    seen.push(await nextOf(lines), await nextOf(lines));
    await cut(lines);
    await say(steps.length);
    for await (const line of await follow()) seen.push(line);
    const reference = await rest();
    expect(seen.map(({ sort }) => sort)).toEqual([1, 2, 3, 7, 10, 11, 12]);
    expect(seen.slice(3)).toEqual(reference.filter(({ sort, isDelta }) => sort > 3 && isDelta !== true));
    expect(foldLines(seen)).toEqual(foldLines(reference));
  });
});
