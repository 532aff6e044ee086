import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import type { Ranking } from './reading.ts';
import { leftOf, operatorOfItem, rightOf } from './scene.ts';

/** "Fastest growing", "grew the fastest": how a pace beside a change ranks. */
export function readPace(scene: Draft): Ranking['direction'] | undefined {
  const at = scene.items.findIndex(
    ({ kind, from }, place) =>
      kind === 'word' &&
      /^(?:fastest|quickest|slowest)$/.test(scene.question.tokens[from]?.word ?? '') &&
      [leftOf(scene.items, place), rightOf(scene.items, place)].some(
        (beside) => beside !== undefined && operatorOfItem(scene.items[beside], 'change') !== undefined,
      ),
  );
  const item = scene.items[at];
  if (!scene.change || item === undefined) return undefined;
  explain(scene, at);
  return scene.question.tokens[item.from]?.word === 'slowest' ? 'asc' : 'desc';
}

/** By which changes the answer is ordered: "which category fell the most". */
export function rankedChange(scene: Draft, isPace: boolean): Ranking['ofChange'] {
  const [way] = scene.items.flatMap((item) => operatorOfItem(item, 'change')?.direction ?? []);
  const isPercent =
    isPace ||
    scene.items.some((item) => operatorOfItem(item, 'share') !== undefined) ||
    scene.items.some((item) => operatorOfItem(item, 'change') !== undefined && saysRate(scene, item));
  return { by: isPercent ? 'percent' : 'amount', way };
}

/** "Growth rate", "rate of growth". */
function saysRate({ question }: Draft, { from, to }: Draft['items'][number]): boolean {
  return question.tokens.slice(from, to + 1).some(({ lemma }) => lemma === 'rate');
}
