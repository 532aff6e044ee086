import { Group, Input, NumberInput } from '@mantine/core';
import { words } from '../shared/words/words.ts';
import type { FilterProps } from './filter-props.ts';

/** A minimum and a maximum, either of which may be open. */
export function NumberFilter({ filter, choice, onChange }: FilterProps) {
  const input = (bound: 'min' | 'max', word: string) => (
    <NumberInput
      aria-label={`${filter.title}, ${word}`}
      placeholder={word}
      hideControls
      value={choice[bound] ?? ''}
      onChange={(value) => onChange({ ...choice, [bound]: typeof value === 'number' ? value : null })}
    />
  );
  return (
    <Input.Wrapper label={filter.title} labelElement="div">
      <Group gap={6} wrap="nowrap" grow>
        {input('min', words().dashboard.from)}
        {input('max', words().dashboard.to)}
      </Group>
    </Input.Wrapper>
  );
}
