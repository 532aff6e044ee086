import type { Thread } from '@inlay/client';
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { words } from '../shared/words/words.ts';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';

interface ThreadItemProps {
  readonly thread: Thread;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

export function ThreadItem({ thread, isCurrent, onOpen, onRename, onDelete }: ThreadItemProps) {
  const { formats } = useChat();
  const say = words().chat;
  return (
    <li className={classes['thread']} data-current={isCurrent || undefined}>
      <UnstyledButton
        className={classes['threadTitle']}
        onClick={onOpen}
        aria-current={isCurrent ? 'page' : undefined}
        title={`${thread.title} · ${formats.dateTime(thread.updatedAt)}`}
      >
        {thread.title}
      </UnstyledButton>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={say.actionsFor(thread.title)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onRename}>
            {say.rename}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            {say.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
