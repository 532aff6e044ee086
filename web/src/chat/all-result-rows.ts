import { type CombinedError, useQuery } from 'urql';
import { useChat } from './chat-context.ts';
import { RowsDocument } from './generated/graphql.ts';
import type { QueryResult } from './query-result.ts';

export interface AllResultRows {
  /** Undefined until loaded. */
  readonly rows: QueryResult['rows'] | undefined;
  /** Whether the result has more rows than can be loaded. */
  readonly hasMore: boolean;
  readonly error: CombinedError | undefined;
  readonly reload: () => void;
}

/** All rows of a result: those of the answer if complete, else the current ones from the data query API. */
export function useAllRows(result: QueryResult): AllResultRows {
  const { agent } = useChat();
  const isPart = result.totalRows > result.rows.length;
  const [{ data, error }, load] = useQuery({
    query: RowsDocument,
    variables: { deploymentId: agent.deploymentId, query: result.sqlQuery },
    pause: !isPart,
  });
  return {
    rows: isPart ? data?.sql.rows : result.rows,
    hasMore: isPart && data?.sql.hasMore === true,
    error,
    reload: () => load({ requestPolicy: 'network-only' }),
  };
}
