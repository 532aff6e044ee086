import { describe, expect, it } from 'vitest';
import { applyEvent, type Conversation, emptyConversation } from './conversation.ts';
import type { ChatEventPartsFragment } from './generated/graphql.ts';
import { turnsOf } from './turns.ts';

type Event = ChatEventPartsFragment;

const nothing = {
  __typename: 'ChatEvent' as const,
  role: 'assistant',
  content: null,
  thinking: null,
  graphPath: null,
  isDelta: null,
  error: null,
  code: null,
  toolCall: null,
  state: null,
};

const cutoff = (sort: number, isStreaming = true): Event => ({
  ...nothing,
  id: '__cutoff__',
  sort,
  state: { __typename: 'ChatState', chatId: 'thread', isStreaming, status: null },
});
const end = (sort: number, status: 'completed' | 'failed' | 'aborted' = 'completed'): Event => ({
  ...nothing,
  id: '__state__',
  sort,
  state: { __typename: 'ChatState', chatId: 'thread', isStreaming: false, status },
});
const question = (sort: number, content: string): Event => ({
  ...nothing,
  id: `q${sort}`,
  sort,
  role: 'user',
  content,
  graphPath: [],
});
const text = (sort: number, id: string, content: string, isDelta: boolean): Event => ({
  ...nothing,
  id,
  sort,
  content,
  isDelta,
  graphPath: ['svc_data_analyst_agent'],
});
const tool = (sort: number, id: string, result: string | null): Event => ({
  ...nothing,
  id,
  sort,
  content: '',
  isDelta: false,
  graphPath: ['svc_data_analyst_agent', 'tools'],
  toolCall: { __typename: 'ChatToolCall', name: 'svcMeta', input: '{}', result },
});
const answer = (sort: number, content: string): Event => ({
  ...nothing,
  id: 'answer',
  sort,
  content,
  isDelta: false,
  graphPath: ['final'],
});

/** A whole turn as a stream tells it. */
const turn: readonly Event[] = [
  cutoff(0),
  question(1, 'How many?'),
  tool(2, 'look', null),
  tool(3, 'look', '{"cubes":[]}'),
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
    expect(known).toMatchObject({ chatId: 'thread', phase: 'idle', outcome: 'completed', lastSort: 8 });
    expect(turnsOf(known)).toEqual([
      {
        id: 'q1',
        question: 'How many?',
        steps: [
          expect.objectContaining({ id: 'look', tool: expect.objectContaining({ result: '{"cubes":[]}' }) }),
        ],
        answer: expect.objectContaining({ content: 'Thirteen', kind: 'answer' }),
      },
    ]);
  });

  it('appends deltas, and replaces them by the whole', () => {
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

  it('tells why a turn failed until the next one', () => {
    const failure: Event = { ...nothing, id: '__error__', sort: 4, error: 'No.', code: 'UNAVAILABLE' };
    const failed = read([...turn.slice(0, 3), failure, end(5, 'failed')]);
    expect(failed).toMatchObject({ outcome: 'failed', problem: { message: 'No.', code: 'UNAVAILABLE' } });
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
      tool(3, 'look', '{}'),
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
