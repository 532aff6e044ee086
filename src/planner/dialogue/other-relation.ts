import type { DimensionMetadata, MeasureMetadata, MemberMetadata } from '../../contract/tools.ts';
import { isJoined, isJoinedFrom, ownerOf } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { shortName } from '../link/names.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { type Filter, isDenied } from '../parse/filter.ts';
import type { Quantity } from '../parse/quantity.ts';
import type { Group, Reading } from '../parse/reading.ts';

/** The same reading in another relation, its members found by name; undefined when one of them is not there. */
export function moveTo(reading: Reading, lexicon: Lexicon): Reading | undefined {
  if (reading.lexicon.cube === lexicon.cube) return reading;
  const same = (known: DimensionMetadata): DimensionMetadata | undefined =>
    lexicon.cube.dimensions.find(({ name }) => name === known.name) ??
    lexicon.cube.dimensions.find((it) => isJoinedFrom(it, known)) ??
    lexicon.cube.dimensions.find(
      (it) =>
        it.type === known.type &&
        (shortName(it.name) === shortName(known.name) || it.title === known.title) &&
        !isOfOther(it, known, lexicon),
    );
  const dimension = (known: DimensionMetadata): DimensionMetadata => {
    // "and returns by month?" means the date of the returns.
    const found = same(known) ?? (known.type === 'time' ? lexicon.defaultTime : undefined);
    if (found === undefined) throw new NotThere();
    return found;
  };
  // Who has no visits is another than who has no date of joining.
  const condition = (known: DimensionMetadata, by: Filter): DimensionMetadata => {
    const found = same(known);
    // What has no rows is not among them.
    const isOfRows = (of: Lexicon, it: DimensionMetadata): boolean => referenceOf(of.cube, it) !== undefined;
    if (
      found === undefined ||
      (isDenied(by) && isOfRows(reading.lexicon, known) && !isOfRows(lexicon, found))
    )
      throw new NotThere();
    return found;
  };
  const measure = (known: MeasureMetadata): MeasureMetadata => {
    const found =
      lexicon.cube.measures.find((it) => isJoinedFrom(it, known)) ??
      lexicon.cube.measures.find(
        (it) =>
          it.type === known.type && shortName(it.name) === shortName(known.name) && it.title === known.title,
      );
    if (found === undefined) throw new NotThere();
    return found;
  };
  const quantity = (known: Quantity): Quantity => {
    switch (known.kind) {
      case 'measure':
        return { kind: 'measure', measure: measure(known.measure) };
      case 'aggregate':
        return { ...known, dimension: dimension(known.dimension) };
      case 'ratio':
        return { ...known, part: quantity(known.part), whole: quantity(known.whole) };
      case 'difference':
        return { ...known, of: quantity(known.of), less: quantity(known.less) };
      case 'scaled':
        return { ...known, of: quantity(known.of) };
      case 'filtered':
        return { kind: 'filtered', of: quantity(known.of), where: filter(known.where) };
    }
  };
  const group = (known: Group): Group => ({ ...known, dimension: dimension(known.dimension) });
  const filter = (known: Filter): Filter => {
    if (known.kind === 'segment') throw new NotThere();
    if (known.kind === 'columns')
      return { ...known, dimension: condition(known.dimension, known), other: condition(known.other, known) };
    return { ...known, dimension: condition(known.dimension, known) };
  };
  try {
    return {
      ...reading,
      lexicon,
      // A follow-up into another relation names its own figure there.
      quantities: reading.quantities.flatMap((it) => attempt(() => quantity(it))),
      groups: reading.groups.map(group),
      filters: reading.filters.map(filter),
      having: reading.having.map((having) => ({ ...having, quantity: quantity(having.quantity) })),
      endOfEach: reading.endOfEach && quantity(reading.endOfEach),
      timeDimension: reading.timeDimension === undefined ? undefined : dimension(reading.timeDimension),
      shareOf: reading.shareOf?.map(filter),
      meanOver: reading.meanOver === undefined ? undefined : group(reading.meanOver),
      ranking: reading.ranking === undefined ? undefined : { ...reading.ranking, by: undefined },
    };
  } catch (error) {
    if (error instanceof NotThere) return undefined;
    throw error;
  }
}

/** Whether a member is another cube's than one of that name, as far as the cubes can be told: an account manager's name is no contact's. */
function isOfOther(one: MemberMetadata, other: MemberMetadata, { cube }: Lexicon): boolean {
  const [own, known] = [one, other].map(({ name }) => ownerOf(name).split('.').at(-1));
  return cube.type === 'cube' && own !== known && (isJoined(one) || isJoined(other));
}

class NotThere extends Error {}

function attempt<T>(work: () => T): T[] {
  try {
    return [work()];
  } catch (error) {
    if (error instanceof NotThere) return [];
    throw error;
  }
}
