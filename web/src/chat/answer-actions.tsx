import type { ChatRating, Message } from '@inlay/client';
import { ActionIcon, Group, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconCheck,
  IconCopy,
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
} from '@tabler/icons-react';
import { useCopy } from '../shared/use-copy.ts';
import { words } from '../shared/words/words.ts';
import type { Ratings } from './use-ratings.ts';

interface AnswerActionsProps {
  readonly answer: Message;
  readonly ratings: Ratings;
}

/** What a reader can do with an answer. */
export function AnswerActions({ answer, ratings }: AnswerActionsProps) {
  const say = words().chat;
  const { outcome, copy } = useCopy(answer.content);
  const rating = ratings.of(answer);
  const toggle = (value: ChatRating) => ratings.rate(answer, rating === value ? 'NONE' : value);
  return (
    <Group gap={4} role="group" aria-label={say.aboutAnswer}>
      <Action label={outcome === undefined ? say.copyAnswer : say.copy[outcome]} onClick={copy}>
        {outcome === 'copied' ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </Action>
      <VisuallyHidden role="status">{outcome && say.copy[outcome]}</VisuallyHidden>
      <Action label={say.good} isPressed={rating === 'GOOD'} onClick={() => toggle('GOOD')}>
        {rating === 'GOOD' ? <IconThumbUpFilled size={16} /> : <IconThumbUp size={16} />}
      </Action>
      <Action label={say.bad} isPressed={rating === 'BAD'} onClick={() => toggle('BAD')}>
        {rating === 'BAD' ? <IconThumbDownFilled size={16} /> : <IconThumbDown size={16} />}
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
        {...(isPressed === true ? {} : { color: 'gray' })}
        onClick={onClick}
        aria-label={label}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
