import { Select } from '@mantine/core';
import type { FilterInputProps } from './filter-field.ts';

interface ChoiceInputProps extends FilterInputProps {
  /** Labels by value. */
  readonly choices: Readonly<Record<string, string>>;
  readonly unset?: string | undefined;
}

/** One of some values, or any. */
export function ChoiceInput({ label, choices, unset = 'Any', value, change }: ChoiceInputProps) {
  return (
    <Select
      label={label}
      placeholder={unset}
      size="sm"
      w={{ base: '100%', xs: 150 }}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      data={Object.entries(choices).map(([choice, text]) => ({ value: choice, label: text }))}
      value={value === '' ? null : value}
      onChange={(choice) => change(choice ?? '')}
    />
  );
}
