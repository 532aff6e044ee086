import type { CubeMetadata, DimensionMetadata, MeasureMetadata } from '../semantic/metadata.ts';
import { entityDimension, memberLemmas } from './entities.ts';
import { isJoined } from './joined-cubes.ts';
import { namePhrases } from './member-phrases.ts';
import type { QuantityMention } from './quantities.ts';
import { saidWithRoot } from './question.ts';
import type { Quantity } from './reading.ts';
import { rememberedFor } from './remembered.ts';
import { type Scale, scaleOf } from './scales.ts';
import { aggregateWords, isFiller } from './words.ts';
import { claim, mentionAt, type Work } from './work.ts';

/** Places of adjectives that are asked for with "how": "how long" is no part of a name. */
export function askedAdjectives(tokens: Work['tokens']): number[] {
  return tokens
    .filter(({ index, word }) => tokens[index - 1]?.word === 'how' && scaleOf(word) !== undefined)
    .map(({ index }) => index);
}

/** The one number of a relation that "longer than 14 nights" or "older than 80" compares. */
export function measuredDimension(work: Work, adjective: string): DimensionMetadata | undefined {
  const scale = scaleOf(adjective)?.scale;
  return scale && measuredOn(work.lexicon.cube, scale);
}

const measuredOn = rememberedFor((cube: CubeMetadata, { nouns }: Scale) => {
  const found = cube.dimensions.filter(
    (it) => it.type === 'number' && it.primaryKey !== true && speaksOf(it, nouns),
  );
  const own = found.filter((it) => !isJoined(it));
  const [only] = own.length > 0 ? own : found;
  return own.length > 1 || (own.length === 0 && found.length > 1) ? undefined : only;
});

function speaksOf(
  member: { readonly title: string; readonly name: string },
  nouns: ReadonlySet<string>,
): boolean {
  return memberLemmas(member).some((lemma) => nouns.has(lemma));
}

/**
 * The figure that an adjective stands for where no name does: "how long do stroke patients stay", "the most expensive
 * ward". What else the figure's name says has to be said, too. Several that fit are asked back.
 */
export function adjectiveFigure(
  work: Work,
  quantities: readonly QuantityMention[],
): QuantityMention | undefined {
  for (const { index, word } of work.tokens) {
    if (work.used.has(index)) continue;
    const found = scaleOf(word);
    if (found === undefined || mentionAt(work, index) !== undefined) continue;
    if (quantities.length > 0) {
      // "the slowest resolution", "how long is the average stay": the figure itself is named.
      const named = quantities.some(({ quantity }) => isOfScale(quantity, found.scale));
      if (named && !word.endsWith('est')) claim(work, [index]);
      if (named || !quantities.every(isCount)) return undefined;
    }
    const fitting = figuresOf(work, found.scale, index);
    const [best, rival] = fitting;
    if (best === undefined) return undefined;
    if (rival !== undefined && rival.said === best.said && rival.rank === best.rank) {
      work.ambiguities.push(`Do you mean ${titleOf(best.quantity)} or ${titleOf(rival.quantity)}?`);
    }
    // A superlative is left to the ranking that it asks for.
    claim(work, word.endsWith('est') ? best.tokens : [index, ...best.tokens]);
    return { quantity: best.quantity, at: index, end: index, open: undefined };
  }
  return undefined;
}

function titleOf(quantity: Quantity): string {
  return quantity.kind === 'measure' ? quantity.measure.title : quantity.dimension.title;
}

/** What is only counted says whose figure it is: "how old are our students". */
function isCount({ quantity }: QuantityMention): boolean {
  return quantity.kind === 'measure' && quantity.measure.type.startsWith('count');
}

function isOfScale(quantity: Quantity, { nouns }: Scale): boolean {
  const member = quantity.kind === 'measure' ? quantity.measure : quantity.dimension;
  return speaksOf(member, nouns);
}

interface Fitting {
  readonly quantity: Quantity;
  /** Words of the question that its name accounts for. */
  readonly tokens: readonly number[];
  readonly said: number;
  readonly rank: number;
}

const typeRank: Readonly<Partial<Record<MeasureMetadata['type'], number>>> = {
  avg: 3,
  number: 2,
  max: 0,
  min: 0,
};

function figuresOf(work: Work, scale: Scale, at: number): Fitting[] {
  const measures = work.lexicon.cube.measures.flatMap((measure): Fitting[] => {
    const tokens = restSaid(work, measure, scale, at);
    const joined = isJoined(measure) ? 5 : 0;
    return tokens === undefined
      ? []
      : [
          {
            quantity: { kind: 'measure', measure },
            tokens,
            said: tokens.length,
            rank: (typeRank[measure.type] ?? 1) - joined,
          },
        ];
  });
  if (measures.length > 0) return measures.toSorted((a, b) => b.said - a.said || b.rank - a.rank);
  return onlyFigure(work, scale);
}

/** What the relation has only one figure for needs no further name. */
function onlyFigure({ lexicon }: Work, { nouns }: Scale): Fitting[] {
  const own = <M extends DimensionMetadata | MeasureMetadata>(members: readonly M[]): M[] =>
    members.filter((it) => !isJoined(it) && it.format !== 'percent' && speaksOf(it, nouns));
  const [measure, ...measures] = own(lexicon.cube.measures);
  if (measure !== undefined)
    return measures.length > 0
      ? []
      : [{ quantity: { kind: 'measure', measure }, tokens: [], said: 0, rank: 0 }];
  const [dimension, ...dimensions] = own(lexicon.cube.dimensions.filter((it) => it.type === 'number'));
  return dimension === undefined || dimensions.length > 0
    ? []
    : [{ quantity: { kind: 'aggregate', aggregate: 'avg', dimension }, tokens: [], said: 0, rank: 0 }];
}

/** The words that say the rest of a figure's name, beside the noun that the adjective stands for; undefined when it is not said. */
function restSaid(work: Work, measure: MeasureMetadata, { nouns }: Scale, at: number): number[] | undefined {
  for (const words of namePhrases(measure)) {
    if (!words.some((form) => nouns.has(form.lemma))) continue;
    const rest = words.filter(
      (form) => !nouns.has(form.lemma) && aggregateWords[form.lemma] === undefined && !isFiller(form),
    );
    const said = rest.map((form) =>
      saidWithRoot(work.question, form.root).find((token) => token.index !== at),
    );
    const tokens = said.flatMap((token) => (token === undefined ? [] : [token.index]));
    if (tokens.length < rest.length) continue;
    const named = words.filter((form) => nouns.has(form.lemma));
    const also = named.flatMap((form) => saidWithRoot(work.question, form.root));
    return [...tokens, ...also.map((token) => token.index)];
  }
  return undefined;
}

/** "our oldest customer", "the newest agent": by the day on which a row came into being, or by an age. */
export function ageFigure(
  work: Work,
  word: string,
): { quantity: Quantity; direction: 'asc' | 'desc' } | undefined {
  const { cube, defaultTime, timeIsBeginning } = work.lexicon;
  const old = word === 'oldest';
  if (!old && word !== 'newest' && word !== 'youngest') return undefined;
  const age = measuredDimension(work, 'old');
  if (age !== undefined && word !== 'newest')
    return {
      quantity: { kind: 'aggregate', aggregate: old ? 'max' : 'min', dimension: age },
      direction: old ? 'desc' : 'asc',
    };
  if (
    defaultTime === undefined ||
    !timeIsBeginning ||
    word === 'youngest' ||
    entityDimension(cube) === undefined
  )
    return undefined;
  return {
    quantity: { kind: 'aggregate', aggregate: old ? 'min' : 'max', dimension: defaultTime },
    direction: old ? 'asc' : 'desc',
  };
}
