import type { DimensionMetadata } from '../semantic/metadata.ts';
import type { GrainMention } from './grains.ts';
import { ranksThing } from './preferences.ts';

import type { Group } from './reading.ts';
import { groupingWords } from './words.ts';
import { before, claim, firstOf, lastOf, lemmaAt, type MentionOf, type Work, wordAt } from './work.ts';

/** How a name is asked to split the answer. */
export type GroupCue = 'by' | 'per' | 'which' | 'none';

/** Looks at the words before a name: `by city`, `per city`, `each city`, `which city`, `top 5 cities`. */
export function groupCue(
  work: Work,
  index: number,
  isGroup: (index: number) => boolean = () => false,
): GroupCue {
  const at = before(
    work,
    index,
    (word) => word === 'different' || word === 'individual' || word === 'single',
  );
  const word = wordAt(work, at);
  if (word === 'by' || word === 'across' || word === 'among' || word === 'amongst') return 'by';
  if (word === 'per' || word === 'each' || word === 'every') return 'per';
  if (word === 'which' || word === 'what' || word === 'whose') return 'which';
  if (ranksThing(work.tokens, index)) return 'which';
  if (wordAt(work, index + 1) === 'wise') return 'by';
  // "by city and month": what is joined to a group is a group.
  if (word === 'and' || word === ',' || word === 'then') {
    const joined = before(work, at, (it) => it === 'by');
    if (isGroup(joined)) return 'by';
  }
  return 'none';
}

export interface GroupsFound {
  readonly groups: readonly Group[];
  /** The dimension named with "per" or "each", if any. */
  readonly per: readonly DimensionMetadata[];
  /** Names that no cue marks; they group when nothing else explains them. */
  readonly unmarked: readonly MentionOf<'dimension'>[];
}

/** Sorts the dimensions of a question that are not filters into groups. */
export function findGroups(work: Work, dimensions: readonly MentionOf<'dimension'>[]): GroupsFound {
  const groups: Group[] = [];
  const per: DimensionMetadata[] = [];
  const unmarked: MentionOf<'dimension'>[] = [];
  const groupEnds = new Set<number>();
  for (const mention of dimensions) {
    const { dimension } = mention.entry;
    const cue = groupCue(work, firstOf(mention), (at) => groupEnds.has(at));
    claim(work, mention.tokens);
    if (cue === 'none') {
      unmarked.push(mention);
      continue;
    }
    claimCue(work, firstOf(mention));
    groups.push({ dimension, ...(dimension.type === 'time' ? { grain: 'auto' as const } : {}) });
    groupEnds.add(lastOf(mention));
    if (cue === 'per') per.push(dimension);
  }
  return { groups, per, unmarked };
}

export function claimCue(work: Work, index: number): void {
  for (let at = index - 1; at >= Math.max(0, index - 3); at--) {
    if (groupingWords.has(lemmaAt(work, at)) || wordAt(work, at) === 'by') {
      claim(work, [at]);
      return;
    }
  }
  if (wordAt(work, index + 1) === 'wise') claim(work, [index + 1]);
}

/** A grain splits the answer unless it says the period that an average goes over. */
export function grainCue(work: Work, mention: GrainMention): GroupCue {
  if (mention.grain === 'auto') return 'by';
  const [at = 0] = mention.tokens;
  return groupCue(work, at, (joined) => joined >= 0);
}
