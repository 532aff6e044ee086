import type { Message, ToolResult } from '@inlay/client';
import { useCallback } from 'react';
import { type ThreadView, type UseThreadOptions, useThread } from './use-thread.ts';

/** A question and its answer, as far as it has arrived. */
export interface Asked extends Pick<ThreadView, 'problem' | 'outcome' | 'stop' | 'retry' | 'threadId'> {
  /** Asks, in a new thread for each question. */
  readonly ask: (question: string) => void;
  readonly question: string | undefined;
  readonly isAnswering: boolean;
  /** Markdown; empty until it begins. */
  readonly answer: string;
  /** The agent's steps: tool calls and working text. */
  readonly steps: readonly Message[];
  /** The rows of the last query, with a Vega-Lite chart where there is one. */
  readonly result: SqlResult | undefined;
}

/** Rows that the agent has read. */
export type SqlResult = Extract<ToolResult, { readonly __typename: 'SqlToolResult' }>;

/** Asks single questions, such as what a tile shows. Unmounting ends the reading, not the turn. */
export function useAsk(options: UseThreadOptions = {}): Asked {
  const { open, ask, stop, retry, turns, phase, problem, outcome, threadId } = useThread(undefined, options);
  const turn = turns.at(-1);
  const steps = turn?.steps ?? [];
  return {
    ask: useCallback(
      (question) => {
        open();
        ask(question);
      },
      [open, ask],
    ),
    stop,
    retry,
    threadId,
    problem,
    outcome,
    question: turn?.question,
    isAnswering: phase === 'answering',
    answer: turn?.answer?.content ?? '',
    steps,
    result: sqlResultOf(steps),
  };
}

/** The rows of the last query among the steps of a turn. */
export function sqlResultOf(steps: readonly Message[]): SqlResult | undefined {
  return steps
    .map(({ toolCall }) => toolCall?.result)
    .findLast((result) => result?.__typename === 'SqlToolResult');
}
