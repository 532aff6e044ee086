import { Badge, Code, Stack, Text } from '@mantine/core';
import type { AttributeRowFragment, UserAttributeType } from '../generated/graphql.ts';
import type { Column } from '../parts/connection-table.tsx';
import { ManagedMark } from '../parts/managed-mark.tsx';
import { Moment } from '../parts/moment.tsx';

export const attributeTypes: Readonly<Record<UserAttributeType, string>> = {
  STRING: 'Text',
  NUMBER: 'Number',
  STRING_ARRAY: 'List of texts',
  NUMBER_ARRAY: 'List of numbers',
};

/** Of lists of user attributes, tenant-wide ones and those of an embed tenant. */
export const attributeColumns: readonly Column<AttributeRowFragment, never>[] = [
  {
    title: 'Attribute',
    cell: ({ name, displayName, isManaged }) => (
      <Stack gap={0}>
        <Text inherit fw={500}>
          {displayName ?? name}
        </Text>
        <Text size="xs" c="dimmed">
          {name}
        </Text>
        {isManaged ? <ManagedMark /> : null}
      </Stack>
    ),
  },
  {
    title: 'Type',
    cell: ({ type }) => (
      <Badge variant="default" tt="none">
        {attributeTypes[type]}
      </Badge>
    ),
  },
  { title: 'Description', cell: ({ description }) => description ?? '–' },
  {
    title: 'Default',
    cell: ({ defaultValue }) => (defaultValue == null ? '–' : <Code>{defaultValue}</Code>),
  },
  { title: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export const attributeConsequence =
  'All values that users have for it go with it. Access policies that ask for it then show those users no rows. This cannot be undone.';
