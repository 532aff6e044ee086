import { type ComponentType, createElement, type ReactNode, useState, useSyncExternalStore } from 'react';

type Loading<Props> =
  | { readonly kind: 'idle' | 'waiting' }
  | { readonly kind: 'loaded'; readonly Part: ComponentType<Props> }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * A part of the page whose code is loaded when it is first shown, and shown as soon as it is there: what `lazy` loads, React holds
 * back for 300 ms after any fallback. A failure is thrown where it is shown; shown anew, it is loaded again.
 * @param waiting shown until then. @default nothing
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: (props: Props) => ReactNode = () => null,
): (props: Props) => ReactNode {
  let loading: Loading<Props> = { kind: 'idle' };
  const listeners = new Set<() => void>();
  function become(next: Loading<Props>): void {
    loading = next;
    for (const listener of listeners) listener();
  }
  function begin(): void {
    if (loading.kind !== 'idle' && loading.kind !== 'failed') return;
    loading = { kind: 'waiting' };
    load().then(
      (Part) => become({ kind: 'loaded', Part }),
      (error: unknown) => become({ kind: 'failed', error }),
    );
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  return function Later(props: Props): ReactNode {
    useState(begin);
    const now = useSyncExternalStore(subscribe, () => loading);
    if (now.kind === 'failed') throw now.error;
    return now.kind === 'loaded' ? createElement(now.Part, props) : waiting(props);
  };
}
