import { partsOfSpeech } from '../language/lexical.ts';
import { charge } from './charges.ts';
import { narrowsNothing } from './denials.ts';
import type { Draft } from './draft.ts';
import { isCountOf } from './reading.ts';
import { operatorOfItem } from './scene.ts';
import { isYesOrNo } from './verified.ts';

/** Charges for what no query answers in the way it is put. */
export function chargeUnanswerable(scene: Draft, isVerified: boolean): void {
  const { items, question } = scene;
  const [first] = question.tokens;
  const compares = items.some(
    (item) => operatorOfItem(item, 'or', 'compare', 'many', 'much', 'which') !== undefined,
  );
  // "Are there any without a name" is answered by showing them.
  const isThere = question.tokens[1]?.word === 'there' && items.some(({ kind }) => kind === 'link');
  if (!isVerified && isYesOrNo(scene) && !compares) charge(scene, 'yesOrNo', isThere ? 0.3 : 1);
  if (/^\s*what (?:do|does)\b.*\bmean\s*\??\s*$|\bmeaning of\b|\bdefinition of\b/i.test(question.text))
    charge(scene, 'idle.advice');
  if (narrowsNothing(scene)) charge(scene, 'modifier');
  // "The most grant money" is no number of grants.
  const isOfMoney = question.tokens.some(({ word }) => word === 'money');
  if (isOfMoney && scene.quantities.length > 0 && scene.quantities.every(isCountOf)) charge(scene, 'unused');
  // "Delete all orders" is an order.
  const command =
    items[0]?.kind === 'word' &&
    first !== undefined &&
    first.word === first.lemma &&
    partsOfSpeech(first.lemma).verb >= 0.7;
  if (command) charge(scene, 'modifier');
}
