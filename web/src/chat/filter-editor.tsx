import type { QueryChange, Refinement } from '@inlay/client';
import { useRead } from '@inlay/react';
import { Button, Checkbox, Group, Loader, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type SubmitEvent, useState } from 'react';
import { presetDays, presetEnd, presetNames, presetOf } from '../shared/presets.ts';
import { words } from '../shared/words/words.ts';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';

type FilterChange = NonNullable<QueryChange['filter']>;

interface FilterEditorProps {
  readonly dimension: Refinement['dimensions'][number];
  /** What the query selects in the dimension; undefined for all. */
  readonly filter: Refinement['filters'][number] | undefined;
  /** The query, in whose rows there are values to choose from. */
  readonly sql: string;
  readonly onApply: (change: FilterChange) => void;
}

/** A selection in one dimension, which is applied as a whole. */
export function FilterEditor({ dimension, filter, sql, onApply }: FilterEditorProps) {
  const { member, title, type } = dimension;
  const [selection, setSelection] = useState<Omit<FilterChange, 'member'>>(() => selectionOf(filter, type));
  const isReversed = selection.from != null && selection.to != null && selection.from > selection.to;
  function apply(event: SubmitEvent): void {
    event.preventDefault();
    if (!isReversed) onApply({ member, ...selection });
  }
  const parts = { title, member, sql, selection, onChange: setSelection };
  return (
    <form onSubmit={apply}>
      <Stack gap="sm" w={260}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {type === 'STRING' ? <Values {...parts} /> : null}
        {type === 'BOOLEAN' ? <YesOrNo {...parts} /> : null}
        {type === 'NUMBER' ? <Numbers {...parts} /> : null}
        {type === 'TIME' ? <PeriodOf {...parts} isReversed={isReversed} /> : null}
        <Button type="submit" size="xs" disabled={isReversed}>
          {words().card.apply}
        </Button>
      </Stack>
    </form>
  );
}

function selectionOf(
  filter: FilterEditorProps['filter'],
  type: FilterEditorProps['dimension']['type'],
): Omit<FilterChange, 'member'> {
  if (filter === undefined) return {};
  const { values, from, to, isExcluded } = filter;
  if (type === 'TIME') return { from, to };
  if (type === 'NUMBER')
    return { min: from === null ? null : Number(from), max: to === null ? null : Number(to) };
  return { values: [...values], isExcluded };
}

interface PartProps {
  readonly title: string;
  readonly member: string;
  readonly sql: string;
  readonly selection: Omit<FilterChange, 'member'>;
  readonly onChange: (selection: Omit<FilterChange, 'member'>) => void;
}

const searchMs = 250;

function Values({ title, member, sql, selection, onChange }: PartProps) {
  const { deploymentId } = useChat().agent;
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search, searchMs);
  const { data, isLoading, error } = useRead(
    `${member} ${searched}`,
    (client, signal) => client.refinementValues(sql, member, { deploymentId, search: searched, signal }),
    member,
  );
  const text = words().dashboard;
  const chosen = selection.values ?? [];
  const offered = [...new Set([...(searched === '' ? chosen : []), ...(data?.values ?? [])])];
  const note = error !== undefined ? text.valuesNotLoaded : isLoading ? text.searching : text.nothingFound;
  return (
    <>
      <TextInput
        type="search"
        size="xs"
        aria-label={words().card.searchIn(title)}
        placeholder={words().card.search}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        rightSection={
          isLoading ? <Loader size={14} role="status" aria-label={text.loadingValues} /> : undefined
        }
        data-autofocus
      />
      <Checkbox.Group
        aria-label={title}
        value={[...chosen]}
        onChange={(values) => onChange({ ...selection, values })}
      >
        <Stack gap={6} mah={200} className={classes['values']}>
          {offered.map((value) => (
            <Checkbox key={value} size="xs" value={value} label={value} />
          ))}
          {offered.length === 0 ? (
            <Text size="xs" c="dimmed" role="status">
              {note}
            </Text>
          ) : null}
        </Stack>
      </Checkbox.Group>
    </>
  );
}

function YesOrNo({ title, selection, onChange }: PartProps) {
  const [value = ''] = selection.values ?? [];
  return (
    <NativeSelect
      aria-label={title}
      value={value}
      onChange={({ currentTarget }) =>
        onChange({ values: currentTarget.value === '' ? [] : [currentTarget.value] })
      }
      data={[
        { value: '', label: words().dashboard.all },
        { value: 'true', label: words().yes },
        { value: 'false', label: words().no },
      ]}
      data-autofocus
    />
  );
}

function Numbers({ title, selection, onChange }: PartProps) {
  const text = words().card;
  const input = (end: 'min' | 'max', label: string) => (
    <TextInput
      type="number"
      step="any"
      label={label}
      aria-label={`${title}, ${label}`}
      value={selection[end] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...selection, [end]: value === '' ? null : Number(value) })
      }
    />
  );
  return (
    <Group gap="xs" grow>
      {input('min', text.least)}
      {input('max', text.most)}
    </Group>
  );
}

function PeriodOf({
  title,
  member,
  sql,
  selection,
  onChange,
  isReversed,
}: PartProps & { readonly isReversed: boolean }) {
  const { deploymentId, timezone } = useChat().agent;
  const { data: range } = useRead(member, (client, signal) =>
    client.refinementRange(sql, member, { deploymentId, signal }),
  );
  // Usual periods end with the last day with rows.
  const end = range == null ? undefined : presetEnd(range.to, timezone);
  const { dashboard, card } = words();
  const { from = null, to = null } = selection;
  const preset = end === undefined ? undefined : presetOf({ from: from ?? '', to: to ?? '' }, end);
  const input = (edge: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      aria-label={`${title}, ${label}`}
      value={selection[edge] ?? ''}
      error={isReversed}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...selection, [edge]: value === '' ? null : value })
      }
    />
  );
  return (
    <>
      <NativeSelect
        aria-label={card.period}
        value={preset ?? (from === null && to === null ? 'any' : 'days')}
        onChange={({ currentTarget: { value } }) => {
          const name = presetNames.find((each) => each === value);
          if (value === 'any') onChange({ from: null, to: null });
          else if (name !== undefined && end !== undefined) onChange(presetDays(name, end));
        }}
        data={[
          { value: 'any', label: dashboard.anyTime },
          { value: 'days', label: dashboard.chosenDays, disabled: preset !== undefined },
          ...presetNames.map((name) => ({
            value: name,
            label: dashboard.presets[name],
            disabled: end === undefined,
          })),
        ]}
        data-autofocus
      />
      <Group gap="xs" grow wrap="nowrap">
        {input('from', card.firstDay)}
        {input('to', card.lastDay)}
      </Group>
      {isReversed ? (
        <Text size="xs" c="red" role="alert">
          {dashboard.reversedDays}
        </Text>
      ) : null}
    </>
  );
}
