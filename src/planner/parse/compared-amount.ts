import type { DimensionMetadata } from '../../contract/tools.ts';
import type { NumberComparison } from '../language/comparisons.ts';
import { unitNames } from '../language/grammar.ts';
import { isIdentifier } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { clockUnitOf, secondsOf } from './clock-units.ts';

/** The only amount that is given in the unit of a comparison. */
export function measuredIn(
  lexicon: Lexicon,
  { unit, percent }: NumberComparison,
): DimensionMetadata | undefined {
  const amounts = amountsOf(lexicon);
  if (percent === true) return onlyOf(amounts.filter(({ format }) => format === 'percent'));
  if (unit === undefined) return undefined;
  const said = secondsOf(unit);
  if (said !== undefined) return timed(amounts, said);
  return onlyOf(
    amounts.filter(({ name, title, description = '' }) =>
      `${name} ${title} ${description}`
        .toLowerCase()
        .split(/[^a-z]+/)
        .some((word) => word === unit || word.startsWith(unitNames[unit] ?? ' ')),
    ),
  );
}

/** The amount that is kept in a unit of time nearest below that which was said: seconds rather than days are said in minutes. */
function timed(amounts: readonly DimensionMetadata[], said: number): DimensionMetadata | undefined {
  const clocks = amounts.flatMap((it) => {
    const own = clockUnitOf(it);
    return own === undefined ? [] : [{ it, own }];
  });
  const within = clocks.filter(({ own }) => own <= said);
  const largest = Math.max(...within.map(({ own }) => own));
  return onlyOf(within.length === 0 ? clocks : within.filter(({ own }) => own === largest))?.it;
}

/** The amount that a row is said to be over: of the unit that was said, else of money, where it has just one. */
export function amountOf(lexicon: Lexicon, comparison: NumberComparison): DimensionMetadata | undefined {
  const measured = measuredIn(lexicon, comparison);
  const { unit, percent } = comparison;
  if (measured !== undefined || percent === true || (unit !== undefined && secondsOf(unit) !== undefined))
    return measured;
  const amounts = amountsOf(lexicon);
  const only = unit === undefined ? undefined : onlyOf(amounts);
  const isMoney = unit === undefined || /^(?:dollar|usd|euro|eur|pound|gbp)$/.test(unit);
  if (only !== undefined && clockUnitOf(only) === undefined && (isMoney || only.format !== 'currency'))
    return only;
  return isMoney ? onlyOf(amounts.filter(({ format }) => format === 'currency')) : undefined;
}

/** Whether a unit is one that nothing is counted in: kilograms, unlike pieces. */
export function isMeasured(unit: string | undefined): boolean {
  return unit !== undefined && !/^(?:percent|piece|point|star|unit|old)$/.test(unit);
}

function amountsOf({ cube }: Lexicon): readonly DimensionMetadata[] {
  return cube.dimensions.filter((it) => it.type === 'number' && !isIdentifier(it) && !isJoined(it));
}

function onlyOf<Item>([first, ...more]: readonly Item[]): Item | undefined {
  return more.length === 0 ? first : undefined;
}
