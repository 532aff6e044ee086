import { ActionIcon, Alert, Button, Group, Modal, Stack, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useContext, useState } from 'react';
import { ListFocus } from './list-focus.ts';
import { useNotice } from './notices.tsx';
import { useAttempt } from './use-attempt.ts';

interface ConfirmActionProps {
  /** Label of the button: `Delete group analysts`. */
  readonly label: string;
  /** An icon for rows of lists; without one, the button shows its label. */
  readonly icon?: ReactNode;
  readonly question: string;
  /** What will change, and what cannot be undone. */
  readonly consequence: ReactNode;
  /** Label of the confirming button: `Delete`. */
  readonly verb: string;
  /** @returns what was done. @throws Error with a message for the user */
  readonly act: () => Promise<string>;
}

/** A button that asks for confirmation before an irreversible action, and reports it afterwards. */
export function ConfirmAction({ label, icon, question, consequence, verb, act }: ConfirmActionProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const attempt = useAttempt();
  const focusList = useContext(ListFocus);
  const [isDone, setDone] = useState(false);
  const say = useNotice();

  async function confirm(): Promise<void> {
    let done = '';
    const wentWell = await attempt.run(async () => {
      done = await act();
    });
    if (!wentWell) return;
    close();
    say(done);
    // In a list, the button disappears with its row.
    setDone(true);
    focusList?.();
  }

  return (
    <>
      {icon === undefined ? (
        <Button color="red" variant="light" onClick={open}>
          {label}
        </Button>
      ) : (
        <Tooltip label={label}>
          <ActionIcon color="red" variant="subtle" aria-label={label} onClick={open}>
            {icon}
          </ActionIcon>
        </Tooltip>
      )}
      <Modal
        opened={isOpen}
        onClose={close}
        returnFocus={focusList === undefined || !isDone}
        onExitTransitionEnd={attempt.reset}
        title={question}
        closeButtonProps={{ 'aria-label': 'Close' }}
        centered
      >
        <Stack>
          <Text size="sm">{consequence}</Text>
          {attempt.problem !== undefined && (
            <Alert color="red" role="alert">
              {attempt.problem}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} data-autofocus>
              Cancel
            </Button>
            <Button color="red" loading={attempt.isRunning} onClick={() => void confirm()}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
