import { type Json, type Provider, type Said, signatureOf, sse } from './provider.ts';

function encode({ thinking, calls, text }: Said): Uint8Array {
  const piece = (part: object, finish: object = {}) => ({
    candidates: [{ content: { role: 'model', parts: [part] }, index: 0, ...finish }],
    usageMetadata: {
      promptTokenCount: 20,
      candidatesTokenCount: 1,
      thoughtsTokenCount: 2,
      totalTokenCount: 23,
    },
  });
  return sse([
    piece({ text: thinking, thought: true }),
    ...(text === '' ? [] : text.split(/(?<= )/).map((each) => piece({ text: each }))),
    ...calls.map(({ name, input }, index) =>
      piece({
        functionCall: { name, args: input },
        // The first of parallel calls is signed.
        ...(index === 0 ? { thoughtSignature: signatureOf(thinking) } : {}),
      }),
    ),
    {
      ...piece({ text: '' }, { finishReason: 'STOP' }),
      usageMetadata: {
        promptTokenCount: 20,
        candidatesTokenCount: 2,
        thoughtsTokenCount: 3,
        totalTokenCount: 25,
      },
    },
  ]);
}

const callsOf = ({ role, parts }: Json): Json[] =>
  role === 'model' ? parts.filter((part: Json) => part.functionCall !== undefined) : [];

/** What follows the last text of the user. */
function currentTurn({ contents }: Json): Json[] {
  const isQuestion = ({ role, parts }: Json) => role === 'user' && parts.some((part: Json) => 'text' in part);
  return contents.slice(contents.findLastIndex(isQuestion) + 1);
}

function refusal(body: Json): string | undefined {
  for (const [index, content] of body.contents.entries()) {
    const calls = callsOf(content);
    const results = (body.contents[index + 1]?.parts ?? []).filter((part: Json) => part.functionResponse);
    if (calls.length > 0 && results.length !== calls.length) {
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    }
  }
  const steps = currentTurn(body)
    .map(callsOf)
    .filter(({ length }) => length > 0);
  const isSigned = steps.every(([first]) => /^SIG/.test(first.thoughtSignature ?? ''));
  return isSigned ? undefined : 'Function call is missing a thought_signature in functionCall parts.';
}

export const google: Provider = {
  connection: (url) => ({
    provider: 'google',
    name: 'own',
    model: 'gemini-3-pro-preview',
    apiKey: 'sk-canary-5',
    baseUrl: `${url}/v1beta`,
  }),
  contentType: 'text/event-stream',
  encode,
  key: ['x-goog-api-key', 'sk-canary-5'],
  path: '/v1beta/models/gemini-3-pro-preview:streamGenerateContent?alt=sse',
  stepsOf: (body) => currentTurn(body).filter((content) => callsOf(content).length > 0).length,
  refusal,
};
