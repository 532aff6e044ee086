import { Alert, Code, Stack, Text } from '@mantine/core';
import type { ThreadMessagesQuery } from '../generated/graphql.ts';
import { Disclosure } from '../parts/disclosure.tsx';
import { RowsTable } from '../parts/rows-table.tsx';
import { ResultChart } from './result-chart.tsx';

type Message = ThreadMessagesQuery['chatThread']['messages']['edges'][number]['node'];

interface ToolCallProps {
  readonly call: NonNullable<Message['toolCall']>;
}

/** A call of one of the agent's tools: a search of the data model, or SQL with the rows that it found. */
export function ToolCall({ call }: ToolCallProps) {
  const { name, title, searchQuery, sqlQuery, result, inputJson, resultJson } = call;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {title ?? (searchQuery === null ? name : `Searched the data model for “${searchQuery}”`)}
      </Text>
      {sqlQuery !== null && (
        <Code block aria-label="SQL" style={{ whiteSpace: 'pre-wrap' }}>
          {sqlQuery}
        </Code>
      )}
      {result?.__typename === 'ToolError' && (
        <Alert color="red" variant="light">
          {result.message}
        </Alert>
      )}
      {result?.__typename === 'MetadataToolResult' && (
        <Text size="sm">Found {result.cubes.map((cube) => cube.name).join(', ') || 'nothing'}.</Text>
      )}
      {result?.__typename === 'SqlToolResult' && (
        <>
          <ResultChart result={result} />
          <Disclosure label={`Rows (${result.rows.length})`}>
            <RowsTable
              label="Rows of the query"
              columns={result.columns.map((column) => column.name)}
              rows={result.rows}
            />
          </Disclosure>
        </>
      )}
      <Disclosure label="As JSON">
        <Code block style={{ whiteSpace: 'pre-wrap' }}>
          {[inputJson, resultJson].filter((text) => text != null).join('\n')}
        </Code>
      </Disclosure>
    </Stack>
  );
}
