import type { ThreadChange, ThreadNotice } from '../../../contract/thread-changes.ts';
import { AppError, validationFailed } from '../../../errors.ts';
import type { TopicListener } from '../../../runs/topics.ts';
import { isStillValid } from '../../access/authenticate.ts';
import { type Caller, requireAdmin, requireCaller } from '../../caller.ts';
import type { ServiceContext } from '../../context.ts';
import { findRow } from '../../lists/look-up.ts';
import { topicOf } from '../../thread-notices.ts';
import { users } from '../../users/list-users.ts';
import { isEndOfLog, requireRunLog } from '../stream/reach-run-log.ts';

type WatchContext = Pick<ServiceContext, 'prisma' | 'now' | 'threadNotices'>;

/** Streams of one user's threads in one process. A page needs one. */
const maxStreams = 20;

/** How late a stream may end after its credentials, if nobody told of it. */
const checkMs = 30_000;

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
  readonly #context: WatchContext;
  readonly #caller: Caller;
  readonly #listener: TopicListener<ThreadNotice>;
  readonly #checks: NodeJS.Timeout;
  #failure: unknown;

  constructor(context: WatchContext, caller: Caller, listener: TopicListener<ThreadNotice>) {
    this.#context = context;
    this.#caller = caller;
    this.#listener = listener;
    this.#checks = setInterval(() => void this.#check(), checkMs).unref();
  }

  async next(): Promise<IteratorResult<ThreadChange, undefined>> {
    try {
      for (;;) {
        const { done, value: notice } = await this.#listener.next();
        if (this.#failure !== undefined) throw this.#failure;
        if (done === true) return { done, value: undefined };
        if (notice.kind === 'access') await this.#check();
        else if (this.#isVisible(notice)) return { done: false, value: notice };
      }
    } catch (error) {
      await this.return();
      throw isEndOfLog(error) ? missedSomething(error) : error;
    }
  }

  async return(): Promise<IteratorResult<ThreadChange, undefined>> {
    clearInterval(this.#checks);
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

  /** Ends the stream if the credentials have ended, or if that cannot be found out. */
  async #check(): Promise<void> {
    try {
      if (await isStillValid(this.#context, this.#caller)) return;
      this.#failure = new AppError('UNAUTHENTICATED', 'The credentials have ended.');
    } catch (error) {
      this.#failure = error;
    }
    await this.#listener.return?.();
  }
}

function missedSomething(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', 'Changes may have been missed: subscribe again, then read the list.', {
    retryAfterSeconds: 1,
    cause,
  });
}
