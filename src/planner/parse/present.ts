import { isJoined } from '../link/joined-cubes.ts';
import { nameLemmas } from '../link/names.ts';
import type { Draft } from './draft.ts';
import { operatorOfItem } from './scene.ts';

/** "How many people work for us now" is of those who are there, where one segment of the model tells them. */
export function readPresent({ items, question, lexicon, conditions }: Draft): void {
  const at = items.findIndex(
    (item) =>
      operatorOfItem(item, 'filler') !== undefined &&
      /^(?:now|currently)$/.test(question.tokens[item.from]?.word ?? ''),
  );
  const isTold = conditions.some(({ filter }) => filter.kind === 'segment');
  if (at < 0 || isTold || question.isDated) return;
  const [segment, ...others] = lexicon.cube.segments.filter(
    (it) => !isJoined(it) && nameLemmas(it.title).some((lemma) => /^(?:current|active)$/.test(lemma)),
  );
  if (segment !== undefined && others.length === 0)
    conditions.push({ at, filter: { kind: 'segment', segment, negated: false } });
}
