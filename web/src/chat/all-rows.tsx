import { Alert, Button, Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { failureText } from '../shared/failure.ts';
import { useChat } from './chat-context.ts';
import { columnFormats } from './column-format.ts';
import { RowsDocument } from './generated/graphql.ts';
import { ResultTable } from './result-table.tsx';
import type { QueryResult } from './tool-result.ts';

const pageRows = 100;

/** All rows of a result, read from the data query API and shown page by page. */
export function AllRows({ result }: { readonly result: QueryResult }) {
  const { agent, formats } = useChat();
  const [{ data, error }, load] = useQuery({
    query: RowsDocument,
    variables: { deploymentId: agent.deploymentId, query: result.sql },
  });
  const [page, setPage] = useState(1);
  const all = useMemo(
    () => (data?.sql.rows ?? []).map((row): readonly unknown[] => (Array.isArray(row) ? row : [])),
    [data],
  );
  const columns = useMemo(() => columnFormats({ ...result, rows: all }), [result, all]);

  if (error !== undefined) {
    return (
      <Alert color="red" role="alert">
        <Group justify="space-between">
          {failureText(error)}
          <Button size="xs" variant="default" onClick={() => load({ requestPolicy: 'network-only' })}>
            Try again
          </Button>
        </Group>
      </Alert>
    );
  }
  if (data === undefined) return <Skeleton height={240} aria-label="Loading all rows" />;
  const count = all.length;
  return (
    <Stack gap="sm">
      <ResultTable
        formats={columns}
        rows={all.slice((page - 1) * pageRows, page * pageRows)}
        label={`Rows of ${result.title}`}
      />
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {data.sql.hasMore
            ? `The first ${formats.number(count)} rows; the download has all`
            : `${formats.number(count)} rows`}
        </Text>
        <Pagination
          size="xs"
          total={Math.ceil(count / pageRows)}
          value={page}
          onChange={setPage}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      </Group>
    </Stack>
  );
}
