import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabases } from '../support/database.ts';
import { LineClient } from '../support/line-client.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

/** Both addresses that clients abort at. */
const paths = ['/stream-chat-state/abort', '/abort'] as const;

describeDatabases('aborting a chat (spec: Endpoints, 4)', (kind) => {
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

  function abort(
    body: object,
    {
      path = paths[0],
      key = keys.admin,
      agent: number = 1,
      account = 'acme',
    }: {
      path?: string;
      key?: string;
      agent?: number;
      account?: string;
    } = {},
  ): Promise<LineClient> {
    const url = service.chatUrl(number, account).replace(/\/stream-chat-state$/, path);
    return LineClient.open(url, { body, headers: { authorization: `Api-Key ${key}` } });
  }

  const call = { id: 'c', name: 'svcSqlApi', input: '{"sqlQuery":"SELECT 1"}' };

  it.each(paths)('204 at %s while text streams; what was said stays', async (path) => {
    const sessionSettings = newUser();
    const { stream, chatId, opening, turn } = await start({ input: 'Go', sessionSettings });
    await turn.say({ type: 'text-delta', id: 't', delta: 'I was say' });
    const answer = await abort({ chatId, sessionSettings }, { path });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(turn.request.signal.aborted).toBe(true);
    const lines = await stream.rest();
    expect(lines).toMatchObject([
      { content: 'I was say', isDelta: true, sort: 2 },
      { content: 'I was say', isDelta: false, isInProcess: false, sort: 3 },
      { id: '__state__', sort: 4, state: { chatId, isStreaming: false, status: 'aborted' } },
    ]);
    expect(lines[2]?.state?.messages).toEqual([opening[1], lines[1]]);
    const again = await (await service.chat({ chatId, sessionSettings })).rest();
    expect(again.slice(1)).toEqual([opening[1], lines[1], lines[2]]);
  });

  it('aborting a chat closes a tool call that is cut off, with an error as its result', async () => {
    const sessionSettings = newUser();
    const { stream, chatId, turn } = await start({ input: 'Go', sessionSettings });
    await turn.say({ type: 'tool-call', ...call });
    expect((await abort({ chatId, sessionSettings })).status).toBe(204);
    const [opened, closed, state] = await stream.rest();
    expect(opened).toMatchObject({ isInProcess: true });
    expect(closed).toMatchObject({ id: opened?.id, isInProcess: false, sort: 3 });
    expect(JSON.parse(closed?.toolCall?.result ?? '')).toEqual({ error: expect.any(String) });
    expect(state?.state).toMatchObject({ status: 'aborted' });
  });

  it('aborting a chat stops the query in the engine', async () => {
    const sessionSettings = { ...newUser(), groups: ['analysts'] };
    const { stream, chatId, turn } = await start({ input: 'Go', sessionSettings });
    // Minutes of work unless it is stopped.
    const sqlQuery = `SELECT count(*) AS n FROM ${Array.from({ length: 22 }, (_, i) => `sales s${i}`).join(' CROSS JOIN ')}`;
    const input = { sqlQuery, queryTitle: '', description: '', userRequest: '' };
    const query = turn.request.data.runSql(input, turn.request.signal);
    const refused = expect(query).rejects.toSatisfy((error) => error === turn.request.signal.reason);
    await turn.say({ type: 'tool-call', ...call });
    expect((await abort({ chatId, sessionSettings })).status).toBe(204);
    await refused;
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'aborted' });
  });

  it('aborting a chat stops between steps, and nothing is said after that', async () => {
    const sessionSettings = newUser();
    const { stream, chatId, turn } = await start({ input: 'Go', sessionSettings });
    await turn.sayText('t', 'First ', 'step.');
    expect((await abort({ chatId, sessionSettings })).status).toBe(204);
    await expect(turn.say({ type: 'text-delta', id: 'u', delta: 'too late' })).rejects.toThrow();
    const lines = await stream.rest();
    expect(lines.map((line) => line.content)).toEqual(['First ', 'step.', 'First step.', undefined]);
  });

  it('an abort does not wait for an agent that ignores it', async () => {
    agent.endsOnAbort = false;
    const sessionSettings = newUser();
    const { stream, chatId, turn } = await start({ input: 'Go', sessionSettings });
    agent.endsOnAbort = true;
    expect((await abort({ chatId, sessionSettings })).status).toBe(204);
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'aborted' });
    await expect(turn.say({ type: 'answer', id: 'a', content: 'Still here!' })).rejects.toThrow();
    turn.end({ status: 'completed', usage: { inputTokens: 0, outputTokens: 0, steps: 0 } });
    const lines = await (await service.chat({ chatId, sessionSettings })).rest();
    expect(lines.map((line) => line.content)).toEqual([undefined, 'Go', undefined]);
  });

  it('aborting twice is the same as once, and leaves a finished turn unchanged', async () => {
    const sessionSettings = newUser();
    const { stream, chatId } = await start({ input: 'Go', sessionSettings });
    const both = await Promise.all([1, 2, 3].map(() => abort({ chatId, sessionSettings })));
    expect(both.map((answer) => answer.status)).toEqual([204, 204, 204]);
    expect((await stream.rest()).map((line) => line.state?.status)).toEqual(['aborted']);
    expect((await abort({ chatId, sessionSettings })).status).toBe(204);
    const finished = await start({ input: 'Again', chatId, sessionSettings });
    await finished.turn.complete('Ended.');
    expect((await abort({ chatId, sessionSettings })).status).toBe(204);
    expect((await finished.stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
    expect((await abort({ chatId, sessionSettings })).status).toBe(204);
    const lines = await (await service.chat({ chatId, sessionSettings })).rest();
    expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
  });

  it('aborting a chat takes new input right after, and goes on numbering', async () => {
    const sessionSettings = newUser();
    const { chatId, turn } = await start({ input: 'Go', sessionSettings });
    await turn.say({ type: 'text-delta', id: 't', delta: 'Hm' });
    expect((await abort({ chatId, sessionSettings })).status).toBe(204);
    const next = await start({ input: 'Next', chatId, sessionSettings });
    expect(next.opening).toMatchObject([{ sort: 4 }, { content: 'Next', sort: 5 }]);
    expect(next.turn.request.history).toEqual([{ type: 'user', content: 'Go' }]);
    await next.turn.complete('Yes.');
  });

  it('reaches a turn at the very moment it starts', async () => {
    const sessionSettings = newUser();
    const { stream: first, chatId, turn } = await start({ input: 'Go', sessionSettings });
    await turn.complete('Ok.');
    await first.rest();
    const { chatRun } = service.database.prisma;
    const latest = () => chatRun.findFirst({ where: { threadId: chatId }, orderBy: { startSort: 'desc' } });
    for (let round = 0; round < 10; round += 1) {
      const before = await latest();
      const streaming = service.chat({ input: `${round}`, chatId, sessionSettings });
      let after = before;
      while (after?.id === before?.id) {
        const seen = await latest();
        expect((await abort({ chatId, sessionSettings })).status).toBe(204);
        after = await latest();
        // Once a turn can be seen, one abort is enough.
        if (seen?.id !== before?.id) expect(after?.status).toBe('aborted');
      }
      expect((await abort({ chatId, sessionSettings })).status).toBe(204);
      const stream = await streaming;
      expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'aborted' });
      await agent.nextTurn();
    }
  });

  describe('who may', () => {
    it("403 for another user of the account, 404 for a thread that is not this account's and agent's", async () => {
      const sessionSettings = newUser();
      const { stream, chatId, turn } = await start({ input: 'Go', sessionSettings });
      const other = newUser();
      await start({ input: 'Exists', sessionSettings: other });
      const nobody = '01890a5d-ac96-774b-bcce-b302099a8057';
      for (const path of paths) {
        const statuses = async (...answers: Promise<LineClient>[]) =>
          (await Promise.all(answers)).map((answer) => answer.status);
        expect(
          await statuses(
            abort({ chatId, sessionSettings: other }, { path }),
            abort({ chatId, sessionSettings: newUser() }, { path }),
            abort({ chatId, sessionSettings: { internalId: 'ada' } }, { path }),
          ),
        ).toEqual([403, 403, 403]);
        expect(
          await statuses(
            abort({ chatId: nobody, sessionSettings }, { path }),
            abort({ chatId: 'not-a-thread', sessionSettings }, { path }),
            abort({ chatId, sessionSettings }, { path, agent: 2 }),
            abort({ chatId, sessionSettings }, { path, agent: 99 }),
            abort({ chatId, sessionSettings }, { path, key: keys.rival, account: 'rival' }),
            abort({ chatId, sessionSettings }, { path, key: keys.rival }),
          ),
        ).toEqual([404, 404, 404, 404, 404, 404]);
        expect(
          await statuses(
            abort({ sessionSettings }, { path }),
            abort({ chatId }, { path }),
            abort({ chatId, sessionSettings: {} }, { path }),
            abort({ chatId, sessionSettings }, { path, key: 'a-key-that-nobody-has-given-out' }),
            abort({ chatId, sessionSettings }, { path, key: keys.bound }),
          ),
        ).toEqual([400, 400, 400, 401, 403]);
      }
      expect(turn.request.signal.aborted).toBe(false);
      await turn.complete('Unharmed.');
      expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
    });

    it('makes no user', async () => {
      const { chatId, turn } = await start({ input: 'Go', sessionSettings: newUser() });
      const { user } = service.database.prisma;
      const before = await user.count();
      expect((await abort({ chatId, sessionSettings: newUser() })).status).toBe(403);
      expect(await user.count()).toBe(before);
      await turn.complete('Ok.');
    });

    it('a chat key, for the users that it speaks for', async () => {
      const sessionSettings = newUser();
      const { stream, chatId } = await start({ input: 'Go', sessionSettings }, { key: keys.chat });
      expect((await abort({ chatId, sessionSettings }, { key: keys.chat })).status).toBe(204);
      expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'aborted' });
    });
  });
});
