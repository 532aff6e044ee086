import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { ownerOf } from '../link/joined-cubes.ts';
import { nameLemmas } from '../link/names.ts';
import { isCountOf, membersOf, type Quantity } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';

/** "In the currency of the account". */
const inUnit = /(?:^|[,;(] ?)in the ((?:\p{L}+ ){1,3})of\b/iu;

/** What tells in which unit each number of a figure is, where the model says that they are in different ones. */
export function unitOf({ dimensions }: CubeMetadata, quantity: Quantity): DimensionMetadata | undefined {
  if (isCountOf(quantity)) return undefined;
  for (const { name, description } of membersOf(quantity)) {
    const said = inUnit.exec(description ?? '')?.[1];
    if (said === undefined) continue;
    const lemmas = nameLemmas(said).join(' ');
    const unit = dimensions.find(
      (it) =>
        it.type === 'string' &&
        ownerOf(it.name) === ownerOf(name) &&
        nameLemmas(it.title).join(' ') === lemmas,
    );
    if (unit !== undefined) return unit;
  }
  return undefined;
}

/** The same with figures of each unit apart; undefined where it would put several together. */
export function withUnitsApart(reading: Reading): Reading | undefined {
  const { lexicon, quantities, groups, filters, ranking } = reading;
  const [unit] = quantities.flatMap((it) => unitOf(lexicon.cube, it) ?? []);
  const isOne = filters.some(
    (it) => it.kind === 'values' && it.dimension === unit && !it.negated && it.values.length === 1,
  );
  if (unit === undefined || isOne) return reading;
  const computes = reading.share !== undefined || reading.meanOver !== undefined || reading.having.length > 0;
  if (computes || (ranking?.within !== undefined && ranking.within !== unit)) return undefined;
  const isSplit = groups.some(({ dimension }) => dimension === unit);
  const apart = isSplit ? groups : [...groups, { dimension: unit }];
  return {
    ...reading,
    groups: apart,
    ranking: ranking && apart.length > 1 ? { ...ranking, within: unit } : undefined,
  };
}
