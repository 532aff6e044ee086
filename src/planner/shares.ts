import type { FilterMention } from './filters.ts';
import type { Filter, Group, Reading } from './reading.ts';
import { shareWords } from './words.ts';
import { before, claim, prepositions, type Work, wordAt } from './work.ts';

export function findShare(work: Work): Reading['share'] {
  for (const token of work.tokens) {
    if (work.used.has(token.index) || !shareWords.has(token.lemma)) continue;
    claim(work, [token.index]);
    return token.lemma === 'percent' ? 'percent' : 'fraction';
  }
  return undefined;
}

/** The filter that a share is asked of: what is said of the things counted, not where they were looked for. */
export function sharedFilter(
  work: Work,
  filters: readonly FilterMention[],
  groups: readonly Group[],
): Filter | undefined {
  if (groups.length > 0 || filters.length === 0) return undefined;
  if (filters.length === 1) return filters[0]?.filter;
  const verb = work.tokens.find(
    (token) => ['be', 'come', 'belong', 'have', 'go', 'account'].includes(token.lemma) && token.index > 2,
  );
  if (verb === undefined) {
    work.ambiguities.push('Which of the conditions is the share about?');
    return undefined;
  }
  return (filters.find((it) => it.at > verb.index) ?? filters.at(-1))?.filter;
}

/** "percentage of cancelled orders by channel" may be shares of the cancelled, or of each channel's orders. */
export function askWhoseShare(
  work: Work,
  filters: readonly FilterMention[],
  groups: readonly Group[],
  partial: boolean,
): void {
  const bare = filters.find(
    ({ filter, at }) => filter.kind !== 'segment' && !prepositions.has(wordAt(work, before(work, at))),
  );
  const title = groups[0]?.dimension.title;
  if (title === undefined || (bare === undefined && !partial)) return;
  work.ambiguities.push(
    `Do you mean how they spread over ${title}, or which part of each ${title} they are?`,
  );
}
