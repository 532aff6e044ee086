import { Alert, Code, Stack, Text } from '@mantine/core';
import { readToolInput, readToolResult } from '../../../../src/contract/read-tool-call.ts';
import { Disclosure } from '../parts/disclosure.tsx';
import { RowsTable } from '../parts/rows-table.tsx';

interface ToolCallProps {
  readonly name: string;
  /** JSON text. */
  readonly input: string | null | undefined;
  /** JSON text. */
  readonly result: string | null | undefined;
}

/** A call of one of the agent's tools: a search of the data model, or SQL with the rows that it found. */
export function ToolCall({ name, input, result }: ToolCallProps) {
  const { searchQuery, sqlQuery } = readToolInput(input ?? '');
  const { failure, search, query } = readToolResult(result ?? '');
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {searchQuery === undefined ? name : `${name}: searched the data model for “${searchQuery}”`}
      </Text>
      {sqlQuery !== undefined && (
        <Code block aria-label="SQL" style={{ whiteSpace: 'pre-wrap' }}>
          {sqlQuery}
        </Code>
      )}
      {failure !== undefined && (
        <Alert color="red" variant="light">
          {failure.error}
        </Alert>
      )}
      {search !== undefined && (
        <Text size="sm">Found {search.cubes.map((cube) => cube.name).join(', ') || 'nothing'}.</Text>
      )}
      {query !== undefined && (
        <Disclosure label={`Rows (${query.data.length})`}>
          <RowsTable
            label="Rows of the query"
            columns={query.schema.map((column) => column.name)}
            rows={query.data}
          />
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
