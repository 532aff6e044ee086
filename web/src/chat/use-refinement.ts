import type { QueryChange, Refinement } from '@inlay/client';
import { useInlay } from '@inlay/react';
import { useEffect, useState } from 'react';
import { failureText } from '../shared/failure.ts';
import type { QueryResult } from '../shared/query-result.ts';
import { refinedResult } from '../shared/refined-result.ts';
import { words } from '../shared/words/words.ts';
import { useChat } from './chat-context.ts';

/** An answer, or what a reader has made of it. */
export interface Refined {
  readonly result: QueryResult;
  /** Null for a query that cannot be changed part by part; undefined until that is known. */
  readonly refinement: Refinement | null | undefined;
}

export interface Refining extends Refined {
  /** Changes the query and reads the new rows. */
  readonly change: (changes: readonly QueryChange[]) => void;
  /** To what was shown before; undefined for the answer itself. */
  readonly back: (() => void) | undefined;
  readonly reset: () => void;
  readonly isBusy: boolean;
  readonly failure: string | undefined;
}

/** As many rows as the agent reads. */
const shownRows = 100;

/**
 * What a reader makes of an answer. Each change is a query of its own, which no agent takes part in.
 * @param isWanted whether to ask what can be changed
 */
export function useRefinement(answered: QueryResult, isWanted: boolean): Refining {
  const client = useInlay();
  const { deploymentId } = useChat().agent;
  const [first, setFirst] = useState<Refinement | null>();
  const [steps, setSteps] = useState<readonly Refined[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    if (!isWanted) return undefined;
    const reading = new AbortController();
    client.refine(answered.sqlQuery, [], { deploymentId, signal: reading.signal }).then(
      setFirst,
      // Without it the answer is as complete as ever.
      () => reading.signal.aborted || setFirst(null),
    );
    return () => reading.abort();
  }, [isWanted, client, deploymentId, answered.sqlQuery]);

  const shown = steps.at(-1) ?? { result: answered, refinement: first };

  async function change(changes: readonly QueryChange[]): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const options = { deploymentId, first: shownRows };
      const refinement = await client.refine(shown.result.sqlQuery, changes, options);
      if (refinement?.result == null) throw new Error('The query cannot be changed.');
      const result = refinedResult(refinement, refinement.result);
      setSteps((before) => [...before, { result, refinement }]);
    } catch (error) {
      setFailure(words().card.failed(failureText(error)));
    }
    setBusy(false);
  }

  return {
    ...shown,
    change: (changes) => void change(changes),
    back: steps.length === 0 ? undefined : () => setSteps(steps.slice(0, -1)),
    reset: () => setSteps([]),
    isBusy,
    failure,
  };
}
