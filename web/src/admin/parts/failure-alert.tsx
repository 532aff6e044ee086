import { Alert, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { failureText } from '../../shared/failure.ts';

interface FailureAlertProps {
  readonly error: CombinedError;
  readonly title?: string;
  readonly onRetry: () => void;
  /** What else can be done about it. */
  readonly children?: ReactNode;
}

/** Says why something could not be loaded, with a button to try again. */
export function FailureAlert({ error, title, onRetry, children }: FailureAlertProps) {
  return (
    <Alert color="red" role="alert" {...(title === undefined ? {} : { title })}>
      <Stack align="flex-start" gap="sm">
        {failureText(error)}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
          {children}
        </Group>
      </Stack>
    </Alert>
  );
}
