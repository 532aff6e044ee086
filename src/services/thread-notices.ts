import type { ThreadChange } from '../contract/thread-changes.ts';
import { Prisma } from '../db/generated/client.ts';
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

/** What is told of the credentials of a user's sessions. */
export function accessTopicOf({ accountId, userId }: ThreadOwner): string {
  return `access:${accountId}:${userId}`;
}

/** Tells what runs under the sessions of a user that some may have ended. Call this when that is stored. */
export function tellOfAccess(
  { threadNotices }: Pick<ServiceContext, 'threadNotices'>,
  owner: ThreadOwner,
): void {
  threadNotices.publish(accessTopicOf(owner), { kind: 'access' });
}

/** Tells the open pages of a user. Call this when what happened is stored. */
export function tellPages(
  { threadNotices }: Pick<ServiceContext, 'threadNotices'>,
  owner: ThreadOwner,
  notice: ThreadChange,
): void {
  threadNotices.publish(topicOf(owner), notice);
}

/** A thread that a statement has changed, with whose it is. */
export type ChangedThread = ThreadOwner & Pick<ThreadChange, 'threadId' | 'deployment'>;

/** Reads a {@link ChangedThread} for each row of `changed`, which has what `RETURNING` gives of threads. */
export const changedThreads = Prisma.sql`
  SELECT c.id::text AS "threadId", c."accountId", c."userId", d.number AS deployment
  FROM changed c JOIN "Agent" a ON a.id = c."agentId" JOIN "Deployment" d ON d.id = a."deploymentId"`;

/** Tells the open pages of the users of threads. Call this when what happened is stored. */
export function tellOfThreads(
  context: Pick<ServiceContext, 'threadNotices'>,
  kind: ThreadChange['kind'],
  threads: readonly ChangedThread[],
): void {
  for (const { threadId, deployment, ...owner } of threads) {
    tellPages(context, owner, { kind, threadId, deployment });
  }
}
