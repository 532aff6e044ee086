import type { Choice } from './choice.ts';
import type { Lost } from './which-date.ts';

/** What a message may go on from. */
export interface Context {
  /** Several where the user was asked between them, and has not answered. */
  readonly states: readonly Choice[];
  /** The readings that the user was offered last; a follow-up to them is offered, too. */
  readonly choices: readonly Choice[];
  /** The message before was not understood. */
  readonly isLost: boolean;
  /** That message with the words of it that were not understood. */
  readonly lost: Lost | undefined;
  /** Columns by which answers were split and narrowed. */
  readonly settled: ReadonlySet<string>;
}

/** What the earlier messages came to. */
export interface Thread extends Context {
  /** What the message before asked for beside its last question. */
  readonly beside: readonly Choice[];
}

export const nothingSaid: Thread = {
  states: [],
  isLost: false,
  lost: undefined,
  choices: [],
  beside: [],
  settled: new Set(),
};
