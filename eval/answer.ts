import { ask, type Reply } from './ask.ts';
import type { Question } from './questions.ts';
import type { ServedWorkspace } from './served-workspace.ts';

/**
 * Asks the thread's questions one after the other, as a user of their own; the last reply counts.
 * @param agent number of another agent than the one that is served
 */
export async function answer(
  served: ServedWorkspace,
  question: Question,
  timeoutMs: number,
  agent?: number,
): Promise<Reply> {
  served.setClock(question.now === undefined ? undefined : new Date(question.now));
  const message = {
    chatUrl: agent === undefined ? served.chatUrl : served.chatUrlOf(agent),
    apiKey: served.adminKey,
    externalId: `eval-${question.id.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    user: question.user ?? {},
    timeoutMs,
  };
  let chatId: string | undefined;
  for (const input of question.thread) {
    const reply = await ask({ ...message, input, chatId });
    if (reply.status !== 'completed') return reply;
    chatId = reply.chatId;
  }
  return ask({ ...message, input: question.question, chatId });
}
