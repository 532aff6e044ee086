import { entityDimension } from '../link/entities.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { thingOf } from './figures.ts';
import { isOnRowsOf } from './rows-of-thing.ts';
import { afterBreak, linkAt } from './scene.ts';

/** "Orders that contain only e-books": one row that is so says nothing of the others, where these have not been judged. */
export function chargeOnly(draft: Draft): void {
  const { items, question, conditions, groups, figures, lexicon } = draft;
  const only = items.findIndex(
    ({ from, to }, at) => at > 0 && from === to && question.tokens[from]?.word === 'only',
  );
  const isAfterThing = items.slice(0, only).some((_, at) => linkAt(draft, at) !== undefined);
  if (only < 0 || !isAfterThing || afterBreak(draft, only)) return;
  const said = conditions.find((it) => it.at > only);
  const isNear =
    said !== undefined &&
    items
      .slice(only + 1, said.at)
      .every(({ kind }) => kind === 'word' || kind === 'operator' || kind === 'link');
  if (!isNear || afterBreak(draft, said.at) || said.filter.kind === 'segment') return;
  const [counted] = figures;
  const thing =
    groups.find(({ cue }) => cue === 'which' || cue === 'list')?.dimension ??
    (counted && thingOf(lexicon, counted.quantity));
  const isThrough = referenceOf(lexicon.cube, said.filter.dimension) !== undefined;
  // Each row itself is of one kind.
  const isOfRows = thing !== undefined && thing !== entityDimension(lexicon.cube);
  if (isThrough || (isOfRows && isOnRowsOf(draft, said.filter, thing))) charge(draft, 'unselective');
}
