import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineOf } from '../support/chat-events.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import {
  chatEventsDocument,
  chatStreamDocument,
  sseClient,
  subscribe,
} from '../support/chat-subscription.ts';
import { type Line, LineClient } from '../support/line-client.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

const agent = new ScriptedAgent();
let service: ChatService;
beforeAll(async () => {
  service = await openChatService({ runTurn: agent.runTurn, limits: { maxTurns: 400 } });
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const readers = (count: number) =>
  expect.poll(() => service.services.runLog.readerCount(), { interval: 5 }).toBe(count);

const pieces = ['Wor', 'king', '.'];

describe('200 concurrent streams', () => {
  /** Plays each turn in small steps, between those of all others. */
  async function playAll(count: number): Promise<void> {
    const turns = await Promise.all(Array.from({ length: count }, () => agent.nextTurn()));
    for (const delta of pieces) {
      for (const turn of turns) await turn.say({ type: 'text-delta', id: 't', delta });
      await setImmediate();
    }
    for (const turn of turns) {
      await turn.say({ type: 'text', id: 't', content: pieces.join('') });
      await turn.complete(`Answer to ${turn.request.input}`);
    }
  }

  function check(streams: readonly (readonly Line[])[]): void {
    for (const [i, lines] of streams.entries()) {
      expect(lines.map((line) => line.sort)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(lines.map((line) => line.content)).toEqual([
        undefined,
        `Question ${i}`,
        ...pieces,
        pieces.join(''),
        `Answer to Question ${i}`,
        undefined,
      ]);
      expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
    }
    expect(new Set(streams.map((lines) => lines[0]?.state?.chatId)).size).toBe(streams.length);
  }

  it('200 concurrent streams over REST, each with its own lines', async () => {
    const streams = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        service.chat({ input: `Question ${i}`, sessionSettings: newUser() }),
      ),
    );
    const all = Promise.all(streams.map((stream) => stream.rest()));
    await playAll(200);
    check(await all);
    await readers(0);
  });

  it('200 concurrent streams over GraphQL, each with its own events', async () => {
    const client = sseClient(service);
    const all = Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const input = { agentId: 1, input: `Question ${i}`, sessionSettings: newUser() };
        return Array.fromAsync(subscribe(client, chatStreamDocument, { input }));
      }),
    );
    await playAll(200);
    check(await all);
    client.dispose();
    await readers(0);
  });
});

describe.each(['REST', 'GraphQL'])('a reader over %s', (door) => {
  /** Follows a thread on a bare socket. */
  function follow(chatId: string, sessionSettings: object): Promise<LineClient> {
    if (door === 'REST') return service.chat({ chatId, sessionSettings });
    return LineClient.open(`${service.url}/graphql`, {
      body: { query: chatEventsDocument, variables: { chatId } },
      headers: { accept: 'text/event-stream', authorization: `Api-Key ${keys.admin}` },
    });
  }

  /** The lines in what was received, by whichever door. */
  function linesIn(text: string): Line[] {
    if (door === 'REST')
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line);
    return [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json]) =>
      lineOf((JSON.parse(json ?? '') as { data: { chatEvents: object } }).data.chatEvents),
    );
  }

  it('that stops reading costs no more than the log, and loses nothing', async () => {
    const sessionSettings = newUser();
    const { stream, chatId, turn } = await startTurn(service, agent, { input: 'Go', sessionSettings });
    stream.destroy();
    await readers(0);
    const stalled = await follow(chatId, sessionSettings);
    stalled.pause();
    await readers(1);
    const count = 100_000;
    let buffered = 0;
    for (let i = 0; i < count; i += 1) {
      await turn.say({ type: 'text-delta', id: 't', delta: `${i} ` });
      if (i % 500 === 0) {
        await setImmediate();
        for (const response of service.responses) {
          buffered = Math.max(buffered, response.writableLength + (response.socket?.writableLength ?? 0));
        }
      }
    }
    await turn.complete('End.');
    // The log holds some 25 MB of it.
    expect(buffered).toBeGreaterThan(0);
    expect(buffered).toBeLessThan(512 * 1024);
    stalled.resume();
    const lines = linesIn(await stalled.text());
    expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
    const sorts = lines.slice(1).map((line) => line.sort);
    expect(sorts).toEqual(Array.from({ length: sorts.length }, (_, i) => i + 1));
    expect(lines.filter((line) => line.isDelta === true)).toHaveLength(count);
    await readers(0);
  });

  it('that disconnects is gone, whether it waits or does not read', async () => {
    const sessionSettings = newUser();
    const { stream, chatId, turn } = await startTurn(service, agent, { input: 'Go', sessionSettings });
    const waiting = await Promise.all(Array.from({ length: 20 }, () => follow(chatId, sessionSettings)));
    const stalled = await Promise.all(Array.from({ length: 20 }, () => follow(chatId, sessionSettings)));
    for (const client of stalled) client.pause();
    await readers(41);
    const delta = 'x'.repeat(10_000);
    for (let i = 0; i < 300; i += 1) {
      await turn.say({ type: 'text-delta', id: 't', delta });
      if (i % 50 === 0) await setImmediate();
    }
    for (const client of waiting) client.destroy();
    await readers(21);
    for (const client of stalled) client.destroy();
    await readers(1);
    stream.destroy();
    await readers(0);
    expect(turn.request.signal.aborted).toBe(false);
    await turn.complete('Ok.');
    await expect.poll(() => service.responses.size, { interval: 5 }).toBe(0);
  }, 60_000);

  it('that leaves before the first line is gone too', async () => {
    const sessionSettings = newUser();
    const { chatId, stream, turn } = await startTurn(service, agent, { input: 'Go', sessionSettings });
    for (let i = 0; i < 30; i += 1) {
      const following = follow(chatId, sessionSettings).then(
        (client) => client.destroy(),
        () => {},
      );
      if (i % 3 === 0) await following;
      // Its connection ends at whatever point of the request it has reached.
      else for (const response of service.responses) if (!response.headersSent) response.socket?.destroy();
      await following;
    }
    await readers(1);
    await turn.complete('Ok.');
    await stream.rest();
    await readers(0);
  });
});
