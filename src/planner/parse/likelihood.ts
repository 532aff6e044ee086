import { explain } from './cues.ts';
import { type Draft, statedFigure } from './draft.ts';
import { valuesNamed } from './filter.ts';
import type { Quantity } from './quantity.ts';
import { operatorOfItem, use } from './scene.ts';

/**
 * "Are people with a loan less likely to subscribe": the share of those who do, of both sides of what is said of the people.
 * Either side is a yes or no, or is held against another value.
 */
export function readLikelihood(draft: Draft): void {
  const { items, question, conditions, lexicon } = draft;
  const at = items.findIndex(
    (item, place) =>
      item.kind === 'word' &&
      question.tokens[item.from]?.word === 'likely' &&
      operatorOfItem(items[place - 1], 'compare') !== undefined,
  );
  const { rowCount } = lexicon;
  if (at < 0 || rowCount === undefined) return;
  const whole: Quantity = { kind: 'measure', measure: rowCount };
  const done = conditions.filter((it) => it.at > at && valuesNamed(it) !== 2);
  const figures = draft.figures.filter((it) => it.at > at);
  const [did, ...more] = [
    ...done.map(({ filter }): Quantity => ({ kind: 'filtered', of: whole, where: filter })),
    ...figures.map(({ quantity }) => quantity),
  ];
  const sides = conditions.filter((it) => !done.includes(it));
  const split = sides.filter(({ filter }) => filter.kind === 'boolean');
  // "Women than men".
  const pairs = sides.filter((it) => valuesNamed(it) === 2);
  if (did === undefined || more.length > 0 || split.length + pairs.length !== 1) return;
  if (did.kind === 'measure' && did.measure.type !== 'count') return;
  explain(draft, at);
  use(draft, at - 1);
  for (const condition of [...done, ...split]) conditions.splice(conditions.indexOf(condition), 1);
  for (const { at: place, filter } of split)
    if (filter.kind === 'boolean') draft.groups.push({ dimension: filter.dimension, at: place, cue: 'by' });
  draft.figures.splice(0, draft.figures.length, statedFigure({ kind: 'ratio', part: did, whole }, at));
  draft.compare = true;
}
