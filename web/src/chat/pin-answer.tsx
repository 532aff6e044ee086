import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { words } from '../shared/words/words.ts';
import type { PinDialogProps } from './pin-dialog.tsx';

/** Loaded when it is opened: most answers are not kept. */
const PinDialog = lazy(async () => ({ default: (await import('./pin-dialog.tsx')).PinDialog }));

/** Keeps an answer, as it is shown, on a dashboard of the reader. */
export function PinAnswer(props: Pick<PinDialogProps, 'result' | 'shown'>) {
  const [isOpen, setOpen] = useState(false);
  const [pinned, setPinned] = useState<string>();
  const text = words().keeping;
  return (
    <>
      {pinned === undefined ? null : (
        <Text size="xs" c="dimmed" role="status">
          {text.pinned(pinned)}
        </Text>
      )}
      <Tooltip label={text.pin}>
        <ActionIcon variant="default" onClick={() => setOpen(true)} aria-label={text.pin}>
          <IconPin size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isOpen ? (
        <Suspense>
          <PinDialog
            {...props}
            onPinned={(title) => {
              setPinned(title);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
