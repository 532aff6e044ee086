import type { ChatThreadFilter, Client, InlayError, ListPage, Thread } from '@inlay/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useInlay } from './provider.tsx';
import { errorOf } from './use-read.ts';

/** The user's threads. */
export interface Threads {
  /** Most recently used first; undefined until they are there. While they are read again, the earlier stay. */
  readonly threads: readonly Thread[] | undefined;
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  /** Reads the list again, from the newest. */
  readonly reload: () => void;
  /** @throws InlayError */
  readonly rename: (threadId: string, title: string) => Promise<void>;
  /** Deletes a thread for good. @throws InlayError */
  readonly remove: (threadId: string) => Promise<void>;
}

export interface UseThreadsOptions {
  readonly filter?: ChatThreadFilter | undefined;
  /** How many are read at once: 1 to 100. @default 30 */
  readonly pageSize?: number | undefined;
  /**
   * Whether the list follows what happens to threads elsewhere: in a frame, in another tab. It holds a connection, of which browsers
   * have six to a server without HTTP/2. @default false
   */
  readonly isLive?: boolean | undefined;
}

type Pages = AsyncGenerator<ListPage<Thread>, void, undefined>;

interface Listed extends Pick<Threads, 'threads' | 'isLoading' | 'error' | 'hasMore'> {
  /** Whose threads they are. */
  readonly client: Client | undefined;
}

const nothing: Listed = {
  client: undefined,
  threads: undefined,
  isLoading: true,
  error: undefined,
  hasMore: false,
};

/** The user's threads, page by page. */
export function useThreads({ filter, pageSize = 30, isLive = false }: UseThreadsOptions = {}): Threads {
  const client = useInlay();
  const [listed, setListed] = useState(nothing);
  const pages = useRef<Pages>(undefined);
  const filterText = JSON.stringify(filter ?? {});

  const readPage = useCallback(
    async (isFirst: boolean) => {
      const own: Pages =
        pages.current ??
        client.threads
          .list({
            filter: JSON.parse(filterText),
            orderBy: { field: 'UPDATED_AT', direction: 'DESC' },
            pageSize,
          })
          .pages();
      pages.current = own;
      const set = (change: (before: Listed) => Partial<Listed>) => {
        if (pages.current === own) setListed((before) => ({ ...before, client, ...change(before) }));
      };
      set(() => ({ isLoading: true, error: undefined }));
      try {
        const { value } = await own.next();
        const { nodes = [], hasMore = false } = value ?? {};
        set(({ threads = [] }) => ({
          threads: isFirst
            ? nodes
            : [...threads, ...nodes.filter(({ id }) => !threads.some((known) => known.id === id))],
          hasMore,
          isLoading: false,
        }));
      } catch (reason) {
        set(() => ({ error: errorOf(reason), isLoading: false, hasMore: false }));
      }
    },
    [client, filterText, pageSize],
  );

  const reload = useCallback(() => {
    pages.current = undefined;
    void readPage(true);
  }, [readPage]);

  useEffect(() => {
    // A live list is read once changes are listened for, so that none is missed in between.
    if (!isLive) reload();
    window.addEventListener('online', reload);
    return () => {
      pages.current = undefined;
      window.removeEventListener('online', reload);
    };
  }, [reload, isLive]);

  useEffect(() => {
    if (!isLive) return undefined;
    const following = new AbortController();
    const { signal } = following;
    const onConnection = (failure: InlayError | undefined) => {
      if (failure === undefined || pages.current === undefined) reload();
    };
    async function follow(): Promise<void> {
      for await (const { threadId, thread } of client.threads.changes({ signal, onConnection })) {
        setListed((before) => ({
          ...before,
          threads: before.threads && withChange(before.threads, threadId, thread),
        }));
      }
    }
    follow().catch((reason: unknown) => {
      if (signal.aborted) return;
      setListed((before) => ({ ...before, client, error: errorOf(reason), isLoading: false }));
    });
    return () => following.abort();
  }, [isLive, client, reload]);

  const change = (next: (threads: readonly Thread[]) => readonly Thread[]) =>
    setListed((before) => ({ ...before, threads: before.threads && next(before.threads) }));
  const { threads, isLoading, error, hasMore } = listed.client === client ? listed : nothing;
  return {
    ...{ threads, isLoading, error, hasMore, reload },
    loadMore: () => {
      if (hasMore && !isLoading) void readPage(false);
    },
    async rename(threadId, title) {
      const renamed = await client.threads.rename(threadId, title);
      change((known) => known.map((thread) => (thread.id === renamed.id ? renamed : thread)));
    },
    async remove(threadId) {
      await client.threads.delete(threadId);
      change((known) => known.filter(({ id }) => id !== threadId));
    },
  };
}

function withChange(threads: readonly Thread[], threadId: string, thread: Thread | null): readonly Thread[] {
  const others = threads.filter(({ id }) => id !== threadId);
  if (thread === null) return others;
  return [...others, thread].toSorted(
    (one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt),
  );
}
