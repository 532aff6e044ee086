import { useThreads } from '@inlay/react';
import { ActionIcon, Box, Drawer, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Host } from '../shared/host.ts';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';
import { Composer } from './composer.tsx';
import { ThreadList } from './thread-list.tsx';
import { Transcript } from './transcript.tsx';
import { useConversation } from './use-conversation.ts';

/** The chat: the reader's threads beside the one that is open. */
export function ChatShell({ host }: { readonly host: Host }) {
  const { agent, kept } = useChat();
  const [conversation, store] = useConversation(kept);
  const { threadId, phase, problem } = conversation;
  const threads = useThreads({ filter: { agentId: agent.agentId } });
  const { reload } = threads;
  const [isListOpen, list] = useDisclosure(false);
  const input = useRef<HTMLTextAreaElement>(null);

  // In a frame, the host page decides about the focus.
  useEffect(() => {
    if (window.parent === window) input.current?.focus();
  }, []);
  useEffect(() => {
    // The end of a session is no error: the host is asked for another one.
    if (problem !== undefined && problem.code !== 'UNAUTHENTICATED') host.tell({ type: 'error', ...problem });
  }, [problem, host]);
  // A turn makes its thread, or makes it the newest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the reasons to read again
  useEffect(reload, [reload, threadId, phase]);

  const ask = useCallback(
    (question: string): void => {
      store.ask(question);
      host.tell({ type: 'question', question });
      input.current?.focus();
    },
    [store, host],
  );
  const [asked, setAsked] = useState<string>();
  useEffect(() => host.on('ask', ({ question }) => setAsked(question)), [host]);
  // A question of the host waits until the answer before it has ended.
  useEffect(() => {
    if (asked === undefined || phase !== 'idle') return;
    setAsked(undefined);
    ask(asked);
  }, [asked, phase, ask]);
  // Drawing many turns takes long, so it yields to user input.
  const shown = useDeferredValue(conversation);

  function open(next: string | undefined): void {
    list.close();
    if (next !== threadId || next === undefined) store.open(next);
    input.current?.focus();
  }

  function stopOnEscape(event: KeyboardEvent): void {
    if (event.key === 'Escape' && phase === 'answering' && !event.defaultPrevented) store.stop();
  }

  const threadList = <ThreadList threads={threads} current={threadId} onOpen={open} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape stops wherever the focus is
    <div className={classes['page']} onKeyDown={stopOnEscape}>
      <Box component="nav" className={classes['sidebar']} visibleFrom="sm" aria-label="Conversations">
        {threadList}
      </Box>
      <Drawer
        opened={isListOpen}
        onClose={list.close}
        title="Conversations"
        size={300}
        hiddenFrom="sm"
        closeButtonProps={{ 'aria-label': 'Close the conversations' }}
      >
        <nav aria-label="Conversations">{threadList}</nav>
      </Drawer>
      <main className={classes['main']}>
        <Group component="header" className={classes['header']} wrap="nowrap" justify="space-between">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              hiddenFrom="sm"
              onClick={list.open}
              aria-label="Conversations"
            >
              <IconMenu2 size={20} />
            </ActionIcon>
            <Title order={1} size="h5" className={classes['ellipsis']}>
              {agent.name}
            </Title>
          </Group>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            hiddenFrom="sm"
            onClick={() => open(undefined)}
            aria-label="New conversation"
          >
            <IconPlus size={20} />
          </ActionIcon>
        </Group>
        <Transcript conversation={shown} store={store} onAsk={ask} />
        <div className={classes['footer']}>
          <Composer
            ref={input}
            kept={kept}
            isAnswering={phase === 'answering'}
            onAsk={ask}
            onStop={store.stop}
          />
          <Text size="xs" c="dimmed" ta="center" mt={6} visibleFrom="sm">
            Answers come from your data. Open the steps of an answer to see how it was found.
          </Text>
        </div>
      </main>
    </div>
  );
}
