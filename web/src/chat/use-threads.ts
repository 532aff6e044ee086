import { useCallback, useEffect, useState } from 'react';
import { useClient, useMutation, useQuery } from 'urql';
import { failureText } from '../shared/failure.ts';
import {
  DeleteThreadDocument,
  RenameThreadDocument,
  ThreadsDocument,
  type ThreadsQuery,
} from './generated/graphql.ts';

export type Thread = ThreadsQuery['chatThreads']['edges'][number]['node'];

export interface Threads {
  /** Most recently used first; undefined until loaded, and kept if reloading fails. */
  readonly list: readonly Thread[] | undefined;
  readonly problem: string | undefined;
  readonly reload: () => void;
  /** Undefined when there are no more. */
  readonly loadMore: (() => void) | undefined;
  /** @returns an error message, if it failed */
  readonly rename: (thread: Thread, title: string) => Promise<string | undefined>;
  /** @returns an error message, if it failed */
  readonly remove: (thread: Thread) => Promise<string | undefined>;
}

/** The reader's threads with an agent. @param version a new value reloads the newest threads */
export function useThreads(agentId: number, version: string): Threads {
  const client = useClient();
  const [after, setAfter] = useState<string | null>(null);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [{ data, error }, load] = useQuery({ query: ThreadsDocument, variables: { agentId, after } });
  const [, rename] = useMutation(RenameThreadDocument);
  const [, remove] = useMutation(DeleteThreadDocument);

  // The cache joins the pages, so that the first one read again renews the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is the reason to read again
  useEffect(() => {
    const newest = { agentId, after: null };
    void client.query(ThreadsDocument, newest, { requestPolicy: 'network-only' }).toPromise();
  }, [client, agentId, version]);

  const reload = useCallback(() => load({ requestPolicy: 'network-only' }), [load]);
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [reload]);

  const [page, setPage] = useState(data?.chatThreads);
  if (data !== undefined && data.chatThreads !== page) setPage(data.chatThreads);
  const { hasNextPage = false, endCursor = null } = page?.pageInfo ?? {};
  return {
    list: page?.edges.map(({ node }) => node).filter(({ chatId }) => !removed.has(chatId)),
    problem: error && failureText(error),
    reload,
    loadMore: hasNextPage ? () => setAfter(endCursor) : undefined,
    async rename({ id }, title) {
      const { error: failure } = await rename({ input: { id, title } });
      return failure && failureText(failure);
    },
    async remove({ id, chatId }) {
      const { error: failure } = await remove({ input: { id } });
      if (failure === undefined) setRemoved((before) => new Set([...before, chatId]));
      return failure && failureText(failure);
    },
  };
}
