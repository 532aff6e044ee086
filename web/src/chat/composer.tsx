import { ActionIcon, Textarea } from '@mantine/core';
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { words } from '../shared/words/words.ts';
import classes from './chat.module.css';
import type { KeptChat } from './kept-chat.ts';

interface ComposerProps {
  readonly ref: Ref<HTMLTextAreaElement>;
  /** Keeps the draft for a reader whose session ends. */
  readonly kept: KeptChat;
  readonly isAnswering: boolean;
  readonly onAsk: (question: string) => void;
  readonly onStop: () => void;
}

/** As long as the service takes a message. */
const maxCharacters = 20_000;

/** The input for questions: Enter sends, Shift+Enter starts a new line. */
export function Composer({ ref, kept, isAnswering, onAsk, onStop }: ComposerProps) {
  const say = words().chat;
  const [text, setText] = useState(kept.draft);
  const question = text.trim();
  const canSend = question !== '' && !isAnswering;

  function write(next: string): void {
    kept.draft = next;
    setText(next);
  }

  function send(): void {
    if (!canSend) return;
    write('');
    onAsk(question);
  }

  function sendOnEnter(event: KeyboardEvent): void {
    // While an input method composes, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <Textarea
      ref={ref}
      className={classes['column']}
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
      onKeyDown={sendOnEnter}
      aria-label={say.question}
      placeholder={say.askAboutData}
      maxLength={maxCharacters}
      size="md"
      radius="lg"
      autosize
      minRows={1}
      maxRows={8}
      rightSectionWidth={48}
      rightSection={
        isAnswering ? (
          <ActionIcon
            size="lg"
            radius="xl"
            color="red"
            variant="light"
            onClick={onStop}
            aria-label={say.stop}
          >
            <IconPlayerStopFilled size={16} />
          </ActionIcon>
        ) : (
          <ActionIcon size="lg" radius="xl" disabled={!canSend} onClick={send} aria-label={say.send}>
            <IconArrowUp size={20} />
          </ActionIcon>
        )
      }
    />
  );
}
