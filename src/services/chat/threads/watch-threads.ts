import type { ThreadChange, ThreadNotice } from '../../../contract/thread-changes.ts';
import { AppError, validationFailed } from '../../../errors.ts';
import type { TopicListener } from '../../../runs/topics.ts';
import { CredentialWatch } from '../../access/credential-watch.ts';
import { type Caller, requireAdmin, requireCaller } from '../../caller.ts';
import type { ServiceContext } from '../../context.ts';
import { findRow } from '../../lists/look-up.ts';
import { topicOf } from '../../thread-notices.ts';
import { users } from '../../users/list-users.ts';
import { isEndOfLog, requireRunLog } from '../stream/reach-run-log.ts';

type WatchContext = Pick<ServiceContext, 'prisma' | 'now' | 'threadNotices'>;

/** Streams of one user's threads in one process. A page needs one. */
const maxStreams = 20;

/**
 * Follows what happens to the threads of a user from now on: with a session token to its own in the session's
 * deployment, with an admin key to those of any user in the deployments of the key. It fails with `UNAVAILABLE` if it
 * may have missed something, and with `UNAUTHENTICATED` when the credentials end.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED` (an API key that names no user), `NOT_FOUND`,
 *   `TOO_MANY_REQUESTS`, `UNAVAILABLE`
 */
export async function watchThreads(
  context: WatchContext,
  maybeCaller: Caller | null,
  userId: number | undefined,
): Promise<ThreadChanges> {
  const caller = requireCaller(maybeCaller);
  const owner = { accountId: caller.account.id, userId: await ownerOf(context, caller, userId) };
  const topic = topicOf(owner);
  if (context.threadNotices.listenerCount(topic) >= maxStreams) {
    throw new AppError('TOO_MANY_REQUESTS', `A user's threads may be followed ${maxStreams} times at once.`, {
      retryAfterSeconds: 10,
    });
  }
  const listener = await requireRunLog(() => context.threadNotices.listen(topic));
  return new ThreadChanges(context, caller, listener);
}

async function ownerOf(context: WatchContext, caller: Caller, userId: number | undefined): Promise<number> {
  if (caller.kind === 'user') return caller.userId;
  if (userId === undefined) {
    requireAdmin(caller);
    throw validationFailed([{ path: 'userId', message: 'is required with an API key' }]);
  }
  return (await findRow(context, caller, users, userId)).id;
}

class ThreadChanges implements AsyncIterableIterator<ThreadChange>, AsyncDisposable {
  readonly #caller: Caller;
  readonly #credentials: CredentialWatch;
  readonly #listener: TopicListener<ThreadNotice>;

  constructor(context: WatchContext, caller: Caller, listener: TopicListener<ThreadNotice>) {
    this.#caller = caller;
    this.#credentials = new CredentialWatch(context, caller);
    this.#listener = listener;
    this.#credentials.signal.addEventListener('abort', () => void listener.return?.(), { once: true });
  }

  async next(): Promise<IteratorResult<ThreadChange, undefined>> {
    try {
      const value = await this.#credentials.during(() => this.#nextVisible());
      return value === null ? { done: true, value: undefined } : { done: false, value };
    } catch (error) {
      await this.return();
      throw isEndOfLog(error) ? missedSomething(error) : error;
    }
  }

  async #nextVisible(): Promise<ThreadChange | null> {
    for (;;) {
      const { done, value: notice } = await this.#listener.next();
      if (done === true) return null;
      if (notice.kind !== 'access' && this.#isVisible(notice)) return notice;
    }
  }

  async return(): Promise<IteratorResult<ThreadChange, undefined>> {
    this.#credentials[Symbol.dispose]();
    await this.#listener.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  #isVisible({ deployment }: ThreadChange): boolean {
    const caller = this.#caller;
    if (caller.kind === 'user') return deployment === caller.deployment.number;
    return caller.deployments.length === 0 || caller.deployments.includes(deployment);
  }
}

function missedSomething(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', 'Changes may have been missed: subscribe again, then read the list.', {
    retryAfterSeconds: 1,
    cause,
  });
}
