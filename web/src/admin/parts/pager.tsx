import { Button, Group } from '@mantine/core';
import type { ListAddress } from './list-address.ts';

export interface PageBounds {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor?: string | null;
  readonly endCursor?: string | null;
}

interface PagerProps {
  /** What the pages are of. */
  readonly label: string;
  readonly bounds: PageBounds;
  readonly address: ListAddress;
}

/** Links to adjacent pages; nothing if there are none. */
export function Pager({ label, bounds, address }: PagerProps) {
  if (address.isFirstPage && !bounds.hasNextPage) return null;
  return (
    <Group component="nav" aria-label={`Pages of ${label}`} justify="flex-end" gap="xs" mt="md">
      <Button
        variant="default"
        disabled={!bounds.hasPreviousPage}
        onClick={() => address.showPage({ before: bounds.startCursor ?? null })}
      >
        Previous
      </Button>
      <Button
        variant="default"
        disabled={!bounds.hasNextPage}
        onClick={() => address.showPage({ after: bounds.endCursor ?? null })}
      >
        Next
      </Button>
    </Group>
  );
}
