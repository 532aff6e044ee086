import { expect, it } from 'vitest';
import { createAgentRuntime } from '../../src/agent/runtime.ts';
import { type ScriptedStep, scriptedModel } from '../fixtures/agent/scripted-model.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { LineClient } from '../support/line-client.ts';

/** The service with the agent as it is, whose model plays a script. */
async function openScripted(steps: readonly ScriptedStep[]) {
  const { model, calls } = scriptedModel(steps);
  const runtime = createAgentRuntime({ models: new Map([['planner', model]]) });
  const service = await openChatService({ runTurn: (request) => runtime.runTurn(request) });
  return { service, calls, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

const sessionSettings = { ...newUser(), groups: ['analysts'] };

function abort(service: ChatService, chatId: string): Promise<LineClient> {
  const headers = { authorization: `Api-Key ${keys.admin}` };
  return LineClient.open(`${service.chatUrl()}/abort`, { body: { chatId, sessionSettings }, headers });
}

it('aborting while the model speaks ends its stream', async () => {
  await using opened = await openScripted([{ hangAfter: [{ say: 'I was say' }] }]);
  const { service, calls } = opened;
  const stream = await service.chat({ input: 'Go', sessionSettings });
  const [cutoff, , ...spoken] = await stream.take(5);
  expect(spoken.map((line) => line.content)).toEqual(['I ', 'was ', 'say']);
  const answers = await Promise.all([1, 2].map(() => abort(service, cutoff?.state?.chatId ?? '')));
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect(calls[0]?.abortSignal?.aborted).toBe(true);
  expect(await stream.rest()).toMatchObject([
    { content: 'I was say', isInProcess: false },
    { id: '__state__', state: { status: 'aborted' } },
  ]);
  expect(service.faults).toEqual([]);
});

it('aborting while SQL runs frees the engine, and asks the model no more', async () => {
  // Minutes of work for each, and more of them than the engine runs at once.
  const relations = Array.from({ length: 22 }, (_, i) => `sales s${i}`).join(' CROSS JOIN ');
  const step: ScriptedStep = [
    { call: 'svcSqlApi', input: { sqlQuery: `SELECT count(*) AS n FROM ${relations}` } },
  ];
  const turns = 5;
  await using opened = await openScripted(Array.from({ length: turns }, () => step));
  const { service, calls } = opened;
  for (let turn = 1; turn <= turns; turn += 1) {
    const stream = await service.chat({ input: 'Go', sessionSettings });
    const [cutoff] = await stream.take(3);
    expect((await abort(service, cutoff?.state?.chatId ?? '')).status).toBe(204);
    const [closed, state] = await stream.rest();
    expect(JSON.parse(closed?.toolCall?.result ?? '')).toEqual({ error: expect.any(String) });
    expect(state).toMatchObject({ id: '__state__', state: { status: 'aborted', usage: { steps: 1 } } });
    expect(calls).toHaveLength(turn);
  }
  const query = { query: 'SELECT count(*) AS n FROM sales', sessionSettings, format: 'json' };
  const answer = await LineClient.open(`${service.url}/api/v1/deployments/1/sql`, {
    body: query,
    headers: { authorization: `Api-Key ${keys.admin}` },
  });
  expect(await answer.json()).toMatchObject({ totalRows: 1 });
  expect(service.faults).toEqual([]);
}, 20_000);
