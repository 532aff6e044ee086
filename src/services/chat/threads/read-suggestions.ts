import { suggestionsArgs } from '../../../contract/data.ts';
import type { Caller } from '../../caller.ts';
import { openData } from '../../data/data-access.ts';
import type { DataContext } from '../../data/data-context.ts';
import { findRow } from '../../lists/look-up.ts';
import { parseRequest } from '../../users/session-settings.ts';
import { openCertifiedQueries } from '../certified-queries.ts';
import type { ChatAgent } from '../chat-agent.ts';
import { suggestQuestions } from './suggest-questions.ts';
import { threads } from './threads.ts';

const maxSuggestions = 4;
/** Maximum number of earlier questions of a thread that are not suggested again. */
const maxAsked = 50;

/**
 * Suggests questions that an agent can answer for one user, to start a thread or to continue one. Certified questions
 * that the user may ask come first. Where the agent asked back last, these are the readings that it offered.
 * @throws AppError as `openData`; `NOT_FOUND` for a thread that is not the caller's
 */
export async function readSuggestions(
  context: DataContext,
  caller: Caller | null,
  agent: ChatAgent,
  input: unknown,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { chatId, ...scope } = parseRequest(caller, suggestionsArgs, input);
  const thread =
    chatId == null ? { asked: [], topic: '', offered: [] } : await readTopic(context, caller, chatId);
  const { layer, viewer, timezone } = await openData(context, caller, agent.deployment.number, scope);
  const options = { timezone, accessibleViews: agent.accessibleViews, signal };
  if (thread.offered.length > 0) return thread.offered.slice(0, maxSuggestions);
  const fresh = agent.certifiedQueries.filter(({ question }) => !thread.asked.includes(question));
  const open = await openCertifiedQueries(fresh, { ...options, layer, viewer, topic: thread.topic });
  const certified = open.map(({ question }) => question);
  const matches = await layer.searchMetadata(thread.topic, viewer, options);
  const cubes = matches.length === 0 ? await layer.searchMetadata('', viewer, options) : matches;
  const computed = suggestQuestions(chatId == null ? cubes : cubes.slice(0, 1), thread.asked);
  return [...new Set([...certified, ...computed])].slice(0, maxSuggestions);
}

/** The questions of a thread, oldest first, the topic of its last result, and what its last answer offered. */
async function readTopic(
  context: Pick<DataContext, 'prisma' | 'now'>,
  caller: Caller | null,
  chatId: string,
): Promise<{
  readonly asked: readonly string[];
  readonly topic: string;
  readonly offered: readonly string[];
}> {
  const { id, userId } = await findRow(context, caller, threads, chatId);
  const [messages, result, answer] = await Promise.all([
    context.prisma.chatMessage.findMany({
      where: { threadId: id, role: 'user' },
      select: { content: true },
      orderBy: { sort: 'desc' },
      take: maxAsked,
    }),
    context.prisma.queryResult.findFirst({
      where: { threadId: id, userId },
      select: { queryTitle: true },
      orderBy: { createdAt: 'desc' },
    }),
    context.prisma.chatMessage.findFirst({
      where: { threadId: id },
      select: { content: true, run: { select: { stopReason: true } } },
      orderBy: { sort: 'desc' },
    }),
  ]);
  const asked = messages.map(({ content }) => content).reverse();
  const topic = result?.queryTitle ?? asked.at(-1) ?? '';
  const offered = answer?.run.stopReason === 'no_answer' ? offeredIn(answer.content) : [];
  return { asked: [...asked, topic], topic, offered };
}

/** The lines of a numbered list: what an agent asks between. */
function offeredIn(answer: string): readonly string[] {
  return [...answer.matchAll(/^\d+\. (.+)$/gm)].flatMap(([, offer]) => offer ?? []);
}
