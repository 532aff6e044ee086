import type { Thread } from '@inlay/client';
import type { Threads } from '@inlay/react';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { failureText } from '../shared/failure.ts';
import { words } from '../shared/words/words.ts';

interface RenameThreadProps {
  readonly thread: Thread;
  readonly rename: Threads['rename'];
  readonly onClose: () => void;
}

/** As long as the service takes a title. */
const maxCharacters = 255;

export function RenameThread({ thread, rename, onClose }: RenameThreadProps) {
  const say = words().chat;
  const [title, setTitle] = useState(thread.title);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await rename(thread.id, title.trim());
      onClose();
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={say.renameConversation}
      closeButtonProps={{ 'aria-label': words().close }}
    >
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          label={say.title}
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
            {say.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={title.trim() === ''}>
            {say.save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
