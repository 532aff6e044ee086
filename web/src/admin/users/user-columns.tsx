import { Badge, Stack, Text } from '@mantine/core';
import type { UserOrderField, UserRowFragment } from '../generated/graphql.ts';
import type { Column } from '../parts/connection-table.tsx';
import { ManagedMark } from '../parts/managed-mark.tsx';
import { Moment } from '../parts/moment.tsx';
import { TextLink } from '../parts/text-link.tsx';

export const userColumns: readonly Column<UserRowFragment, UserOrderField>[] = [
  {
    title: 'User',
    orderBy: 'IDENTIFIER',
    cell: ({ id, identifier, email, isManaged }) => (
      <Stack gap={0}>
        <UserLink id={id} identifier={identifier} />
        {email != null && email !== identifier && (
          <Text size="xs" c="dimmed">
            {email}
          </Text>
        )}
        {isManaged ? <ManagedMark /> : null}
      </Stack>
    ),
  },
  {
    title: 'Kind',
    cell: ({ kind }) => (
      <Badge variant={kind === 'INTERNAL' ? 'light' : 'default'} tt="none">
        {kind.toLowerCase()}
      </Badge>
    ),
  },
  {
    title: 'Embed tenant',
    cell: ({ embedTenant }) =>
      embedTenant == null ? (
        '–'
      ) : (
        <TextLink href={`/tenants/${embedTenant.name}`}>{embedTenant.name}</TextLink>
      ),
  },
  { title: 'Kept until', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  { title: 'Created', orderBy: 'CREATED_AT', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export function UserLink({ id, identifier }: Pick<UserRowFragment, 'id' | 'identifier'>) {
  return (
    <TextLink href={`/users/${encodeURIComponent(id)}`} fw={500}>
      {identifier}
    </TextLink>
  );
}
