import type { DimensionMetadata, MeasureMetadata } from '../../semantic/metadata.ts';
import { parseNumber } from './comparisons.ts';
import type { Entry } from './lexicon.ts';
import { shortName } from './member-phrases.ts';
import type { Quantity } from './reading.ts';
import { forms, nameWords } from './text.ts';
import { type Aggregate, aggregateWords, leastWords, mostWords, numberWords } from './words.ts';
import { before, claim, firstOf, lastOf, type MentionOf, type Work, wordAt } from './work.ts';

/** An aggregate that the question states in words of its own: `average`, `how many`, `total`. */
export interface StatedAggregate {
  readonly aggregate: Aggregate;
  readonly tokens: readonly number[];
}

/** The aggregate word that belongs to a name: right before it, or `on average` and the like after it. */
export function statedBefore(work: Pick<Work, 'tokens'>, first: number): StatedAggregate | undefined {
  const { tokens } = work;
  let at = first - 1;
  while (
    at >= 0 &&
    ['of', 'the', 'a', 'our', 'all', 'in', 'value', 'values', 'single'].includes(tokens[at]?.word ?? '')
  )
    at -= 1;
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.word === 'many' && tokens[at - 1]?.word === 'how') {
    const average = tokens.findIndex(
      (it, index) => it.lemma === 'average' && tokens[index - 1]?.word === 'on',
    );
    return average < 0
      ? { aggregate: 'count', tokens: [at - 1, at] }
      : { aggregate: 'avg', tokens: [average - 1, average, at - 1, at] };
  }
  if (token.lemma === 'distinct' || token.lemma === 'unique' || token.lemma === 'different') {
    return { aggregate: 'distinct', tokens: [at] };
  }
  const aggregate = aggregateWords[token.lemma] ?? aggregateWords[token.word];
  return aggregate === undefined ? undefined : { aggregate, tokens: [at] };
}

export function statedAfter(work: Pick<Work, 'tokens'>, last: number): StatedAggregate | undefined {
  const { tokens } = work;
  if (tokens[last + 1]?.word === 'on' && tokens[last + 2]?.lemma === 'average') {
    return { aggregate: 'avg', tokens: [last + 1, last + 2] };
  }
  const next = tokens[last + 1];
  if (next === undefined || next.afterBreak) return undefined;
  const aggregate =
    next.lemma === 'average' || next.lemma === 'total' || next.lemma === 'count'
      ? aggregateWords[next.lemma]
      : undefined;
  return aggregate === undefined ? undefined : { aggregate, tokens: [last + 1] };
}

function nameSays(measure: MeasureMetadata, aggregate: Aggregate): boolean {
  return [measure.title, shortName(measure.name), ...(measure.synonyms ?? [])]
    .flatMap(nameWords)
    .some((word) => aggregateWords[forms(word).lemma] === aggregate);
}

/** Whether a measure may be called by an aggregate: "total revenue" is no average, "how many" asks for no percentage. */
export function fits(measure: MeasureMetadata, aggregate: Aggregate): boolean {
  const { type, format } = measure;
  switch (aggregate) {
    case 'count':
      return (
        type === 'count' ||
        type === 'count_distinct' ||
        ((type === 'sum' || type === 'number') && format !== 'percent' && format !== 'currency')
      );
    case 'distinct':
      return type === 'count_distinct' || (type === 'count' && nameSays(measure, 'distinct'));
    case 'sum':
      return (
        type === 'sum' ||
        type === 'count' ||
        type === 'count_distinct' ||
        (type === 'number' && format !== 'percent' && !nameSays(measure, 'avg'))
      );
    case 'avg':
      return type === 'avg' || nameSays(measure, 'avg') || format === 'percent';
    case 'min':
      return type === 'min' || nameSays(measure, 'min');
    case 'max':
      return type === 'max' || nameSays(measure, 'max');
  }
}

/** Which of the things that the same words may mean fits what stands around them. */
export function preferenceFor(
  work: Pick<Work, 'tokens' | 'lexicon'>,
  dated: ReadonlySet<number> = new Set(),
) {
  const { tokens } = work;
  return (entry: Entry, matched: readonly number[]): number => {
    const first = matched[0] ?? 0;
    const last = matched.at(-1) ?? 0;
    const stated = statedBefore(work, first) ?? statedAfter(work, last);
    const grouped =
      ranksThing(tokens, first) ||
      isGroupWord(tokens[first - 1]?.word) ||
      (['the', 'each', 'different'].includes(tokens[first - 1]?.word ?? '') &&
        isGroupWord(tokens[first - 2]?.word));
    switch (entry.kind) {
      case 'measure': {
        if (stated !== undefined) {
          const consumed = stated.tokens.some((index) => matched.includes(index));
          if (!consumed) return fits(entry.measure, stated.aggregate) ? 1.5 : -2;
        }
        // "which customers spent": what follows "which" is a thing, not a figure.
        const { type } = entry.measure;
        const counts = type === 'count' || type === 'count_distinct';
        // "best customers" are ranked; the "best availability" is what they are ranked by.
        const thing =
          ranksThing(tokens, first) && (counts || !/^(best|worst)$/.test(tokens[first - 1]?.word ?? ''));
        if (/^(which|each|every|per)$/.test(tokens[first - 1]?.word ?? '') || thing) return -15;
        if (ranksBy(tokens, first)) return 1;
        const natural =
          type === 'sum' || type === 'count' ? 0.5 : type === 'min' || type === 'max' ? -0.5 : 0.2;
        return natural - (grouped ? 1.2 : 0);
      }
      case 'dimension': {
        if (entry.dimension.type === 'number' && stated !== undefined && !grouped) return 0.3;
        if (entry.dimension.type === 'number' && ranksBy(tokens, first)) return 0;
        // "by return" is not the date of the return.
        if (grouped) return entry.dimension.type === 'time' ? 0 : 1.2;
        // "delivered in June" is a time before it is a status.
        const noun = matched.some((at) => {
          const { word = '', lemma = '' } = tokens[at] ?? {};
          return work.lexicon.relationLemmas.has(lemma) || (word !== lemma && word.endsWith('s'));
        });
        const beforeDate = [last + 1, last + 2].some((at) => dated.has(at));
        if (entry.dimension.type === 'time' && beforeDate && !noun) return 4;
        return entry.dimension.type === 'boolean' ? 0.3 : entry.dimension.primaryKey === true ? -0.4 : 0;
      }
      case 'relation':
        return grouped || work.lexicon.rowCount === undefined ? -1.5 : 0.2;
      case 'segment':
        return 0.2;
      case 'value':
        return grouped ? -1 : 0.1;
    }
  };
}

/** `top 5 cities`, `best customers`, `which 3 cities`: what follows is ranked. `highest revenue` says by what. */
export function ranksThing(tokens: Work['tokens'], first: number): boolean {
  const word = tokens[first - 1]?.word ?? '';
  if (/^(top|bottom|best|worst|leading)$/.test(word)) return true;
  const counted = numberWords[word] !== undefined || parseNumber(word) !== undefined;
  const lead = tokens[first - 2]?.word ?? '';
  return counted && (mostWords.has(lead) || leastWords.has(lead) || lead === 'which' || lead === 'what');
}

/** "top 5 doctors by cost": after a ranking, `by` says by what. */
function ranksBy(tokens: Work['tokens'], first: number): boolean {
  if (tokens[first - 1]?.word !== 'by') return false;
  return tokens.slice(0, first).some(({ word }) => mostWords.has(word) || leastWords.has(word));
}

function isGroupWord(word: string | undefined): boolean {
  return (
    word === 'by' ||
    word === 'per' ||
    word === 'each' ||
    word === 'every' ||
    word === 'which' ||
    word === 'across'
  );
}

export interface QuantityMention {
  readonly quantity: Quantity;
  readonly at: number;
  readonly end: number;
  /** An aggregate that the measure does not state itself: the question wants more than the measure says. */
  readonly open: StatedAggregate | undefined;
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
  if (stated === undefined) return undefined;
  const aggregate = aggregateFor(dimension, stated.aggregate);
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

function aggregateFor(
  dimension: DimensionMetadata,
  stated: Aggregate,
): Extract<Quantity, { kind: 'aggregate' }>['aggregate'] | undefined {
  if (stated === 'count' || stated === 'distinct') return dimension.type === 'time' ? undefined : 'distinct';
  if (dimension.type === 'number' && dimension.primaryKey !== true && dimension.format !== 'id')
    return stated;
  return dimension.type === 'time' && (stated === 'min' || stated === 'max') ? stated : undefined;
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
