import type { MeasureMetadata } from '../../contract/tools.ts';
import { kindOf } from '../language/word-kind.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { open, type Scene, use } from './scene.ts';

/**
 * "How many calls ended in a sale", "with a sale": of the rows those are counted that a figure counts, rather than both. What verb
 * says that they come to it does not matter.
 * @returns whether that is all that it is named for
 */
export function readPartOfRows(scene: Draft, at: number, measure: MeasureMetadata): boolean {
  const { figures, lexicon } = scene;
  if (measure.type !== 'count' || measure === lexicon.rowCount || isJoined(measure)) return false;
  const said = oneBefore(scene, at);
  if (said === undefined) return false;
  const [whole, ...more] = figures;
  const isOfRows = whole?.quantity.kind === 'measure' && whole.quantity.measure === lexicon.rowCount;
  if (!isOfRows || more.length > 0) {
    // "Average duration of calls with a sale" asks for no number of sales.
    if (whole !== undefined && said.verb === undefined) charge(scene, 'countedOne');
    return false;
  }
  if (said.verb !== undefined) explain(scene, said.verb);
  // "What share of calls ended in a sale" holds both against each other.
  if (open(scene, 'share').length > 0) return false;
  use(scene, at);
  figures.splice(0, 1, { ...whole, quantity: { kind: 'measure', measure } });
  return true;
}

/** Whether one of something is what others have or come to: the place of the verb of "ended in a sale", none of "with a sale". */
function oneBefore(
  { items, question: { tokens } }: Scene,
  at: number,
): { readonly verb: number | undefined } | undefined {
  const from = items[at]?.from ?? 0;
  const [verb, preposition = '', article = ''] = [3, 2, 1].map((back) => tokens[from - back]?.word);
  if (!/^an?$/.test(article)) return undefined;
  if (preposition === 'with') return { verb: undefined };
  const place = items.findIndex(({ to, kind }) => kind === 'word' && to === from - 3);
  const token = tokens[from - 3];
  const isVerb = place >= 0 && token !== undefined && token.word === verb && kindOf(token) === 'verb';
  return isVerb && /^(?:in|to|into)$/.test(preposition) ? { verb: place } : undefined;
}
