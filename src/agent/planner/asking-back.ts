import { joins } from './leftovers.ts';
import type { QuantityMention } from './quantities.ts';
import { mentionAt, type Work } from './work.ts';

/** Data says what was, not what will be. */
export function askForFuture(work: Work): void {
  const future = work.tokens.some(
    ({ index, lemma, word }) =>
      mentionAt(work, index) === undefined &&
      (/^(will|shall|tomorrow)$/.test(word) ||
        /^(forecast|predict|prediction|projection|extrapolate)$/.test(lemma)),
  );
  if (future) work.ambiguities.unshift('I know what the data says has happened, not what will');
}

/** Several counts that nothing joins: "how many B2B customers placed orders" is one question, not two. */
export function askWhatToCount(work: Work, quantities: readonly QuantityMention[]): void {
  const [one, other] = quantities;
  if (one === undefined || other === undefined) return;
  const distinct = [one, other].some(
    ({ quantity }) => quantity.kind === 'aggregate' && quantity.aggregate === 'distinct',
  );
  if (distinct && !joins(work, one.end, other.at)) work.ambiguities.push('I do not see what to count.');
}
