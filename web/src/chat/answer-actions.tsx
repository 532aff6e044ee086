import type { ChatRating, Message } from '@inlay/client';
import { ActionIcon, Group, Popover, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconCheck,
  IconCopy,
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
} from '@tabler/icons-react';
import { useState } from 'react';
import { later } from '../shared/later.tsx';
import { useCopy } from '../shared/use-copy.ts';
import { words } from '../shared/words/words.ts';
import type { Ratings } from './use-ratings.ts';

/** Loaded when an answer is bad. */
const BadAnswer = later(async () => (await import('./bad-answer.tsx')).BadAnswer);

interface AnswerActionsProps {
  readonly answer: Message;
  readonly ratings: Ratings;
}

/** What a reader can do with an answer. */
export function AnswerActions({ answer, ratings }: AnswerActionsProps) {
  const say = words().chat;
  const { outcome, copy } = useCopy(answer.content);
  const rating = ratings.of(answer);
  const [isAsked, ask] = useState(false);
  const toggle = (value: ChatRating) => void ratings.rate(answer, rating === value ? 'NONE' : value);
  return (
    <Group gap={4} role="group" aria-label={say.aboutAnswer}>
      <Action label={outcome === undefined ? say.copyAnswer : say.copy[outcome]} onClick={copy}>
        {outcome === 'copied' ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </Action>
      <VisuallyHidden role="status">{outcome && say.copy[outcome]}</VisuallyHidden>
      <Action label={say.good} isPressed={rating === 'GOOD'} onClick={() => toggle('GOOD')}>
        {rating === 'GOOD' ? <IconThumbUpFilled size={16} /> : <IconThumbUp size={16} />}
      </Action>
      <Popover
        opened={isAsked && rating === 'BAD'}
        onChange={ask}
        width={300}
        position="bottom-start"
        shadow="md"
        withinPortal
        withRoles={false}
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <span>
            <Action
              label={say.bad}
              isQuiet={isAsked}
              isPressed={rating === 'BAD'}
              onClick={() => {
                toggle('BAD');
                ask(rating !== 'BAD');
              }}
            >
              {rating === 'BAD' ? <IconThumbDownFilled size={16} /> : <IconThumbDown size={16} />}
            </Action>
          </span>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={words().feedback.question}>
          <BadAnswer onSend={(why) => ratings.rate(answer, 'BAD', why)} onClose={() => ask(false)} />
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

interface ActionProps {
  readonly label: string;
  readonly isPressed?: boolean;
  /** Without a tooltip, which would cover what it opens. */
  readonly isQuiet?: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

function Action({ label, isPressed, isQuiet = false, onClick, children }: ActionProps) {
  return (
    <Tooltip label={label} openDelay={400} disabled={isQuiet}>
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
