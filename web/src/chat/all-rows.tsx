import { Alert, Button, Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { columnFormats } from '../shared/column-format.ts';
import { failureText } from '../shared/failure.ts';
import { pageLocale } from '../shared/locale.ts';
import type { QueryResult } from '../shared/query-result.ts';
import { ResultTable } from '../shared/result-table.tsx';
import { inOrder, type RowOrder } from '../shared/row-order.ts';
import { words } from '../shared/words/words.ts';
import { useAllRows } from './all-result-rows.ts';
import { useChat } from './chat-context.ts';

const pageRows = 100;

/** All rows of a result, read from the data query API and shown page by page. */
export function AllRows({ result }: { readonly result: QueryResult }) {
  const { formats } = useChat();
  const say = words().chat;
  const { data, error, reload } = useAllRows(result);
  const rows = data?.rows;
  const [page, setPage] = useState(1);
  const [order, setOrder] = useState<RowOrder>();
  const columns = useMemo(() => columnFormats({ ...result, rows: rows ?? [] }), [result, rows]);
  const ordered = useMemo(() => rows && inOrder(rows, order, columns, pageLocale), [rows, order, columns]);

  if (error !== undefined) {
    return (
      <Alert color="red" role="alert">
        <Group justify="space-between">
          {failureText(error)}
          <Button size="xs" variant="default" onClick={reload}>
            {words().tryAgain}
          </Button>
        </Group>
      </Alert>
    );
  }
  if (ordered === undefined) return <Skeleton height={240} role="status" aria-label={say.loadingRows} />;
  const count = ordered.length;
  return (
    <Stack gap="sm">
      <ResultTable
        formats={columns}
        rows={ordered.slice((page - 1) * pageRows, page * pageRows)}
        label={say.rowsOf(result.title)}
        order={order}
        onOrder={data?.hasMore === true ? undefined : setOrder}
      />
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {data?.hasMore
            ? say.firstRowsOfMore(formats.number(count))
            : say.rows(formats.number(count), count)}
        </Text>
        <Pagination
          size="xs"
          total={Math.ceil(count / pageRows)}
          value={page}
          onChange={setPage}
          getItemProps={(item) => ({ 'aria-label': say.page(item) })}
          getControlProps={(control) => ({ 'aria-label': say.pages[control] })}
        />
      </Group>
    </Stack>
  );
}
