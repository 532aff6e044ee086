import type { ConversationState } from '@inlay/client';
import { useThreads } from '@inlay/react';
import { ActionIcon, Box, Drawer, Group, Text, Title } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconMenu2, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Host } from '../shared/host.ts';
import { words } from '../shared/words/words.ts';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';
import { Composer } from './composer.tsx';
import { ThreadList } from './thread-list.tsx';
import { Transcript } from './transcript.tsx';
import { useConversation } from './use-conversation.ts';

const searchMs = 250;

/** The chat: the reader's threads beside the one that is open. */
export function ChatShell({ host }: { readonly host: Host }) {
  const { agent, kept } = useChat();
  const say = words().chat;
  const [conversation, store] = useConversation(kept);
  const { threadId, phase } = conversation;
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), searchMs);
  const threads = useThreads({
    filter: { agentId: agent.agentId, ...(searched === '' ? {} : { text: searched }) },
  });
  const { reload } = threads;
  const [isListOpen, list] = useDisclosure(false);
  const input = useRef<HTMLTextAreaElement>(null);

  // In a frame, the host page decides about the focus.
  useEffect(() => {
    if (window.parent === window) input.current?.focus();
  }, []);
  useEffect(() => {
    let told: ConversationState['problem'];
    // Each of them, also where the next question begins before the page is drawn.
    function tell(): void {
      const { problem } = store.get();
      if (problem === told) return;
      told = problem;
      // The end of a session is no error: the host is asked for another one.
      if (problem !== undefined && problem.code !== 'UNAUTHENTICATED')
        host.tell({ type: 'error', ...problem });
    }
    tell();
    return store.subscribe(tell);
  }, [store, host]);
  // A turn makes its thread, or makes it the newest, and its end may title it. The list is there already as the page opens.
  const reasonToList = `${threadId} ${threadId !== undefined && phase === 'answering'}`;
  const listedFor = useRef(reasonToList);
  useEffect(() => {
    if (listedFor.current === reasonToList) return;
    listedFor.current = reasonToList;
    reload();
  }, [reload, reasonToList]);

  const ask = useCallback(
    (question: string): void => {
      if (question.trim() === '') return;
      store.ask(question);
      host.tell({ type: 'question', question });
      input.current?.focus();
    },
    [store, host],
  );
  const [edits, setEdits] = useState(0);
  /** Puts a question where it can be changed; it is asked as the next one. */
  const edit = useCallback(
    (question: string): void => {
      kept.draft = question;
      setEdits((before) => before + 1);
      // The input with the question replaces the one before.
      requestAnimationFrame(() => input.current?.focus());
    },
    [kept],
  );
  useEffect(() => host.on('ask', ({ question }) => ask(question)), [host, ask]);
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

  const threadList = (
    <ThreadList threads={threads} search={search} onSearch={setSearch} current={threadId} onOpen={open} />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape stops wherever the focus is
    <div className={classes['page']} onKeyDown={stopOnEscape}>
      <Box component="nav" className={classes['sidebar']} visibleFrom="sm" aria-label={say.conversations}>
        {threadList}
      </Box>
      <Drawer
        opened={isListOpen}
        onClose={list.close}
        title={say.conversations}
        size={300}
        hiddenFrom="sm"
        closeButtonProps={{ 'aria-label': say.closeConversations }}
      >
        <nav aria-label={say.conversations}>{threadList}</nav>
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
              aria-label={say.conversations}
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
            aria-label={say.newConversation}
          >
            <IconPlus size={20} />
          </ActionIcon>
        </Group>
        <Transcript conversation={shown} store={store} onAsk={ask} onEdit={edit} />
        <div className={classes['footer']}>
          <Composer
            key={edits}
            ref={input}
            kept={kept}
            isAnswering={phase === 'answering'}
            onAsk={ask}
            onStop={store.stop}
          />
          <Text size="xs" c="dimmed" ta="center" mt={6} visibleFrom="sm">
            {say.footnote}
          </Text>
        </div>
      </main>
    </div>
  );
}
