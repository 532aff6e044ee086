import { ask, type Reply } from './ask.ts';
import type { Question } from './questions.ts';
import type { ServedWorkspace } from './served-workspace.ts';

export interface AnswerOptions {
  readonly timeoutMs: number;
  /** Number of another agent than the one that is served. */
  readonly agent?: number;
  /** Asks as another user than the other attempts at the question. @default 1 */
  readonly attempt?: number;
}

/**
 * Asks the thread's questions one after the other, as a user of their own. Sets the service's clock, so that only questions
 * with the same `now` can be asked at the same time.
 * @returns the replies, of which the last one counts: that to the question, or that which broke the thread
 */
export async function answer(
  served: ServedWorkspace,
  question: Question,
  { timeoutMs, agent, attempt = 1 }: AnswerOptions,
): Promise<readonly [...Reply[], Reply]> {
  served.setClock(question.now === undefined ? undefined : new Date(question.now));
  const name = question.id.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const message = {
    chatUrl: agent === undefined ? served.chatUrl : served.chatUrlOf(agent),
    apiKey: served.adminKey,
    externalId: `eval-${attempt}-${name}`,
    user: question.user ?? {},
    timeoutMs,
  };
  const earlier: Reply[] = [];
  for (const input of question.thread) {
    const reply = await ask({ ...message, input, chatId: earlier.at(-1)?.chatId });
    if (reply.status !== 'completed') return [...earlier, reply];
    earlier.push(reply);
  }
  return [...earlier, await ask({ ...message, input: question.question, chatId: earlier.at(-1)?.chatId })];
}
