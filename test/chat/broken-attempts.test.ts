import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAgentRuntime } from '../../src/agent/runtime.ts';
import { type AskedModel, openAskedModel } from '../support/asked-model.ts';
import { type ChatService, newUser, openChatService } from '../support/chat-service.ts';
import { chatEventsDocument, sseClient, subscribe } from '../support/chat-subscription.ts';
import { foldLines } from '../support/fold-lines.ts';
import type { Line } from '../support/line-client.ts';

const question = 'What was the revenue in 2025?';
const whole = 'Revenue in 2025 was EUR 1,234,567.';

let model: AskedModel;
let service: ChatService;

beforeAll(async () => {
  model = await openAskedModel();
  const runtime = createAgentRuntime({
    providers: { openaiCompatibleBaseUrl: model.environment['OPENAI_COMPATIBLE_BASE_URL'] },
    wait: async () => undefined,
  });
  service = await openChatService({
    runTurn: (request) =>
      runtime.runTurn({ ...request, agent: { ...request.agent, model: 'openai-compatible:m' } }),
  });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

/** Messages of the agent by their ids, as a client that appends and replaces has them in the end. */
function textsOf(lines: readonly Line[]): Record<string, string | undefined> {
  const said = [...foldLines(lines).values()].filter(({ role }) => role === 'assistant');
  return Object.fromEntries(said.map(({ id, content }) => [id, content]));
}

async function rest(subscription: AsyncIterable<Line>): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of subscription) lines.push(line);
  return lines;
}

it('reads the same text of a step that was begun again, whenever and wherever it is joined', async () => {
  const sessionSettings = newUser();
  const stream = await service.chat({ input: question, sessionSettings });
  const first = await model.call(question);
  first.say('EUR ');
  first.say('1');
  const before = await stream.take(4);
  const chatId = before[0]?.state?.chatId ?? '';
  const [, , delta] = before;
  expect(before.slice(2)).toMatchObject([{ content: 'EUR ' }, { content: '1' }]);
  // Joined while the first attempt speaks; one has left in the middle of it, and comes back when the turn is over.
  const joined = await service.chat({ chatId, sessionSettings });
  const opening = await joined.take(3);
  const subscription = subscribe(sseClient(service), chatEventsDocument, { chatId, afterSort: 0 });
  const subscribed: Line[] = [];
  while (subscribed.length < 3) subscribed.push((await subscription.next()).value as Line);
  first.cut();

  const second = await model.call(question);
  second.say('Revenue in 2025 ');
  const between = await service.chat({ chatId, sessionSettings });
  const withdrawal = await stream.take(1);
  expect(withdrawal).toMatchObject([{ id: delta?.id, content: '', isDelta: false, isInProcess: false }]);
  second.say('was EUR 1,234,567.');
  second.end();

  const live = [...before, ...withdrawal, ...(await stream.rest())];
  const texts = textsOf(live);
  expect(Object.values(texts)).toEqual(['', whole, whole]);
  expect(live.at(-1)?.state).toMatchObject({ status: 'completed', stopReason: 'stop' });
  const resumed = await rest(
    subscribe(sseClient(service), chatEventsDocument, { chatId, afterSort: delta?.sort }),
  );
  const replayed = await (await service.chat({ chatId, sessionSettings })).rest();
  const readings: Record<string, Line[]> = {
    'joined over REST': [...opening, ...(await joined.rest())],
    'joined over GraphQL': [...subscribed, ...(await rest(subscription))],
    'joined behind the break': await between.rest(),
    'come back over GraphQL': [...before.slice(0, 3), ...resumed],
    'replayed over REST': replayed,
    'replayed over GraphQL': await rest(
      subscribe(sseClient(service), chatEventsDocument, { chatId, afterSort: 0 }),
    ),
  };
  for (const [how, lines] of Object.entries(readings)) expect(textsOf(lines), how).toEqual(texts);
  expect(replayed.slice(1)).toEqual([...(live.at(-1)?.state?.messages ?? []), live.at(-1)]);
  const sorts = live.slice(1).map(({ sort }) => sort);
  expect(sorts).toEqual(sorts.map((_, index) => index + 1));

  const stored = await service.database.prisma.chatMessage.findMany({ where: { threadId: chatId } });
  expect(
    stored
      .map(({ content }) => content)
      .filter((content) => content !== '')
      .sort(),
  ).toEqual([question, whole, whole].sort());
  expect(service.faults).toEqual([]);
});

it('keeps what was said when the turn is aborted between two attempts', async () => {
  const sessionSettings = newUser();
  const stream = await service.chat({ input: 'Wait for it.', sessionSettings });
  const first = await model.call('Wait for it.');
  first.say('Half a ');
  const opening = await stream.take(3);
  first.cut();
  // The second attempt has begun, and said nothing yet.
  await model.call('Wait for it.');
  const chatId = opening[0]?.state?.chatId ?? '';
  const abort = await fetch(`${service.chatUrl()}/abort`, {
    method: 'POST',
    headers: { authorization: 'Api-Key acme-admin-key-for-tests-only', 'content-type': 'application/json' },
    body: JSON.stringify({ chatId, sessionSettings }),
  });
  expect(abort.status).toBe(204);
  const lines = [...opening, ...(await stream.rest())];
  expect(Object.values(textsOf(lines))).toEqual(['Half a ']);
  expect(lines.at(-1)?.state?.status).toBe('aborted');
});
