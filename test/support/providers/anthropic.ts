import { type Json, type Provider, type Said, signatureOf, sse } from './provider.ts';

function encode({ id, thinking, calls, text }: Said): Uint8Array {
  const message = {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 20, output_tokens: 1 },
  };
  const blocks: readonly [start: object, deltas: readonly object[]][] = [
    [
      { type: 'thinking', thinking: '', signature: '' },
      [
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature: signatureOf(thinking) },
      ],
    ],
    ...(text === ''
      ? []
      : [
          [
            { type: 'text', text: '' },
            text.split(/(?<= )/).map((piece) => ({ type: 'text_delta', text: piece })),
          ] as [object, object[]],
        ]),
    ...calls.map(({ name, input }, index): [object, object[]] => [
      { type: 'tool_use', id: `toolu_${id}_${index}`, name, input: {} },
      [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }],
    ]),
  ];
  return sse(
    [
      { type: 'message_start', message },
      ...blocks.flatMap(([start, deltas], index) => [
        { type: 'content_block_start', index, content_block: start },
        ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: calls.length === 0 ? 'end_turn' : 'tool_use', stop_sequence: null },
        usage: { output_tokens: 5 },
      },
      { type: 'message_stop' },
    ],
    true,
  );
}

const has = (type: string) => (message: Json) =>
  Array.isArray(message.content) && message.content.some((block: Json) => block.type === type);

/** Messages behind the last one of the user that is not only results. */
function currentTurn({ messages }: Json): Json[] {
  const isQuestion = (message: Json) => message.role === 'user' && !has('tool_result')(message);
  return messages.slice(messages.findLastIndex(isQuestion) + 1);
}

function refusal(body: Json): string | undefined {
  const { messages, thinking } = body;
  const isThinking = thinking !== undefined && thinking.type !== 'disabled';
  if (isThinking && body.temperature !== undefined) {
    return '`temperature` may only be set to 1 when thinking is enabled.';
  }
  if (thinking?.budget_tokens >= body.max_tokens) {
    return '`max_tokens` must be greater than `thinking.budget_tokens`.';
  }
  for (const [index, message] of messages.entries()) {
    if (!has('tool_use')(message)) continue;
    const results = messages[index + 1]?.content ?? [];
    for (const { type, id } of message.content) {
      if (type === 'tool_use' && !results.some((block: Json) => block.tool_use_id === id)) {
        return `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}.`;
      }
    }
  }
  for (const message of currentTurn(body).filter(has('tool_use'))) {
    const [first] = message.content;
    if (isThinking && first.type !== 'thinking') {
      return 'Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.';
    }
    if (first.type === 'thinking' && first.signature !== signatureOf(first.thinking)) {
      return 'Invalid `signature` in `thinking` block.';
    }
  }
  return undefined;
}

export const anthropic: Provider = {
  connection: (url) => ({
    provider: 'anthropic',
    name: 'own',
    model: 'claude-sonnet-4-5',
    apiKey: 'sk-canary-4',
    baseUrl: `${url}/v1`,
  }),
  contentType: 'text/event-stream',
  encode,
  key: ['x-api-key', 'sk-canary-4'],
  path: '/v1/messages',
  stepsOf: (body) => currentTurn(body).filter(has('tool_use')).length,
  refusal,
};
