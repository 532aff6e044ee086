import { describe, expect, it } from 'vitest';
import { ask } from '../../test/support/ask-provider.ts';
import { anthropicStart, chatChunk, chatText, chatUsage } from '../../test/support/wire-formats.ts';
import { type Answer, events, serve, status } from '../../test/support/wire-server.ts';
import type { ModelCall } from '../services/usage/model-call.ts';
import type { ProviderSettings } from './models.ts';

const compatible = (url: string): ProviderSettings => ({ openaiCompatibleBaseUrl: url });
const anthropic = (url: string): ProviderSettings => ({ anthropicApiKey: 'k', anthropicBaseUrl: url });

/** The calls that a turn reports. */
async function callsOf(
  model: string,
  settings: (url: string) => ProviderSettings,
  answers: readonly Answer[],
): Promise<ModelCall[]> {
  await using server = await serve(answers);
  const calls: ModelCall[] = [];
  await ask(model, settings(server.url), { request: { onModelCall: (call) => void calls.push(call) } });
  return calls;
}

const detailed = {
  ...chatUsage,
  usage: {
    prompt_tokens: 100,
    completion_tokens: 30,
    total_tokens: 130,
    prompt_tokens_details: { cached_tokens: 80 },
    completion_tokens_details: { reasoning_tokens: 20 },
  },
};
const cached = { inputTokens: 100, cachedInputTokens: 80, outputTokens: 30, reasoningTokens: 20 };
const m = { provider: 'openai-compatible', model: 'm' };

describe('the calls that a turn reports', () => {
  it('are reported with their provider, model, cached and reasoning tokens', async () => {
    const answer = events([chatChunk({ content: 'Ten.' }), chatChunk({}, 'stop'), detailed, '[DONE]']);
    const calls = await callsOf('openai-compatible:m', compatible, [answer]);
    expect(calls).toEqual([{ ...m, hasFailed: false, ...cached }]);
  });

  it('are reported for each attempt: one that was refused, one that broke off after its tokens, and the last', async () => {
    const cut = events([chatChunk({ content: 'Te' }), detailed], { cut: true });
    const calls = await callsOf('openai-compatible:m', compatible, [status(503), cut, chatText('Ten.')]);
    const none = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
    expect(calls).toEqual([
      { ...m, hasFailed: true, ...none },
      { ...m, hasFailed: true, ...cached },
      { ...m, hasFailed: false, ...none, inputTokens: 21, outputTokens: 4 },
    ]);
  });

  it('are estimated by their characters if the provider counts none, unless it has refused', async () => {
    const uncounted = events([chatChunk({ content: 'x'.repeat(400) }), chatChunk({}, 'stop'), '[DONE]']);
    const cut = events([chatChunk({ content: 'x'.repeat(40) })], { cut: true });
    const calls = await callsOf('openai-compatible:m', compatible, [status(503), cut, uncounted]);
    expect(calls.map(({ outputTokens }) => outputTokens)).toEqual([0, 10, 100]);
    const [refused, broken, whole] = calls.map(({ inputTokens }) => inputTokens);
    expect(refused).toBe(0);
    expect(whole).toBeGreaterThan(1_000);
    expect(whole).toBeLessThan(2_500);
    expect(broken).toBe(whole);
  });

  it('count what Anthropic has read from its cache as part of the input', async () => {
    const usage = { input_tokens: 30, cache_read_input_tokens: 500, output_tokens: 1 };
    const start = { ...anthropicStart, message: { ...anthropicStart.message, usage } };
    const calls = await callsOf('anthropic:m', anthropic, [
      events([start], { named: true, cut: true }),
      status(400),
    ]);
    expect(calls).toMatchObject([
      { provider: 'anthropic', hasFailed: true, inputTokens: 530, cachedInputTokens: 500, outputTokens: 1 },
      { provider: 'anthropic', hasFailed: true, inputTokens: 0 },
    ]);
  });

  it('are reported for the planner, without tokens', async () => {
    const calls = await callsOf('planner', () => ({}), []);
    expect(new Set(calls.map(({ provider, model }) => `${provider}:${model}`))).toEqual(
      new Set(['inlay:planner']),
    );
    expect(calls[0]).toMatchObject({ hasFailed: false, inputTokens: 0, outputTokens: 0 });
  });
});
