import type { DimensionMetadata } from '../../contract/tools.ts';
import type { NumberComparison } from '../language/comparisons.ts';
import { isIdentifier } from '../link/entities.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { figureOfNumber } from './figures.ts';
import { linkAt, operatorOfItem, rightOf, type Scene } from './scene.ts';

/** "More than 60 % of the assets": the place of the number that a percentage is of. */
export function wholeBehind(
  scene: Scene,
  at: number,
  { percent, values }: NumberComparison,
): number | undefined {
  const of = rightOf(scene.items, at);
  const isOf = of !== undefined && operatorOfItem(scene.items[of], 'of') !== undefined;
  const whole = percent === true && values.length === 1 && isOf ? rightOf(scene.items, of) : undefined;
  return whole === undefined || numberAt(scene, whole) === undefined ? undefined : whole;
}

/** The number of a row that is named at a place, or that a total named there adds up. */
export function numberAt(scene: Scene, at: number): DimensionMetadata | undefined {
  const entry = linkAt(scene, at)?.entry;
  if (entry?.kind === 'dimension')
    return entry.dimension.type === 'number' && !isIdentifier(entry.dimension) ? entry.dimension : undefined;
  const isTotal = entry?.kind === 'measure' && entry.measure.type === 'sum';
  return isTotal ? siblingsOf(scene.lexicon, entry.measure).dimension : undefined;
}

/** Rows of which one number is held against a part of another, or groups of what each comes to. */
export function readPartOf(
  draft: Draft,
  { operator, values: [percentage = 0] }: NumberComparison,
  [at, whole]: readonly [number, number],
  isOfRows: boolean,
): void {
  const [one, other] = [numberAt(draft, at), numberAt(draft, whole)];
  if (one === undefined || other === undefined || one === other) {
    charge(draft, 'comparesNothing');
    return;
  }
  const factor = percentage / 100;
  if (isOfRows && (operator === '>' || operator === '<')) {
    draft.conditions.push({ at, filter: { kind: 'columns', dimension: one, operator, other, factor } });
    return;
  }
  const [part, of] = [one, other].map((it) => figureOfNumber(draft.lexicon, it, 'sum').quantity);
  if (part !== undefined && of !== undefined)
    draft.having.push({
      quantity: { kind: 'ratio', part, whole: of },
      operator,
      values: [factor],
      percent: true,
    });
}
