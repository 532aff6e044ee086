import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { type Move, outOfTime } from './dialogue/move.ts';

type Answer = { readonly move: Move } | { readonly error: unknown };

/** What the thread says: once that it can work, then an answer to each prompt. */
export type WorkerMessage = 'ready' | Answer;

export interface PlannerThread {
  /**
   * The planner's next move, computed aside from the event loop; one prompt after the other, in the order in which they
   * came. One that takes longer than the limit is given up, which the answer says.
   * @throws the signal's reason when aborted
   */
  nextMove(prompt: LanguageModelV4Prompt, signal?: AbortSignal): Promise<Move>;
}

interface PlannerThreadOptions {
  /** Of one move; ordinary ones take a few milliseconds. @default 5,000 */
  readonly maxMoveMs?: number | undefined;
  /** @default the planner's own */
  readonly worker?: URL | undefined;
}

interface Job {
  readonly prompt: LanguageModelV4Prompt;
  readonly signal: AbortSignal | undefined;
  readonly settle: (answer: Answer) => void;
}

/** With the extension of this file, which differs once it is built. */
const plannerWorker = new URL(`./planner-worker${extname(import.meta.url)}`, import.meta.url);

/** Starts with the first prompt, and keeps the process alive only while it is at work. */
export function createPlannerThread({
  maxMoveMs = 5_000,
  worker: url = plannerWorker,
}: PlannerThreadOptions = {}): PlannerThread {
  const waiting: Job[] = [];
  let current: Job | undefined;
  let worker: Worker | undefined;
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;

  const start = (): Worker => {
    const started = new Worker(url, { name: 'planner' });
    isReady = false;
    started.on('message', (message: WorkerMessage) => {
      // What was given up may still have had an answer on the way.
      if (started !== worker) return;
      if (message !== 'ready') return finish(message);
      isReady = true;
      send(started);
    });
    started.on('error', (error) => giveUp(started, { error }));
    return started;
  };

  const begin = (): void => {
    do current = waiting.shift();
    while (current?.signal?.aborted === true);
    if (current === undefined) {
      worker?.unref();
      return;
    }
    worker ??= start();
    worker.ref();
    if (isReady) send(worker);
  };

  const send = (to: Worker): void => {
    timer = setTimeout(() => giveUp(to, { move: outOfTime }), maxMoveMs);
    to.postMessage(current?.prompt);
  };

  const finish = (answer: Answer): void => {
    clearTimeout(timer);
    current?.settle(answer);
    begin();
  };

  const giveUp = (on: Worker, answer: Answer): void => {
    if (on !== worker) return;
    worker = undefined;
    void on.terminate();
    finish(answer);
  };

  return {
    async nextMove(prompt, signal) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Move>();
      const onAbort = (): void => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      const settle = (answer: Answer): void =>
        'move' in answer ? resolve(answer.move) : reject(answer.error);
      waiting.push({ prompt, signal, settle });
      if (current === undefined) begin();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}
