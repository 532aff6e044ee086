import { Group, Input, TextInput } from '@mantine/core';
import { isReversed } from './chosen-period.ts';
import type { FilterProps } from './filter-props.ts';

/** A first and a last day, either of which may be open. */
export function DateRangeFilter({ filter, choice, onChange }: FilterProps) {
  const { from = null, to = null } = choice;
  const reversed = isReversed(choice);
  return (
    <Input.Wrapper
      label={filter.title}
      labelElement="div"
      error={reversed ? 'The first day is after the last one.' : undefined}
    >
      <Group gap={6} wrap="nowrap" grow>
        <TextInput
          type="date"
          aria-label={`${filter.title}, from`}
          value={from ?? ''}
          max={to ?? ''}
          error={reversed}
          onChange={({ currentTarget }) => onChange({ ...choice, from: currentTarget.value || null })}
        />
        <TextInput
          type="date"
          aria-label={`${filter.title}, to`}
          value={to ?? ''}
          min={from ?? ''}
          error={reversed}
          onChange={({ currentTarget }) => onChange({ ...choice, to: currentTarget.value || null })}
        />
      </Group>
    </Input.Wrapper>
  );
}
