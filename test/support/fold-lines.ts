import type { Line } from './line-client.ts';

/** What a client ends with that appends deltas and replaces messages on full lines. */
export function foldLines(lines: readonly Line[]): Map<string, Line> {
  const messages = new Map<string, Line>();
  for (const line of lines) {
    if (line.id.startsWith('__')) continue;
    const open = messages.get(line.id);
    const appends = line.isDelta === true && open !== undefined;
    messages.set(line.id, appends ? { ...line, content: `${open.content}${line.content}` } : line);
  }
  return messages;
}

/** The fold without what a number tells of when a message was read: text and tool calls by id. */
export function saidBy(lines: readonly Line[]): unknown[] {
  return [...foldLines(lines).values()].map(({ id, role, content, thinking, toolCall, graphPath }) => ({
    id,
    role,
    content,
    thinking,
    toolCall,
    graphPath,
  }));
}
