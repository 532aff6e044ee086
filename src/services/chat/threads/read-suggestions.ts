import type { Caller } from '../../caller.ts';
import { dataScopeSchema, openData } from '../../data/data-access.ts';
import type { DataContext } from '../../data/data-context.ts';
import { parseRequest } from '../../users/session-settings.ts';
import { openCertifiedQueries } from '../certified-queries.ts';
import type { ChatAgent } from '../chat-agent.ts';
import { suggestQuestions } from './suggest-questions.ts';
import { findThread } from './threads.ts';

const maxSuggestions = 4;
/** Earlier questions of a thread that are not suggested again. */
const maxAsked = 50;

/**
 * Questions that an agent can answer for one user (contract §6, `chatAgent`): to start with, or to go on with in a
 * thread. Certified ones come first, as far as the user may see all that they are about.
 * @throws AppError as `openData`; `NOT_FOUND` for a thread that is not the caller's
 */
export async function readSuggestions(
  context: DataContext,
  caller: Caller | null,
  agent: ChatAgent,
  request: { readonly chatId?: string | null | undefined; readonly sessionSettings?: unknown },
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { chatId, sessionSettings } = request;
  const scope = parseRequest(caller, dataScopeSchema, { sessionSettings });
  const thread = chatId == null ? { asked: [], topic: '' } : await readTopic(context, caller, chatId);
  const { layer, viewer, timezone } = await openData(context, caller, agent.deployment.number, scope);
  const options = { timezone, accessibleViews: agent.accessibleViews, signal };
  const fresh = agent.certifiedQueries.filter(({ question }) => !thread.asked.includes(question));
  const open = await openCertifiedQueries(fresh, { ...options, layer, viewer, topic: thread.topic });
  const certified = open.map(({ question }) => question);
  const cubes = await layer.searchMetadata(thread.topic, viewer, options);
  const computed = suggestQuestions(chatId == null ? cubes : cubes.slice(0, 1), thread.asked);
  return [...new Set([...certified, ...computed])].slice(0, maxSuggestions);
}

/** What a thread asked so far, oldest first, and what its last result is about. */
async function readTopic(
  context: Pick<DataContext, 'prisma'>,
  caller: Caller | null,
  chatId: string,
): Promise<{ readonly asked: readonly string[]; readonly topic: string }> {
  const { id, userId } = await findThread(context, caller, chatId, {});
  const [messages, result] = await Promise.all([
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
  ]);
  const asked = messages.map(({ content }) => content).reverse();
  const topic = result?.queryTitle ?? asked.at(-1) ?? '';
  return { asked: [...asked, topic], topic };
}
