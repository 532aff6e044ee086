import type { DimensionMetadata } from '../../contract/tools.ts';
import { isKindOf } from '../language/lexical.ts';
import { entityDimension, titleLemmas } from '../link/entities.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge, together } from '../parse/charges.ts';
import { extreme } from '../parse/extremes.ts';
import { figureOfNumber, ownNumber } from '../parse/figures.ts';
import type { Interpretation } from '../parse/interpretation.ts';
import type { Quantity } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import { namesNoFigure } from './shown.ts';

/** "The three tallest", then "by width": the same things in another order, which are not split by how wide they are. */
export function rankedByNumber(own: Interpretation, earlier: Reading): Interpretation {
  const { reading } = own;
  const [by, ...more] = reading.groups;
  const isPlain = more.length === 0 && namesNoFigure(reading) && reading.ranking === undefined;
  const isSaid = isPlain && /\bby\b/i.test(reading.text);
  if (by?.dimension.type !== 'number' || !isSaid || !isOfThings(earlier)) return own;
  const isAmount = (own.charges.get('groupedAmount') ?? 0) > 0 || isMeasured(by.dimension);
  const { ranking, groups } = earlier;
  if (ranking === undefined && !isAmount)
    return {
      ...own,
      reading: {
        ...reading,
        quantities: [],
        groups: [...groups, by],
        sortedBy: by.dimension,
        list: true,
        implied: false,
      },
    };
  if (!isAmount && !ranksUnmeasured(earlier)) return own;
  const charges = together(own.charges);
  charge({ charges }, 'groupedAmount', -(charges.get('groupedAmount') ?? 0));
  const direction = ranking?.direction ?? 'desc';
  return {
    ...own,
    charges,
    reading: {
      ...reading,
      groups: [],
      quantities: [figureOf(by.dimension, earlier, direction)],
      ranking: { direction, limit: undefined, offset: 0, by: undefined, within: undefined },
      list: false,
      implied: false,
    },
  };
}

/** "By seasons", after those of the best average rating, is by average seasons, too. */
function figureOf(
  number: DimensionMetadata,
  { quantities: [known], lexicon }: Reading,
  direction: 'desc' | 'asc',
): Quantity {
  const isMean = known?.kind === 'measure' && known.measure.type === 'avg';
  return isMean ? figureOfNumber(lexicon, number, 'avg').quantity : extreme(number, direction);
}

/** Whether the rows of the relation were ranked or listed, by their name. */
function isOfThings({ groups, quantities, ranking, list, lexicon }: Reading): boolean {
  const [thing, ...more] = groups;
  const isInOrder = ranking !== undefined ? quantities.length === 1 : list && quantities.length === 0;
  return more.length === 0 && thing?.dimension === entityDimension(lexicon.cube) && isInOrder;
}

/** A width, a price: unlike the number of a row, no kind of things. */
function isMeasured({ title, format, unit }: DimensionMetadata): boolean {
  const head = titleLemmas(title).at(-1) ?? '';
  const isSize = head !== 'number' && isKindOf(head, 'magnitude');
  return isSize || unit !== undefined || format === 'currency' || format === 'percent';
}

/** Whether what was ranked by is a number that no measure puts together, so that another one need be no kind of things either. */
function ranksUnmeasured({ quantities: [figure], lexicon }: Reading): boolean {
  const number = figure && ownNumber(lexicon, figure);
  return number !== undefined && siblingsOf(lexicon, number).measures.size === 0;
}
