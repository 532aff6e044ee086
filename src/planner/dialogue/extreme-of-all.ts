import { holderOf } from '../parse/holder.ts';
import type { Reading } from '../parse/reading.ts';
import type { Edit } from './edit.ts';
import { namesNoFigure } from './shown.ts';

const isThat = /\b(?:which|what) \p{L}+ (?:is|was) (?:that|this|it)\s*[?.!]*$/iu;

/** "Which one is that?", "which boat is that?", after the highest of all. */
export function holderOfExtreme(earlier: Reading, later: Reading, asks: Edit['asks']): Reading | undefined {
  const holder = holderOf(earlier.lexicon.cube, earlier);
  const asksMore = later.ranking !== undefined || !namesNoFigure(later);
  const isOfAll = earlier.share === undefined && earlier.meanOver === undefined;
  if (holder === undefined || !isOfAll || asksMore) return undefined;
  const isNamed = isThat.test(later.text) && later.groups.every(({ dimension }) => dimension === holder.name);
  if (!isNamed && asks !== 'which' && asks !== 'list') return undefined;
  return {
    ...earlier,
    groups: [{ dimension: holder.name }],
    ranking: { direction: holder.direction, limit: 1, offset: 0, by: undefined, within: undefined },
  };
}

/** "And the lowest?", after the highest of all, as the figure that it asks for. */
export function otherEnd(earlier: Reading, later: Reading): Reading {
  const { ranking } = later;
  const isPlain = ranking?.by === undefined && ranking?.within === undefined && ranking?.judges !== true;
  const isOfEnd = ranking !== undefined && isPlain && ranking.offset === 0 && (ranking.limit ?? 1) === 1;
  if (!isOfEnd || !namesNoFigure(later) || later.groups.length > 0) return later;
  if (holderOf(earlier.lexicon.cube, earlier) === undefined) return later;
  return { ...later, ranking: undefined, aggregate: ranking.direction === 'desc' ? 'max' : 'min' };
}
