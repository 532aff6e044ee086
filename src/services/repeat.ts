/**
 * Runs a task at regular intervals, never twice at once. Disposing ends this and waits for a task that is still running.
 * @param everyMs time between two starts; a task that takes longer delays the next
 * @param task must not reject
 */
export function repeat(everyMs: number, task: () => Promise<void>): AsyncDisposable {
  let working: Promise<void> | null = null;
  const timer = setInterval(() => {
    working ??= task().finally(() => {
      working = null;
    });
  }, everyMs);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await working;
    },
  };
}
