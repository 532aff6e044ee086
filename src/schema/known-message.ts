import type { ChatMessageLine } from '../contract/stream-lines.ts';
import type { ChatMessage } from '../db/generated/client.ts';

/** What a line does not say of a finished message. */
type Unsaid = 'threadId' | 'runId' | 'thinking' | 'rating' | 'ratingReason' | 'ratingComment' | 'createdAt';
/** A finished message: its row, or the line that closed it. */
export type KnownMessage = Omit<ChatMessage, Unsaid> & Partial<Pick<ChatMessage, Unsaid>>;

export function messageOfLine({ toolCall, graphPath, ...line }: ChatMessageLine): KnownMessage {
  const { id, sort, role, content } = line;
  const { name: toolName = null, input: toolInput = null, result: toolResult = null } = toolCall ?? {};
  return { id, sort, role, content, graphPath: [...graphPath], toolName, toolInput, toolResult };
}
