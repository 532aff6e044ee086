import type { Client, Row } from '@inlay/client';
import { useRead } from '@inlay/react';
import type { QueryResult } from '../shared/query-result.ts';
import { useChat } from './chat-context.ts';

interface AllRows {
  readonly rows: QueryResult['rows'];
  /** Whether the result has more rows than can be loaded. */
  readonly hasMore: boolean;
}

const maxRows = 10_000;

/** What was read of a result, for its chart and its table. */
const known = new WeakMap<QueryResult, Promise<AllRows>>();

/** All rows of a result: those of the answer if complete, else the current ones. */
export function useAllRows(result: QueryResult) {
  const { agent } = useChat();
  return useRead(`${agent.deploymentId} ${result.sqlQuery}`, (client) => {
    const read = known.get(result) ?? readAll(client, agent.deploymentId, result);
    known.set(result, read);
    read.catch(() => known.delete(result));
    return read;
  });
}

async function readAll(client: Client, deploymentId: number, result: QueryResult): Promise<AllRows> {
  if (result.totalRows <= result.rows.length) return { rows: result.rows, hasMore: false };
  const rows: Row[] = [];
  for await (const row of await client.query(result.sqlQuery, { deploymentId })) {
    if (rows.length === maxRows) return { rows, hasMore: true };
    rows.push(row);
  }
  return { rows, hasMore: false };
}
