import { Group, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { Order } from './list-address.ts';

interface ColumnHeadProps {
  readonly title: string;
  readonly isNumber: boolean;
  /** Sort field; absent if the list cannot be sorted by the column. */
  readonly field: string | undefined;
  readonly order: Order<string> | undefined;
  readonly setOrder: (order: Order<string>) => void;
}

export function ColumnHead({ title, isNumber, field, order, setOrder }: ColumnHeadProps) {
  if (field === undefined) {
    return (
      <Table.Th role="columnheader" data-number={isNumber}>
        {title}
      </Table.Th>
    );
  }
  const direction = order?.field === field ? order.direction : undefined;
  const Icon = direction === undefined ? IconArrowsSort : direction === 'ASC' ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th role="columnheader" aria-sort={ariaSort[direction ?? 'none']}>
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        onClick={() => setOrder({ field, direction: direction === 'DESC' ? 'ASC' : 'DESC' })}
      >
        <Group gap={4} wrap="nowrap">
          {title}
          <Icon size={14} aria-hidden opacity={direction === undefined ? 0.5 : 1} />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}

const ariaSort = { ASC: 'ascending', DESC: 'descending', none: 'none' } as const;
