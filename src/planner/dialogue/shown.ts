import { entityDimension } from '../link/entities.ts';
import { distinctOf } from '../parse/figures.ts';
import { denied, isCountOf, type Reading } from '../parse/reading.ts';

/** The things that were counted, by name. */
export function listed(reading: Reading): Reading {
  const entity = entityDimension(reading.lexicon.cube);
  return {
    ...reading,
    quantities: [],
    groups: entity === undefined ? [] : [{ dimension: entity }],
    list: true,
    implied: false,
  };
}

/** "How many have none?", then "which of these are in Asia?" asks for their names. */
export function asksWhichOnes({ groups, quantities, share, lexicon }: Reading, later: Reading): boolean {
  return (
    namesNoFigure(later) &&
    later.ranking === undefined &&
    later.groups.length + groups.length === 0 &&
    quantities.length > 0 &&
    quantities.every(isCountOf) &&
    share === undefined &&
    entityDimension(lexicon.cube) !== undefined
  );
}

/** "And the others?": the rows that do not meet the last condition. */
export function turnedOver(reading: Reading): Reading | undefined {
  const last = reading.filters.at(-1);
  if (last === undefined) return undefined;
  const other = denied(last);
  return other && { ...reading, filters: [...reading.filters.slice(0, -1), other] };
}

/** How many there are of what was shown: the things in its rows, or the rows that its figures are made of. */
export function countedBy(earlier: Reading, later: Reading, asks: 'count' | 'total'): Reading | undefined {
  const { lexicon, groups, quantities } = earlier;
  const [thing, ...more] = groups.map(({ dimension }) => dimension);
  const own = lexicon.rowCount && { kind: 'measure' as const, measure: lexicon.rowCount };
  const said = namesNoFigure(later) ? undefined : later.quantities[0];
  const areThings = quantities.length === 0 || earlier.having.length > 0 || earlier.list;
  const isCounted = quantities.length > 0 && quantities.every(isCountOf);
  const isEntity = thing === entityDimension(lexicon.cube);
  const things =
    thing === undefined || more.length > 0 || thing.type === 'time'
      ? own
      : isEntity && earlier.having.length === 0
        ? (own ?? distinctOf(lexicon, thing))
        : distinctOf(lexicon, thing);
  const figure = areThings ? things : (said ?? (isCounted ? quantities[0] : own));
  if (figure === undefined) return undefined;
  const keepsGroups = !areThings && asks === 'count' && !isCounted;
  return {
    ...earlier,
    quantities: [figure],
    groups: keepsGroups ? groups : [],
    ranking: keepsGroups ? earlier.ranking : undefined,
    share: undefined,
    shareOf: undefined,
    change: false,
    running: false,
    list: false,
  };
}

export function namesNoFigure({ quantities, implied }: Reading): boolean {
  return quantities.length === 0 || implied;
}
