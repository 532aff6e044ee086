import { type FilterMention, negationBefore } from './filters.ts';
import { groupCue } from './grouping.ts';
import { forms } from './text.ts';
import { claim, firstOf, mentionsOf, type Work, wordAt } from './work.ts';

/** Booleans named without "by": `active customers`, `not insured`, `uninsured`. */
export function booleanFilters(work: Work): FilterMention[] {
  const found: FilterMention[] = [];
  for (const mention of mentionsOf(work, 'dimension')) {
    const { dimension } = mention.entry;
    if (dimension.type !== 'boolean') continue;
    const doer = /(?:ed|done|made|run)$/.test(wordAt(work, firstOf(mention) - 2));
    const cue = groupCue(work, firstOf(mention), []);
    // "handled by specialists" says who did it; "by specialist" splits.
    if (cue !== 'none' && !(cue === 'by' && doer)) continue;
    if (doer && cue === 'by') claim(work, [firstOf(mention) - 1]);
    claim(work, mention.tokens);
    const value = !negationBefore(work, firstOf(mention), undefined);
    found.push({ at: firstOf(mention), filter: { kind: 'boolean', dimension, value } });
  }
  for (const token of work.tokens) {
    const bare = /^(?:un|in|non|dis)(\p{L}{4,})$/u.exec(token.word)?.[1];
    if (bare === undefined || work.used.has(token.index)) continue;
    const { lemma } = forms(bare);
    const dimension = work.lexicon.entries.find(
      (entry) =>
        entry.kind === 'dimension' &&
        entry.dimension.type === 'boolean' &&
        entry.phrases.some((it) => it.forms.length === 1 && it.forms[0]?.lemma === lemma),
    );
    if (dimension?.kind !== 'dimension' || work.mentions.some((it) => it.tokens.includes(token.index)))
      continue;
    claim(work, [token.index]);
    found.push({
      at: token.index,
      filter: { kind: 'boolean', dimension: dimension.dimension, value: false },
    });
  }
  return found;
}
