import { type Answer, events } from './wire-server.ts';

export function chatChunk(delta: unknown, finish: string | null = null) {
  return {
    id: 'x',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

export const chatUsage = {
  ...chatChunk({}),
  choices: [],
  usage: { prompt_tokens: 21, completion_tokens: 4, total_tokens: 25 },
};

export const chatCall = events([
  chatChunk({
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'svcMeta', arguments: '' } }],
  }),
  chatChunk({ tool_calls: [{ index: 0, function: { arguments: '{"searchQ' } }] }),
  chatChunk({ tool_calls: [{ index: 0, function: { arguments: 'uery":"trips"}' } }] }),
  chatChunk({}, 'tool_calls'),
  chatUsage,
  '[DONE]',
]);

export function chatText(text: string, cut = false): Answer {
  const words = text.split(/(?<= )/).map((content) => chatChunk({ content }));
  return events(cut ? words : [...words, chatChunk({}, 'stop'), chatUsage, '[DONE]'], { cut });
}

export const anthropicStart = {
  type: 'message_start',
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 30, output_tokens: 1 },
  },
};

export function anthropicEnd(reason: string) {
  return [
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: 7 },
    },
    { type: 'message_stop' },
  ];
}

export const anthropicCall = events(
  [
    anthropicStart,
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'svcMeta', input: {} },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{"searchQuery":' },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '"trips"}' } },
    ...anthropicEnd('tool_use'),
  ],
  { named: true },
);

export function anthropicText(text: string): Answer {
  return events(
    [
      anthropicStart,
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      ...anthropicEnd('end_turn'),
    ],
    { named: true },
  );
}

export const openaiResponse = { id: 'resp_1', created_at: 1, model: 'm', service_tier: null };

export const openaiCall = events([
  { type: 'response.created', response: openaiResponse },
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'svcMeta', arguments: '' },
  },
  {
    type: 'response.function_call_arguments.delta',
    item_id: 'fc_1',
    output_index: 0,
    delta: '{"searchQuery":"trips"}',
  },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: {
      type: 'function_call',
      id: 'fc_1',
      call_id: 'call_1',
      name: 'svcMeta',
      arguments: '{"searchQuery":"trips"}',
      status: 'completed',
    },
  },
  {
    type: 'response.completed',
    response: { ...openaiResponse, incomplete_details: null, usage: { input_tokens: 12, output_tokens: 3 } },
  },
]);

export function openaiText(text: string): Answer {
  return events([
    { type: 'response.created', response: openaiResponse },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1' } },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: text },
    { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'msg_1' } },
    {
      type: 'response.completed',
      response: {
        ...openaiResponse,
        incomplete_details: null,
        usage: { input_tokens: 12, output_tokens: 3 },
      },
    },
  ]);
}

/** A call of a tool whose arguments are this text. */
export function chatCallWith(args: string, name = 'svcMeta'): Answer {
  const call = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: args } };
  return events([chatChunk({ tool_calls: [call] }), chatChunk({}, 'tool_calls'), chatUsage, '[DONE]']);
}
