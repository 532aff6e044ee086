import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useClient } from 'urql';
import { failureText } from '../../shared/failure.ts';
import { RunSqlDocument, type RunSqlQuery } from '../generated/graphql.ts';
import { formats } from '../parts/moment.tsx';
import { RowsTable } from '../parts/rows-table.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { EngineSql } from './engine-sql.tsx';

interface QueryPanelProps {
  readonly deploymentId: number;
  /** Global id. */
  readonly userId: string;
}

/** Runs semantic SQL as the user. */
export function QueryPanel({ deploymentId, userId }: QueryPanelProps) {
  const client = useClient();
  const attempt = useAttempt();
  const [query, setQuery] = useState('');
  const [result, setResult] = useState<RunSqlQuery['sql']>();

  function run(): void {
    void attempt.run(async () => {
      setResult(undefined);
      // Never cached: the data may have changed.
      const { data, error } = await client
        .query(RunSqlDocument, { deploymentId, query }, { requestPolicy: 'network-only' })
        .toPromise();
      if (data === undefined) throw new Error(failureText(error));
      setResult(data.sql);
    });
  }

  function runOnEnter(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
  }

  return (
    <Stack>
      <Textarea
        label="Semantic SQL"
        description="One SELECT over cubes and views; measures as MEASURE(name). Ctrl and Enter run it."
        placeholder="SELECT channel, MEASURE(order_count) FROM orders_overview GROUP BY 1"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        spellCheck={false}
        autosize
        minRows={4}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={runOnEnter}
      />
      <Group>
        <Button onClick={run} loading={attempt.isRunning} disabled={query.trim() === ''}>
          Run
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {result !== undefined && countText(result)}
        </Text>
      </Group>
      {attempt.problem !== undefined && (
        <Alert color="red" role="alert" style={{ whiteSpace: 'pre-wrap' }}>
          {attempt.problem}
        </Alert>
      )}
      {result !== undefined && (
        <RowsTable
          label="Result"
          columns={result.columns.map(({ name }) => name)}
          rows={result.rows.filter((row) => Array.isArray(row))}
        />
      )}
      <EngineSql deploymentId={deploymentId} userId={userId} query={query} />
    </Stack>
  );
}

function countText({ rows, totalRows, hasMore }: RunSqlQuery['sql']): string {
  const total = formats.number(totalRows);
  if (hasMore) return `The first ${formats.number(rows.length)} of ${total} rows`;
  return totalRows === 1 ? '1 row' : `${total} rows`;
}
