import type { Charges } from './charges.ts';
import type { Reading } from './reading.ts';

/** A whole reading of a question in one relation, with what reading it so is charged. */
export interface Interpretation {
  readonly reading: Reading;
  readonly charges: Charges;
  /** What a question that goes on from another is not charged. */
  readonly openCharges: Charges;
  /** Words that were left aside although they may say something, as typed. */
  readonly leftAside: readonly string[];
}
