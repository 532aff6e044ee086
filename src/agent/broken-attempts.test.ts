import { describe, expect, it } from 'vitest';
import { ask, readTexts } from '../../test/support/ask-provider.ts';
import {
  anthropicStart,
  anthropicText,
  chatChunk,
  chatText,
  chatUsage,
  openaiResponse,
  openaiText,
} from '../../test/support/wire-formats.ts';
import { type Answer, events, serve, status } from '../../test/support/wire-server.ts';
import type { ProviderSettings } from './models.ts';

const whole = 'Revenue in 2025 was EUR 1,234,567.';

function anthropicCut(text: string): Answer {
  const start = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
  const said = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
  return events([anthropicStart, start, said], { named: true, cut: true });
}

function openaiCut(text: string): Answer {
  return events(
    [
      { type: 'response.created', response: openaiResponse },
      { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1' } },
      {
        type: 'response.output_text.delta',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        delta: text,
      },
    ],
    { cut: true },
  );
}

const compatible = (url: string): ProviderSettings => ({ openaiCompatibleBaseUrl: url });
const anthropic = (url: string): ProviderSettings => ({ anthropicApiKey: 'k', anthropicBaseUrl: url });
const openai = (url: string): ProviderSettings => ({ openaiApiKey: 'k', openaiBaseUrl: url });

describe('a step whose connection breaks', () => {
  it.each<[string, (url: string) => ProviderSettings, Answer, Answer]>([
    ['openai-compatible:m', compatible, chatText('EUR 1', true), chatText(whole)],
    ['anthropic:m', anthropic, anthropicCut('EUR 1'), anthropicText(whole)],
    ['openai:m', openai, openaiCut('EUR 1'), openaiText(whole)],
  ])(
    'a step whose connection breaks is begun again from its start, under a new id: %s',
    async (model, settings, cut, answer) => {
      await using server = await serve([cut, answer]);
      const { outcome, events: emitted } = await ask(model, settings(server.url));
      expect(outcome).toMatchObject({ status: 'completed', stopReason: 'stop' });
      expect(emitted.at(-1)).toMatchObject({ type: 'answer', content: whole });
      expect(readTexts(emitted)).toEqual(['', whole]);
      expect(server.requests).toHaveLength(2);
      expect(server.requests[1]?.body).toBe(server.requests[0]?.body);
    },
  );

  it('a step whose connection breaks is begun again also where the stream ended cleanly, without its end', async () => {
    await using server = await serve([events([chatChunk({ content: 'EUR 1' })]), chatText(whole)]);
    const { outcome, events: emitted } = await ask('openai-compatible:m', compatible(server.url));
    expect(outcome.status).toBe('completed');
    expect(readTexts(emitted)).toEqual(['', whole]);
  });

  it('a step whose connection breaks is begun again after an overload that the stream tells of', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    await using server = await serve([
      events([anthropicStart, overloaded], { named: true }),
      anthropicText(whole),
    ]);
    const { outcome } = await ask('anthropic:m', anthropic(server.url));
    expect(outcome.status).toBe('completed');
  });

  it('a step whose connection breaks counts the tokens of broken attempts that the provider reported', async () => {
    await using server = await serve([anthropicCut('EUR 1'), anthropicText(whole)]);
    const { outcome } = await ask('anthropic:m', anthropic(server.url));
    expect(outcome.usage).toEqual({ inputTokens: 60, outputTokens: 8, steps: 1 });
    const reported = events([chatChunk({ content: 'EUR 1' }), chatUsage], { cut: true });
    await using failing = await serve([reported, reported, reported]);
    const failed = await ask('openai-compatible:m', compatible(failing.url));
    expect(failed.outcome).toMatchObject({
      status: 'failed',
      usage: { inputTokens: 63, outputTokens: 12, steps: 0 },
      error: { message: 'The language model did not complete its answer.' },
    });
    expect(readTexts(failed.events)).toEqual(['', '', 'EUR 1']);
  });

  it('a step whose connection breaks keeps what it said for readers while the provider is not there', async () => {
    await using server = await serve([chatText('EUR 1', true), status(503), status(401)]);
    const { outcome, events: emitted } = await ask('openai-compatible:m', compatible(server.url));
    expect(outcome.status).toBe('failed');
    expect(readTexts(emitted)).toEqual(['EUR 1']);
  });

  it('a step whose connection breaks is not begun again where no waiting helps, or the provider asks for too long a one', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    for (const answer of [
      status(429, { 'retry-after': inAnHour }),
      status(429, { 'retry-after': '3600' }),
      status(429, {}, { error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'no' } }),
    ]) {
      await using server = await serve([answer, chatText(whole)]);
      const { outcome } = await ask('openai-compatible:m', compatible(server.url));
      expect([outcome.status, server.requests.length]).toEqual(['failed', 1]);
    }
  });
});

describe('a failure of our own', () => {
  it('a failure of our own ends the turn at once, with no further request, and closes the connection to the provider', async () => {
    const closed = Promise.withResolvers<void>();
    const endless: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(chatChunk({ content: 'Much ' }))}\n\n`);
      response.once('close', closed.resolve);
    };
    await using server = await serve([endless, chatText(whole)]);
    const full = new Error('the log is full');
    const emit = (): never => {
      throw full;
    };
    await expect(ask('openai-compatible:m', compatible(server.url), { request: { emit } })).rejects.toBe(
      full,
    );
    await closed.promise;
    expect(server.requests).toHaveLength(1);
  });

  it('a failure of our own is prevented: a step says no more than it may', async () => {
    const piece = 'x'.repeat(1_000);
    const endless: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const write = (): void => {
        if (response.destroyed) return;
        response.write(`data: ${JSON.stringify(chatChunk({ content: piece }))}\n\n`);
        setImmediate(write);
      };
      write();
    };
    await using server = await serve([endless]);
    const { outcome, events: emitted } = await ask('openai-compatible:m', compatible(server.url), {
      runtime: { limits: { maxStepCharacters: 20_000 } },
    });
    expect(outcome).toMatchObject({ status: 'completed', stopReason: 'length' });
    expect(readTexts(emitted).join('').length).toBe(20_000);
    expect(server.requests).toHaveLength(1);
  });
});
