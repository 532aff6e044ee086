import { InlayProvider, useInlay, useRead } from '@inlay/react';
import { Alert, Button, Center, Skeleton, Stack } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { basePath } from '../shared/base-path.ts';
import { failureOf, mayPass } from '../shared/failure.ts';
import { createFormats } from '../shared/format.ts';
import type { Host } from '../shared/host.ts';
import type { EmbedSession } from '../shared/session.ts';
import { SessionGate } from '../shared/session-gate.tsx';
import { words } from '../shared/words/words.ts';
import { readAddress } from './address.ts';
import { ChatContext } from './chat-context.ts';
import { ChatShell } from './chat-shell.tsx';
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
      {({ authorization }) => (
        <InlayProvider
          url={basePath}
          token={authorization.replace(/^Bearer /, '')}
          fetch={session.fetch}
          retryForMs={Number.POSITIVE_INFINITY}
        >
          <AgentGate host={host} authorization={authorization} keeper={keeper} />
        </InlayProvider>
      )}
    </SessionGate>
  );
}

interface AgentGateProps {
  readonly host: Host;
  readonly authorization: string;
  readonly keeper: ChatKeeper;
}

function AgentGate({ host, authorization, keeper }: AgentGateProps) {
  const client = useInlay();
  const agentId = useMemo(() => readAddress().agent, []);
  const { data, error, isLoading, reload } = useRead('agent', () =>
    Promise.all([client.agent(agentId), client.viewer()]),
  );
  const chat = useMemo(() => {
    if (data === undefined) return undefined;
    const [agent, viewer] = data;
    return {
      agent,
      authorization,
      formats: createFormats({ timeZone: agent.timezone }),
      kept: keeper.take(viewer.user?.id, client, agent.agentId),
      host,
    };
  }, [data, authorization, keeper, client, host]);

  const failure = error && failureOf(error);
  const { message, code } = failure ?? {};
  useEffect(() => {
    if (chat !== undefined) host.tell({ type: 'ready' });
  }, [chat, host]);
  useEffect(() => {
    if (message !== undefined && code !== undefined) host.tell({ type: 'error', message, code });
  }, [message, code, host]);

  if (chat !== undefined) {
    return (
      <ChatContext value={chat}>
        <ChatShell host={host} />
      </ChatContext>
    );
  }
  if (error === undefined || isLoading) return <ChatSkeleton />;
  return (
    <Center mih={240} p="lg" component="main">
      <Alert color="red" title={words().chat.notOpened} maw={420} role="alert">
        <Stack align="flex-start">
          {message}
          {mayPass(error) ? (
            <Button size="xs" variant="default" onClick={reload}>
              {words().tryAgain}
            </Button>
          ) : null}
        </Stack>
      </Alert>
    </Center>
  );
}

function ChatSkeleton() {
  return (
    <Stack p="lg" maw={720} mx="auto" aria-busy="true" aria-label={words().chat.loading} role="status">
      <Skeleton height={24} width="40%" />
      <Skeleton height={16} width="70%" mt="xl" />
      <Skeleton height={44} />
      <Skeleton height={44} />
    </Stack>
  );
}
