import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { words } from './words/words.ts';

interface ConfirmDeleteProps {
  /** Of the dialog. */
  readonly heading: string;
  readonly question: string;
  /** @returns why it failed; undefined if it did not */
  readonly onConfirm: () => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** Asks before something is deleted for good. */
export function ConfirmDelete({ heading, question, onConfirm, onClose }: ConfirmDeleteProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const text = words().keeping;

  async function confirm(): Promise<void> {
    setBusy(true);
    const failure = await onConfirm();
    if (failure === undefined) return onClose();
    setProblem(failure);
    setBusy(false);
  }

  return (
    <Modal opened onClose={onClose} title={heading} closeButtonProps={{ 'aria-label': words().close }}>
      <Text size="sm">{question}</Text>
      {problem === undefined ? null : (
        <Alert color="red" mt="sm" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {text.cancel}
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void confirm()}>
          {text.delete}
        </Button>
      </Group>
    </Modal>
  );
}
