import { isFlag } from '../link/entries.ts';
import { isExistence } from '../link/referring-cubes.ts';
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

export const excluding =
  /^(?:exclud|except|without|omit|ignor|skip|disregard|neither|leav|minus|besides|apart|other)/;

/** The word that denies what is named at a place, perhaps with another one behind it: "except for". */
function denialBefore(scene: Scene, at: number): string | undefined {
  const { items, question } = scene;
  const { cue } = leadOf(scene, at);
  const place = cue?.kind === 'in' ? cue.at - 1 : cue?.at;
  const item = items[place ?? -1];
  return operatorOfItem(item, 'not') === undefined ? undefined : question.tokens[item?.from ?? -1]?.word;
}

/** "Excluding business gas" leaves out what is both, of which no condition on one of them tells. */
export function excludesPair(scene: Scene): boolean {
  const { items } = scene;
  const narrowsAt = (at: number): boolean => {
    const entry = linkAt(scene, at)?.entry;
    const dimension = dimensionOf(entry);
    // "Without active contracts": that there are any is no second condition.
    if (entry === undefined || (dimension !== undefined && isExistence(dimension))) return false;
    return entry.kind === 'value' || isFlag(entry);
  };
  return items.some(
    (item, at) =>
      narrowsAt(at) &&
      narrowsAt(at + 1) &&
      items[at + 1]?.from === item.to + 1 &&
      !afterBreak(scene, at + 1) &&
      dimensionOf(linkAt(scene, at)?.entry) !== dimensionOf(linkAt(scene, at + 1)?.entry) &&
      excluding.test(denialBefore(scene, at) ?? ''),
  );
}

/** "Excluding cancelled and no-shows" leaves out both, though one is a date and the other a status. */
export function isExcludedWith(scene: Scene, at: number): boolean {
  const { items } = scene;
  const before = items.findLastIndex((item, place) => place < at && item.kind === 'link');
  if (before < 0 || before === at - 1 || !onlyBetween(scene, before, at, ['and', 'or'])) return false;
  return excluding.test(denialBefore(scene, before) ?? '');
}
