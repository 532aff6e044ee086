import type { ChatMessageLine } from '../../../contract/stream-lines.ts';
import type { ServiceContext } from '../../context.ts';
import { graphPaths } from '../chat-line.ts';
import type { HistoryEntry } from '../turn.ts';
import { cutResults } from './turn-writer.ts';

/** Maximum number of messages of a thread that the model is shown. The agent trims them further to its budget. */
const maxHistoryMessages = 200;

/** The user's messages, tool calls and final answers up to number `before`, oldest first. */
export async function readHistory(
  context: Pick<ServiceContext, 'prisma'>,
  threadId: string,
  before: number,
): Promise<HistoryEntry[]> {
  const rows = await context.prisma.chatMessage.findMany({
    where: {
      threadId,
      sort: { lte: before },
      OR: [{ role: 'user' }, { toolName: { not: null } }, { graphPath: { equals: [...graphPaths.final] } }],
    },
    orderBy: { sort: 'desc' },
    take: maxHistoryMessages,
    include: { run: { select: { notes: true } } },
  });
  return rows.reverse().map((row): HistoryEntry => {
    if (row.role === 'user') {
      return { type: 'user', content: row.content, notes: row.run.notes ?? undefined };
    }
    if (row.toolName === null) return { type: 'assistant', content: row.content };
    return {
      type: 'tool',
      id: row.id,
      name: row.toolName,
      input: row.toolInput ?? '{}',
      result: row.toolResult ?? JSON.stringify({ error: 'The call was not finished.' }),
    };
  });
}

/** The progress of a turn before it was interrupted. */
interface StoredProgress {
  /** What the agent said after the user's message, without calls that the interruption cut off. */
  readonly said: readonly HistoryEntry[];
  /** Messages of the step that was cut off, which starts over. */
  readonly broken: readonly ChatMessageLine[];
}

export function progressOf(messages: readonly ChatMessageLine[]): StoredProgress {
  const done = messages.findLastIndex(isAnswered);
  return {
    said: messages.slice(0, done + 1).flatMap((line): HistoryEntry[] => {
      const { id, role, content, toolCall } = line;
      if (role === 'user') return [];
      if (toolCall === undefined) return [{ type: 'assistant', content }];
      const { name, input, result } = toolCall;
      return result !== undefined && isAnswered(line) ? [{ type: 'tool', id, name, input, result }] : [];
    }),
    broken: messages.slice(done + 1).filter(({ role, toolCall, content, thinking }) => {
      return role === 'assistant' && toolCall === undefined && content + (thinking ?? '') !== '';
    }),
  };
}

/** Whether a line is a tool call that was completed. */
function isAnswered({ toolCall }: ChatMessageLine): boolean {
  return toolCall?.result !== undefined && toolCall.result !== cutResults.ended;
}
