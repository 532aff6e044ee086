/** Facts of a result with their figures and names as text, for a language to put into a sentence. */

/** The highest or the lowest figure. */
export interface End {
  /** What has it; none where more share it than can be named. */
  readonly names: readonly string[];
  /** How many share it. */
  readonly count: string;
  readonly figure: string;
  /** Of the whole. */
  readonly share?: string | undefined;
  /** How many times the average it is, where it stands out. */
  readonly timesAverage?: string | undefined;
}

/** Both ends of a figure. */
export interface Ends {
  readonly highest: End;
  readonly lowest: End | undefined;
  /** There are periods without data, of which none can be the lowest. */
  readonly haveGaps: boolean;
}

/** How a figure went from one period to another. */
export interface Change {
  readonly from: string;
  readonly to: string;
  /** How much, without sign: in percent, of percentages in points; undefined where there is no percentage of it. */
  readonly by: string | undefined;
  readonly direction: 'up' | 'down' | 'same';
}

/** A comparison with a number. */
export interface SaidComparison {
  readonly operator: string;
  /** Both ends of a range, or all that something may be. */
  readonly values: readonly string[];
}
