import { Paper, Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import type { Credential } from '../../shared/credential.ts';
import type { Host } from '../../shared/host.ts';
import type { EmbedSession } from '../../shared/session.ts';

// Most visits of the console ask nothing.
const ChatPage = lazy(async () => ({ default: (await import('../../chat/chat-page.tsx')).ChatPage }));

interface AskPanelProps {
  readonly credential: Credential;
  /** The token has ended. */
  readonly onExpired: () => void;
}

/** The chat as the user has it, with the user's own threads. `agent` in the address chooses another than the first. */
export function AskPanel({ credential, onExpired }: AskPanelProps) {
  const session = useMemo(() => sessionOf(credential, onExpired), [credential, onExpired]);
  return (
    <Paper withBorder style={{ '--chat-height': 'max(480px, calc(100dvh - 300px))', overflow: 'hidden' }}>
      <Suspense fallback={<Skeleton height={480} aria-label="Loading the chat" />}>
        <ChatPage host={nobody} session={session} />
      </Suspense>
    </Paper>
  );
}

/** There is no page around the chat here that has to know. */
const nobody: Host = { tell: () => undefined, onSession: () => () => undefined };

/** A session that was exchanged already. */
function sessionOf(credential: Credential, onExpired: () => void): EmbedSession {
  const state = { status: 'active', credential } as const;
  return {
    get: () => state,
    subscribe: () => () => undefined,
    expire: onExpired,
    retry: () => undefined,
  };
}
