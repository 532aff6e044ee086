import { charge } from './charges.ts';
import {
  afterBreak,
  dimensionOf,
  leadOf,
  leftOf,
  linkAt,
  onlyBetween,
  operatorOfItem,
  type Scene,
  use,
} from './scene.ts';

/** "Not from Germany", unlike "do not support Germany". */
function isPreposed(scene: Scene, at: number): boolean {
  const before = leftOf(scene.items, at);
  return before !== undefined && operatorOfItem(scene.items[before], 'in', 'of', 'by') !== undefined;
}

/** Whether something is negated, with only small words and the name of its dimension between; uses the negation up. */
export function negationOf(scene: Scene, at: number): boolean {
  const dimension = dimensionOf(linkAt(scene, at)?.entry);
  let verb: number | undefined;
  let isPlaced = false;
  for (let place = at - 1; place >= 0 && at - place < 6; place -= 1) {
    // "Back to those without any: list them in Berlin."
    if (place + 1 < at && afterBreak(scene, place + 1)) return false;
    const item = scene.items[place];
    if (operatorOfItem(item, 'not') !== undefined) {
      const word = scene.question.tokens[item?.from ?? -1]?.word ?? '';
      // "Missing in Firefox" is what that lacks, and not what others have.
      if (isPlaced && word === 'missing') {
        use(scene, place);
        charge(scene, 'modifier');
        return false;
      }
      // "Without discount in France" denies the discount, "not sold in France" the place.
      if (isPlaced && verb !== undefined && !/^(not|never|neither|nor)$/.test(word)) return false;
      use(scene, place);
      if (verb === at - 1 || (verb !== undefined && !isPreposed(scene, at))) charge(scene, 'negatedVerb');
      return true;
    }
    const small = operatorOfItem(item, 'filler', 'in', 'of', 'with', 'than', 'each', 'by') !== undefined;
    const own =
      item?.kind === 'link' &&
      dimensionOf(item.link.entry) === dimension &&
      dimension !== undefined &&
      item.link.entry.kind === 'dimension';
    isPlaced ||= operatorOfItem(item, 'in') !== undefined;
    if (item?.kind === 'word') verb ??= place;
    else if (!(small || own)) return false;
  }
  return false;
}

/** "Excluding cancelled and no-shows" leaves out both, though one is a date and the other a status. */
export function isExcludedWith(scene: Scene, at: number): boolean {
  const { items, question } = scene;
  const before = items.findLastIndex((item, place) => place < at && item.kind === 'link');
  if (before < 0 || before === at - 1 || !onlyBetween(scene, before, at, ['and', 'or'])) return false;
  const not = leadOf(scene, before).cue;
  const word = not?.kind === 'not' ? question.tokens[items[not.at]?.from ?? -1]?.word : undefined;
  return (
    word !== undefined && /^(?:exclud|except|without|omit|ignor|skip|disregard|neither|leav|minus)/.test(word)
  );
}
