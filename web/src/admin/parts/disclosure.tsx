import { Button } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Content that is shown on demand. */
export function Disclosure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<Icon size={14} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {label}
      </Button>
      <div id={id}>{isOpen && children}</div>
    </div>
  );
}
