import type { Unit } from '../language/calendar.ts';

/** What the wording of a message does to the question before it, and what is left of it to be read like any question. */
export interface Edit {
  readonly rest: string;
  /** It says that it begins anew: "something else: …". */
  readonly isOwn: boolean;
  /** It goes on from what was asked before. */
  readonly goesOn: boolean;
  /** It says what was meant before: "no, the hours", "I meant revenue". */
  readonly corrects: boolean;
  /** What it names comes on top: "add their salary", "in France, too". */
  readonly adds: boolean;
  /** What it names stands in the place of its like: "by month instead". */
  readonly replaces: boolean;
  /** It is about what was shown: "how many of those are late?". */
  readonly narrows: boolean;
  /** What it says to leave out: "instead of the region", "remove the date filter", "not just Berlin". */
  readonly dropped: readonly string[];
  /** What it says is not meant, before what is: "not the rate, just how many". */
  readonly denied: string | undefined;
  /** It widens what was narrowed, where it was: "in all regions". */
  readonly widens: boolean;
  /** Whether all is wanted where the first few were shown. */
  readonly unlimited: boolean;
  /** It wants how many there are, and no shares any more: "back to plain numbers". */
  readonly plain: boolean;
  /** It is of the dates that were spoken of: the year of "how many were there that year?" */
  readonly keepsDates: Unit | 'period' | undefined;
  /** It is asked of each group that was shown: "how many people are in each group?" */
  readonly ofGroups: boolean;
  /** How many of what was shown, all of them together, what they come to, which have none of it, which of them, their names, those that were left out, or those of which it is not so. */
  readonly asks: 'count' | 'total' | 'amount' | 'none' | 'which' | 'list' | 'others' | 'not' | undefined;
}
