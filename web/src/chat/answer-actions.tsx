import { ActionIcon, CopyButton, Group, Tooltip } from '@mantine/core';
import {
  IconCheck,
  IconCopy,
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
} from '@tabler/icons-react';
import type { Message } from './conversation.ts';
import type { Rating, Ratings } from './use-ratings.ts';

interface AnswerActionsProps {
  readonly answer: Message;
  readonly ratings: Ratings;
}

/** What a reader can do with an answer. */
export function AnswerActions({ answer, ratings }: AnswerActionsProps) {
  const rating = ratings.of(answer.id);
  const toggle = (value: Rating) => ratings.rate(answer.id, rating === value ? 0 : value);
  return (
    <Group gap={4} role="group" aria-label="About this answer">
      <CopyButton value={answer.content}>
        {({ copied, copy }) => (
          <Action label={copied ? 'Copied' : 'Copy the answer'} onClick={copy}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </Action>
        )}
      </CopyButton>
      <Action label="Good answer" isPressed={rating === 1} onClick={() => toggle(1)}>
        {rating === 1 ? <IconThumbUpFilled size={16} /> : <IconThumbUp size={16} />}
      </Action>
      <Action label="Bad answer" isPressed={rating === -1} onClick={() => toggle(-1)}>
        {rating === -1 ? <IconThumbDownFilled size={16} /> : <IconThumbDown size={16} />}
      </Action>
    </Group>
  );
}

interface ActionProps {
  readonly label: string;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

function Action({ label, isPressed, onClick, children }: ActionProps) {
  return (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon
        variant="subtle"
        color={isPressed === true ? 'indigo' : 'gray'}
        onClick={onClick}
        aria-label={label}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
