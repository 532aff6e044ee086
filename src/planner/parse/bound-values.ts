import type { NumberComparison } from '../language/comparisons.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { siblingsOf } from '../link/siblings.ts';
import { factorTo } from './member-units.ts';
import { membersOf, type Quantity } from './reading.ts';

/** The numbers of a comparison in the unit of a member; undefined where the model does not say that unit, or says one of another kind. */
export function boundFor(
  { cube }: Lexicon,
  member: Parameters<typeof factorTo>[1],
  { values, percent, unit }: NumberComparison,
): readonly number[] | undefined {
  if (percent === true && member.format === 'percent') return values.map((value) => value / 100);
  const factor = factorTo(cube, member, unit);
  return factor === undefined
    ? undefined
    : factor === 1
      ? values
      : values.map((value) => exact(value * factor));
}

/** The same for a figure, whose unit the column that it is made of may say. */
export function boundForFigure(
  lexicon: Lexicon,
  quantity: Quantity,
  comparison: NumberComparison,
): readonly number[] | undefined {
  if (comparison.percent === true || comparison.unit === undefined) return comparison.values;
  // "In hours … above 90 minutes".
  if (quantity.kind === 'scaled')
    return boundForFigure(lexicon, quantity.of, comparison)?.map((value) => exact(value / quantity.by));
  return membersOf(quantity)
    .flatMap((it) => [it, siblingsOf(lexicon, it).dimension ?? it])
    .map((it) => boundFor(lexicon, it, comparison))
    .find((it) => it !== undefined);
}

/** Without what the multiplication of floating numbers leaves. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}
