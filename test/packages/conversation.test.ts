import { describe, expect, it } from 'vitest';
import { readEvents } from '../../packages/client/src/event-stream.ts';
import {
  applyEvent,
  type ChatMessageKind,
  type Conversation,
  type ChatEvent as Event,
  emptyConversation,
  type ChatTurnOutcome as Outcome,
  turnsOf,
} from '../../packages/client/src/index.ts';

const cutoff = (sort: number, isStreaming = true): Event => ({
  __typename: 'ChatStarted',
  sort,
  threadId: 'thread',
  isStreaming,
});
const end = (sort: number, status: Outcome = 'COMPLETED'): Event => ({
  __typename: 'ChatEnded',
  sort,
  threadId: 'thread',
  status,
  stopReason: null,
  model: null,
  usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, steps: 0 },
});
const plain = { role: 'ASSISTANT', createdAt: '2025-01-01T00:00:00Z', rating: 'NONE' } as const;
const finished = (sort: number, id: string, kind: ChatMessageKind, content: string): Event => ({
  __typename: 'ChatMessageFinished',
  sort,
  message: { ...plain, id, kind, content, sort, toolCall: null },
  thinking: null,
});
const question = (sort: number, content: string) => finished(sort, `q${sort}`, 'QUESTION', content);
const answer = (sort: number, content: string) => finished(sort, 'answer', 'ANSWER', content);
const text = (sort: number, id: string, content: string, isDelta: boolean): Event =>
  isDelta
    ? { __typename: 'ChatDelta', sort, messageId: id, content, thinking: null }
    : finished(sort, id, 'TEXT', content);
const call = {
  tool: 'SVC_META',
  name: 'svcMeta',
  inputJson: '{}',
  searchQuery: 'orders',
  title: null,
  sqlQuery: null,
} as const;
const found = { __typename: 'MetadataToolResult' as const, cubes: [] };
const tool = (sort: number, messageId: string, isFinished: boolean): Event => {
  if (!isFinished) {
    const toolCall = { ...call, result: null };
    return { __typename: 'ChatToolCallStarted', sort, messageId, toolCall };
  }
  const message = { ...plain, id: messageId, kind: 'TOOL_CALL', content: '', sort } as const;
  const toolCall = { ...call, result: found };
  return {
    __typename: 'ChatMessageFinished',
    sort,
    message: { ...message, toolCall },
    thinking: null,
  };
};

/** A whole turn as a stream tells it. */
const turn: readonly Event[] = [
  cutoff(0),
  question(1, 'How many?'),
  tool(2, 'look', false),
  tool(3, 'look', true),
  text(4, 'words', 'Thir', true),
  text(5, 'words', 'teen', true),
  text(6, 'words', 'Thirteen', false),
  answer(7, 'Thirteen'),
  end(8),
];

const read = (events: readonly Event[], from: Conversation = emptyConversation) =>
  events.reduce(applyEvent, from);

describe('a conversation', () => {
  it('a conversation is what its events say', () => {
    const known = read(turn);
    expect(known).toMatchObject({ threadId: 'thread', phase: 'idle', outcome: 'COMPLETED', lastSort: 8 });
    expect(turnsOf(known)).toEqual([
      {
        id: 'q1',
        question: 'How many?',
        steps: [
          expect.objectContaining({ id: 'look', toolCall: expect.objectContaining({ result: found }) }),
        ],
        answer: expect.objectContaining({ content: 'Thirteen', kind: 'ANSWER' }),
      },
    ]);
  });

  it('a conversation appends deltas, and replaces them by the whole', () => {
    expect(turnsOf(read(turn.slice(0, 6)))[0]?.answer?.content).toBe('Thirteen');
    const whole = read([...turn.slice(0, 6), text(6, 'words', 'Fourteen', false)]);
    expect(turnsOf(whole)[0]?.answer?.content).toBe('Fourteen');
  });

  it('a conversation is the same wherever its stream broke off and was joined again, with or without repetitions', () => {
    const whole = read(turn);
    for (let cut = 1; cut < turn.length; cut += 1) {
      const before = read(turn.slice(0, cut));
      const past = turn.filter(({ sort }) => sort > before.lastSort);
      expect(read([cutoff(before.lastSort), ...past], before), `cut at ${cut}`).toEqual(whole);
      expect(read(turn, before), `all again after ${cut}`).toEqual(whole);
    }
  });

  it('a conversation takes the text so far of an open message as one piece', () => {
    const joined = read([cutoff(0), question(1, 'How many?'), text(5, 'words', 'Thirteen', true)]);
    expect(turnsOf(joined)[0]?.answer?.content).toBe('Thirteen');
    expect(read(turn.slice(6), joined).messages).toHaveLength(3);
  });

  it('a conversation tells why a turn failed until the next one', () => {
    const failure: Event = { __typename: 'ChatFailed', sort: 4, error: 'No.', code: 'UNAVAILABLE' };
    const failed = read([...turn.slice(0, 3), failure, end(5, 'FAILED')]);
    expect(failed).toMatchObject({ outcome: 'FAILED', problem: { message: 'No.', code: 'UNAVAILABLE' } });
    const next = read([cutoff(5), question(6, 'And now?')], failed);
    expect(next).toMatchObject({ outcome: undefined, problem: undefined, phase: 'answering' });
  });

  it('a conversation shows a question that was sent until it is stored', () => {
    const asking = { ...emptyConversation, asking: 'How many?', phase: 'answering' as const };
    expect(turnsOf(asking)).toEqual([{ id: 'asking', question: 'How many?', steps: [], answer: undefined }]);
    expect(turnsOf(read(turn.slice(0, 2), asking)).map(({ id }) => id)).toEqual(['q1']);
  });

  it('a conversation keeps what was said between tools apart from the answer', () => {
    const spoken = read([
      cutoff(0),
      question(1, 'How many?'),
      text(2, 'plan', 'I will look.', false),
      tool(3, 'look', true),
      text(4, 'words', 'Thir', true),
    ]);
    const [only] = turnsOf(spoken);
    expect(only?.steps.map(({ id }) => id)).toEqual(['plan', 'look']);
    expect(only?.answer?.content).toBe('Thir');
  });

  it('a conversation of a thread in which nothing was said has no outcome', () => {
    expect(read([cutoff(0, false), end(0)], { ...emptyConversation, phase: 'loading' })).toMatchObject({
      phase: 'idle',
      outcome: undefined,
    });
  });
});

it('a connection that is silent for too long is broken, and closed', async () => {
  const closed = Promise.withResolvers<void>();
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode('event: next\ndata: {}\n\n')),
    cancel: () => closed.resolve(),
  });
  const events = readEvents(body, 10);
  expect((await events.next()).value).toEqual({ type: 'next', data: '{}' });
  await expect(events.next()).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
  await closed.promise;
});
