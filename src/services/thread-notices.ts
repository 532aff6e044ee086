import type { ThreadNotice } from '../contract/thread-changes.ts';
import type { ServiceContext } from './context.ts';

/** A user of an account. */
export interface ThreadOwner {
  readonly accountId: number;
  readonly userId: number;
}

/** What is told of the threads of a user is told to nobody else. */
export function topicOf({ accountId, userId }: ThreadOwner): string {
  return `threads:${accountId}:${userId}`;
}

/** Tells the open pages of a user. Call this when what happened is stored. */
export function tellPages(
  { threadNotices }: Pick<ServiceContext, 'threadNotices'>,
  owner: ThreadOwner,
  notice: ThreadNotice,
): void {
  threadNotices.publish(topicOf(owner), notice);
}
