import type { NumberComparison } from '../language/comparisons.ts';
import { isPaying } from '../language/trade.ts';
import { unitSize } from '../language/unit-sizes.ts';
import { entityDimension } from '../link/entities.ts';
import { mainAmount } from '../link/main-amount.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { thingOf } from './figures.ts';
import { explainVerb, saysTrade } from './how-many.ts';
import { listCounted } from './listed-counts.ts';
import type { Quantity } from './quantity.ts';
import { asksWho } from './records.ts';
import { linkAt } from './scene.ts';

/** "Customers who spent more than 500": what the rows of each come to, and not what any of them does. */
export function spentInAll(scene: Draft, at: number, { unit }: NumberComparison): Quantity | undefined {
  const { items, question, lexicon } = scene;
  const verb = items[at - 1];
  const token = verb?.kind === 'word' ? question.tokens[verb.from] : undefined;
  const amount = mainAmount(lexicon.cube);
  const isOfMoney = amount?.format === 'currency' && unitSize(unit) === undefined;
  if (verb === undefined || token === undefined || !isOfMoney) return undefined;
  if (!isPaying(token) || !saysTrade(scene, verb)) return undefined;
  if (/\b(?:ever|exactly|once|single|one)\b/i.test(question.message)) return undefined;
  listCounted(scene);
  const asked = scene.groups.map(({ dimension, cue }) =>
    /^(?:which|list|bare)$/.test(cue) ? dimension : undefined,
  );
  const things = [...asked, ...scene.figures.map(({ quantity }) => thingOf(lexicon, quantity))];
  const areOthers =
    things.length === 1 && things[0] !== undefined && things[0] !== entityDimension(lexicon.cube);
  // "Drivers paid more than 500" get it.
  const isActive =
    /^(?:who|that|which|have|has|had)$/.test(token.before ?? '') ||
    (linkAt(scene, at - 2) !== undefined &&
      scene.operators.some(({ operator: { kind } }) => kind === 'which' || kind === 'many'));
  if (!(areOthers && isActive) && !(things.length === 0 && asksWho(scene))) return undefined;
  explainVerb(scene, at - 1);
  charge(scene, 'impliedAmount');
  return { kind: 'measure', measure: amount };
}
