import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TopicListener, Topics } from './runs/topics.ts';

/** Says that a process has read its workspace again. */
export interface ReloadNotice {
  /** The process. */
  readonly by: string;
}

const topic = 'workspace';

/** Between two attempts to listen. */
const retryMs = 1_000;

export interface SharedReloads extends AsyncDisposable {
  /** Tells the other processes that this one uses a workspace that it has just read. */
  tell(): void;
}

/**
 * Lets the processes of one Redis learn that one of them has reloaded its workspace.
 * @param onReload called when another process has, or may have while this one could not hear of it. Must not reject.
 */
export function shareReloads(topics: Topics<ReloadNotice>, onReload: () => Promise<void>): SharedReloads {
  const self = randomUUID();
  const closing = new AbortController();
  const { signal } = closing;
  let listener: TopicListener<ReloadNotice> | undefined;
  let mayHaveMissed = false;

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        listener = await topics.listen(topic);
        if (signal.aborted) await listener.return?.();
        if (mayHaveMissed) await onReload();
        mayHaveMissed = false;
        for await (const { by } of listener) if (by !== self) await onReload();
      } catch {
        mayHaveMissed = true;
      }
      await sleep(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const following = follow();
  return {
    tell: () => topics.publish(topic, { by: self }),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await listener?.return?.();
      await following;
    },
  };
}
