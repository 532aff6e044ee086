import { AppError } from '../errors.ts';
import { abortBody, abortBodyOfUser, chatBody, chatBodyOfUser } from './bodies.ts';
import { readBody } from './body.ts';
import * as describe from './chat-descriptions.ts';
import { AbortChatDocument, ChatStreamDocument } from './generated/graphql.ts';
import { ndjsonResponse } from './ndjson.ts';
import { noContent, type Route, type RouteRequest } from './route.ts';

const chatPath = '/api/v1/public/:accountName/agents/:agentId/chat';

export const chatRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${chatPath}/stream-chat-state`,
    describe: describe.streamChat,
    async handle({ request, params, door, onFailure }) {
      const input = {
        ...(await readBody(request, door.isUser ? chatBodyOfUser : chatBody)),
        ...target(params),
      };
      const source = await door.subscribe(ChatStreamDocument, { input }, request.signal);
      return ndjsonResponse(source, { request, onFailure });
    },
  },
  {
    method: 'POST',
    path: `${chatPath}/stream-chat-state/abort`,
    describe: describe.abortChat,
    handle: abort,
  },
  // Existing clients of the specification replace the last segment instead of appending to it (contract §4).
  { method: 'POST', path: `${chatPath}/abort`, describe: describe.abortChatInPlace, handle: abort },
];

async function abort({ request, params, door }: RouteRequest): Promise<Response> {
  const input = {
    ...(await readBody(request, door.isUser ? abortBodyOfUser : abortBody)),
    ...target(params),
  };
  await door.execute(AbortChatDocument, { input }, request.signal);
  return noContent();
}

/** @throws AppError `NOT_FOUND` for an agent that cannot exist */
function target({ accountName = '', agentId = '' }: RouteRequest['params']): {
  accountName: string;
  agentId: number;
} {
  if (!/^\d{1,9}$/.test(agentId)) throw new AppError('NOT_FOUND', `Agent ${agentId} not found.`);
  return { accountName, agentId: Number(agentId) };
}
