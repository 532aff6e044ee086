import { Stack, Text } from '@mantine/core';
import type { GroupRowFragment } from '../generated/graphql.ts';
import type { Column } from '../parts/connection-table.tsx';
import { ManagedMark } from '../parts/managed-mark.tsx';
import { formats, Moment } from '../parts/moment.tsx';

/** Of lists of groups, tenant-wide ones and those of an embed tenant. */
export const groupColumns: readonly Column<GroupRowFragment, never>[] = [
  {
    title: 'Name',
    cell: ({ name, isManaged }) => (
      <Stack gap={0}>
        <Text inherit fw={500}>
          {name}
        </Text>
        {isManaged ? <ManagedMark /> : null}
      </Stack>
    ),
  },
  { title: 'Description', cell: ({ description }) => description ?? '–' },
  { title: 'Users', cell: ({ userCount }) => formats.number(userCount), isNumber: true },
  { title: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

/** What deleting a group also deletes. */
export function groupConsequence({ userCount }: GroupRowFragment): string {
  const users = userCount === 1 ? 'Its 1 user loses' : `Its ${formats.number(userCount)} users lose`;
  return `${userCount === 0 ? 'It has no users.' : `${users} the membership.`} Access policies that ask for the group no longer find it. This cannot be undone.`;
}
