import { Loader, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { words } from '../shared/words/words.ts';
import type { FilterProps } from './filter-props.ts';
import { FilterValuesDocument } from './generated/graphql.ts';

const searchMs = 250;

/** Values are loaded when the list is opened, and searched by the service. */
export function ListFilter({
  dashboard,
  filter,
  choice,
  onChange,
}: FilterProps & { readonly dashboard: string }) {
  const [opened, setOpened] = useState(false);
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search, searchMs);
  const [{ data, error, fetching }] = useQuery({
    query: FilterValuesDocument,
    variables: { dashboard, filter: filter.name, search: searched },
    pause: !opened,
  });
  const text = words().dashboard;
  const chosen = choice.values ?? [];
  const offered = data?.dashboard.filter?.values;
  const values = [...new Set([...(offered?.values ?? []), ...chosen])];
  return (
    <MultiSelect
      label={filter.title}
      placeholder={chosen.length === 0 ? text.all : ''}
      data={values}
      value={[...chosen]}
      onChange={(next) => onChange({ values: next })}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      clearable
      hidePickedOptions={false}
      maxDropdownHeight={260}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      rightSection={fetching ? <Loader size={14} role="status" aria-label={text.loadingValues} /> : undefined}
      nothingFoundMessage={
        error === undefined ? (fetching ? text.searching : text.nothingFound) : text.valuesNotLoaded
      }
      comboboxProps={{ shadow: 'md' }}
      clearButtonProps={{ 'aria-label': text.clear(filter.title) }}
    />
  );
}
