import { describe, expect, it } from 'vitest';
import { ask } from '../../test/support/ask-provider.ts';
import {
  anthropicEnd,
  anthropicStart,
  anthropicText,
  chatChunk,
  chatText,
  chatUsage,
  openaiResponse,
  openaiText,
} from '../../test/support/wire-formats.ts';
import { type Answer, events, serve } from '../../test/support/wire-server.ts';
import type { ProviderSettings } from './models.ts';

const toolCall = {
  index: 0,
  id: 'call_1',
  type: 'function',
  function: { name: 'svcMeta', arguments: '{"searchQuery":""}' },
};

function chatCall(delta: object, call: object = toolCall): Answer {
  return events([
    chatChunk(delta),
    chatChunk({ tool_calls: [call] }),
    chatChunk({}, 'tool_calls'),
    chatUsage,
    '[DONE]',
  ]);
}

const anthropicThinking = events(
  [
    anthropicStart,
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'thinking', thinking: '', signature: '' },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Search first.' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'SIGANT' } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'redacted_thinking', data: 'REDACTED' },
    },
    { type: 'content_block_stop', index: 1 },
    {
      type: 'content_block_start',
      index: 2,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'svcMeta', input: {} },
    },
    {
      type: 'content_block_delta',
      index: 2,
      delta: { type: 'input_json_delta', partial_json: '{"searchQuery":""}' },
    },
    { type: 'content_block_stop', index: 2 },
    ...anthropicEnd('tool_use').slice(1),
  ],
  { named: true },
);

const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'ENCRYPTED' };
const functionCall = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'svcMeta',
  arguments: '{"searchQuery":""}',
  status: 'completed',
};
const openaiReasoning = events([
  { type: 'response.created', response: openaiResponse },
  { type: 'response.output_item.added', output_index: 0, item: { ...reasoning, encrypted_content: null } },
  { type: 'response.output_item.done', output_index: 0, item: reasoning },
  { type: 'response.output_item.added', output_index: 1, item: { ...functionCall, arguments: '' } },
  { type: 'response.output_item.done', output_index: 1, item: functionCall },
  {
    type: 'response.completed',
    response: { ...openaiResponse, incomplete_details: null, usage: { input_tokens: 12, output_tokens: 3 } },
  },
]);

describe('what a provider needs back of a step goes with the next one', () => {
  it.each<[string, string, (url: string) => ProviderSettings, Answer, Answer, readonly string[]]>([
    [
      'reasoning_content',
      'openai-compatible:m',
      (url) => ({ openaiCompatibleBaseUrl: url }),
      chatCall({ reasoning_content: 'Search first.' }),
      chatText('Done.'),
      ['"reasoning_content":"Search first."'],
    ],
    [
      "Google's thought signature",
      'openai-compatible:m',
      (url) => ({ openaiCompatibleBaseUrl: url }),
      chatCall({}, { ...toolCall, extra_content: { google: { thought_signature: 'SIG123' } } }),
      chatText('Done.'),
      ['"extra_content":{"google":{"thought_signature":"SIG123"}}'],
    ],
    [
      'thinking with its signature, in their order',
      'anthropic:claude-m',
      (url) => ({ anthropicApiKey: 'k', anthropicBaseUrl: url }),
      anthropicThinking,
      anthropicText('Done.'),
      [
        '{"type":"thinking","thinking":"Search first.","signature":"SIGANT"},{"type":"redacted_thinking","data":"REDACTED"},{"type":"tool_use"',
      ],
    ],
    [
      'reasoning items',
      'openai:gpt-5',
      (url) => ({ openaiApiKey: 'k', openaiBaseUrl: url }),
      openaiReasoning,
      openaiText('Done.'),
      ['"type":"reasoning"', '"encrypted_content":"ENCRYPTED"', '"type":"function_call"'],
    ],
  ])('%s of %s', async (_, model, settings, first, second, expected) => {
    await using server = await serve([first, second]);
    const { outcome, events: emitted } = await ask(model, settings(server.url));
    expect(outcome).toMatchObject({ status: 'completed', usage: { steps: 2 } });
    for (const text of expected) expect(server.requests[1]?.body).toContain(text);
    expect(JSON.stringify(emitted)).not.toMatch(/SIG|ENCRYPTED|REDACTED|Search first/);
  });
});

describe('a call of OpenAI', () => {
  it.each([
    ['openai:gpt-5', ['reasoning.encrypted_content']],
    ['openai:gpt-4.1', undefined],
  ])('a call of OpenAI of %s leaves nothing there', async (model, include) => {
    await using server = await serve([openaiText('Done.')]);
    await ask(model, { openaiApiKey: 'k', openaiBaseUrl: server.url });
    const body = JSON.parse(server.requests[0]?.body ?? '') as { store?: boolean; include?: string[] };
    expect(body.store).toBe(false);
    expect(body.include).toEqual(include);
  });
});
