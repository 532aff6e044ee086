import { Alert, Button, Center, Skeleton, Stack } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { failureOf, failureText, mayPass } from '../shared/failure.ts';
import { createFormats } from '../shared/format.ts';
import type { Host } from '../shared/host.ts';
import type { EmbedSession } from '../shared/session.ts';
import { SessionGate } from '../shared/session-gate.tsx';
import { readAddress } from './address.ts';
import { ChatContext } from './chat-context.ts';
import { ChatShell } from './chat-shell.tsx';
import { ChatAgentDocument } from './generated/graphql.ts';
import { type ChatKeeper, createChatKeeper } from './kept-chat.ts';

interface ChatPageProps {
  readonly host: Host;
  readonly session: EmbedSession;
}

/** The embedded chat, for users with a session. */
export function ChatPage({ host, session }: ChatPageProps) {
  const [keeper] = useState(createChatKeeper);
  return (
    <SessionGate session={session}>
      <AgentGate host={host} session={session} keeper={keeper} />
    </SessionGate>
  );
}

function AgentGate({ host, session, keeper }: ChatPageProps & { readonly keeper: ChatKeeper }) {
  const client = useClient();
  const agentId = useMemo(() => readAddress().agent ?? null, []);
  const [{ data, error, fetching }, load] = useQuery({ query: ChatAgentDocument, variables: { agentId } });
  const agent = data?.chatAgent;
  const state = session.get();
  const authorization = state.status === 'active' ? state.credential.authorization : '';
  const reader = data?.viewer?.user?.id;
  const chat = useMemo(
    () =>
      agent === undefined
        ? undefined
        : {
            agent,
            authorization,
            formats: createFormats({ timeZone: agent.timezone }),
            kept: keeper.take(reader, client, agent.agentId),
          },
    [agent, authorization, keeper, reader, client],
  );

  const message = error && failureText(error);
  const code = error === undefined ? 'INTERNAL' : failureOf(error).code;
  useEffect(() => {
    if (chat !== undefined) host.tell({ type: 'ready' });
  }, [chat, host]);
  useEffect(() => {
    if (message !== undefined) host.tell({ type: 'error', message, code });
  }, [message, code, host]);

  if (chat !== undefined) {
    return (
      <ChatContext value={chat}>
        <ChatShell host={host} />
      </ChatContext>
    );
  }
  if (message === undefined || fetching) return <ChatSkeleton />;
  return (
    <Center mih={240} p="lg" component="main">
      <Alert color="red" title="The chat cannot be opened" maw={420} role="alert">
        <Stack align="flex-start">
          {message}
          {mayPass(error) ? (
            <Button size="xs" variant="default" onClick={() => load({ requestPolicy: 'network-only' })}>
              Try again
            </Button>
          ) : null}
        </Stack>
      </Alert>
    </Center>
  );
}

function ChatSkeleton() {
  return (
    <Stack p="lg" maw={720} mx="auto" aria-busy="true" aria-label="Loading the chat" role="status">
      <Skeleton height={24} width="40%" />
      <Skeleton height={16} width="70%" mt="xl" />
      <Skeleton height={44} />
      <Skeleton height={44} />
    </Stack>
  );
}
