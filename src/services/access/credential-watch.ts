import { AppError } from '../../errors.ts';
import type { TopicListener } from '../../runs/topics.ts';
import type { Caller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { accessTopicOf } from '../thread-notices.ts';
import { isStillValid } from './authenticate.ts';

type WatchContext = Pick<ServiceContext, 'prisma' | 'now' | 'threadNotices'>;

/** How late the end of credentials is noticed, if nobody told of it. */
const checkMs = 30_000;

/** When to check for an end that came after the request was authenticated, and before notices were heard. */
const firstCheckMs = 1_000;

/**
 * Watches the credentials of a caller while something runs under them. A revoked session and a deleted user end it at once,
 * on any node; what nobody tells of, such as expiry, ends it within 30 seconds.
 */
export class CredentialWatch implements Disposable {
  readonly #context: WatchContext;
  readonly #caller: Caller;
  readonly #holds: () => Promise<boolean>;
  readonly #ended = new AbortController();
  readonly #timers: readonly NodeJS.Timeout[];
  #listening: Promise<TopicListener<unknown>> | undefined;
  #checking: Promise<void> | undefined;
  #isDisposed = false;

  /**
   * @param holds whether the credentials still do. A failure to find out after a notice ends the watch, with that failure; one of
   *   the regular checks is left to the next, so that a database that is away for a moment ends no stream.
   */
  constructor(
    context: WatchContext,
    caller: Caller,
    holds: () => Promise<boolean> = () => isStillValid(context, caller),
  ) {
    this.#context = context;
    this.#caller = caller;
    this.#holds = holds;
    const check = () => void this.#check(() => {});
    this.#timers = [setTimeout(check, firstCheckMs).unref(), setInterval(check, checkMs).unref()];
    this.#listen();
  }

  /** Aborts when the credentials end, with the error to tell: an AppError `UNAUTHENTICATED`. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * Reads the next part of a stream, and disposes of the watch at its end, which is null.
   * @throws AppError `UNAUTHENTICATED` instead of what was read if the credentials have ended
   */
  async during<Part>(read: () => Promise<Part | null>): Promise<Part | null> {
    let part: Part | null = null;
    try {
      part = await read();
      // What was read since a notice may not be delivered before it is known what the notice means.
      await this.#checking;
    } catch (error) {
      this[Symbol.dispose]();
      this.signal.throwIfAborted();
      throw error;
    }
    this.signal.throwIfAborted();
    if (part === null) this[Symbol.dispose]();
    return part;
  }

  [Symbol.dispose](): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    const [first, others] = this.#timers;
    clearTimeout(first);
    clearInterval(others);
    this.#listening?.then((listener) => listener.return?.()).catch(() => {});
  }

  /** Checks the credentials at each notice. Without a connection for notices, the regular check tries to listen again. */
  #listen(): void {
    if (this.#caller.kind !== 'user' || this.#listening !== undefined) return;
    const { account, userId } = this.#caller;
    const listening = this.#context.threadNotices.listen(accessTopicOf({ accountId: account.id, userId }));
    this.#listening = listening;
    const hear = async () => {
      for await (const _notice of await listening) await this.#check();
    };
    void hear()
      .catch(() => {})
      .finally(() => {
        this.#listening = undefined;
      });
  }

  #check(onFailure = (error: unknown) => this.#end(error)): Promise<void> {
    if (this.#isDisposed) return Promise.resolve();
    this.#listen();
    const checking = this.#holds().then((holds) => {
      if (!holds) this.#end(new AppError('UNAUTHENTICATED', 'The credentials have ended.'));
    }, onFailure);
    this.#checking = checking;
    return checking;
  }

  #end(error: unknown): void {
    if (this.#isDisposed) return;
    this.#ended.abort(error);
    this[Symbol.dispose]();
  }
}
