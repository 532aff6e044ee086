import { turnStatus } from '../contract/chat.ts';
import { chatTurnsArgs, handleChatTurnInput, turnProblem } from '../contract/chat-turns.ts';
import { stopReason } from '../contract/stream-lines.ts';
import { threads } from '../services/chat/threads/threads.ts';
import { findRow, loadReferred } from '../services/lists/look-up.ts';
import { readList } from '../services/lists/read-list.ts';
import { handleTurn } from '../services/quality/handle-turn.ts';
import { countAsked, lastQueryOf, loadTurnMessage, problemsOf, turns } from '../services/quality/turns.ts';
import { builder } from './builder.ts';
import './chat-thread.ts';
import { connectionOf } from './connection.ts';
import { argsOf, enumOf, inputArg } from './input-of.ts';
import { nodeOf } from './node.ts';
import { readRecordUuid } from './record-id.ts';

const admin = { admin: true };

builder.node('ChatTurn', {
  ...nodeOf(turns),
  description: 'A turn of a thread: a question of the user, and how the agent answered it.',
  authScopes: admin,
  fields: (t) => ({
    thread: t.field({
      type: 'ChatThread',
      description: 'The thread of the turn.',
      resolve: ({ threadId }, _args, { services }) => loadReferred(services, threads, threadId),
    }),
    question: t.field({
      type: 'ChatMessage',
      nullable: true,
      description: 'What the user asked.',
      resolve: ({ id }, _args, { services }) => loadTurnMessage(services, id, 'question'),
    }),
    answer: t.field({
      type: 'ChatMessage',
      nullable: true,
      description: 'The final answer. Null if the turn ended without one.',
      resolve: ({ id }, _args, { services }) => loadTurnMessage(services, id, 'answer'),
    }),
    sqlQuery: t.string({
      nullable: true,
      description: 'The last semantic SQL that the turn read rows with. Null if it read none.',
      resolve: ({ id }, _args, { services }) => lastQueryOf(services, id),
    }),
    problems: t.field({
      type: [enumOf(turnProblem)],
      description: 'Reasons to look at the turn. `REPEATED` also if the question was asked again later.',
      resolve: (turn) => problemsOf(turn),
    }),
    timesAsked: t.int({
      description:
        'Number of times that the question was put to the agent in the thirty days up to this turn, whatever its case, spaces and final punctuation.',
      resolve: (turn, _args, { services }) => countAsked(services, turn),
    }),
    status: t.expose('status', { type: enumOf(turnStatus), description: 'Status of the turn.' }),
    stopReason: t.expose('stopReason', {
      type: enumOf(stopReason),
      nullable: true,
      description: 'Why the turn stopped, if it completed or reached a limit.',
    }),
    error: t.exposeString('errorMessage', {
      nullable: true,
      description: 'What the user was told of the failure. Null unless the turn failed.',
    }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'Name of the language model that answered, or was asked last.',
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the question was asked.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the turn ended. Null while it runs.',
    }),
    handledAt: t.expose('handledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When an administrator marked the turn as handled. Null if none did.',
    }),
  }),
});

builder.queryField('chatTurns', (t) =>
  t.connection(
    {
      type: 'ChatTurn',
      description:
        'Turns of the account, newest first. A key bound to deployments sees the turns of those deployments.',
      authScopes: admin,
      args: argsOf(chatTurnsArgs),
      resolve: (_root, args, { services, caller }) => readList(services, caller, turns, args),
    },
    connectionOf('ChatTurn'),
  ),
);

const HandleChatTurnPayload = builder.objectRef<{ turnId: string }>('HandleChatTurnPayload').implement({
  description: 'The result of marking a turn as handled.',
  fields: (t) => ({
    chatTurn: t.field({
      type: 'ChatTurn',
      description: 'The turn.',
      resolve: ({ turnId }, _args, { services, caller }) => findRow(services, caller, turns, turnId),
    }),
  }),
});

builder.mutationField('handleChatTurn', (t) =>
  t.field({
    type: HandleChatTurnPayload,
    description: 'Marks a turn as handled, or opens it again.',
    authScopes: admin,
    args: inputArg(handleChatTurnInput),
    resolve: async (_root, { input }, { services, caller }) => {
      const turnId = readRecordUuid('ChatTurn', input.id);
      await handleTurn(services, caller, turnId, input);
      return { turnId };
    },
  }),
);
