import type { Client } from '@inlay/client';
import { useCallback, useEffect, useState } from 'react';
import { useInlay } from './provider.tsx';
import { useLatest } from './use-latest.ts';

/** What was read from the service. */
export interface Read<Data> {
  /** Undefined until it is there. While it is read again, the earlier stays. */
  readonly data: Data | undefined;
  readonly isLoading: boolean;
  /** Why it could not be read: an `InlayError`, or what `getSession` has thrown. */
  readonly error: Error | undefined;
  readonly reload: () => void;
}

interface Outcome<Data> {
  readonly client: Client;
  readonly attempt: number;
  readonly key: string;
  readonly subject: string;
  readonly data: Data | undefined;
  readonly error: Error | undefined;
}

/**
 * Reads with the client when it is mounted, and again for another key. Unmounting ends the reading.
 * @param key names what is read, with all parameters
 * @param subject names it without those parameters with which the earlier data stay until the new are there. @default the key
 */
export function useRead<Data>(
  key: string,
  read: (client: Client, signal: AbortSignal) => Promise<Data>,
  subject: string = key,
): Read<Data> {
  const client = useInlay();
  const latest = useLatest({ read, subject });
  const [outcome, setOutcome] = useState<Outcome<Data>>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const reading = new AbortController();
    const of = { client, attempt, key, subject: latest.current.subject };
    const end = (result: Pick<Outcome<Data>, 'data' | 'error'>) => {
      if (!reading.signal.aborted) setOutcome({ ...of, ...result });
    };
    latest.current.read(client, reading.signal).then(
      (data) => end({ data, error: undefined }),
      (reason: unknown) => end({ data: undefined, error: errorOf(reason) }),
    );
    return () => reading.abort();
  }, [client, attempt, key, latest]);
  const known = outcome?.subject === subject && outcome.client === client ? outcome : undefined;
  const isLoading = known === undefined || known.key !== key || known.attempt !== attempt;
  return {
    data: known?.data,
    isLoading,
    error: isLoading ? undefined : known.error,
    reload: useCallback(() => setAttempt((before) => before + 1), []),
  };
}

export function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
