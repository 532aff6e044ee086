import type { Thread } from '@inlay/client';
import type { Threads } from '@inlay/react';
import { Alert, Button, ScrollArea, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './chat.module.css';
import { DeleteThread } from './delete-thread.tsx';
import { RenameThread } from './rename-thread.tsx';
import { ThreadItem } from './thread-item.tsx';

interface ThreadListProps {
  readonly threads: Threads;
  /** The thread that is open. */
  readonly current: string | undefined;
  /** Undefined begins a new one. */
  readonly onOpen: (threadId: string | undefined) => void;
}

/** The reader's threads, to go on with, rename and delete. */
export function ThreadList({ threads, current, onOpen }: ThreadListProps) {
  const [renamed, rename] = useState<Thread>();
  const [deleted, remove] = useState<Thread>();
  const { threads: list, error, reload, hasMore, loadMore } = threads;
  return (
    <Stack gap="sm" h="100%" className={classes['threads']}>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onOpen(undefined)}
        justify="flex-start"
      >
        New conversation
      </Button>
      {error === undefined ? null : (
        <Alert color="red" role="alert">
          <Text size="sm">The conversations could not be read.</Text>
          <Button size="xs" variant="default" mt="xs" onClick={reload}>
            Try again
          </Button>
        </Alert>
      )}
      {list === undefined && error === undefined
        ? ['first', 'second', 'third'].map((key) => <Skeleton key={key} height={34} />)
        : null}
      {list?.length === 0 ? (
        <Text size="sm" c="dimmed" px="xs">
          Your conversations will be kept here.
        </Text>
      ) : null}
      <ScrollArea className={classes['grow'] ?? ''} type="hover" offsetScrollbars="y">
        <Stack component="ul" gap={2} className={classes['list']}>
          {list?.map((thread) => (
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
        {!hasMore ? null : (
          <Button variant="subtle" size="xs" fullWidth mt="xs" onClick={loadMore}>
            Show more
          </Button>
        )}
      </ScrollArea>
      {renamed === undefined ? null : (
        <RenameThread thread={renamed} rename={threads.rename} onClose={() => rename(undefined)} />
      )}
      {deleted === undefined ? null : (
        <DeleteThread
          thread={deleted}
          remove={threads.remove}
          onClose={() => remove(undefined)}
          onDeleted={() => {
            remove(undefined);
            if (deleted.id === current) onOpen(undefined);
          }}
        />
      )}
    </Stack>
  );
}
