import type { DimensionMetadata } from '../semantic/metadata.ts';
import { fits, type StatedAggregate, statedAfter, statedBefore } from './aggregates.ts';
import { memberLemmas } from './entities.ts';
import { entityOfCount, isJoined } from './joined-cubes.ts';
import { ranksBy, ranksThing } from './preferences.ts';
import type { Quantity } from './reading.ts';
import type { Aggregate } from './words.ts';
import { before, claim, firstOf, lastOf, type MentionOf, type Work, wordAt } from './work.ts';

export interface QuantityMention {
  readonly quantity: Quantity;
  readonly at: number;
  readonly end: number;
  /** An aggregate that the measure does not state itself: the question wants more than the measure says. */
  readonly open: StatedAggregate | undefined;
}

/** A count that names the things that the answer is split by or that are ranked: "which customers", "biggest accounts". */
export function countedThing(work: Work, mention: MentionOf<'measure'>): DimensionMetadata | undefined {
  const at = firstOf(mention);
  const by = isJoined(mention.entry.measure) && wordAt(work, at - 1) === 'by' && !ranksBy(work.tokens, at);
  if (!by && !/^(which|each|every|per)$/.test(wordAt(work, at - 1)) && !ranksThing(work.tokens, at))
    return undefined;
  return entityOfCount(work.lexicon.cube, mention.entry.measure);
}

/** The measures that a question names, each with the aggregate word that belongs to it. */
export function measureMentions(work: Work, mentions: readonly MentionOf<'measure'>[]): QuantityMention[] {
  const named = new Set(mentions.filter((mention) => mention.whole).map(({ entry }) => entry.measure));
  const own = mentions.filter((mention) => {
    const again =
      !mention.whole &&
      [mention.entry, ...mention.rivals].some((it) => it.kind === 'measure' && named.has(it.measure));
    if (again) claim(work, mention.tokens);
    return !again;
  });
  return own.map((mention) => {
    claim(work, mention.tokens);
    const { measure } = mention.entry;
    askWhenAmbiguous(work, mention);
    const stated = statedBefore(work, firstOf(mention)) ?? statedAfter(work, lastOf(mention));
    const open =
      stated === undefined || stated.tokens.some((index) => mention.tokens.includes(index))
        ? undefined
        : stated;
    const fitting = open !== undefined && fits(measure, open.aggregate);
    if (open !== undefined && fitting) claim(work, open.tokens);
    return {
      quantity: { kind: 'measure', measure },
      at: firstOf(mention),
      end: lastOf(mention),
      open: fitting ? undefined : open,
    };
  });
}

function askWhenAmbiguous(work: Work, mention: MentionOf<'measure'>): void {
  const rivals = mention.rivals.filter((rival) => rival.kind === 'measure');
  const [rival] = rivals;
  if (rival === undefined || mention.whole) return;
  work.ambiguities.push(
    `Do you mean ${[mention.entry, ...rivals].map((it) => it.measure.title).join(' or ')}?`,
  );
}

/** An aggregate over a dimension: `average age`, `how many different cities`, `latest order date`. */
export function dimensionAggregate(work: Work, mention: MentionOf<'dimension'>): QuantityMention | undefined {
  const { dimension } = mention.entry;
  const stated =
    statedBefore(work, firstOf(mention)) ?? statedAfter(work, lastOf(mention)) ?? endOfTime(work, mention);
  const ranked =
    dimension.type === 'number' && dimension.primaryKey !== true ? rankedBy(work, mention) : undefined;
  if (ranked !== undefined) {
    claim(work, ranked);
    return {
      quantity: { kind: 'aggregate', aggregate: 'max', dimension },
      at: firstOf(mention),
      end: lastOf(mention),
      open: undefined,
    };
  }
  if (stated === undefined) return undefined;
  // "how many items" counts products only where they are called so.
  if (stated.aggregate === 'count' || stated.aggregate === 'distinct') {
    const own = memberLemmas(dimension);
    if (!mention.tokens.some((at) => own.includes(work.tokens[at]?.lemma ?? ''))) {
      const words = mention.tokens.map((at) => work.tokens[at]?.raw).join(' ');
      work.ambiguities.push(`I do not see how to count "${words}".`);
      return undefined;
    }
  }
  const said = work.tokens[stated.tokens[0] ?? 0]?.word ?? '';
  const aggregate = aggregateFor(dimension, stated.aggregate, said);
  if (aggregate === undefined) return undefined;
  // "how many B2B customers": what is counted comes after the name.
  const next = work.tokens[lastOf(mention) + 1];
  if (
    aggregate === 'distinct' &&
    next !== undefined &&
    !next.afterBreak &&
    work.lexicon.entities.has(next.lemma)
  ) {
    return undefined;
  }
  claim(work, [...stated.tokens, ...mention.tokens]);
  const outer = before(work, stated.tokens[0] ?? 0);
  if (aggregate === 'distinct' && ['count', 'number', 'many'].includes(wordAt(work, outer))) {
    claim(work, [outer, ...(wordAt(work, outer) === 'many' ? [outer - 1] : [])]);
  }
  return {
    quantity: { kind: 'aggregate', aggregate, dimension },
    at: firstOf(mention),
    end: lastOf(mention),
    open: undefined,
  };
}

/** "the largest customer by number of employees": the number itself ranks, whatever is called its number. */
function rankedBy(work: Work, mention: MentionOf<'dimension'>): number[] | undefined {
  let at = firstOf(mention) - 1;
  while (['of', 'the', 'number'].includes(wordAt(work, at))) at -= 1;
  if (wordAt(work, at) !== 'by' || !ranksBy(work.tokens, at + 1)) return undefined;
  return Array.from({ length: lastOf(mention) - at + 1 }, (_, offset) => at + offset);
}

function aggregateFor(
  dimension: DimensionMetadata,
  stated: Aggregate,
  said: string,
): Extract<Quantity, { kind: 'aggregate' }>['aggregate'] | undefined {
  if (stated === 'count' || stated === 'distinct') return dimension.type === 'time' ? undefined : 'distinct';
  if (dimension.type === 'number' && dimension.primaryKey !== true && dimension.format !== 'id')
    return stated;
  // A date may be the earliest, not the smallest.
  const dated = !/^(largest|biggest|greatest|smallest|longest|shortest)$/.test(said);
  return dimension.type === 'time' && dated && (stated === 'min' || stated === 'max') ? stated : undefined;
}

function endOfTime(work: Work, mention: MentionOf<'dimension'>): StatedAggregate | undefined {
  if (mention.entry.dimension.type !== 'time') return undefined;
  const at = before(work, firstOf(mention));
  const word = wordAt(work, at);
  if (['latest', 'last', 'newest', 'recent'].includes(word)) {
    return { aggregate: 'max', tokens: wordAt(work, at - 1) === 'most' ? [at - 1, at] : [at] };
  }
  return ['earliest', 'first', 'oldest'].includes(word) ? { aggregate: 'min', tokens: [at] } : undefined;
}
