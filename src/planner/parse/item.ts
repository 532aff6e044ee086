import type { NumberComparison } from '../language/comparisons.ts';
import type { DayTime } from '../language/day-times.ts';
import type { Grain } from '../language/grains.ts';
import type { Operator } from '../language/grammar.ts';
import type { TextMatch } from '../language/text-matches.ts';
import type { Link } from '../link/link.ts';
import type { Price } from './weights.ts';

/** One part of a question, as one way to take it apart has it. */
export type Item = {
  readonly from: number;
  readonly to: number;
  /** What taking the question apart like that is charged. */
  readonly charges: readonly (readonly [Price, number])[];
} & (
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'operator'; readonly operator: Operator }
  | { readonly kind: 'comparison'; readonly comparison: NumberComparison }
  | { readonly kind: 'text'; readonly match: TextMatch }
  | { readonly kind: 'grain'; readonly grain: Grain; readonly adverb: boolean }
  /** Words that say a part of the day, and name nothing else. */
  | { readonly kind: 'daypart'; readonly time: DayTime }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'date' }
  | { readonly kind: 'word' }
);
