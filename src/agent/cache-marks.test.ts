import { expect, it } from 'vitest';
import { ask } from '../../test/support/ask-provider.ts';
import { anthropicCall, anthropicText } from '../../test/support/wire-formats.ts';
import { serve } from '../../test/support/wire-server.ts';

interface Block {
  readonly text?: string;
  readonly type: string;
  readonly cache_control?: unknown;
}

it('Anthropic keeps what does not depend on the question, the thread up to it, and the steps of a turn', async () => {
  await using server = await serve([anthropicCall, anthropicText('Ten.')]);
  await ask(
    'anthropic:m',
    { anthropicApiKey: 'key', anthropicBaseUrl: server.url },
    {
      request: {
        history: [
          { type: 'user', content: 'Hello' },
          { type: 'assistant', content: 'Hi.' },
        ],
      },
    },
  );
  const marked = server.requests.map(({ body }) => {
    const { system, messages } = JSON.parse(body) as {
      system: Block[];
      messages: { content: Block[] }[];
    };
    return [...system, ...messages.flatMap(({ content }) => content)]
      .filter(({ cache_control }) => cache_control !== undefined)
      .map(({ type, text = type }) => text.slice(0, 15));
  });
  expect(marked).toEqual([
    ['You are Ana, a ', 'How many trips?'],
    ['You are Ana, a ', 'How many trips?', 'tool_result'],
  ]);
});
