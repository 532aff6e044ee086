import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { PickableUsersDocument, PickedUserDocument, type PickedUserFragment } from '../generated/graphql.ts';
import type { FilterField, FilterInputProps } from '../parts/filter-field.ts';

interface UserSelectProps extends Pick<SelectProps, 'label' | 'placeholder' | 'w' | 'maw' | 'mb'> {
  /** Global id. */
  readonly userId: string | undefined;
  /** @param id global id; null when the choice was cleared */
  readonly onPick: (id: string | null) => void;
  readonly clearable?: boolean;
}

/** Finds a user by a part of the identifier or email. */
export function UserSelect({ userId, onPick, clearable = false, ...look }: UserSelectProps) {
  const user = usePickedUser(userId);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text, 250);
  // A choice is also written into the input, but not searched for.
  const isPicked = user !== undefined && sought === labelOf(user);
  const [{ data }] = useQuery({
    query: PickableUsersDocument,
    variables: { filter: sought === '' || isPicked ? {} : { text: sought } },
    pause: !isOpen,
  });
  const found = data?.users.edges.map(({ node }) => node) ?? [];
  const users = user === undefined || found.some(({ id }) => id === user.id) ? found : [user, ...found];
  return (
    <Select
      {...look}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The service has searched already.
      filter={({ options }) => options}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      nothingFoundMessage={data === undefined ? 'Loading…' : 'No such user'}
      data={users.map((each) => ({ value: each.id, label: labelOf(each) }))}
      value={user?.id ?? null}
      onChange={(id) => {
        if (id !== null || clearable) onPick(id);
      }}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': 'Clear the user' }}
    />
  );
}

/** @param id global id @returns undefined while it is not known, and for nobody */
export function usePickedUser(id: string | undefined): PickedUserFragment | undefined {
  const [{ data }] = useQuery({
    query: PickedUserDocument,
    variables: { id: id ?? '' },
    pause: id === undefined,
  });
  return id !== undefined && data?.node?.__typename === 'User' ? data.node : undefined;
}

/** Narrows a list to what belongs to one user; the address has the global id. */
export const userFilter: FilterField<string> = { label: 'User', read: (id) => id, Input: UserFilter };

function UserFilter({ label, value, change }: FilterInputProps) {
  return (
    <UserSelect
      label={label}
      placeholder="Anybody"
      w={{ base: '100%', xs: 220 }}
      userId={value || undefined}
      onPick={(id) => change(id ?? '')}
      clearable
    />
  );
}

function labelOf({ identifier, embedTenant }: PickedUserFragment): string {
  return embedTenant == null ? identifier : `${identifier} of ${embedTenant.name}`;
}
