import { describe, expect, it } from 'vitest';
import { ask } from '../../test/support/ask-provider.ts';
import {
  anthropicEnd,
  anthropicStart,
  chatCall,
  chatChunk,
  chatText,
  chatUsage,
  openaiResponse,
} from '../../test/support/wire-formats.ts';
import { type Answer, events, serve } from '../../test/support/wire-server.ts';
import { createPlannerModel } from '../planner/planner-model.ts';
import type { ProviderSettings } from './models.ts';

const compatible = (url: string): ProviderSettings => ({ openaiCompatibleBaseUrl: url });
const anthropic = (url: string): ProviderSettings => ({ anthropicApiKey: 'k', anthropicBaseUrl: url });
const openai = (url: string): ProviderSettings => ({ openaiApiKey: 'k', openaiBaseUrl: url });

function chatEnd(reason: string, ...deltas: readonly object[]): Answer {
  return events([...deltas.map((delta) => chatChunk(delta)), chatChunk({}, reason), chatUsage, '[DONE]']);
}

function anthropicSays(text: string, reason: string): Answer {
  const start = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
  const said = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
  return events([anthropicStart, start, said, ...anthropicEnd(reason)], { named: true });
}

function openaiSays(text: string, incomplete: string | null): Answer {
  const usage = { input_tokens: 12, output_tokens: 3 };
  const details = incomplete === null ? null : { reason: incomplete };
  return events([
    { type: 'response.created', response: openaiResponse },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1' } },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: text },
    { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'msg_1' } },
    {
      type: incomplete === null ? 'response.completed' : 'response.incomplete',
      response: { ...openaiResponse, incomplete_details: details, usage },
    },
  ]);
}

describe('why a turn stopped', () => {
  it.each<[string, string, string, (url: string) => ProviderSettings, Answer, string]>([
    ['stop', 'a whole answer', 'openai-compatible:m', compatible, chatText('14 trips.'), '14 trips.'],
    [
      ...(['length', 'a cut answer', 'openai-compatible:m'] as const),
      ...([
        compatible,
        chatEnd('length', { content: 'There are 1' }),
        'There are 1\n\n(This answer was cut off',
      ] as const),
    ],
    [
      ...(['length', 'no text at all', 'openai-compatible:m'] as const),
      ...([compatible, chatEnd('length'), 'I ran out of room'] as const),
    ],
    [
      ...(['content_filter', 'half an answer', 'openai-compatible:m'] as const),
      ...([compatible, chatEnd('content_filter', { content: 'There' }), 'withheld the rest'] as const),
    ],
    [
      ...(['refusal', 'a refusal', 'openai-compatible:m'] as const),
      ...([compatible, chatEnd('stop', { refusal: 'I will not.' }), 'I will not.'] as const),
    ],
    ['no_answer', 'nothing', 'openai-compatible:m', compatible, chatEnd('stop'), 'I have no answer to this.'],
    ['length', 'a cut answer', 'anthropic:m', anthropic, anthropicSays('There', 'max_tokens'), 'cut off'],
    ['refusal', 'a refusal', 'anthropic:m', anthropic, anthropicSays('No.', 'refusal'), 'No.'],
    ['length', 'a cut answer', 'openai:m', openai, openaiSays('There', 'max_output_tokens'), 'cut off'],
    [
      'content_filter',
      'half an answer',
      'openai:m',
      openai,
      openaiSays('There', 'content_filter'),
      'withheld',
    ],
  ])('why a turn stopped is %s after %s of %s', async (stopReason, _, model, settings, answer, words) => {
    await using server = await serve([answer]);
    const { outcome, events: emitted } = await ask(model, settings(server.url));
    expect(outcome).toMatchObject({ status: 'completed', stopReason });
    expect(emitted.at(-1)).toMatchObject({ type: 'answer', content: expect.stringContaining(words) });
  });

  it.each([
    ['step_limit', { maxSteps: 2 }],
    ['token_limit', { maxTokens: 5 }],
  ] as const)('is %s where that made it answer', async (stopReason, limits) => {
    for (const last of [chatText('Fourteen, I guess.'), chatCall]) {
      await using server = await serve([chatCall, last]);
      const { outcome } = await ask('openai-compatible:m', compatible(server.url), { runtime: { limits } });
      expect(outcome).toMatchObject({ status: 'completed', stopReason });
    }
  });

  it('why a turn stopped is what a model of our own says', async () => {
    const move = {
      thinking: '',
      text: 'The data does not tell.',
      calls: [],
      stopReason: 'no_answer' as const,
    };
    const models = new Map([['own', createPlannerModel({ nextMove: async () => move })]]);
    const { outcome } = await ask('own', {}, { runtime: { models } });
    expect(outcome).toMatchObject({ status: 'completed', stopReason: 'no_answer' });
  });
});
