import fc from 'fast-check';
import type { Client } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import {
  chatEventsDocument,
  chatStreamDocument,
  SubscriptionError,
  sseClient,
  subscribe,
} from '../support/chat-subscription.ts';
import { describeDatabases } from '../support/database.ts';
import { saidBy } from '../support/fold-lines.ts';
import type { Line } from '../support/line-client.ts';
import { ScriptedAgent, type ScriptedTurn } from '../support/scripted-agent.ts';

const call = { id: 'c', name: 'svcMeta', input: '{}' };

describeDatabases('chat over GraphQL subscriptions', (kind) => {
  const agent = new ScriptedAgent();
  let service: ChatService;
  let client: Client;
  beforeAll(async () => {
    service = await openChatService({ kind, runTurn: agent.runTurn });
    client = sseClient(service);
  });
  afterAll(async () => {
    client.dispose();
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  const noReaders = () => expect.poll(() => service.services.runLog.readerCount(), { interval: 2 }).toBe(0);

  const chatStream = (input: object) =>
    subscribe(client, chatStreamDocument, { input: { agentId: 1, ...input } });
  const chatEvents = (chatId: string, afterSort?: number) =>
    subscribe(client, chatEventsDocument, { chatId, afterSort });

  async function collect(lines: AsyncIterable<Line>): Promise<Line[]> {
    const all: Line[] = [];
    for await (const line of lines) all.push(line);
    return all;
  }

  async function take(lines: AsyncIterator<Line, void>, count: number): Promise<Line[]> {
    const taken: Line[] = [];
    while (taken.length < count) {
      const { value, done } = await lines.next();
      if (done === true || value === undefined) throw new Error(`Ended after ${taken.length} of ${count}.`);
      taken.push(value);
    }
    return taken;
  }

  /** Says a bit of everything; `pause` is called between any two events. */
  async function perform(turn: ScriptedTurn, pause: () => Promise<void> = async () => {}): Promise<void> {
    const events = [
      { type: 'text-delta', id: 't', delta: 'Let ' },
      { type: 'text-delta', id: 't', delta: 'me see.' },
      { type: 'text', id: 't', content: 'Let me see.' },
      { type: 'tool-call', ...call },
      { type: 'text-delta', id: 'u', delta: 'Mean' },
      { type: 'tool-result', ...call, result: '{"cubes":[]}' },
      { type: 'text-delta', id: 'u', delta: 'while' },
      { type: 'text', id: 'u', content: 'Meanwhile' },
      { type: 'answer', id: 'a', content: 'So.' },
    ] as const;
    for (const event of events) {
      await turn.say(event);
      await pause();
    }
    await turn.complete();
  }

  it('chat over GraphQL subscriptions says event by event what REST says line by line, and completes', async () => {
    const sessionSettings = newUser();
    const input = { input: 'Both', messageId: '1700000000001-message', sessionSettings };
    const events = chatStream({ accountName: 'acme', ...input });
    const opening = await take(events, 2);
    const rest = await service.chat(input);
    await perform(await agent.nextTurn());
    const [overGraphQL, overRest] = await Promise.all([collect(events), rest.rest()]);
    expect([...opening, ...overGraphQL]).toEqual(overRest);
    expect(overRest.at(-1)?.state).toMatchObject({ status: 'completed', messages: { length: 5 } });
    const chatId = opening[0]?.state?.chatId;
    const replayed = await collect(chatStream({ chatId, sessionSettings }));
    expect(replayed).toEqual(await (await service.chat({ chatId, sessionSettings })).rest());
    await noReaders();
  });

  it('resumes from any number with nothing lost and nothing twice, while the turn runs', async () => {
    const sessionSettings = newUser();
    const events = chatStream({ input: 'First', sessionSettings });
    const opening = await take(events, 2);
    const chatId = opening[0]?.state?.chatId ?? '';
    await perform(await agent.nextTurn());
    const whole: Line[] = [...opening, ...(await collect(events))].slice(1);

    await fc.assert(
      fc.asyncProperty(fc.record({ heard: fc.nat(), joined: fc.nat(12) }), async ({ heard, joined }) => {
        const second = chatStream({ input: 'Again', chatId, sessionSettings });
        const first = (await take(second, 2)).slice(1);
        const turn = await agent.nextTurn();
        const before = whole.length;
        // The reader hears a part of the thread, is cut off, and comes back at some point of the turn.
        const after = heard % (before + 8);
        let resumed: Promise<Line[]> | undefined;
        let step = 0;
        const join = async () => {
          if (step === joined && resumed === undefined) {
            const reader = chatEvents(chatId, after);
            const [cutoff] = await take(reader, 1);
            expect(cutoff).toMatchObject({ id: '__cutoff__', sort: after, state: { chatId } });
            resumed = collect(reader);
          }
          step += 1;
        };
        await join();
        await perform(turn, join);
        whole.push(...first, ...(await collect(second)));
        resumed ??= collect(chatEvents(chatId, after)).then((lines) => lines.slice(1));
        const lines = await resumed;
        const sorts = lines.map((line) => line.sort);
        expect(sorts).toEqual([...new Set(sorts)].toSorted((a, b) => a - b));
        // What was heard before, and what came after: the whole thread, each message once.
        const known = whole.filter((line) => line.sort <= after);
        expect(new Map(saidBy([...known, ...lines]).map((line) => [idOf(line), line]))).toEqual(
          new Map(saidBy(whole).map((line) => [idOf(line), line])),
        );
        expect(lines.at(-1)).toMatchObject({ id: '__state__', sort: whole.at(-1)?.sort });
        // Within the turn that runs it is the very lines.
        if (after > before && joined < 9) expect(lines).toEqual(whole.filter((line) => line.sort > after));
        await noReaders();
      }),
      { numRuns: kind === 'pglite' ? 25 : 10 },
    );
  });

  function idOf(line: unknown): string {
    return (line as Line).id;
  }

  it('follows a thread across its turns by its numbers', async () => {
    const sessionSettings = newUser();
    let chatId: string | undefined;
    let seen = 0;
    const heard: Line[] = [];
    for (const input of ['One', 'Two', 'Three']) {
      const events = chatStream({ input, chatId, sessionSettings });
      const [cutoff] = await take(events, 1);
      chatId = cutoff?.state?.chatId ?? '';
      await events.return();
      await perform(await agent.nextTurn());
      const lines = await collect(chatEvents(chatId, seen));
      expect(lines[0]).toMatchObject({ id: '__cutoff__', sort: seen });
      expect(lines[1]).toMatchObject({ content: input, sort: seen + 1 });
      seen = lines.at(-1)?.sort ?? 0;
      heard.push(...lines);
    }
    const all = await collect(chatEvents(chatId ?? ''));
    expect(saidBy(heard)).toEqual(saidBy(all));
    const nothing = await collect(chatEvents(chatId ?? '', seen));
    expect(nothing).toMatchObject([
      { id: '__cutoff__', sort: seen },
      { id: '__state__', sort: seen, state: { messages: { length: 5 } } },
    ]);
  });

  it('chat over GraphQL subscriptions leaves no reader behind, whether one waits, is being written to, or never started', async () => {
    const sessionSettings = newUser();
    const events = chatStream({ input: 'Go', sessionSettings });
    const [cutoff] = await take(events, 2);
    const turn = await agent.nextTurn();
    const followers = Array.from({ length: 10 }, () => chatEvents(cutoff?.state?.chatId ?? ''));
    for (const follower of followers) await take(follower, 1);
    expect(service.services.runLog.readerCount()).toBe(11);
    await turn.say({ type: 'text-delta', id: 't', delta: 'x' });
    for (const follower of followers) await follower.return();
    await expect.poll(() => service.services.runLog.readerCount(), { interval: 2 }).toBe(1);
    await events.return();
    await noReaders();
    expect(turn.request.signal.aborted).toBe(false);
    await turn.complete('Alone.');
  });

  it('aborts as REST does', async () => {
    const sessionSettings = newUser();
    const events = chatStream({ input: 'Go', sessionSettings });
    const [cutoff] = await take(events, 2);
    await agent.nextTurn();
    const chatId = cutoff?.state?.chatId ?? '';
    const abort = async (input: object) => {
      const response = await service.gateway.fetch(
        new Request(`${service.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Api-Key ${keys.admin}` },
          body: JSON.stringify({
            query: 'mutation($input: AbortChatInput!) { abortChat(input: $input) { chatId } }',
            variables: { input: { agentId: 1, chatId, ...input } },
          }),
        }),
      );
      return (await response.json()) as { data?: unknown; errors?: { extensions: { code: string } }[] };
    };
    expect((await abort({ sessionSettings: newUser() })).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await abort({ sessionSettings, agentId: 2 })).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await abort({})).errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
    expect(await abort({ sessionSettings })).toMatchObject({ data: { abortChat: { chatId } } });
    expect((await collect(events)).at(-1)?.state).toMatchObject({ status: 'aborted' });
  });

  describe('refusals are results', () => {
    it.each<[string, object, string]>([
      ['no user', { input: 'Hi' }, 'VALIDATION_FAILED'],
      ['nothing to do', { sessionSettings: { externalId: 'x' } }, 'VALIDATION_FAILED'],
      ['an unknown agent', { agentId: 99, input: 'Hi', sessionSettings: { externalId: 'x' } }, 'NOT_FOUND'],
      [
        'an unknown branch',
        { activeBranchName: 'x', input: 'Hi', sessionSettings: { externalId: 'x' } },
        'BRANCH_NOT_FOUND',
      ],
      [
        "another account's",
        { accountName: 'rival', input: 'Hi', sessionSettings: { externalId: 'x' } },
        'NOT_FOUND',
      ],
    ])('chatStream: %s', async (_, input, code) => {
      await expect(collect(chatStream(input))).rejects.toMatchObject({ codes: [code] });
    });

    it('chatEvents: threads that are not there, or not theirs', async () => {
      const sessionSettings = newUser();
      const events = chatStream({ input: 'Go', sessionSettings });
      const [cutoff] = await take(events, 2);
      const chatId = cutoff?.state?.chatId ?? '';
      const refused = async (authorization: string, id = chatId, afterSort = 0) => {
        const other = sseClient(service, authorization);
        const error = await collect(subscribe(other, chatEventsDocument, { chatId: id, afterSort })).catch(
          (thrown: unknown) => thrown,
        );
        other.dispose();
        return error instanceof SubscriptionError ? error.codes[0] : error;
      };
      expect(await refused(`Api-Key ${keys.rival}`)).toBe('NOT_FOUND');
      expect(await refused(`Api-Key ${keys.admin}`, 'nothing')).toBe('NOT_FOUND');
      expect(await refused(`Api-Key ${keys.admin}`, chatId, -1)).toBe('VALIDATION_FAILED');
      // It speaks for users that it names; a thread's id names none.
      expect(await refused(`Api-Key ${keys.chat}`)).toBe('FORBIDDEN');
      await (await agent.nextTurn()).complete('Ok.');
      await collect(events);
    });
  });
});
