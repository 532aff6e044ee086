import { type ThreadChange, threadChangeKind } from '../contract/thread-changes.ts';
import { threads } from '../services/chat/threads/threads.ts';
import { watchThreads } from '../services/chat/threads/watch-threads.ts';
import { loadRow } from '../services/lists/look-up.ts';
import { builder } from './builder.ts';
import { enumOf } from './input-of.ts';
import { readOptionalRecordId } from './record-id.ts';

const ThreadChangeType = builder.objectRef<ThreadChange>('ThreadChange').implement({
  description: 'Something that happened to a thread.',
  fields: (t) => ({
    kind: t.expose('kind', { type: enumOf(threadChangeKind), description: 'What happened.' }),
    threadId: t.globalID({
      description: 'Global ID of the thread.',
      resolve: ({ threadId }) => ({ type: 'ChatThread', id: threadId }),
    }),
    chatId: t.exposeString('threadId', { description: 'ID of the thread, as used in the stream.' }),
    chatThread: t.field({
      type: 'ChatThread',
      nullable: true,
      description: 'The thread as it is now. Null if it has been deleted.',
      resolve: async ({ threadId }, _args, { services, caller }) =>
        (await loadRow(services, caller, threads, threadId)) ?? null,
    }),
  }),
});

builder.subscriptionField('threadChanges', (t) =>
  t.field({
    type: ThreadChangeType,
    description:
      "Follows a user's threads, for lists that stay up to date on open pages. Tells what happens from the subscription on, so subscribe before you read the list. The stream ends with `UNAVAILABLE` when it may have missed something: then subscribe and read again. It ends with `UNAUTHENTICATED` when the session ends. An end user follows their own threads in the deployment of the session. At most 20 streams per user and process.",
    authScopes: { chatReader: true },
    args: {
      userId: t.arg.id({
        description:
          'The user whose threads to follow. Accepts the `id` of the object or its `databaseId`. Required with an API key, ignored with a session token.',
      }),
    },
    subscribe: (_root, { userId }, { services, caller }) =>
      watchThreads(services, caller, readOptionalRecordId('User', userId)),
    resolve: (change) => change,
  }),
);
