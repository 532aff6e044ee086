import type { MeasureMetadata } from '../../contract/tools.ts';
import { mainAmount, qualifiersOf } from '../link/main-amount.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { filterTarget } from './filter.ts';
import { open, operatorOfItem, use } from './scene.ts';
import { isYesOrNo } from './verified.ts';

/** Words of change. @returns whether more than one amount is asked for */
export function readChange(scene: Draft): boolean {
  const changes = open(scene, 'change');
  // "drop all tickets" is an order, "change in percent" and "drop of the fares" are none.
  const [first, second] = scene.question.tokens;
  const isOrder =
    changes.some(({ at }) => scene.items[at]?.from === 0) &&
    first !== undefined &&
    /^(drop|increase|decrease|grow|fall|rise|change)$/.test(first.word) &&
    !/^(in|of|since|between)$/.test(second?.word ?? '') &&
    !scene.items.some(({ kind }) => kind === 'grain' || kind === 'date');
  scene.change = changes.length > 0 && !isOrder;
  // Prices rise by themselves, and what they come to with how much is sold.
  const isOfPrices = scene.figures.some(
    ({ at, quantity }) =>
      scene.question.tokens[scene.items[at]?.from ?? -1]?.lemma === 'price' &&
      quantity.kind === 'measure' &&
      quantity.measure.type === 'sum',
  );
  if (scene.change && isOfPrices) charge(scene, 'countBySum', 10);
  const isTwice = scene.items.filter((item) => operatorOfItem(item, 'many', 'much') !== undefined).length > 1;
  // "How many rose and how many fell" is more than one change.
  if (!isOrder) use(scene, ...changes.slice(0, isTwice ? 1 : undefined).map(({ at }) => at));
  return isTwice;
}

/** "Was revenue higher in 2025?" asks how it changed since the year before, where nothing else is there to be compared. */
export function readChangeSince(scene: Draft): void {
  const { compare, items, question, figures, groups, conditions } = scene;
  const comparatives = items.filter(
    (item) =>
      operatorOfItem(item, 'compare') !== undefined &&
      comparative.test(question.tokens[item.from]?.word ?? ''),
  );
  const others = items.some((item) => operatorOfItem(item, 'than', 'or', 'between') !== undefined);
  const targets = new Set(conditions.map(({ filter }) => filterTarget(filter)));
  const isPair =
    targets.size < conditions.length ||
    conditions.some(({ filter }) => filter.kind === 'values' && filter.values.length > 1);
  if (!compare || scene.change || !isYesOrNo(scene) || comparatives.length === 0) return;
  if (others || isPair || groups.length > 0 || new Set(figures.map(({ at }) => at)).size !== 1) return;
  const { expression } = question.dates;
  if (expression?.compare === true) return;
  // "Is revenue higher online?" holds it against something else that is not said.
  if (expression === undefined || conditions.length > 0) charge(scene, 'comparesNothing');
  scene.compare = false;
  scene.change = true;
}

const comparative = /^(?:more|less|fewer|\p{L}{2,}er|better|worse)$/u;

/**
 * "Did our business grow?": what the rows of a trade come to, and "did production go up?", where nobody counts the rows, the amount
 * that their relation names first.
 */
export function nameChanging(scene: Draft): void {
  const { cube, rowCount } = scene.lexicon;
  const isOverTime = scene.change || (scene.compare && scene.question.dates.expression?.compare === true);
  if (!isOverTime || scene.quantities.length > 0 || scene.share !== undefined) return;
  if (scene.relations.length === 0 && scene.timeDimension === undefined) {
    const amount = scene.change && isYesOrNo(scene) ? mainAmount(cube) : undefined;
    if (amount === undefined) return;
    charge(scene, 'impliedAmount', isOtherAmount(scene, amount) ? 3 : 1);
    scene.quantities = [{ kind: 'measure', measure: amount }];
    return;
  }
  const first = rowCount === undefined ? cube.measures.find(({ type }) => type === 'sum') : undefined;
  if (first === undefined) return;
  // Production is named by the day of it.
  charge(scene, 'strayTime', -(scene.charges.get('strayTime') ?? 0));
  charge(scene, 'impliedAmount');
  scene.quantities = [{ kind: 'measure', measure: first }];
}

/** Whether an amount is one of several that rows may come to: what is refunded is not what is sold. */
function isOtherAmount({ lexicon }: Draft, amount: MeasureMetadata): boolean {
  return qualifiersOf(amount).some((lemma) => !lexicon.relationLemmas.has(lemma));
}
