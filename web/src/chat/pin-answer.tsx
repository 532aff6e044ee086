import type { DashboardHead } from '@inlay/client';
import { ActionIcon, Anchor, Text, Tooltip } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { dashboardAddress } from '../shared/dashboard-address.ts';
import { later } from '../shared/later.tsx';
import { words } from '../shared/words/words.ts';
import { useChat } from './chat-context.ts';
import type { PinDialogProps } from './pin-dialog.tsx';

/** Loaded when it is opened: most answers are not kept. */
const PinDialog = later(async () => (await import('./pin-dialog.tsx')).PinDialog);

interface Pinning {
  readonly button: ReactNode;
  /** Where it was pinned, with a link; null until then. */
  readonly pinned: ReactNode;
}

/** Keeps an answer, as it is shown, on a dashboard of the reader. */
export function usePinning(answer: Pick<PinDialogProps, 'result' | 'shown'>): Pinning {
  const { host } = useChat();
  const [isOpen, setOpen] = useState(false);
  const [pinned, setPinned] = useState<DashboardHead>();
  const text = words().keeping;
  function keep(dashboard: DashboardHead): void {
    const { id, name, title } = dashboard;
    setPinned(dashboard);
    setOpen(false);
    host.tell({ type: 'pin', dashboard: { id, name, title } });
  }
  return {
    button: (
      <>
        <Tooltip label={text.pin}>
          <ActionIcon variant="default" onClick={() => setOpen(true)} aria-label={text.pin}>
            <IconPin size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {isOpen ? <PinDialog {...answer} onPinned={keep} onClose={() => setOpen(false)} /> : null}
      </>
    ),
    pinned:
      pinned === undefined ? null : (
        <Text size="sm" c="dimmed" role="status" mb="sm">
          {text.pinned(pinned.title)}{' '}
          <Anchor inherit underline="always" href={dashboardAddress(pinned.name, window.location)}>
            {text.open}
          </Anchor>
        </Text>
      ),
  };
}
