import { crc32 } from 'node:zlib';
import { type Json, type Provider, type Said, signatureOf } from './provider.ts';

/** One message of the AWS event stream: lengths, headers and payload, with a checksum behind both. */
function frame(type: string, payload: object): Buffer {
  const headers = Buffer.concat(
    [
      [':event-type', type],
      [':content-type', 'application/json'],
      [':message-type', 'event'],
    ].map(([name = '', value = '']) => {
      const length = Buffer.alloc(3);
      length.writeUInt8(7);
      length.writeUInt16BE(value.length, 1);
      return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), length, Buffer.from(value)]);
    }),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(16 + headers.length + body.length);
  lengths.writeUInt32BE(headers.length, 4);
  const message = Buffer.concat([lengths, checksum(lengths), headers, body]);
  return Buffer.concat([message, checksum(message)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}

function encode({ id, thinking, calls, text }: Said): Uint8Array {
  const delta = (contentBlockIndex: number, piece: object) =>
    frame('contentBlockDelta', { contentBlockIndex, delta: piece });
  const stop = (contentBlockIndex: number) => frame('contentBlockStop', { contentBlockIndex });
  return Buffer.concat([
    frame('messageStart', { role: 'assistant' }),
    delta(0, { reasoningContent: { text: thinking } }),
    delta(0, { reasoningContent: { signature: signatureOf(thinking) } }),
    stop(0),
    ...(text === '' ? [] : [...text.split(/(?<= )/).map((piece) => delta(1, { text: piece })), stop(1)]),
    ...calls.flatMap(({ name, input }, index) => {
      const at = index + 2;
      const toolUse = { toolUseId: `tooluse_${id}_${index}`, name };
      return [
        frame('contentBlockStart', { contentBlockIndex: at, start: { toolUse } }),
        delta(at, { toolUse: { input: JSON.stringify(input) } }),
        stop(at),
      ];
    }),
    frame('messageStop', { stopReason: calls.length === 0 ? 'end_turn' : 'tool_use' }),
    frame('metadata', {
      usage: { inputTokens: 20, outputTokens: 5, totalTokens: 25 },
      metrics: { latencyMs: 1 },
    }),
  ]);
}

const has = (kind: string) => (message: Json) => message.content.some((block: Json) => kind in block);

function currentTurn({ messages }: Json): Json[] {
  const isQuestion = (message: Json) => message.role === 'user' && !has('toolResult')(message);
  return messages.slice(messages.findLastIndex(isQuestion) + 1);
}

function refusal(body: Json): string | undefined {
  const { messages, toolConfig } = body;
  if (messages.some(has('toolUse')) && toolConfig === undefined) {
    return 'The toolConfig field must be defined when using toolUse and toolResult content blocks.';
  }
  for (const [index, message] of messages.entries()) {
    const results = messages[index + 1]?.content ?? [];
    for (const { toolUse } of message.content) {
      const isAnswered = results.some((block: Json) => block.toolResult?.toolUseId === toolUse?.toolUseId);
      if (toolUse !== undefined && !isAnswered) {
        return `Expected toolResult blocks for the following Ids: ${toolUse.toolUseId}`;
      }
    }
  }
  for (const message of currentTurn(body).filter(has('toolUse'))) {
    const { reasoningText } = message.content[0].reasoningContent ?? {};
    if (reasoningText?.signature !== signatureOf(reasoningText?.text ?? '')) {
      return 'Expected `thinking` with its signature before `tool_use`.';
    }
  }
  return undefined;
}

export const bedrock: Provider = {
  connection: (url) => ({
    provider: 'amazon-bedrock',
    name: 'own',
    model: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
    region: 'eu-central-1',
    apiKey: 'sk-canary-6',
    baseUrl: url,
  }),
  contentType: 'application/vnd.amazon.eventstream',
  encode,
  key: ['authorization', 'Bearer sk-canary-6'],
  path: '/model/anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse-stream',
  stepsOf: (body) => currentTurn(body).filter(has('toolUse')).length,
  refusal,
};
