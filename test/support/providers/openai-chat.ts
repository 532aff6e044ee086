import { type Json, type Provider, type Said, signatureOf, sse } from './provider.ts';

function chunk(delta: object, finish: string | null = null): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

function encode({ id, thinking, calls, text }: Said, doesSign: boolean): Uint8Array {
  const signed = doesSign ? { extra_content: { google: { thought_signature: signatureOf(thinking) } } } : {};
  const asked = calls.map(({ name, input }, index) => ({
    index,
    id: `call_${id}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
    // Gemini signs the first of parallel calls.
    ...(index === 0 ? signed : {}),
  }));
  return sse([
    chunk({ role: 'assistant', content: '' }),
    ...(doesSign ? [] : [chunk({ reasoning_content: thinking })]),
    ...text.split(/(?<= )/).map((content) => chunk({ content })),
    ...asked.map((call) => chunk({ tool_calls: [call] })),
    chunk({}, asked.length === 0 ? 'stop' : 'tool_calls'),
    { ...chunk({}), choices: [], usage: { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 } },
    '[DONE]',
  ]);
}

function currentTurn({ messages }: Json): Json[] {
  return messages.slice(messages.findLastIndex(({ role }: Json) => role === 'user') + 1);
}

/** Calls without a result right behind them. */
function unanswered({ messages }: Json): string | undefined {
  for (const [index, { tool_calls: calls = [] }] of messages.entries()) {
    const end = messages.slice(index + 1).findIndex(({ role }: Json) => role !== 'tool');
    const results = messages.slice(index + 1, end < 0 ? undefined : index + 1 + end);
    const missing = calls.filter(
      ({ id }: Json) => !results.some((result: Json) => result.tool_call_id === id),
    );
    if (missing.length > 0) {
      return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing[0].id}`;
    }
  }
  return undefined;
}

function reasoningModelRefusal(body: Json): string | undefined {
  const refused = ['max_tokens', 'temperature'].find((name) => name in body);
  return refused && `Unsupported parameter: '${refused}' is not supported with this model.`;
}

function deepseekRefusal({ messages }: Json): string | undefined {
  const said = messages.filter(({ role }: Json) => role === 'assistant');
  const isWhole = said.every((message: Json) => typeof message.reasoning_content === 'string');
  const isKept = currentTurn({ messages })
    .filter(({ tool_calls }: Json) => tool_calls !== undefined)
    .every((message: Json) => message.reasoning_content !== '');
  return isWhole && isKept
    ? undefined
    : 'The `reasoning_content` in the thinking mode must be passed back to the API.';
}

function geminiRefusal(body: Json): string | undefined {
  const steps = currentTurn(body).filter(({ tool_calls }: Json) => tool_calls !== undefined);
  const isSigned = steps.every(({ tool_calls: [first] }: Json) =>
    /^SIG/.test(first.extra_content?.google?.thought_signature ?? ''),
  );
  return isSigned ? undefined : 'Function call is missing a thought_signature in functionCall parts.';
}

/** Chat completions, with what some models behind this format require beyond it. */
function chat(model: string, requires: (body: Json) => string | undefined): Provider {
  return {
    connection: (url) => ({
      provider: 'openai-compatible',
      name: 'own',
      model,
      apiKey: 'sk-canary-1',
      baseUrl: `${url}/v1`,
    }),
    contentType: 'text/event-stream',
    encode: (said) => encode(said, requires === geminiRefusal),
    key: ['authorization', 'Bearer sk-canary-1'],
    path: '/v1/chat/completions',
    stepsOf: (body) => currentTurn(body).filter(({ tool_calls }: Json) => tool_calls !== undefined).length,
    refusal: (body) => unanswered(body) ?? requires(body),
  };
}

export const openaiChat = {
  'a local model': chat('qwen3-32b', () => undefined),
  'a reasoning model of OpenAI': chat('openai/gpt-5.2', reasoningModelRefusal),
  'DeepSeek V4': chat('deepseek-v4-pro', deepseekRefusal),
  'Gemini 3': chat('gemini-3-pro', geminiRefusal),
} as const;
