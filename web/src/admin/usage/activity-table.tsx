import { Table, Text, Title } from '@mantine/core';
import type { ActivityFragment } from '../generated/graphql.ts';
import { formats } from '../parts/moment.tsx';

interface ActivityTableProps {
  readonly title: string;
  /** What a row is: `Agent`. */
  readonly heading: string;
  readonly rows: readonly ActivityFragment[];
  readonly nameOf: (row: ActivityFragment) => string;
}

/** Activity by what it is added up by. */
export function ActivityTable({ title, heading, rows, nameOf }: ActivityTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section aria-label={title} tabIndex={0} style={{ overflowX: 'auto' }}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed">No questions in this period.</Text>
      ) : (
        <Table withTableBorder fz="sm" miw={760}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{heading}</Table.Th>
              {columns.map(([name]) => (
                <Table.Th key={name} ta="right">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={nameOf(row)}>
                <Table.Td>{nameOf(row)}</Table.Td>
                {columns.map(([name, text]) => (
                  <Table.Td key={name} ta="right">
                    {text(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

const columns: readonly (readonly [name: string, text: (row: ActivityFragment) => string])[] = [
  ['Questions', ({ questions }) => formats.number(questions)],
  ['Users', ({ activeUsers }) => formats.number(activeUsers)],
  ['Refused', ({ refused }) => formats.number(refused)],
  ['Failed', ({ failed }) => formats.number(failed)],
  ['Rated bad', ({ ratedBad }) => formats.number(ratedBad)],
  ['Median', ({ medianSeconds }) => secondsText(medianSeconds)],
  ['95 %', ({ p95Seconds }) => secondsText(p95Seconds)],
  ['Tokens', ({ inputTokens, outputTokens }) => formats.number(inputTokens + outputTokens)],
];

export function secondsText(seconds: number | null | undefined): string {
  return seconds == null ? '–' : `${formats.number(Math.round(seconds * 10) / 10)} s`;
}
