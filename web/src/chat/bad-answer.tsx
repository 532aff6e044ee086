import type { ChatRatingReason, RatingReasons } from '@inlay/client';
import { Alert, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { words } from '../shared/words/words.ts';

interface BadAnswerProps {
  /** @returns false if it could not be kept */
  readonly onSend: (why: RatingReasons) => Promise<boolean>;
  readonly onClose: () => void;
}

/** As long as the service takes it. */
const maxCharacters = 1_000;

/** Asks what is wrong with an answer, which is rated already. */
export function BadAnswer({ onSend, onClose }: BadAnswerProps) {
  const text = words().feedback;
  const [reason, setReason] = useState<ChatRatingReason | null>(null);
  const [comment, setComment] = useState('');
  const [state, setState] = useState<'open' | 'busy' | 'sent' | 'failed'>('open');

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setState('busy');
    setState((await onSend({ reason, comment: comment.trim() || null })) ? 'sent' : 'failed');
  }

  if (state === 'sent') {
    return (
      <Text size="sm" role="status">
        {text.thanks}
      </Text>
    );
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack gap="sm">
        <Radio.Group
          label={text.question}
          value={reason}
          onChange={(value) => setReason(value as ChatRatingReason)}
        >
          <Stack gap={6} mt={6}>
            {Object.entries(text.reasons).map(([value, label]) => (
              <Radio
                key={value}
                size="xs"
                value={value}
                label={label}
                styles={{ radio: { borderColor: 'var(--mantine-color-dimmed)' } }}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          size="sm"
          label={text.comment}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={maxCharacters}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {state === 'failed' ? (
          <Alert color="red" role="alert" p="xs">
            {text.failed}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onClose}>
            {text.skip}
          </Button>
          <Button
            size="xs"
            type="submit"
            loading={state === 'busy'}
            disabled={reason === null && comment.trim() === ''}
          >
            {text.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
