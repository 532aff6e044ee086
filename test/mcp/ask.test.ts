import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { connectMcp, type McpClient, revisions } from '../support/mcp-client.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';

/** How a turn is followed, and stopped, by a client that asked for it. */
describe.each(revisions)('asking over MCP in the revision %s', (revision) => {
  const agent = new ScriptedAgent();
  let service: ChatService;
  beforeAll(async () => {
    service = await openChatService({ runTurn: agent.runTurn });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  function connect({ externalId } = newUser()): Promise<McpClient> {
    const headers = {
      authorization: `Api-Key ${keys.admin}`,
      'inlay-external-id': externalId,
      'inlay-agent-id': '1',
    };
    return connectMcp(service.url, headers, revision);
  }

  const search = { id: 'm', name: 'svcMeta', input: '{"searchQuery":"tea"}' };
  const query = { id: 'q', name: 'svcSqlApi', input: '{"sqlQuery":"SELECT 1","queryTitle":"Tea"}' };
  const result = {
    sqlQuery: 'SELECT 1',
    queryTitle: 'Tea',
    description: '',
    userRequest: '',
    schema: [{ name: 'one', column_type: 'Int64' }],
    data: [[1]],
    totalRows: 1,
    uuid: 'u',
  };

  it('reports what the agent does while it works, then answers', async () => {
    await using client = await connect();
    const progress: (string | undefined)[] = [];
    const answer = client.call(
      'ask',
      { question: 'Tea?' },
      { onprogress: ({ message }) => void progress.push(message) },
    );
    const turn = await agent.nextTurn();
    expect(turn.request.input).toBe('Tea?');
    await turn.say({ type: 'tool-call', ...search });
    // While the agent still works.
    await expect.poll(() => progress).toEqual(['Searching the data model: tea']);
    await turn.say({ type: 'tool-result', ...search, result: '{"error":"Busy"}' });
    await turn.say({ type: 'tool-call', ...query });
    await turn.say({ type: 'tool-result', ...query, result: JSON.stringify(result) });
    await turn.complete('One tea.');
    expect((await answer).structuredContent).toMatchObject({ answer: 'One tea.', results: [result] });
    expect(progress).toEqual([
      'Searching the data model: tea',
      'Failed: Busy',
      'Running a query: Tea',
      'Rows read: 1',
    ]);
  });

  it('stops the turn when the client cancels the call', async () => {
    await using client = await connect();
    const cancel = new AbortController();
    const cancelled = client.call('ask', { question: 'Long?' }, { signal: cancel.signal });
    const turn = await agent.nextTurn();
    cancel.abort();
    await expect(cancelled).rejects.toThrow();
    await expect(turn.outcome).resolves.toMatchObject({ status: 'aborted' });
  });

  // Clients of the current revision close the response instead.
  it.skipIf(revision === revisions[0])('does not answer a call that a message cancels', async () => {
    const { externalId } = newUser();
    const send = (message: object, session?: string | null) =>
      fetch(new URL('/mcp', service.url), {
        method: 'POST',
        headers: {
          authorization: `Api-Key ${keys.admin}`,
          'inlay-external-id': externalId,
          'inlay-agent-id': '1',
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...(session == null ? {} : { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      });
    const hello = {
      protocolVersion: revision,
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const begun = await send({ id: 1, method: 'initialize', params: hello });
    await begun.text();
    const session = begun.headers.get('mcp-session-id');
    const params = { name: 'ask', arguments: { question: 'Long?' } };
    const open = send({ id: 7, method: 'tools/call', params }, session);
    const turn = await agent.nextTurn();
    await send({ method: 'notifications/cancelled', params: { requestId: 7 } }, session);
    expect(await (await open).text()).not.toContain('"id":7');
    await expect(turn.outcome).resolves.toMatchObject({ status: 'aborted' });
  });

  it('stops the turn when the client disconnects', async () => {
    const client = await connect();
    const lost = client.call('ask', { question: 'Long?' }).catch(() => 'lost');
    const turn = await agent.nextTurn();
    await client.client.close();
    await expect(turn.outcome).resolves.toMatchObject({ status: 'aborted' });
    expect(await lost).toBe('lost');
  });

  it('does not stop a turn when another client cancels a call of the same number', async () => {
    const user = newUser();
    await using mine = await connect(user);
    await using others = await connect(user);
    const answer = mine.call('ask', { question: 'Mine?' });
    const turn = await agent.nextTurn();
    const cancel = new AbortController();
    const cancelled = others.call('ask', { question: 'Other?' }, { signal: cancel.signal });
    const other = await agent.nextTurn();
    cancel.abort();
    await expect(cancelled).rejects.toThrow();
    await expect(other.outcome).resolves.toMatchObject({ status: 'aborted' });
    await turn.complete('Here.');
    expect((await answer).structuredContent.answer).toBe('Here.');
  });

  it('a turn that fails, is stopped or is cut short is an error of the tool', async () => {
    await using client = await connect();
    const usage = { inputTokens: 0, outputTokens: 0, steps: 0 };
    const outcomes = [
      [
        { status: 'failed', error: { code: 'QUERY_LIMIT', message: 'Too much.' }, usage },
        'QUERY_LIMIT: Too much.',
      ],
      [{ status: 'aborted', usage }, 'CONFLICT: The turn was stopped before it had an answer.'],
      [
        { status: 'interrupted', usage },
        /^UNAVAILABLE: The turn was cut short. Ask again in the thread \S+\.$/,
      ],
    ] as const;
    for (const [outcome, text] of outcomes) {
      const answer = client.call('ask', { question: 'Tea?' });
      const turn = await agent.nextTurn();
      turn.end(outcome as never);
      const { isError, texts } = await answer;
      expect(isError).toBe(true);
      if (typeof text === 'string') expect(texts).toEqual([text]);
      else expect(texts[0]).toMatch(text);
    }
  });

  it('does not say why a turn broke', async () => {
    await using client = await connect();
    const answer = client.call('ask', { question: 'Tea?' });
    (await agent.nextTurn()).throw(new Error('secret'));
    expect((await answer).texts.join()).not.toContain('secret');
    (service.faults as string[]).length = 0;
  });
});
