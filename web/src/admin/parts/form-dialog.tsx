import { ActionIcon, Alert, Button, Group, Modal, Stack, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FormEvent, ReactNode } from 'react';
import { type FormValues, readForm } from './form-values.ts';
import { useNotice } from './notices.tsx';
import { useAttempt } from './use-attempt.ts';

interface FormDialogProps {
  /** On the button that opens it, and its title: `Create group`. */
  readonly label: string;
  /** An icon for rows of lists; without one, the button shows its label. */
  readonly icon?: ReactNode;
  /** On the button that sends it: `Create`. */
  readonly verb: string;
  /** Fields with names. */
  readonly children: ReactNode;
  /** @returns what was done, if it should be reported here. @throws Error with a message for the user */
  readonly send: (values: FormValues) => Promise<string | undefined>;
}

/** A button that opens a form. Nothing is lost if sending fails. */
export function FormDialog({ label, icon, verb, children, send }: FormDialogProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const attempt = useAttempt();
  const say = useNotice();

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const values = readForm(new FormData(event.currentTarget));
    let done: string | undefined;
    const isDone = await attempt.run(async () => {
      done = await send(values);
    });
    if (!isDone) return;
    close();
    if (done !== undefined) say(done);
  }

  return (
    <>
      {icon === undefined ? (
        <Button onClick={open}>{label}</Button>
      ) : (
        <Tooltip label={label}>
          <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={open}>
            {icon}
          </ActionIcon>
        </Tooltip>
      )}
      <Modal
        opened={isOpen}
        onClose={close}
        onExitTransitionEnd={attempt.reset}
        title={label}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form onSubmit={(event) => void submit(event)}>
          <Stack>
            {children}
            {attempt.problem !== undefined && (
              <Alert color="red" role="alert">
                {attempt.problem}
              </Alert>
            )}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={attempt.isRunning}>
                {verb}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
