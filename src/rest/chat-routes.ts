import { abortRequest, chatRequest } from '../contract/chat.ts';
import { readBody } from './body.ts';
import * as describe from './chat-descriptions.ts';
import { AbortChatDocument, ChatStreamDocument } from './generated/graphql.ts';
import { ndjsonResponse } from './ndjson.ts';
import { noContent, type Route, type RouteRequest, readNumber } from './route.ts';

const chatPath = '/api/v1/public/:accountName/agents/:agentId/chat';

export const chatRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${chatPath}/stream-chat-state`,
    describe: describe.streamChat,
    async handle({ request, params, operations, onFailure }) {
      const input = {
        ...(await readBody(request, chatRequest, { isUser: operations.isUser })),
        ...target(params),
      };
      const source = await operations.subscribe(ChatStreamDocument, { input }, request.signal);
      return ndjsonResponse(source, { request, onFailure });
    },
  },
  {
    method: 'POST',
    path: `${chatPath}/stream-chat-state/abort`,
    describe: describe.abortChat,
    handle: abort,
  },
  // Existing clients of the specification replace the last segment instead of appending to it.
  { method: 'POST', path: `${chatPath}/abort`, describe: describe.abortChatInPlace, handle: abort },
];

async function abort({ request, params, operations }: RouteRequest): Promise<Response> {
  const input = {
    ...(await readBody(request, abortRequest, { isUser: operations.isUser })),
    ...target(params),
  };
  await operations.execute(AbortChatDocument, { input }, request.signal);
  return noContent();
}

function target({ accountName, agentId }: RouteRequest['params']) {
  return { accountName, agentId: readNumber(agentId, 'Agent') };
}
