import { useState } from 'react';

/** An action of the user: whether it is running, and why it last failed. */
export interface Attempt {
  readonly isRunning: boolean;
  readonly problem: string | undefined;
  /** @returns whether it succeeded; ignored while it is already running */
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
