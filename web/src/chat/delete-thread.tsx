import type { Thread } from '@inlay/client';
import type { Threads } from '@inlay/react';
import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../shared/failure.ts';

interface DeleteThreadProps {
  readonly thread: Thread;
  readonly remove: Threads['remove'];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function DeleteThread({ thread, remove, onClose, onDeleted }: DeleteThreadProps) {
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
      title="Delete the conversation"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">“{thread.title}” and all that was said in it will be gone for good.</Text>
      {problem === undefined ? null : (
        <Alert color="red" mt="sm" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void confirm()}>
          Delete
        </Button>
      </Group>
    </Modal>
  );
}
