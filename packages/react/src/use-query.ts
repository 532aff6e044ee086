import type { Column, Row } from '@inlay/client';
import { type Read, useRead } from './use-read.ts';

/** The rows of a query. */
export interface QueryResult {
  /** Columns, in the order of the values of a row. */
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Whether there are more rows than were read. */
  readonly hasMore: boolean;
}

export interface UseQueryOptions {
  /** Number of the deployment. @default that of the session */
  readonly deploymentId?: number | undefined;
  /** How many rows are read at most. @default 10_000 */
  readonly maxRows?: number | undefined;
}

/** Runs semantic SQL with the user's rights. Another text is another query; unmounting stops it. */
export function useQuery(sql: string, options: UseQueryOptions = {}): Read<QueryResult> {
  const { deploymentId, maxRows = 10_000 } = options;
  return useRead(JSON.stringify(['query', sql, deploymentId, maxRows]), async (client, signal) => {
    const ofDeployment = deploymentId === undefined ? {} : { deploymentId };
    const result = await client.query(sql, { ...ofDeployment, signal });
    const { columns } = result;
    const rows: Row[] = [];
    for await (const row of result) {
      if (rows.length === maxRows) return { columns, rows, hasMore: true };
      rows.push(row);
    }
    return { columns, rows, hasMore: false };
  });
}
