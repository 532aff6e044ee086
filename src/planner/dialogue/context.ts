import type { Choice } from './choice.ts';

/** What a message may go on from. */
export interface Context {
  /** Several where the user was asked between them, and has not answered. */
  readonly states: readonly Choice[];
  /** The readings that the user was offered last; a follow-up to them is offered, too. */
  readonly choices: readonly Choice[];
  /** The message before was not understood. */
  readonly isLost: boolean;
  /** Columns by which answers were split and narrowed. */
  readonly settled: ReadonlySet<string>;
}
