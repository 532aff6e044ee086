import { Group, Input, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { type Preset, presetDays, presetEnd, presetNames, presetOf } from '../shared/presets.ts';
import { words } from '../shared/words/words.ts';
import { isReversed } from './chosen-period.ts';
import classes from './dashboard.module.css';
import type { FilterProps } from './filter-props.ts';
import { LastDayDocument } from './generated/graphql.ts';

interface DateRangeFilterProps extends FilterProps {
  readonly dashboard: string;
  /** IANA name. */
  readonly timezone: string;
}

/** A first and a last day, either of which may be open, chosen themselves or as one of the usual periods. */
export function DateRangeFilter({ dashboard, timezone, filter, choice, onChange }: DateRangeFilterProps) {
  const { from = null, to = null } = choice;
  const [isOpen, setOpen] = useState(false);
  const isChosen = from !== null || to !== null;
  // Presets end with the last day with rows, which has to be known for a choice of one, or to recognise one.
  const [{ data }] = useQuery({
    query: LastDayDocument,
    variables: { dashboard, filter: filter.name },
    pause: !isOpen && !isChosen,
  });
  const lastDay = data?.dashboard.filter?.range?.to;
  const end = lastDay === undefined ? undefined : presetEnd(lastDay, timezone);
  const reversed = isReversed(choice);
  const text = words().dashboard;
  const preset = end === undefined ? undefined : presetOf({ from: from ?? '', to: to ?? '' }, end);

  function choose(name: string | null): void {
    if (name === 'any') onChange({});
    else if (end !== undefined && isPreset(name)) onChange(presetDays(name, end));
  }

  return (
    <Input.Wrapper label={filter.title} labelElement="div" error={reversed ? text.reversedDays : undefined}>
      <div className={classes['period']}>
        <Select
          aria-label={text.preset(filter.title)}
          data={[
            { value: 'any', label: text.anyTime },
            ...presetNames.map((name) => ({
              value: name,
              label: text.presets[name],
              disabled: end === undefined,
            })),
            ...(isChosen && preset === undefined ? [{ value: 'days', label: text.chosenDays }] : []),
          ]}
          value={isChosen ? (preset ?? 'days') : 'any'}
          onChange={choose}
          onDropdownOpen={() => setOpen(true)}
          onDropdownClose={() => setOpen(false)}
          allowDeselect={false}
          maxDropdownHeight={420}
          comboboxProps={{ shadow: 'md' }}
        />
        <Group gap={6} wrap="nowrap" grow>
          <TextInput
            type="date"
            aria-label={`${filter.title}, ${text.from}`}
            value={from ?? ''}
            max={to ?? ''}
            error={reversed}
            onChange={({ currentTarget }) => onChange({ ...choice, from: currentTarget.value || null })}
          />
          <TextInput
            type="date"
            aria-label={`${filter.title}, ${text.to}`}
            value={to ?? ''}
            min={from ?? ''}
            error={reversed}
            onChange={({ currentTarget }) => onChange({ ...choice, to: currentTarget.value || null })}
          />
        </Group>
      </div>
    </Input.Wrapper>
  );
}

function isPreset(name: string | null): name is Preset {
  return presetNames.some((each) => each === name);
}
