import { groupCue } from './grouping.ts';
import { joins } from './leftovers.ts';
import type { Mention } from './matching.ts';
import { ranksBy } from './preferences.ts';
import type { QuantityMention } from './quantities.ts';
import { claim, firstOf, type MentionOf, mentionAt, type Work } from './work.ts';

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

/** "orders by customer", where customers are counted but have no name: the count is no answer. */
export function askWhatToSplitBy(work: Work, figures: readonly MentionOf<'measure'>[]): ReadonlySet<Mention> {
  const unnamed = new Set<Mention>();
  for (const mention of figures) {
    const at = firstOf(mention);
    const cue = groupCue(work, at);
    const splits = (cue === 'by' || cue === 'per') && !ranksBy(work.tokens, at);
    if (!splits || !mention.entry.measure.type.startsWith('count') || figures.length < 2) continue;
    const said = mention.tokens.map((index) => work.tokens[index]?.raw).join(' ');
    work.ambiguities.push(`I do not see how to split by "${said}".`);
    claim(work, mention.tokens);
    unnamed.add(mention);
  }
  return unnamed;
}
