import { useState } from 'react';

/** Something that people set off: whether it runs, and why it failed the last time. */
export interface Attempt {
  readonly isRunning: boolean;
  readonly problem: string | undefined;
  /** @returns whether it went well; a second one while it runs is not begun */
  readonly run: (act: () => Promise<void>) => Promise<boolean>;
  readonly reset: () => void;
}

export function useAttempt(): Attempt {
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    isRunning,
    problem,
    async run(act) {
      if (isRunning) return false;
      setRunning(true);
      try {
        await act();
        setProblem(undefined);
        return true;
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
        return false;
      } finally {
        setRunning(false);
      }
    },
    reset: () => setProblem(undefined),
  };
}
