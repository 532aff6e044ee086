import type { DimensionMetadata } from '../../contract/tools.ts';
import type { NumberComparison } from '../language/comparisons.ts';
import { type UnitSize, unitSize } from '../language/unit-sizes.ts';
import { isIdentifier, isNumberedYear } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { plainAmount } from '../link/main-amount.ts';
import { spanBetween } from '../link/spans.ts';
import { mentions, unitOf } from './member-units.ts';

/** The only amount that is given in the unit of a comparison. */
export function measuredIn(
  lexicon: Lexicon,
  { unit, percent }: NumberComparison,
): DimensionMetadata | undefined {
  const amounts = amountsOf(lexicon);
  if (percent === true) return onlyOf(amounts.filter(({ format }) => format === 'percent'));
  if (unit === undefined) return undefined;
  const said = unitSize(unit);
  // What speaks of a day need not be counted in days.
  const named = said?.kind === 'time' ? [] : amounts.filter((it) => mentions(it, unit));
  return onlyOf(named) ?? (said === undefined || named.length > 0 ? undefined : kept(lexicon, amounts, said));
}

/** The amount that is kept in a unit nearest below that which was said: seconds rather than days are said in minutes. */
function kept(
  { cube }: Lexicon,
  amounts: readonly DimensionMetadata[],
  said: UnitSize,
): DimensionMetadata | undefined {
  // Repairs of more than 3 days took that long, where nothing else is counted in days.
  const lasting = cube.dimensions.filter((it) => !isJoined(it) && lastsDays(it));
  const alike = [...amounts, ...lasting].flatMap((it) => {
    const own = unitOf(cube, it);
    return own?.kind === said.kind ? [{ it, size: own.size }] : [];
  });
  const within = alike.filter(({ size }) => size <= said.size);
  const largest = Math.max(...within.map(({ size }) => size));
  const nearest = within.length === 0 ? alike : within.filter(({ size }) => size === largest);
  const stored = nearest.filter(({ it }) => !lasting.includes(it));
  return onlyOf(stored.length > 0 ? stored : nearest)?.it;
}

function lastsDays(member: DimensionMetadata): boolean {
  const span = spanBetween(member);
  return span?.isWhole === true && span.today === undefined;
}

/** The amount that a row is said to be over: of the unit that was said, else of money, where it has just one. */
export function amountOf(lexicon: Lexicon, comparison: NumberComparison): DimensionMetadata | undefined {
  const measured = measuredIn(lexicon, comparison);
  const { unit, percent } = comparison;
  if (measured !== undefined || percent === true || unitSize(unit) !== undefined) return measured;
  const amounts = amountsOf(lexicon);
  const only = unit === undefined ? undefined : onlyOf(amounts);
  const isMoney = unit === undefined || /^(?:dollar|usd|euro|eur|pound|gbp)$/.test(unit);
  const isPlain = only !== undefined && unitOf(lexicon.cube, only) === undefined;
  if (isPlain && (isMoney || only.format !== 'currency')) return only;
  const money = amounts.filter(({ format }) => format === 'currency');
  return isMoney ? (onlyOf(money) ?? plainAmount(lexicon.cube)) : undefined;
}

function amountsOf({ cube }: Lexicon): readonly DimensionMetadata[] {
  return cube.dimensions.filter(
    (it) =>
      it.type === 'number' &&
      !isIdentifier(it) &&
      !isNumberedYear(it) &&
      !isJoined(it) &&
      spanBetween(it) === undefined,
  );
}

function onlyOf<Item>([first, ...more]: readonly Item[]): Item | undefined {
  return more.length === 0 ? first : undefined;
}
