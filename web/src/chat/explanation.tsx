import type { Refinement } from '@inlay/client';
import { Code, Stack, Table, Text } from '@mantine/core';
import { words } from '../shared/words/words.ts';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';
import { filterText } from './filter-text.ts';

interface ExplanationProps {
  readonly refinement: Refinement | null | undefined;
  readonly sql: string;
}

/** How the rows of an answer were computed, in words as far as the query has a simple form, and as the query. */
export function Explanation({ refinement, sql }: ExplanationProps) {
  const { formats } = useChat();
  const text = words().card;
  const { explained } = text;
  const list = (parts: readonly string[], none: string) => (parts.length === 0 ? none : parts.join(', '));
  const facts =
    refinement == null
      ? []
      : [
          ...(refinement.figures.length === 0
            ? []
            : [
                [
                  explained.figures,
                  list(
                    refinement.figures.map(({ title }) => title),
                    '',
                  ),
                ] as const,
              ]),
          [explained.source, refinement.relation] as const,
          ...(refinement.figures.length === 0
            ? []
            : [
                [
                  explained.breakdowns,
                  list(refinement.breakdowns.map(breakdownText), explained.none),
                ] as const,
              ]),
          [
            explained.filters,
            list(
              refinement.filters.map((filter) =>
                filter.title === null ? filter.sql : `${filter.title}: ${filterText(filter, formats)}`,
              ),
              explained.all,
            ),
          ] as const,
          ...(refinement.limit === null ? [] : [[explained.limit, text.rowCount(refinement.limit)] as const]),
        ];
  return (
    <Stack component="section" gap="xs" mt="md" aria-label={text.explanation}>
      <Text size="sm" fw={600}>
        {text.explanation}
      </Text>
      {facts.length === 0 ? null : (
        <Table withRowBorders={false} verticalSpacing={2} layout="auto">
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={500} c="dimmed" w="1%" className={classes['nowrap']}>
                  {name}
                </Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text size="xs" c="dimmed">
        {explained.rights}
      </Text>
      <Code block className={classes['sql'] ?? ''} aria-label="SQL" role="region">
        {sql}
      </Code>
    </Stack>
  );
}

export function breakdownText({ title, granularity }: Refinement['breakdowns'][number]): string {
  if (granularity === null) return title;
  return `${title} (${words().card.granularities[granularity] ?? granularity})`;
}
