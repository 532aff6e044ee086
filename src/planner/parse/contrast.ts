import { charge } from './charges.ts';
import { explain } from './cues.ts';
import { type Draft, statedFigure } from './draft.ts';
import { figureOfNumber } from './figures.ts';
import { valuesNamed } from './filter.ts';
import { scaled } from './number-conditions.ts';
import { isCountOf } from './quantity.ts';
import { leftOf, linkAt, open, operatorOfItem, type Scene, use } from './scene.ts';

/** "The pay gap between men and women": whatever is between two values holds them against each other. */
export function readBetween(scene: Draft): void {
  const at = scene.items.findIndex((_, place) => isBetween(scene, place));
  const isPair = scene.conditions.some((it) => valuesNamed(it) === 2);
  if (at < 0 || !isPair || scene.figures.length === 0) return;
  use(scene, at);
  // "The gap between the pay of men and women" splits by no pay.
  charge(scene, 'strayBy', -(scene.charges.get('strayBy') ?? 0));
  scene.compare = true;
  const before = leftOf(scene.items, at);
  if (before !== undefined && scene.items[before]?.kind === 'word') explain(scene, before);
}

/** Whether an item says that what follows is two: "between", and "between the", which splits elsewhere. */
export function isBetween({ items, question }: Scene, at: number): boolean {
  const item = items[at];
  return (
    operatorOfItem(item, 'between', 'by') !== undefined &&
    question.tokens[item?.from ?? -1]?.word === 'between'
  );
}

/** "Is a ghast taller than an enderman", "more profit in the west than in the east": both sides are shown. */
export function readThan(scene: Draft): void {
  const [than] = open(scene, 'than');
  const isPair =
    scene.groups.some(({ dimension, cue }) => dimension.type === 'boolean' && cue === 'by') ||
    scene.conditions.some((it) => valuesNamed(it) === 2);
  if (than === undefined || !(isPair || isBeforeDate(scene, than.at))) return;
  use(scene, than.at);
  scene.compare = true;
  // "By how much do men earn more than women" is no change from one time to another.
  const asked = scene.items.find((item) => operatorOfItem(item, 'change') !== undefined);
  const isHowMuch = scene.question.tokens[asked?.to ?? -1]?.word === 'much';
  if (isHowMuch && scene.question.dates.expression === undefined) scene.change = false;
  const at = leftOf(scene.items, than.at);
  const item = at === undefined ? undefined : scene.items[at];
  const word = item?.kind === 'word' ? scene.question.tokens[item.from]?.word : undefined;
  const number = word === undefined ? undefined : scaled(scene, word);
  if (at === undefined || number === undefined || scene.figures.length > 0) return;
  explain(scene, at);
  scene.figures.push(statedFigure(figureOfNumber(scene.lexicon, number, undefined).quantity, at, number));
}

/** "Was it higher in 2010 than in 2009", but not "who spent more in 2010 than in 2009", which tells some by both. */
function isBeforeDate(scene: Draft, than: number): boolean {
  const { items, question, change } = scene;
  const next = items.slice(than + 1).find((item) => operatorOfItem(item, 'filler', 'in', 'of') === undefined);
  const many = items.findIndex((item) => operatorOfItem(item, 'many', 'much') !== undefined);
  const [first, second] = question.tokens.map(({ word }) => word);
  const isAsked = /^(is|are|was|were|does|do|did|has|have)$/.test(first ?? '') && second !== 'there';
  const more = items.findIndex((item) => operatorOfItem(item, 'compare') !== undefined);
  const isOfFigure = scene.figures.some(({ quantity, at }) => !isCountOf(quantity) || more < at);
  const isOfBoth = many < 0 ? isAsked && isOfFigure && open(scene, 'who').length === 0 : more === many + 1;
  // "By how much was it higher in 2010 than in 2009", but "did it grow faster in 2010 than in 2009" is of three years.
  const isPlain = first === 'by' ? change : isOfBoth && !change;
  return isPlain && next?.kind === 'date' && question.dates.expression?.compare === true;
}

/**
 * "Films versus shows", where only films are known: one side of two is no answer. "Lost versus all" are those that were lost and all
 * there are.
 */
export function readOneSided(scene: Draft): void {
  const { items, question, conditions } = scene;
  const at = items.findIndex(
    (item) =>
      operatorOfItem(item, 'compare') !== undefined &&
      /^(vs|versus|against|compared)$/.test(question.tokens[item.from]?.word ?? ''),
  );
  if (at < 0) return;
  const isSmall = (item: (typeof items)[number]): boolean =>
    operatorOfItem(item, 'filler', 'in', 'of', 'with') !== undefined;
  const sides = [
    items.slice(0, at).findLastIndex((item) => !isSmall(item)),
    items.findIndex((item, place) => place > at && !isSmall(item)),
  ];
  const [only, ...further] = scene.figures;
  const { rowCount } = scene.lexicon;
  const isOfAll = sides[1] === -1 && question.tokens.at(-1)?.word === 'all';
  if (isOfAll && only?.quantity.kind === 'measure' && further.length === 0 && only.at === sides[0]) {
    const counts = only.quantity.measure.type === 'count' && rowCount !== undefined;
    if (counts && only.quantity.measure !== rowCount)
      scene.figures.push(statedFigure({ kind: 'measure', measure: rowCount }, at));
    else charge(scene, 'twice');
    return;
  }
  const [alone, ...more] = conditions.filter(({ at: place }) => sides.includes(place));
  const other = sides.find((place) => place !== alone?.at) ?? -1;
  const figure = scene.figures.find((it) => it.at === other);
  // "Sales in the west versus profit" are two figures, and "sales versus paid" would be those that are paid.
  const isFigure = figure !== undefined && !isCountOf(figure.quantity) && further.length > 0;
  const isUnknown =
    sides[1] === -1 || items[other]?.kind === 'word' || (linkAt(scene, other) !== undefined && !isFigure);
  const isOne =
    alone?.filter.kind === 'missing' || (alone?.filter.kind === 'values' && alone.filter.values.length === 1);
  if (isOne && more.length === 0 && isUnknown) charge(scene, 'twice');
}
