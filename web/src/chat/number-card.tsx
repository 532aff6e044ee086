import { Group, Stack, Text } from '@mantine/core';
import { columnFormats } from './column-format.ts';
import type { QueryResult } from './query-result.ts';

/** The values of a single row, as large as they deserve. */
export function NumberCard({ result }: { readonly result: QueryResult }) {
  const [row = []] = result.rows;
  return (
    <Group gap="xl" align="start">
      {columnFormats(result).map(({ name, title, text }, index) => (
        <Stack key={name} gap={0}>
          <Text size="xs" c="dimmed">
            {title}
          </Text>
          <Text fz={28} fw={650} lh={1.25} data-number>
            {text(row[index])}
          </Text>
        </Stack>
      ))}
    </Group>
  );
}
