import type { Thread } from '@inlay/client';
import type { Threads } from '@inlay/react';
import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../shared/failure.ts';
import { words } from '../shared/words/words.ts';

interface DeleteThreadProps {
  readonly thread: Thread;
  readonly remove: Threads['remove'];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function DeleteThread({ thread, remove, onClose, onDeleted }: DeleteThreadProps) {
  const say = words().chat;
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await remove(thread.id);
      onDeleted();
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={say.deleteConversation}
      closeButtonProps={{ 'aria-label': words().close }}
    >
      <Text size="sm">{say.deletes(thread.title)}</Text>
      {problem === undefined ? null : (
        <Alert color="red" mt="sm" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {say.cancel}
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void confirm()}>
          {say.delete}
        </Button>
      </Group>
    </Modal>
  );
}
