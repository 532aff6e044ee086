import type { QueryChange, Refinement } from '@inlay/client';
import { useInlay } from '@inlay/react';
import { useEffect, useState } from 'react';
import { columnOf } from '../shared/column-text.ts';
import { failureText } from '../shared/failure.ts';
import { words } from '../shared/words/words.ts';
import { useChat } from './chat-context.ts';
import type { QueryResult } from './query-result.ts';

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
      const result = resultOf(refinement, refinement.result);
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

function resultOf(
  refinement: Refinement,
  { columns, rows, totalRows, vegaSpec }: NonNullable<Refinement['result']>,
): QueryResult {
  const text = words().card;
  const list = (parts: readonly { readonly title: string }[]) => parts.map(({ title }) => title).join(', ');
  return {
    title:
      refinement.isGrouped || refinement.figures.length > 0
        ? text.title(list(refinement.figures), list(refinement.breakdowns))
        : text.recordsOf(refinement.relation),
    description: '',
    sqlQuery: refinement.sql,
    columns: columns.map(columnOf),
    rows,
    totalRows,
    certifiedQuestion: null,
    vegaSpec,
    titles: titlesOf(refinement),
  };
}

/** Titles of the columns, as the data model has them. */
function titlesOf({ figures, breakdowns, dimensions }: Refinement): ReadonlyMap<string, string> {
  return new Map([
    ...dimensions.map(({ member, title }) => [member.replaceAll('.', '_'), title] as const),
    ...breakdowns.map(
      ({ column, title, granularity }) =>
        [
          column,
          granularity === null
            ? title
            : `${title} (${words().card.granularities[granularity] ?? granularity})`,
        ] as const,
    ),
    ...figures.map(({ column, title }) => [column, title] as const),
  ]);
}
