import type { DimensionMetadata } from '../../contract/tools.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { charge } from './charges.ts';
import type { Condition } from './filter.ts';
import { isSplitBy, readFlag } from './flag-conditions.ts';
import { chargeJoined } from './joined-conditions.ts';
import { negationOf } from './negation.ts';
import { missed } from './plans-and-deeds.ts';
import { isCurrentOfOthers } from './present.ts';
import { linkAt, operatorOfItem, type Scene, use } from './scene.ts';
import { readValue, type ValueList } from './value-conditions.ts';
import { isOwned } from './value-evidence.ts';

/** Filters by values, yes or no, presence and segments, each with its negation. */
export function readConditions(scene: Scene): Condition[] {
  const found: Condition[] = [];
  const lists = new Map<string, ValueList>();
  for (const [at] of scene.items.entries()) {
    const link = linkAt(scene, at);
    if (link === undefined || scene.used.has(at)) continue;
    const { entry } = link;
    if (entry.kind === 'value') readValue(scene, at, link, entry, lists);
    else if (entry.kind === 'dimension' && entry.dimension.type !== 'boolean' && link.denied) {
      use(scene, at);
      found.push({
        at,
        filter: { kind: 'missing', dimension: missed(scene, at, entry.dimension), negated: false },
      });
    } else if (entry.kind === 'segment') {
      use(scene, at);
      if (isCurrentOfOthers(scene, at, entry.segment)) charge(scene, 'modifier');
      found.push({
        at,
        filter: { kind: 'segment', segment: entry.segment, negated: negationOf(scene, at) !== link.denied },
      });
    } else if (
      entry.kind === 'dimension' &&
      entry.dimension.type === 'boolean' &&
      !isSplitBy(scene, at) &&
      !isOwned(scene, at)
    )
      readFlag(scene, at, link, entry.dimension, found);
  }
  chargeJoined(scene);
  const refers = (it: DimensionMetadata): boolean => referenceOf(scene.lexicon.cube, it) !== undefined;
  // "on both Netflix and Prime Video": no row has two values.
  const both = scene.question.tokens.some(
    ({ word, index }, _, tokens) =>
      // "Both numbers" are those of two values.
      word === 'also' || (word === 'both' && !/^(?:numbers|figures)$/.test(tokens[index + 1]?.word ?? '')),
  );
  if (
    both &&
    [...lists.values()].some(({ values, dimension }) => values.length > 1 && !refers(dimension)) &&
    !scene.items.some((item) => operatorOfItem(item, 'by', 'per', 'each', 'compare') !== undefined)
  )
    charge(scene, 'twice');
  // Rows may refer to both.
  for (const { at, dimension, values, negated, apart } of lists.values())
    for (const own of both && refers(dimension) ? values.map((it) => [it]) : [values])
      found.push({ at, filter: { kind: 'values', dimension, values: own, negated, apart } });
  return found.sort((a, b) => a.at - b.at);
}
