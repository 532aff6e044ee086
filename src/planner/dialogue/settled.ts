import type { DimensionMetadata } from '../../contract/tools.ts';
import type { Question } from '../language/question.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { nameLemmas } from '../link/names.ts';
import type { Reading } from '../parse/reading.ts';

/** The column of a dimension, whichever relation has it through a join: `restaurants.city` of `bills.restaurants.city`. */
function columnOf({ name }: DimensionMetadata): string {
  return name.split('.').slice(-2).join('.');
}

/** The columns that a reading is split and narrowed by. */
export function columnsSpokenOf({ groups, filters, shareOf = [], quantities }: Reading): readonly string[] {
  const parts = quantities.flatMap((it) => (it.kind === 'filtered' ? [it.where] : []));
  return [...groups, ...filters, ...shareOf, ...parts].flatMap((it) =>
    'dimension' in it ? [columnOf(it.dimension)] : [],
  );
}

/**
 * Whether a message is split or narrowed by what a thread has taken for that of another thing before: "by city" of guests, after that of
 * restaurants. What tells one from the other by its name has not been settled.
 */
export function isSettledOtherwise(
  { groups, filters, lexicon }: Reading,
  { tokens }: Question,
  settled: ReadonlySet<string>,
): boolean {
  const isOther = (own: DimensionMetadata, couldMean: (other: DimensionMetadata) => boolean): boolean =>
    isJoined(own) &&
    !settled.has(columnOf(own)) &&
    lexicon.cube.dimensions.some((it) => {
      if (ownerOf(it.name) === ownerOf(own.name) || !settled.has(columnOf(it)) || !couldMean(it))
        return false;
      const shared = nameLemmas(it.title);
      const telling = nameLemmas(own.title).filter((lemma) => !shared.includes(lemma));
      return !tokens.some(({ lemma }) => telling.includes(lemma));
    });
  return (
    groups.some(({ dimension }) =>
      isOther(dimension, (it) => nameLemmas(it.title).at(-1) === nameLemmas(dimension.title).at(-1)),
    ) ||
    filters.some(
      (filter) =>
        filter.kind === 'values' &&
        isOther(filter.dimension, ({ values = [] }) => filter.values.every((it) => values.includes(it))),
    )
  );
}
