import type { DimensionMetadata } from '../../contract/tools.ts';
import type { Aggregate } from '../language/grammar.ts';
import { isIdentifier } from '../link/entities.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import { coordinated, sharedAggregate } from './cues.ts';
import { type Draft, statedFigure } from './draft.ts';
import { addsUp, figureOfNumber, joinFigure } from './figures.ts';
import { addCounted } from './number-and-sum.ts';
import type { Quantity } from './quantity.ts';
import { type Lead, linkAt, operatorOfItem, use } from './scene.ts';

/** "Shares" for the share price. */
export function isPartlyNamed(scene: Draft, at: number): boolean {
  return (linkAt(scene, at)?.quality ?? 1) < 0.97;
}

/** Gives a named number the role of a figure, with the aggregate that was said of it or the likeliest one. */
export function numberFigure(
  scene: Draft,
  at: number,
  dimension: DimensionMetadata,
  said: Aggregate | undefined,
  lead: Lead,
  places: readonly number[],
): Quantity {
  const shared = said ?? sharedAggregate(scene, lead, at).aggregate;
  const others = coordinated(scene, lead);
  const total = addsUp(scene) && siblingsOf(scene.lexicon, dimension).measures.has('sum') ? 'sum' : undefined;
  const figure = figureOfNumber(scene.lexicon, dimension, shared ?? others.pop() ?? total);
  if (shared === undefined && total !== undefined) charge(scene, 'impliedSum');
  joinFigure(scene, at, lead);
  const { rowCount } = scene.lexicon;
  for (const other of others) {
    // "Number and total amount of invoices".
    if (!addCounted(scene, at, [other], rowCount))
      scene.figures.push(
        statedFigure(figureOfNumber(scene.lexicon, dimension, other).quantity, at, dimension),
      );
  }
  use(scene, at, ...places);
  const modifiers = lead.modifiers.filter((it) => !places.includes(it));
  const ranks = modifiers.some((place) => operatorOfItem(scene.items[place], 'rank') !== undefined);
  if (figure.price !== undefined && !(ranks && !isIdentifier(dimension))) charge(scene, figure.price);
  scene.figures.push({
    quantity: figure.quantity,
    at,
    open: figure.open,
    modifiers,
    number: dimension,
    stated: shared !== undefined || others.length > 0,
  });
  return figure.quantity;
}
