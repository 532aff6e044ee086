import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { Thread, Threads } from './use-threads.ts';

interface RenameThreadProps {
  readonly thread: Thread;
  readonly rename: Threads['rename'];
  readonly onClose: () => void;
}

/** As long as the service takes a title. */
const maxCharacters = 255;

export function RenameThread({ thread, rename, onClose }: RenameThreadProps) {
  const [title, setTitle] = useState(thread.title);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    const failure = await rename(thread, title.trim());
    setBusy(false);
    setProblem(failure);
    if (failure === undefined) onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title="Rename the conversation"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          label="Title"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={maxCharacters}
          error={problem}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
          required
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={title.trim() === ''}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
