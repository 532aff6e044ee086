import type { DimensionMetadata } from '../../contract/tools.ts';
import { entityDimension } from '../link/entities.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { bareGroupPrice } from './group.ts';
import type { Scene } from './scene.ts';

/** So many values are names of things rather than kinds of them. */
const manyValues = 20;

/**
 * "Does Aachen Hbf have toilets?", "Is there wifi at Aachen Hbf?": what is asked of one thing by name is shown rather than
 * searched for. @returns whether the question is one of these
 */
export function readVerified(draft: Draft): boolean {
  const { conditions, groups, figures } = draft;
  if (!isYesOrNo(draft)) return false;
  if (figures.length > 0) return false;
  const named = conditions.filter(
    ({ filter }) => filter.kind === 'values' && filter.values.length === 1 && !filter.negated,
  );
  const thing = named.find(({ filter }) => filter.kind === 'values' && isName(draft, filter.dimension));
  if (thing === undefined) return false;
  const asked = conditions.filter(
    (it) => it !== thing && !(it.filter.kind === 'values' && isName(draft, it.filter.dimension)),
  );
  for (const condition of asked) {
    const { filter, at } = condition;
    if (filter.kind !== 'boolean' && filter.kind !== 'values') return false;
    // "Does Firefox support WebGPU" is about Firefox, too.
    if (filter.kind === 'values' && at < thing.at) return false;
    conditions.splice(conditions.indexOf(condition), 1);
    if (!groups.some(({ dimension }) => dimension === filter.dimension))
      groups.push({ dimension: filter.dimension, at, cue: 'list' });
  }
  if (groups.length === 0) return false;
  // "Does Bonn have lockers", where a station and its city are both called so.
  if (thing.filter.kind === 'values' && thing.filter.dimension !== entityDimension(draft.lexicon.cube))
    charge(draft, 'tornValue', 0.4);
  for (const group of [...groups]) {
    const at = groups.indexOf(group);
    if (group.cue === 'bare') charge(draft, bareGroupPrice(draft, group.at), -1);
    groups[at] = { ...group, cue: 'list' };
  }
  return true;
}

/** Whether a question begins like one that is answered by yes or no. */
export function isYesOrNo({ question: { tokens } }: Scene): boolean {
  return (
    /^(is|are|was|were|does|do|did|has|have)$/.test(tokens[0]?.word ?? '') &&
    !/^(you|we)$/.test(tokens[1]?.word ?? '')
  );
}

function isName({ lexicon }: Scene, dimension: DimensionMetadata): boolean {
  return (
    dimension === entityDimension(lexicon.cube) ||
    (dimension.type === 'string' &&
      (dimension.valuesComplete !== true || (dimension.values?.length ?? 0) > manyValues))
  );
}
