import type { DimensionMetadata } from '../semantic/metadata.ts';
import { type FilterMention, negationBefore } from './filters.ts';
import { groupCue } from './grouping.ts';
import type { Entry } from './lexicon.ts';
import { remembered } from './remembered.ts';
import { forms } from './text.ts';
import { wordTable } from './word-table.ts';
import { before, claim, firstOf, mentionAt, mentionsOf, type Work, wordAt } from './work.ts';

/** Words whose opposite a model may have as a yes or no. */
const opposites = wordTable<string>({
  failed: 'passed',
  fail: 'pass',
  offline: 'online',
  onshore: 'offshore',
  offshore: 'onshore',
  outdoor: 'indoor',
  indoor: 'outdoor',
  manual: 'automatic',
  public: 'private',
  private: 'public',
  domestic: 'international',
  punctual: 'late',
  late: 'punctual',
});

/** Booleans named without "by": `active customers`, `not insured`, `uninsured`. */
export function booleanFilters(work: Work): FilterMention[] {
  const found: FilterMention[] = [];
  for (const mention of mentionsOf(work, 'dimension')) {
    const { dimension } = mention.entry;
    if (dimension.type !== 'boolean') continue;
    const doer = /(?:ed|done|made|run)$/.test(wordAt(work, firstOf(mention) - 2));
    const cue = groupCue(work, firstOf(mention));
    // "handled by specialists" says who did it; "by specialist" splits.
    // "among part-time students" narrows; of two answers neither is a place to be among.
    const among = /^(among|amongst)$/.test(wordAt(work, before(work, firstOf(mention))));
    if (cue !== 'none' && !among && !(cue === 'by' && doer)) continue;
    if (among) claim(work, [before(work, firstOf(mention))]);
    if (doer && cue === 'by') claim(work, [firstOf(mention) - 1]);
    claim(work, mention.tokens);
    const value = !negationBefore(work, firstOf(mention), undefined);
    found.push({ at: firstOf(mention), filter: { kind: 'boolean', dimension, value } });
  }
  for (const token of work.tokens) {
    const bare =
      opposites[token.lemma] ??
      opposites[token.word] ??
      /^(?:un|in|non|dis)(\p{L}{4,})$/u.exec(token.word)?.[1];
    if (bare === undefined || work.used.has(token.index)) continue;
    const { root } = forms(bare);
    const dimension = conditions(work.lexicon.entries).get(root);
    if (dimension === undefined || mentionAt(work, token.index) !== undefined) continue;
    claim(work, [token.index]);
    found.push({
      at: token.index,
      // What is unresolved has no date on which it was.
      filter:
        dimension.type === 'time'
          ? { kind: 'missing', dimension, negated: false }
          : { kind: 'boolean', dimension, value: false },
    });
  }
  return found;
}

/** Booleans, and times at which something was done, by the root of a name of one word; the first of each. */
const conditions = remembered((entries: readonly Entry[]) => {
  const found = new Map<string, DimensionMetadata>();
  for (const entry of entries) {
    if (entry.kind !== 'dimension') continue;
    if (entry.dimension.type !== 'boolean' && entry.dimension.type !== 'time') continue;
    for (const { forms: words } of entry.phrases) {
      const [only, ...more] = words;
      if (only !== undefined && more.length === 0 && !found.has(only.root))
        found.set(only.root, entry.dimension);
    }
  }
  return found;
});
