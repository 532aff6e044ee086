import { Alert, Button, Group, Modal, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { words } from '../shared/words/words.ts';

interface TitleFormProps {
  /** Of the dialog. */
  readonly heading: string;
  readonly title: string;
  /** @returns why it failed; undefined if it did not */
  readonly onSave: (title: string) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** As long as the service takes a title. */
const maxCharacters = 255;

/** Asks for a title. */
export function TitleForm({ heading, title: before, onSave, onClose }: TitleFormProps) {
  const [title, setTitle] = useState(before);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const text = words().keeping;

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    const failure = await onSave(title.trim());
    if (failure === undefined) return onClose();
    setProblem(failure);
    setBusy(false);
  }

  return (
    <Modal opened onClose={onClose} title={heading} closeButtonProps={{ 'aria-label': words().close }}>
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          label={text.title}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          maxLength={maxCharacters}
          data-autofocus
          required
        />
        {problem === undefined ? null : (
          <Alert color="red" mt="sm" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={title.trim() === ''}>
            {text.save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
