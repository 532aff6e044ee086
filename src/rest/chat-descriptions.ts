import { abortRequest, chatRequest } from '../contract/chat.ts';
import { chatLine } from '../contract/stream-lines.ts';
import type { RouteDescription } from './describe.ts';

const chatId = '01a1fe14-da7a-70fd-99e7-24e469fd35d5';
const userAttributes = [{ name: 'region', value: ['EU'] }];
const answerId = '01a1fe14-df70-74a2-99e7-3c1f5a2b8d10';
const question = 'How many orders in 2025 by channel?';
const userLine = {
  id: '01a1fe14-da7a-70fd-99e7-2b4d3b1f9159',
  role: 'user',
  content: question,
  graphPath: [],
  isDelta: false,
  isInProcess: false,
  sort: 1,
};
const finalLine = {
  id: answerId,
  role: 'assistant',
  content: 'Online had 10,748 orders.',
  graphPath: ['final'],
  isDelta: false,
  isInProcess: false,
  sort: 3,
};

export const streamChat: RouteDescription = {
  operationId: 'streamChat',
  tag: 'Chat',
  summary: 'Ask an agent, or read a thread',
  description:
    'Sends a message and streams the answer, or reads a thread and follows its running turn to the end. Disconnecting ' +
    'does not stop the agent.\n\n' +
    'Each line is sent as soon as it exists; spaces in front of it keep an idle connection open. The answer is the line whose `graphPath` is `["final"]`.',
  body: {
    schema: chatRequest,
    examples: [
      {
        name: 'question',
        summary: 'A question on behalf of an external user',
        value: { input: question, sessionSettings: { externalId: 'emma', userAttributes } },
      },
      {
        name: 'followUp',
        summary: 'A follow-up question, with a session token',
        value: { input: 'And by month?', chatId, messageId: '1767225600000-message' },
      },
      { name: 'reading', summary: 'Reading a thread, with a session token', value: { chatId } },
    ],
  },
  answer: {
    status: 200,
    description:
      'A line for each event: `__cutoff__` first, `__state__` last. If the stream fails, its last line is `__error__`.',
    content: {
      'application/x-ndjson': {
        schema: chatLine,
        example: [
          { id: '__cutoff__', role: 'assistant', sort: 0, state: { chatId, isStreaming: true } },
          userLine,
          {
            ...finalLine,
            content: 'Online had ',
            graphPath: ['svc_data_analyst_agent'],
            isDelta: true,
            isInProcess: true,
            sort: 2,
          },
          finalLine,
          {
            id: '__state__',
            role: 'assistant',
            sort: 4,
            state: {
              chatId,
              isStreaming: false,
              status: 'completed',
              stopReason: 'stop',
              model: 'planner',
              messages: [userLine, finalLine],
              usage: { inputTokens: 0, outputTokens: 0, steps: 3 },
            },
          },
        ],
      },
    },
  },
  errors: [
    'BRANCH_NOT_FOUND',
    'PLAN_REQUIRED',
    'EXTERNAL_USER_LIMIT',
    'NOT_FOUND',
    'CONFLICT',
    'THREAD_BUSY',
    'TOKEN_BUDGET_SPENT',
    'UNAVAILABLE',
  ],
};

export const abortChat: RouteDescription = {
  operationId: 'abortChat',
  tag: 'Chat',
  summary: 'Stop the running turn of a thread',
  description:
    'Stops the turn along with the query that it is running. Its messages so far stay in the thread. Safe to repeat.',
  body: {
    schema: abortRequest,
    examples: [
      {
        name: 'abort',
        summary: 'On behalf of an external user',
        value: { chatId, sessionSettings: { externalId: 'emma' } },
      },
    ],
  },
  answer: { status: 204, description: 'The thread is not streaming.' },
  errors: ['PLAN_REQUIRED', 'NOT_FOUND', 'UNAVAILABLE'],
};

export const abortChatInPlace: RouteDescription = {
  ...abortChat,
  operationId: 'abortChatInPlace',
  summary: 'Stop the running turn of a thread, at the path that some clients call',
  deprecated: true,
};
