import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { PickableUsersDocument, type PickedUserFragment } from '../generated/graphql.ts';

interface UserPickerProps {
  readonly user: PickedUserFragment | undefined;
  /** @param id global id */
  readonly onPick: (id: string) => void;
}

/** Finds a user by a part of the identifier. */
export function UserPicker({ user, onPick }: UserPickerProps) {
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text, 250);
  const [{ data }] = useQuery({
    query: PickableUsersDocument,
    // What was picked is written into the input as well, and is not searched for.
    variables: { filter: sought === '' || sought === labelOf(user) ? {} : { text: sought } },
  });
  const found = data?.users.edges.map(({ node }) => node) ?? [];
  const users = user === undefined || found.some(({ id }) => id === user.id) ? found : [user, ...found];
  return (
    <Select
      label="User"
      placeholder="Search by identifier or email"
      maw={420}
      mb="lg"
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The service has searched already.
      filter={({ options }) => options}
      nothingFoundMessage="No such user"
      data={users.map((each) => ({ value: each.id, label: labelOf(each) }))}
      value={user?.id ?? null}
      onChange={(id) => {
        if (id !== null) onPick(id);
      }}
    />
  );
}

function labelOf(user: PickedUserFragment | undefined): string {
  if (user === undefined) return '';
  return user.embedTenant == null ? user.identifier : `${user.identifier} of ${user.embedTenant.name}`;
}
