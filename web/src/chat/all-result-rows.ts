import { useMemo } from 'react';
import { type CombinedError, useQuery } from 'urql';
import { useChat } from './chat-context.ts';
import { RowsDocument } from './generated/graphql.ts';
import type { QueryResult } from './tool-result.ts';

export interface AllResultRows {
  /** Undefined until they are there. */
  readonly rows: QueryResult['rows'] | undefined;
  /** Whether the result has more than can be loaded. */
  readonly hasMore: boolean;
  readonly error: CombinedError | undefined;
  readonly reload: () => void;
}

/** The rows of a result: those that came with the answer, where these are all, else as the data query API has them now. */
export function useAllRows(result: QueryResult): AllResultRows {
  const { agent } = useChat();
  const isPart = result.totalRows > result.rows.length;
  const [{ data, error }, load] = useQuery({
    query: RowsDocument,
    variables: { deploymentId: agent.deploymentId, query: result.sql },
    pause: !isPart,
  });
  const loaded = useMemo(
    () => data?.sql.rows.map((row): readonly unknown[] => (Array.isArray(row) ? row : [])),
    [data],
  );
  return {
    rows: isPart ? loaded : result.rows,
    hasMore: isPart && data?.sql.hasMore === true,
    error,
    reload: () => load({ requestPolicy: 'network-only' }),
  };
}
