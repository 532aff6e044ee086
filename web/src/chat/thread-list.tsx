import type { Thread } from '@inlay/client';
import type { Threads } from '@inlay/react';
import { Alert, Button, ScrollArea, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDelete } from '../shared/confirm-delete.tsx';
import { failureText } from '../shared/failure.ts';
import { words } from '../shared/words/words.ts';
import classes from './chat.module.css';
import { RenameThread } from './rename-thread.tsx';
import { threadGroups } from './thread-groups.ts';
import { ThreadItem } from './thread-item.tsx';

interface ThreadListProps {
  readonly threads: Threads;
  /** What the titles are searched for. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** The thread that is open. */
  readonly current: string | undefined;
  /** Undefined begins a new one. */
  readonly onOpen: (threadId: string | undefined) => void;
}

/** The reader's threads, to go on with, rename and delete. */
export function ThreadList({ threads, search, onSearch, current, onOpen }: ThreadListProps) {
  const say = words().chat;
  const [renamed, rename] = useState<Thread>();
  const [deleted, remove] = useState<Thread>();
  const { threads: list, error, reload, hasMore, loadMore } = threads;
  const text = words().threads;
  return (
    <Stack gap="sm" h="100%" className={classes['threads']}>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onOpen(undefined)}
        justify="flex-start"
      >
        {say.newConversation}
      </Button>
      <TextInput
        type="search"
        size="xs"
        aria-label={text.search}
        placeholder={text.search}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      {error === undefined ? null : (
        <Alert color="red" role="alert">
          <Text size="sm">{say.notRead}</Text>
          <Button size="xs" variant="default" mt="xs" onClick={reload}>
            {words().tryAgain}
          </Button>
        </Alert>
      )}
      {list === undefined && error === undefined
        ? ['first', 'second', 'third'].map((key) => <Skeleton key={key} height={34} />)
        : null}
      {list?.length === 0 ? (
        <Text size="sm" c="dimmed" px="xs">
          {search === '' ? say.keptHere : text.nothingFound}
        </Text>
      ) : null}
      <ScrollArea className={classes['grow'] ?? ''} type="hover" offsetScrollbars="y">
        {threadGroups(list ?? [], new Date()).map(([group, members]) => (
          <section key={group} aria-label={text.groups[group]}>
            <Text size="xs" c="dimmed" fw={600} px="xs" pt="xs" pb={4} aria-hidden>
              {text.groups[group]}
            </Text>
            <Stack component="ul" gap={2} className={classes['list']}>
              {members.map((thread) => (
                <ThreadItem
                  key={thread.id}
                  thread={thread}
                  isCurrent={thread.id === current}
                  onOpen={() => onOpen(thread.id)}
                  onRename={() => rename(thread)}
                  onDelete={() => remove(thread)}
                />
              ))}
            </Stack>
          </section>
        ))}
        {!hasMore ? null : (
          <Button variant="subtle" size="xs" fullWidth mt="xs" onClick={loadMore}>
            {say.showMore}
          </Button>
        )}
      </ScrollArea>
      {renamed === undefined ? null : (
        <RenameThread thread={renamed} rename={threads.rename} onClose={() => rename(undefined)} />
      )}
      {deleted === undefined ? null : (
        <ConfirmDelete
          heading={say.deleteConversation}
          question={say.deletes(deleted.title)}
          onConfirm={async () => {
            const failure = await threads.remove(deleted.id).then(() => undefined, failureText);
            if (failure === undefined && deleted.id === current) onOpen(undefined);
            return failure;
          }}
          onClose={() => remove(undefined)}
        />
      )}
    </Stack>
  );
}
