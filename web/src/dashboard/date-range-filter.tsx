import { Group, Input, TextInput } from '@mantine/core';
import type { FilterProps } from './filter-bar.tsx';

/** A first and a last day, either of which may be left open. */
export function DateRangeFilter({ filter, choice, onChange }: FilterProps) {
  const { from = null, to = null } = choice;
  return (
    <Input.Wrapper label={filter.title} labelElement="div">
      <Group gap={6} wrap="nowrap" grow>
        <TextInput
          type="date"
          aria-label={`${filter.title}, from`}
          value={from ?? ''}
          max={to ?? ''}
          onChange={({ currentTarget }) => onChange({ ...choice, from: currentTarget.value || null })}
        />
        <TextInput
          type="date"
          aria-label={`${filter.title}, to`}
          value={to ?? ''}
          min={from ?? ''}
          onChange={({ currentTarget }) => onChange({ ...choice, to: currentTarget.value || null })}
        />
      </Group>
    </Input.Wrapper>
  );
}
