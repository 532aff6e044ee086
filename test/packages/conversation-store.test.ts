import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type Client,
  type ConversationState,
  type ConversationStore,
  createClient,
  createConversation,
  createInlay,
  turnsOf,
} from '../../packages/client/src/index.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';

/** Conversations of one user in several tabs, and with several questions at once, against the real service. */

const agent = new ScriptedAgent();
const stores: ConversationStore[] = [];
let service: ChatService;

beforeAll(async () => {
  service = await openChatService({ runTurn: agent.runTurn });
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

/** The client of a user whom no other test has. */
function newClient(): Client {
  const user = newUser();
  const inlay = createInlay({ url: service.url, apiKey: keys.admin });
  const getSession = async () =>
    (await inlay.sessions.generate({ deploymentId: 1, ...user, userAttributes: [] })).sessionId;
  return createClient({ url: service.url, agentId: 1, getSession });
}

/** What a tab of the user keeps. */
function openTab(client: Client, threadId?: string): ConversationStore {
  const store = createConversation({ client });
  stores.push(store);
  if (threadId !== undefined) store.open(threadId);
  return store;
}

/** Resolves with the state once it is as `is` says. */
function until(store: ConversationStore, is: (state: ConversationState) => boolean) {
  return new Promise<ConversationState>((resolve) => {
    const look = () => {
      if (!is(store.get())) return;
      leave();
      resolve(store.get());
    };
    const leave = store.subscribe(look);
    look();
  });
}

const isIdle = ({ phase }: ConversationState) => phase === 'idle';
const said = (state: ConversationState) =>
  turnsOf(state).map(({ question, answer }) => [question, answer?.content]);
const isAnswered = (count: number) => (state: ConversationState) =>
  isIdle(state) && turnsOf(state).filter(({ answer }) => answer !== undefined).length === count;

async function answerNext(content: string): Promise<void> {
  await (await agent.nextTurn()).complete(content);
}

/** A thread of one answered question that two tabs show. */
async function openTwoTabs() {
  const client = newClient();
  const one = openTab(client);
  one.ask('Revenue?');
  await answerNext('Ten');
  const { threadId } = await until(one, isAnswered(1));
  const other = openTab(client, threadId);
  await until(other, isAnswered(1));
  return { one, other };
}

test('questions that are asked at once are asked in order, each after the answer before it', async () => {
  const store = openTab(newClient());
  const started = agent.started;
  for (const question of ['One?', 'Two?', 'Three?']) store.ask(question);
  expect(store.get()).toMatchObject({ asking: 'One?', waiting: ['Two?', 'Three?'] });
  const first = await agent.nextTurn();
  await first.say({ type: 'text-delta', id: 't', delta: 'On' });
  await until(store, (state) => turnsOf(state)[0]?.answer?.content === 'On');
  store.ask('Four?');
  expect(agent.started).toBe(started + 1);
  await first.complete('One');
  for (const answer of ['Two', 'Three', 'Four']) await answerNext(answer);
  expect(said(await until(store, isAnswered(4)))).toEqual([
    ['One?', 'One'],
    ['Two?', 'Two'],
    ['Three?', 'Three'],
    ['Four?', 'Four'],
  ]);
  expect(store.get()).toMatchObject({ waiting: [], problem: undefined });
});

test('a question that a listener asks at the end of an answer waits behind the others', async () => {
  const store = openTab(newClient());
  store.ask('One?');
  store.ask('Two?');
  const leave = store.subscribe(() => {
    if (!isIdle(store.get())) return;
    leave();
    store.ask('Three?');
  });
  for (const answer of ['One', 'Two', 'Three']) await answerNext(answer);
  expect(said(await until(store, isAnswered(3)))).toEqual([
    ['One?', 'One'],
    ['Two?', 'Two'],
    ['Three?', 'Three'],
  ]);
});

test('a question that is asked while a thread is read is asked after that', async () => {
  const { one, other } = await openTwoTabs();
  other.open(one.get().threadId);
  other.ask('And orders?');
  await answerNext('Twenty');
  const expected = [
    ['Revenue?', 'Ten'],
    ['And orders?', 'Twenty'],
  ];
  expect(said(await until(other, isAnswered(2)))).toEqual(expected);
});

test('stopping an answer goes on with the question that waits, and opening another thread drops it', async () => {
  const store = openTab(newClient());
  for (const question of ['One?', 'Two?', 'Three?']) store.ask(question);
  await agent.nextTurn();
  await until(store, ({ threadId }) => threadId !== undefined);
  store.stop();
  await agent.nextTurn();
  await until(store, ({ messages }) => messages.at(-1)?.content === 'Two?');
  expect(store.get().waiting).toEqual(['Three?']);
  store.open(undefined);
  expect(store.get()).toMatchObject({ waiting: [], messages: [], phase: 'idle' });
});

test('questions wait for retry when the one before them is refused', async () => {
  const store = openTab(newClient());
  store.ask('One?');
  await answerNext('One');
  const { threadId = '' } = await until(store, isAnswered(1));
  const started = agent.started;
  store.ask('x'.repeat(20_001));
  store.ask('Two?');
  expect(await until(store, isIdle)).toMatchObject({
    problem: { code: 'VALIDATION_FAILED' },
    waiting: ['Two?'],
  });
  store.ask('Three?');
  await answerNext('Two');
  await answerNext('Three');
  expect(said(await until(store, isAnswered(3))).slice(1)).toEqual([
    ['Two?', 'Two'],
    ['Three?', 'Three'],
  ]);
  expect(store.get().threadId).toBe(threadId);
  expect(agent.started).toBe(started + 2);
});

test('a blank question is not asked', () => {
  const store = openTab(newClient());
  store.ask(' \n');
  expect(store.get()).toMatchObject({ phase: 'idle', asking: undefined, waiting: [] });
});

test('a tab shows what another tab has asked before its own next turn', async () => {
  const { one, other } = await openTwoTabs();
  one.ask('Returns?');
  await answerNext('Three');
  await until(one, isAnswered(2));
  other.ask('By month?');
  await answerNext('Three a month');
  expect(said(await until(other, isAnswered(3)))).toEqual([
    ['Revenue?', 'Ten'],
    ['Returns?', 'Three'],
    ['By month?', 'Three a month'],
  ]);
});

test('an idle tab catches up with another tab, also while that is answered', async () => {
  const { one, other } = await openTwoTabs();
  one.ask('Returns?');
  const turn = await agent.nextTurn();
  await turn.say({ type: 'text-delta', id: 't', delta: 'Thr' });
  other.catchUp();
  await until(other, (state) => turnsOf(state).at(-1)?.answer?.content === 'Thr');
  expect(other.get().phase).toBe('answering');
  await turn.complete('Three');
  expect(said(await until(other, isAnswered(2)))[1]).toEqual(['Returns?', 'Three']);
  other.catchUp();
  one.ask('Orders?');
  await answerNext('Four');
  await until(one, isAnswered(3));
  other.catchUp();
  expect(said(await until(other, isAnswered(3)))).toEqual(said(one.get()));
});

test('a question to a thread in which another tab is answered follows that, and is asked then', async () => {
  const { one, other } = await openTwoTabs();
  one.ask('Returns?');
  const turn = await agent.nextTurn();
  await turn.say({ type: 'text-delta', id: 't', delta: 'Thr' });
  other.ask('By month?');
  await until(other, (state) => turnsOf(state)[1]?.answer?.content === 'Thr');
  expect(other.get()).toMatchObject({ waiting: ['By month?'], problem: undefined });
  await turn.complete('Three');
  await answerNext('Three a month');
  const expected = [
    ['Revenue?', 'Ten'],
    ['Returns?', 'Three'],
    ['By month?', 'Three a month'],
  ];
  expect(said(await until(other, isAnswered(3)))).toEqual(expected);
});

test('an idle tab learns that its thread is gone, and keeps what it shows', async () => {
  const client = newClient();
  const store = openTab(client);
  store.ask('Revenue?');
  await answerNext('Ten');
  const { threadId = '' } = await until(store, isAnswered(1));
  await client.threads.delete(threadId);
  store.catchUp();
  const state = await until(store, ({ problem }) => problem !== undefined);
  expect(state).toMatchObject({ phase: 'idle', problem: { code: 'NOT_FOUND' } });
  expect(said(state)).toEqual([['Revenue?', 'Ten']]);
});
