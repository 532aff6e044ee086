import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ConversationStore,
  createClient,
  createConversation,
  turnsOf,
} from '../../packages/client/src/index.ts';
import type { RateLimiter } from '../../src/limits/rate-limiter.ts';
import { createChatKeeper } from '../../web/src/chat/kept-chat.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';

/** What the chat page keeps of a thread, against the real service over real connections. */

const agent = new ScriptedAgent();
let service: ChatService;
let token: string;
let store: ConversationStore;

/** Turns that are refused as too many before one is taken, and when each was asked for. */
const turns = { refusals: 0, askedMs: [] as number[] };
const rates: RateLimiter = {
  take(bucket) {
    const isTurn = bucket.startsWith('turns:');
    if (isTurn) turns.askedMs.push(performance.now());
    const allowed = !isTurn || turns.refusals <= 0;
    if (!allowed) turns.refusals -= 1;
    return { allowed, remaining: 1, resetMs: 0, retryAfterMs: allowed ? 0 : 900 };
  },
  [Symbol.asyncDispose]: async () => {},
};

beforeAll(async () => {
  service = await openChatService({ runTurn: agent.runTurn, rates, limits: { userTurnsPerMinute: 1 } });
});
afterAll(() => service[Symbol.asyncDispose]());

beforeEach(async () => {
  token = await exchange();
  store = newStore();
});
afterEach(() => store.close());

async function post(path: string, body: object, authorization?: string): Promise<Record<string, string>> {
  const headers = {
    'content-type': 'application/json',
    ...(authorization === undefined ? {} : { authorization }),
  };
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, string>;
}

/** The token of a user, by default of one whom nobody else is. */
async function exchange(user = newUser()): Promise<string> {
  const session = { deploymentId: 1, ...user };
  const { sessionId } = await post('/api/v1/embed/generate-session', session, `Api-Key ${keys.admin}`);
  return (await post('/api/v1/embed/session/token', { sessionId }))['token'] ?? '';
}

function newClient(onUnauthenticated = (): void => undefined) {
  async function ask(...request: Parameters<typeof fetch>): Promise<Response> {
    const response = await fetch(...request);
    if (response.status === 401) onUnauthenticated();
    return response;
  }
  return createClient({ url: service.url, token, agentId: 1, fetch: ask });
}

function newStore(client = newClient()): ConversationStore {
  return createConversation({ client });
}

/** Resolves with the state once it is as `is` says. */
function until(is: (state: ReturnType<ConversationStore['get']>) => boolean, of = store) {
  return new Promise<ReturnType<ConversationStore['get']>>((resolve) => {
    const look = () => {
      if (!is(of.get())) return;
      leave();
      resolve(of.get());
    };
    const leave = of.subscribe(look);
    look();
  });
}

const answerIs = (text: string) => until((state) => turnsOf(state).at(-1)?.answer?.content === text);
const isIdle = ({ phase }: { phase: string }) => phase === 'idle';

/** Breaks every connection that carries an answer, as a network does. */
function cutConnections(): void {
  for (const { socket } of service.responses) socket?.destroy();
}

test('an answer grows while it is written, and appears once at the end', async () => {
  store.ask('How many?');
  expect(turnsOf(store.get())).toMatchObject([{ question: 'How many?' }]);
  const turn = await agent.nextTurn();
  await turn.say({ type: 'text-delta', id: 't', delta: 'Thir' });
  await answerIs('Thir');
  await turn.say(
    { type: 'text-delta', id: 't', delta: 'teen' },
    { type: 'text', id: 't', content: 'Thirteen' },
  );
  await answerIs('Thirteen');
  await turn.complete('Thirteen');
  const state = await until(isIdle);
  expect(state).toMatchObject({ outcome: 'COMPLETED', asking: undefined });
  expect(turnsOf(state)).toMatchObject([{ question: 'How many?', steps: [], answer: { kind: 'ANSWER' } }]);
});

test('events during a lost connection arrive once afterwards', async () => {
  store.ask('How many?');
  const turn = await agent.nextTurn();
  await turn.say({ type: 'text-delta', id: 't', delta: 'one ' });
  await answerIs('one ');
  const expected = ['one '];
  for (const piece of ['two ', 'three ', 'four ']) {
    const lost = until(({ isLost }) => isLost);
    cutConnections();
    await turn.say({ type: 'text-delta', id: 't', delta: piece });
    expected.push(piece);
    await lost;
    await answerIs(expected.join(''));
    expect(store.get().isLost).toBe(false);
  }
  await turn.complete('one two three four ');
  const state = await until(isIdle);
  expect(turnsOf(state)).toMatchObject([{ steps: [], answer: { content: 'one two three four ' } }]);
});

test('a question whose request was cut before its answer is asked once', async () => {
  const started = agent.started;
  store.ask('How many?');
  // The request is on its way; nothing of its answer was seen.
  store.disconnect();
  const turn = await agent.nextTurn();
  await turn.complete('Thirteen');
  const state = await until(isIdle);
  expect(turnsOf(state)).toMatchObject([{ question: 'How many?', answer: { content: 'Thirteen' } }]);
  expect(agent.started).toBe(started + 1);
});

test('a thread that is opened during an answer continues from there', async () => {
  store.ask('How many?');
  const turn = await agent.nextTurn();
  await turn.say({ type: 'text-delta', id: 't', delta: 'Thir' });
  const { threadId } = await answerIs('Thir');
  store.close();
  store = newStore();
  store.open(threadId);
  await answerIs('Thir');
  await turn.say({ type: 'text-delta', id: 't', delta: 'teen' });
  await answerIs('Thirteen');
  await turn.complete('Thirteen');
  await until(isIdle);
  store.ask('And now?');
  await (await agent.nextTurn()).complete('Fourteen');
  const state = await until((now) => isIdle(now) && turnsOf(now).length === 2);
  expect(turnsOf(state).map(({ answer }) => answer?.content)).toEqual(['Thirteen', 'Fourteen']);
});

test('stopping keeps the text so far, and the question can be asked again', async () => {
  store.ask('How many?');
  const turn = await agent.nextTurn();
  await turn.say({ type: 'text-delta', id: 't', delta: 'Thir' });
  await answerIs('Thir');
  store.stop();
  expect(turnsOf(await until(isIdle))).toMatchObject([{ answer: { content: 'Thir' } }]);
  expect(store.get().outcome).toBe('ABORTED');
  store.retry();
  await (await agent.nextTurn()).complete('Thirteen');
  const state = await until((now) => now.outcome === 'COMPLETED');
  expect(turnsOf(state).map(({ question }) => question)).toEqual(['How many?', 'How many?']);
});

test('stopping before the thread has an id stops it as soon as it has one', async () => {
  store.ask('How many?');
  store.stop();
  expect(await until(isIdle)).toMatchObject({ outcome: 'ABORTED' });
  await agent.nextTurn();
});

test('a failed turn shows why, and the next one clears it', async () => {
  store.ask('How many?');
  const noUsage = { inputTokens: 0, outputTokens: 0, steps: 0 };
  const error = { code: 'UNAVAILABLE', message: 'The language model did not answer.' } as const;
  (await agent.nextTurn()).end({ status: 'failed', usage: noUsage, error });
  expect(await until(isIdle)).toMatchObject({ outcome: 'FAILED', problem: error });
  store.retry();
  await (await agent.nextTurn()).complete('Thirteen');
  expect(await until((now) => now.outcome === 'COMPLETED')).toMatchObject({ problem: undefined });
});

test('a thread of another user is not found', async () => {
  store.ask('How many?');
  await (await agent.nextTurn()).complete('Thirteen');
  const { threadId } = await until(isIdle);
  token = await exchange();
  const other = newStore();
  other.open(threadId);
  expect(await until(isIdle, other)).toMatchObject({ messages: [], problem: { code: 'NOT_FOUND' } });
  other.close();
});

test('a question that is one too many waits as long as the service says, and is asked once', async () => {
  const started = agent.started;
  turns.refusals = 1;
  turns.askedMs.length = 0;
  store.ask('How many?');
  expect(await until(({ isCrowded }) => isCrowded)).toMatchObject({ isLost: false, asking: 'How many?' });
  await (await agent.nextTurn()).complete('Thirteen');
  expect(await until(isIdle)).toMatchObject({ isCrowded: false, problem: undefined });
  const [first = 0, second = 0] = turns.askedMs;
  // In whole seconds, as `Retry-After` is.
  expect(second - first).toBeGreaterThan(950);
  expect(turns.askedMs).toHaveLength(2);
  expect(agent.started).toBe(started + 1);
});

test('a question whose session has ended is asked once when there is another one', async () => {
  const user = newUser();
  const keeper = createChatKeeper();
  token = await exchange(user);
  const chat = keeper.take('reader', newClient(), 1);
  chat.store.ask('How many?');
  await (await agent.nextTurn()).complete('Thirteen');
  await until(isIdle, chat.store);

  const started = agent.started;
  token = 'ended';
  const refused = Promise.withResolvers<void>();
  expect(keeper.take('reader', newClient(refused.resolve), 1)).toBe(chat);
  chat.store.ask('And now?');
  chat.draft = 'And the';
  await refused.promise;
  chat.store.close();
  expect(agent.started).toBe(started);

  token = await exchange(user);
  expect(keeper.take('reader', newClient(), 1)).toMatchObject({ draft: 'And the' });
  chat.store.reconnect();
  await (await agent.nextTurn()).complete('Fourteen');
  const state = await until(isIdle, chat.store);
  expect(turnsOf(state).map(({ question, answer }) => [question, answer?.content])).toEqual([
    ['How many?', 'Thirteen'],
    ['And now?', 'Fourteen'],
  ]);
  expect(agent.started).toBe(started + 1);
  chat.store.close();
});

test.each([
  ['another reader', 'other', 1],
  ['another agent', 'reader', 2],
  ['a reader who cannot be known again', undefined, 1],
])('nothing is kept for %s', async (_, reader, agentId) => {
  const keeper = createChatKeeper();
  const chat = keeper.take(reader === undefined ? undefined : 'reader', newClient(), 1);
  chat.draft = 'Mine';
  const next = keeper.take(reader, newClient(), agentId);
  expect(next.draft).toBe('');
  expect(next.store).not.toBe(chat.store);
  expect(next.isNew).toBe(true);
});
