import { kindOf } from '../language/word-kind.ts';
import { isCountOf } from './computed.ts';
import type { Draft } from './draft.ts';
import { type Filter, type Group, membersOf } from './reading.ts';

/**
 * "Browsers that do not support it" over rows of what each supports: rows that say something else are no answer, because
 * a browser has several.
 */
export function deniesOthers(
  { lexicon: { strangers }, quantities }: Draft,
  filters: readonly Filter[],
  groups: readonly Group[],
): boolean {
  const asked = quantities.length > 0 ? quantities.flatMap(membersOf) : groups.map((it) => it.dimension);
  const [home] = asked.flatMap((it) => strangers.get(it) ?? []);
  if (home === undefined) return false;
  return filters.some(
    (filter) =>
      ((filter.kind === 'boolean' && !filter.value) ||
        ((filter.kind === 'values' || filter.kind === 'missing') &&
          filter.dimension.type !== 'number' &&
          filter.negated === (filter.kind === 'values'))) &&
      strangers.get(filter.dimension) !== home,
  );
}

/** "Which elements are poisonous?": what would narrow the rows is among the words left aside. */
export function leavesRestriction(
  { items, question, quantities }: Draft,
  skipped: readonly string[],
): boolean {
  if (question.dates.expression !== undefined || !quantities.every(isCountOf)) return false;
  return items.some((item) => {
    const token = item.kind === 'word' ? question.tokens[item.from] : undefined;
    return (
      token !== undefined &&
      skipped.includes(token.raw) &&
      !/^(we|you|i|they)$/.test(token.before ?? '') &&
      /^(verb|adjective)$/.test(kindOf(token))
    );
  });
}
