import type { ModelMessage } from 'ai';

/** Ends a part of the prompt that Anthropic keeps for the next request. Other providers keep prefixes unasked, and ignore it. */
export const cacheMark = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/** The same messages with a mark behind the last one, since the next step of the turn begins with all of them. */
export function withCacheMark(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message, index) =>
    index === messages.length - 1
      ? { ...message, providerOptions: { ...message.providerOptions, ...cacheMark } }
      : message,
  );
}
