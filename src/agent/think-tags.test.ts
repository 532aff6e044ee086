import { describe, expect, it } from 'vitest';
import { ask, compatible } from '../../test/support/ask-provider.ts';
import { anthropicText, chatCall, chatChunk, chatText, chatUsage } from '../../test/support/wire-formats.ts';
import { serve, events as sse } from '../../test/support/wire-server.ts';
import type { AgentEvent } from '../services/chat/turn.ts';
import { createThinkTags } from './think-tags.ts';

const inPieces = (text: string, size: number) =>
  sse([
    ...(text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []).map((content) => chatChunk({ content })),
    chatChunk({}, 'stop'),
    chatUsage,
    '[DONE]',
  ]);

const spoken = (events: readonly AgentEvent[], type: 'text-delta' | 'thinking-delta') =>
  events.map((event) => (event.type === type ? event.delta : '')).join('');

describe('thinking between tags', () => {
  it.each([1, 2, 3, 5, 8, 100])(
    'thinking between tags is no speech, in pieces of %i characters',
    async (size) => {
      const text = '<think>Trips, hm.\n</think>\n\nThere are 14 <b>trips.';
      for (const devMode of [false, true]) {
        await using server = await serve([inPieces(text, size)]);
        const { events } = await ask('openai-compatible:m', compatible(server), { devMode });
        expect(spoken(events, 'text-delta')).toBe('There are 14 <b>trips.');
        expect(spoken(events, 'thinking-delta')).toBe(devMode ? 'Trips, hm.\n' : '');
        expect(events.slice(-2)).toMatchObject([
          { type: 'text', content: 'There are 14 <b>trips.' },
          { type: 'answer', content: 'There are 14 <b>trips.' },
        ]);
        if (!devMode) expect(JSON.stringify(events)).not.toContain('hm');
      }
    },
  );

  it.each<[string, string, string, string]>([
    ['in the middle', 'It is <think>let me see</think>14.', 'It is 14.', 'let me see'],
    ['twice', '<think>a</think>1<think>b</think>4', '14', 'ab'],
    ['that nobody closed', '14.<think>or was it 15</thin', '14.', 'or was it 15</thin'],
    ['that is empty', '<think></think>14.', '14.', ''],
    ['that only seems to begin', 'a <thin line <', 'a <thin line <', ''],
  ])('thinking between tags: %s', async (_, text, speech, thinking) => {
    for (let size = 1; size < text.length; size += 1) {
      const tags = createThinkTags();
      const pieces = [
        ...(text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).flatMap(tags.push),
        ...tags.end(),
      ];
      const joined = (kind: string) =>
        pieces.map((piece) => (piece.kind === kind ? piece.text : '')).join('');
      expect([joined('text'), joined('thinking')]).toEqual([speech, thinking]);
    }
  });

  it('thinking between tags is that of any provider, and no answer when it is all there is', async () => {
    await using server = await serve([anthropicText('<think>I wonder')]);
    const settings = { anthropicApiKey: 'k', anthropicBaseUrl: server.url };
    const { events, outcome } = await ask('anthropic:m', settings);
    expect(outcome).toMatchObject({ status: 'completed', stopReason: 'no_answer' });
    expect(events.map(({ type }) => type)).toEqual(['answer']);
    expect(JSON.stringify(events)).not.toContain('wonder');
  });

  it('thinking between tags goes back to the model as it came, in the next step', async () => {
    const call = { index: 0, id: 'c', type: 'function', function: { name: 'svcMeta', arguments: '{}' } };
    const first = sse([
      chatChunk({ content: '<think>Search first.</think>Looking.' }),
      chatChunk({ tool_calls: [call] }),
      chatChunk({}, 'tool_calls'),
      '[DONE]',
    ]);
    await using server = await serve([first, chatCall, chatText('Done.')]);
    await ask('openai-compatible:m', compatible(server));
    const { messages } = JSON.parse(server.requests[1]?.body ?? '') as { messages: { content: string }[] };
    expect(messages.at(-2)?.content).toBe('<think>Search first.</think>Looking.');
  });
});
