import { isJoined } from '../link/joined-cubes.ts';
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
