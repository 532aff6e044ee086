import { Alert, Code, Stack, Text } from '@mantine/core';
import { Disclosure } from '../parts/disclosure.tsx';
import { RowsTable } from '../parts/rows-table.tsx';
import { readToolCall } from './read-tool-call.ts';

interface ToolCallProps {
  readonly name: string;
  /** JSON text. */
  readonly input: string | null | undefined;
  /** JSON text. */
  readonly result: string | null | undefined;
}

/** A call of one of the agent's tools: a search of the data model, or SQL with the rows that it found. */
export function ToolCall({ name, input, result }: ToolCallProps) {
  const { search, sql, table, cubes, error } = readToolCall(input, result);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {search === undefined ? name : `${name}: searched the data model for “${search}”`}
      </Text>
      {sql !== undefined && (
        <Code block aria-label="SQL" style={{ whiteSpace: 'pre-wrap' }}>
          {sql}
        </Code>
      )}
      {error !== undefined && (
        <Alert color="red" variant="light">
          {error}
        </Alert>
      )}
      {cubes !== undefined && <Text size="sm">Found {cubes.join(', ') || 'nothing'}.</Text>}
      {table !== undefined && (
        <Disclosure label={`Rows (${table.rows.length})`}>
          <RowsTable label="Rows of the query" {...table} />
        </Disclosure>
      )}
      <Disclosure label="As JSON">
        <Code block style={{ whiteSpace: 'pre-wrap' }}>
          {[input, result].filter((text) => text != null).join('\n')}
        </Code>
      </Disclosure>
    </Stack>
  );
}
