import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ChoiceInput } from './choice-input.tsx';
import type { FilterField, FilterInputProps } from './filter-field.ts';
import type { ListAddress } from './list-address.ts';

interface FilterBarProps {
  readonly fields: Readonly<Record<string, FilterField<unknown> | undefined>>;
  readonly address: ListAddress;
}

/** What a list is narrowed by. */
export function FilterBar({ fields, address }: FilterBarProps) {
  return (
    <Group gap="sm" mb="md" align="flex-end" role="search" aria-label="Filters">
      {Object.entries(fields).map(([name, field]) => {
        if (field === undefined) return null;
        const { label, choices, unset, type, Input } = field;
        const value = address.filter(name);
        const change = (text: string) => address.setFilter(name, text);
        if (Input !== undefined) return <Input key={name} label={label} value={value} change={change} />;
        return choices === undefined ? (
          <TypedFilter key={name} label={label} type={type ?? 'text'} value={value} change={change} />
        ) : (
          <ChoiceInput
            key={name}
            label={label}
            choices={choices}
            unset={unset}
            value={value}
            change={change}
          />
        );
      })}
      {address.hasFilters && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={address.clearFilters}
        >
          Clear filters
        </Button>
      )}
    </Group>
  );
}

interface TypedFilterProps extends FilterInputProps {
  readonly type: 'text' | 'date' | 'number';
}

/** Takes effect when typing pauses. */
function TypedFilter({ label, type, value, change }: TypedFilterProps) {
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  // The address changed elsewhere: the back button, or all filters cleared.
  if (value !== applied) {
    setApplied(value);
    setText(value);
  }
  const apply = useDebouncedCallback(change, { delay: 300, flushOnUnmount: false });
  return (
    <TextInput
      label={label}
      type={type}
      size="sm"
      w={{ base: '100%', xs: type === 'text' ? 180 : 150 }}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        apply(currentTarget.value);
      }}
    />
  );
}
