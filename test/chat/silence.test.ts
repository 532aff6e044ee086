import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAgentRuntime } from '../../src/agent/runtime.ts';
import { type AskedModel, isAbout, openAskedModel } from '../support/asked-model.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';

const keepAliveMs = 20;

let model: AskedModel;
let service: ChatService;

beforeAll(async () => {
  model = await openAskedModel((call) => {
    if (!isAbout(call, 'Say something.')) return null;
    call.say('Something.');
    call.end();
    return Promise.resolve();
  });
  const runtime = createAgentRuntime({
    providers: { openaiCompatibleBaseUrl: model.environment['OPENAI_COMPATIBLE_BASE_URL'] },
    limits: { firstChunkMs: 1_500 },
  });
  service = await openChatService({
    keepAliveMs,
    runTurn: (request) =>
      runtime.runTurn({ ...request, agent: { ...request.agent, model: 'openai-compatible:m' } }),
  });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

it('a silent model fails its turn in time, its readers see keep-alive lines, and the thread takes new input', async () => {
  const sessionSettings = newUser();
  const response = await fetch(service.chatUrl(), {
    method: 'POST',
    headers: { authorization: `Api-Key ${keys.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: 'Say nothing.', sessionSettings }),
  });
  await model.call('Say nothing.');
  const text = await response.text();
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  // Each line is JSON with the signs before it: there is none of signs alone.
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter((line) => /^ {2,}\{/.test(line))).toHaveLength(1);
  expect(events.slice(-2)).toMatchObject([
    { id: '__error__', code: 'UNAVAILABLE', error: expect.stringContaining('did not start to answer') },
    { id: '__state__', state: { status: 'failed', stopReason: 'time_limit', isStreaming: false } },
  ]);
  const [{ state } = {}] = events;
  const { chatId } = (state ?? {}) as { chatId?: string };
  const next = await service.chat({ input: 'Say something.', chatId, sessionSettings });
  expect((await next.rest()).at(-1)?.state).toMatchObject({ status: 'completed', stopReason: 'stop' });
});
