import type { z } from 'zod';
import { enumValue } from './fields.ts';

export const threadChangeKind = enumValue('ThreadChangeKind', 'What happened to a thread.', {
  created: 'The thread was made, and its first turn began.',
  renamed: 'The thread has another title.',
  deleted: 'The thread was deleted, with its messages.',
  turnStarted: 'A turn began, or continues after an interruption. `chatEvents` follows it.',
  turnEnded: 'The turn ended, in whatever way.',
});

/** What happened to a thread of a user. */
export interface ThreadChange {
  readonly kind: z.output<typeof threadChangeKind>;
  readonly threadId: string;
  /** The number of the deployment whose agent the thread is with. */
  readonly deployment: number;
}

/** What processes tell each other of a user: a change of a thread, or that credentials may have ended. */
export type ThreadNotice = ThreadChange | { readonly kind: 'access' };
