import type { Mention } from './matching.ts';
import {
  before,
  firstOf,
  isOfKind,
  lastOf,
  type MentionOf,
  mentionAt,
  prepositions,
  type Work,
  wordAt,
} from './work.ts';

/** "marketing spend" is not spend by a dimension of which marketing is only one word. */
export function isAdjective(work: Work, mention: MentionOf<'dimension'>): boolean {
  if (mention.score >= (mention.whole ? minimumSynonymScore : minimumAdjectiveScore)) return false;
  const next = mentionAt(work, lastOf(mention) + 1);
  return isOfKind(next, 'measure') && firstOf(next) === lastOf(mention) + 1;
}

const minimumAdjectiveScore = 0.6;
/** A synonym of a name before a figure may well be another thing: "employee satisfaction". */
const minimumSynonymScore = 0.75;

/**
 * "from the late shipments", "of Nordline shipments": the name only says whose figures are meant.
 * @param filtered first words of the names that filter
 */
export function isBearer(
  work: Work,
  mention: Mention,
  filtered: ReadonlySet<number>,
  alone: boolean,
): boolean {
  const first = firstOf(mention);
  let start = first;
  while (true) {
    const at = before(work, start);
    const said = mentionAt(work, at);
    if (said === undefined || !filtered.has(firstOf(said))) {
      const described = start < first;
      // "premium products": said of the products, which are no split of their own.
      if (described && !alone && before(work, first) === first - 1) return true;
      const of = described && work.tokens.slice(at + 1, start).some((token) => token.word === 'of');
      return of || ((described || !alone) && prepositions.has(wordAt(work, at)));
    }
    start = firstOf(said);
  }
}
