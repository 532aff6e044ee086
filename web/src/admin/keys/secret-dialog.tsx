import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { CopyText } from '../parts/copy-text.tsx';

export interface NewSecret {
  /** Of the key. */
  readonly name: string;
  readonly secret: string;
}

interface SecretDialogProps {
  /** Undefined while there is none to show. */
  readonly secret: NewSecret | undefined;
  readonly onClose: () => void;
}

/** Shows the secret of a new key, only once. A click outside the dialog does not close it. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={secret === undefined ? '' : `The secret of ${secret.name}`}
      closeOnClickOutside={false}
      withCloseButton={false}
      size="lg"
      centered
    >
      {secret !== undefined && (
        <Stack>
          <Alert color="orange" variant="light">
            Copy it now. It is not kept, and will not be shown again.
          </Alert>
          <CopyText text={secret.secret} label="Copy the secret" />
          <Group justify="flex-end">
            <Button onClick={onClose}>I have copied it</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
