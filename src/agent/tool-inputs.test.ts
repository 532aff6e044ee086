import { describe, expect, it } from 'vitest';
import { ask, compatible } from '../../test/support/ask-provider.ts';
import { chatCallWith, chatText } from '../../test/support/wire-formats.ts';
import { serve } from '../../test/support/wire-server.ts';

interface Message {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[];
}

describe('the input of a tool call', () => {
  it.each([
    ['[1,2]', '[1,2]'],
    ['"orders"', 'orders'],
    ['5', '5'],
    ['true', 'true'],
    ['null', 'null'],
    ['{"searchQuery": "tri', '{"searchQuery": "tri'],
    ['searchQuery: trips', 'searchQuery: trips'],
    ['', 'searchQuery'],
    ['{}', 'searchQuery'],
    [`[${'"x",'.repeat(5_000)}1]`, '"x","x",'],
  ])(
    'is the text of an object in the stream, and the model is told what it wrote: %#',
    async (args, told) => {
      await using server = await serve([chatCallWith(args), chatText('Sorry.')]);
      const { outcome, events } = await ask('openai-compatible:m', compatible(server));
      expect(outcome.status).toBe('completed');
      const inputs = events.flatMap((event) =>
        event.type === 'tool-call' || event.type === 'tool-result' ? [event.input] : [],
      );
      expect(inputs).toEqual(['{}', '{}']);
      const [, request] = server.requests;
      const { messages } = JSON.parse(request?.body ?? '') as { messages: Message[] };
      const [call, result] = messages.slice(-2);
      expect(call?.tool_calls?.map((each) => each.function.arguments)).toEqual(['{}']);
      expect(result?.role).toBe('tool');
      expect(result?.content).toContain(JSON.stringify(told).slice(1, -1).replaceAll('<', '\\u003c'));
      expect(result?.content).not.toContain('AI_');
      expect(result?.content.length).toBeLessThan(1_000);
    },
  );
});
