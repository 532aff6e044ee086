/**
 * Does a task now and then until it is disposed of, which waits for one at work. Two never overlap.
 * @param everyMs time between two beginnings; a task that takes longer delays the next
 * @param task never rejects
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
