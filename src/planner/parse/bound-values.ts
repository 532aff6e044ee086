import type { NumberComparison } from '../language/comparisons.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { siblingsOf } from '../link/siblings.ts';
import { factorTo } from './member-units.ts';
import { membersOf, type Quantity } from './quantity.ts';

/** The numbers of a comparison in the unit of a member; undefined where the model does not say that unit, or says one of another kind. */
export function boundFor(
  { cube }: Lexicon,
  member: Parameters<typeof factorTo>[1],
  { values, percent, unit }: NumberComparison,
): readonly number[] | undefined {
  if (percent === true && member.format === 'percent') return values.map((value) => value / 100);
  const factor = factorTo(cube, member, unit);
  const said = sizeSaid(member.title, values);
  return factor === undefined ? undefined : values.map((value) => exact((value * factor) / said));
}

const sizes: readonly (readonly [RegExp, number])[] = [
  [/\b(?:billions?|bn|milliarden)\b/i, 1e9],
  [/\b(?:millions?|mn|mio|millionen)\b/i, 1e6],
  [/\b(?:thousands?|tausend)\b/i, 1e3],
];

/** "Under 5 million" of a "Budget (millions)" is under 5 of those. */
function sizeSaid(title: string, values: readonly number[]): number {
  const size = sizes.find(([words]) => words.test(title))?.[1] ?? 1;
  return values.every((value) => Math.abs(value) >= size) ? size : 1;
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
