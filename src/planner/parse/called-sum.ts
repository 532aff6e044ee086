import type { MeasureMetadata } from '../../contract/tools.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { mainAmount } from '../link/main-amount.ts';
import { trustOf } from '../link/phrases.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { linkAt } from './scene.ts';

/** "Total expenses", where what they come to is called no more than that, is no number of them. */
export function chargeCountOfSum(scene: Draft, at: number): void {
  const said = linkAt(scene, at)?.tokens.map((it) => scene.question.tokens[it]?.lemma ?? '') ?? [];
  const isCalled = said
    .flatMap((lemma) => scene.lexicon.byKey.get(lemma) ?? [])
    .some(
      ({ entry, words, trust }) =>
        entry.kind === 'measure' &&
        entry.measure.type === 'sum' &&
        !isJoined(entry.measure) &&
        trust >= trustOf.synonym &&
        words.every(({ key, weight }) => weight < 0.1 || said.includes(key)),
    );
  if (isCalled) charge(scene, 'countOfSum');
}

/**
 * What rows come to, where their sum is asked for and not how many there are: "the sum of unpaid bills", unlike "total bills". Charges
 * where the model says no amount of them.
 * @param place of the aggregate that is said of the rows
 */
export function summedAmount(scene: Draft, place: number | undefined): MeasureMetadata | undefined {
  const word = scene.question.tokens[scene.items[place ?? -1]?.from ?? -1];
  if (word?.lemma !== 'sum') return undefined;
  const amount = mainAmount(scene.lexicon.cube);
  charge(scene, amount === undefined ? 'muchOfRows' : 'impliedAmount');
  return amount;
}
