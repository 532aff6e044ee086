import { ordinals } from '../language/grammar.ts';
import { siblingsOf } from '../link/siblings.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import type { Ranking } from './reading.ts';
import { operatorOfItem } from './scene.ts';

/** "The second highest salary": that of the values themselves. */
export function readNthValue(scene: Draft): Ranking | undefined {
  const [only, ...more] = scene.figures;
  if (only === undefined || more.length > 0 || scene.groups.length + scene.relations.length > 0)
    return undefined;
  const { quantity } = only;
  const type =
    quantity.kind === 'measure'
      ? quantity.measure.type
      : quantity.kind === 'aggregate'
        ? quantity.aggregate
        : '';
  const dimension =
    only.number ??
    (quantity.kind === 'measure'
      ? siblingsOf(scene.lexicon, quantity.measure).dimension
      : quantity.kind === 'aggregate'
        ? quantity.dimension
        : undefined);
  if (dimension === undefined || (type !== 'max' && type !== 'min')) return undefined;
  const nth = ordinalOf(scene);
  if (nth === undefined) return undefined;
  scene.groups.push({ dimension, at: only.at, cue: 'ranked' });
  return {
    direction: type === 'max' ? 'desc' : 'asc',
    limit: 1,
    offset: nth - 1,
    by: quantity,
    within: undefined,
  };
}

export function ordinalOf(scene: Draft): number | undefined {
  for (const [at, item] of scene.items.entries()) {
    const token = scene.question.tokens[item.from];
    if ((item.kind === 'word' || operatorOfItem(item, 'first') !== undefined) && token !== undefined) {
      const value = ordinals[token.word];
      if (value === undefined || value === 1 || scene.used.has(at)) continue;
      explain(scene, at);
      return value;
    }
  }
  return undefined;
}
