import { describe, expect, it } from 'vitest';
import { ask, compatible } from '../../test/support/ask-provider.ts';
import {
  anthropicCall,
  anthropicText,
  chatCall,
  chatText,
  openaiCall,
  openaiText,
} from '../../test/support/wire-formats.ts';
import { type Answer, serve, status } from '../../test/support/wire-server.ts';
import { type ModelSources, modelProblem, type ProviderSettings } from './models.ts';

describe('providers over HTTP', () => {
  it.each<[string, readonly Answer[], (url: string) => ProviderSettings, string, [string, string]]>([
    [
      'openai-compatible:local',
      [chatCall, chatText('There are 14 trips.')],
      (url) => ({ openaiCompatibleBaseUrl: url, openaiCompatibleApiKey: 'key-1' }),
      '/v1/chat/completions',
      ['authorization', 'Bearer key-1'],
    ],
    [
      'anthropic:some-model',
      [anthropicCall, anthropicText('There are 14 trips.')],
      (url) => ({ anthropicApiKey: 'key-2', anthropicBaseUrl: url }),
      '/v1/messages',
      ['x-api-key', 'key-2'],
    ],
    [
      'openai:some-model',
      [openaiCall, openaiText('There are 14 trips.')],
      (url) => ({ openaiApiKey: 'key-3', openaiBaseUrl: url }),
      '/v1/responses',
      ['authorization', 'Bearer key-3'],
    ],
  ])(
    '%s streams a tool call, gets its result and answers',
    async (model, answers, settings, path, [header, value]) => {
      await using server = await serve(answers);
      const { outcome, events: emitted } = await ask(model, settings(server.url));
      expect(outcome.status).toBe('completed');
      expect(outcome.usage.inputTokens).toBeGreaterThan(20);
      expect(outcome.usage.outputTokens).toBeGreaterThan(5);
      expect(emitted.find((event) => event.type === 'tool-call')).toMatchObject({
        name: 'svcMeta',
        input: '{"searchQuery":"trips"}',
      });
      expect(emitted.at(-1)).toMatchObject({ type: 'answer', content: 'There are 14 trips.' });
      expect(server.requests.map((request) => request.path)).toEqual([path, path]);
      expect(server.requests[0]?.headers[header]).toBe(value);
      expect(server.requests[0]?.body).toContain('svcSqlApi');
      expect(server.requests[1]?.body).toContain('tool_result');
    },
  );

  it('waits out a rate limit and a server error', async () => {
    await using server = await serve([status(429, { 'retry-after': '1' }), status(500), chatText('Fine.')]);
    const { outcome, events: emitted } = await ask('openai-compatible:m', compatible(server));
    expect(outcome.status).toBe('completed');
    expect(emitted.at(-1)).toMatchObject({ content: 'Fine.' });
    expect(server.requests).toHaveLength(3);
  });

  it('fails with a safe message when the provider refuses for good', async () => {
    await using server = await serve([status(401)]);
    const { outcome } = await ask('openai-compatible:m', compatible(server));
    expect(outcome).toMatchObject({
      status: 'failed',
      error: {
        code: 'UNAVAILABLE',
        message: 'The language model does not accept the key of this service (HTTP 401).',
      },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('fails when nothing listens at the address', async () => {
    const server = await serve([]);
    const { url } = server;
    await server[Symbol.asyncDispose]();
    const { outcome } = await ask('openai-compatible:m', { openaiCompatibleBaseUrl: url });
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'UNAVAILABLE' } });
    expect(JSON.stringify(outcome)).not.toContain('127.0.0.1');
  });
});

const sources = (providers: ProviderSettings): ModelSources => ({
  providers,
  registered: new Map(),
  connections: (account) =>
    account === 'acme' ? [{ provider: 'google', name: 'gem', model: 'gemini-3', apiKey: 'k' }] : [],
});

describe('modelProblem', () => {
  it.each([
    ['planner', null],
    ['openai:gpt-x', 'OPENAI_API_KEY'],
    ['anthropic:claude-x', 'ANTHROPIC_API_KEY'],
    ['openai-compatible:x', 'OPENAI_COMPATIBLE_BASE_URL'],
    ['mystery:x', 'unknown provider'],
    ['openai', 'is not a model'],
  ])('modelProblem of %s without any key names what is missing', (name, word) => {
    const problem = modelProblem(name, 'acme', sources({}));
    if (word === null) expect(problem).toBeNull();
    else expect(problem).toContain(word);
  });

  it('modelProblem is none for a named model of the account, and for no other account', () => {
    expect(modelProblem('gem', 'acme', sources({}))).toBeNull();
    expect(modelProblem('gem', 'rival', sources({}))).toContain('is not a model');
  });

  it('modelProblem is none once the key is there', () => {
    expect(modelProblem('openai:gpt-x', 'acme', sources({ openaiApiKey: 'k' }))).toBeNull();
  });
});
