import { Code, Stack, Table, Text } from '@mantine/core';
import type { MemberFragment } from '../generated/graphql.ts';

/** A measure, a dimension or a segment. */
type Member = Omit<MemberFragment, '__typename'> & {
  readonly type?: string;
  readonly values?: readonly string[] | null;
  readonly range?: { readonly first: string; readonly last: string } | null;
};

interface MemberTableProps {
  readonly label: string;
  readonly heading: string;
  readonly members: readonly Member[];
}

/** Members of one kind; nothing where there are none. */
export function MemberTable({ label, heading, members }: MemberTableProps) {
  if (members.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section aria-label={label} tabIndex={0} style={{ overflowX: 'auto' }}>
      <Table fz="sm" miw={560} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{heading}</Table.Th>
            <Table.Th w={130}>Type</Table.Th>
            <Table.Th>What it is</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map((member) => (
            <Table.Tr key={member.name}>
              <Table.Td>
                <Stack gap={0} align="flex-start">
                  <Text inherit fw={500}>
                    {member.title}
                  </Text>
                  <Code>{member.name}</Code>
                </Stack>
              </Table.Td>
              <Table.Td>
                {[member.type, member.format, member.currency, member.unit]
                  .filter((text) => text != null)
                  .join(', ')}
              </Table.Td>
              <Table.Td>
                {member.description}
                <Detail label="Also called" text={member.synonyms.join(', ')} />
                <Detail label="Values" text={member.values?.join(', ')} />
                <Detail
                  label="Days"
                  text={member.range == null ? undefined : `${member.range.first} to ${member.range.last}`}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Detail({ label, text }: { readonly label: string; readonly text: string | undefined }) {
  if (!text) return null;
  return (
    <Text size="xs" c="dimmed">
      {label}: {text}
    </Text>
  );
}
