import type { ModelMessage, ToolModelMessage } from 'ai';
import { fence, unfence } from '../contract/prompt.ts';
import { readObject } from '../contract/read-tool-call.ts';
import { ProviderError } from './provider-error.ts';
import { leftOut } from './transcript.ts';

/** Of each result of the turn. */
const maxRows = 5;
const maxRelations = 2;
const maxResultCharacters = 4_000;

/** Characters of messages that are compacted before any provider is asked: about 100,000 tokens. */
const maxCharacters = 400_000;

/** Whether messages are likely to exceed the context of any model. */
export function isTooLong(messages: readonly ModelMessage[]): boolean {
  return JSON.stringify(messages).length > maxCharacters;
}

/** Whether a provider refused a step because its messages exceed the context of the model. */
export function exceedsContext(error: unknown): boolean {
  return error instanceof ProviderError && error.isTooLong;
}

/**
 * Messages of a turn, cut for a model whose context they exceed: the turns before it are left out, and its own results shrink to
 * their first rows and relations. The question, its notes and the calls stay.
 */
export function compactMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const question = messages.findLastIndex(({ role, content }) => role === 'user' && Array.isArray(content));
  const earlier = messages.slice(0, question).filter(({ role }) => role === 'user').length;
  const turn = messages
    .slice(question)
    .map((message) => (message.role === 'tool' ? withShortResults(message) : message));
  return earlier === 0 ? turn : [{ role: 'user', content: leftOut(earlier) }, ...turn];
}

function withShortResults(message: ToolModelMessage): ToolModelMessage {
  const content = message.content.map((part) => {
    if (part.type !== 'tool-result' || part.output.type !== 'text') return part;
    const value = fence(part.toolName, shortResult(unfence(part.output.value)));
    return { ...part, output: { ...part.output, value } };
  });
  return { ...message, content };
}

function shortResult(json: string): string {
  const result = readObject(json) ?? {};
  const { data, cubes } = result;
  const text = JSON.stringify({
    ...result,
    ...(Array.isArray(data) ? { data: data.slice(0, maxRows) } : {}),
    ...(Array.isArray(cubes) ? { cubes: cubes.slice(0, maxRelations) } : {}),
    note: 'Cut, because the conversation is too long. Query or search again for what is missing.',
  });
  return text.length <= maxResultCharacters
    ? text
    : JSON.stringify({ note: 'Omitted, because the conversation is too long.' });
}
