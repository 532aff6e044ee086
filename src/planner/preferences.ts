import { fits, statedAfter, statedBefore } from './aggregates.ts';
import { parseNumber } from './comparisons.ts';
import { entityOfCount, isJoined } from './joined-cubes.ts';
import { type Entry, isJoinedEntry } from './lexicon.ts';
import { remembered } from './remembered.ts';
import { superlativeDirection } from './scales.ts';
import type { Token } from './text.ts';
import { leastWords, mostWords, negations, numberWords } from './words.ts';
import type { Work } from './work.ts';

/** Which of the things that the same words may mean fits what stands around them. */
export function preferenceFor(
  work: Pick<Work, 'tokens' | 'lexicon'>,
  dated: ReadonlySet<number> = new Set(),
) {
  const { tokens } = work;
  return (entry: Entry, matched: readonly number[]): number =>
    preferred(entry, matched) - (isJoinedEntry(entry) ? 0.4 : 0);

  function preferred(entry: Entry, matched: readonly number[]): number {
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
        // One programme is a thing; programmes are counted.
        const [only] = matched;
        const one = matched.length === 1 && tokens[only ?? 0]?.word === tokens[only ?? 0]?.lemma;
        if (one && isJoined(entry.measure) && entry.measure.type === 'count' && stated === undefined)
          return -15;
        // "not escalated" says which rows; the escalated ones are not the figure.
        if (isNegated(tokens, first)) return -15;
        if (stated !== undefined) {
          const consumed = stated.tokens.some((index) => matched.includes(index));
          // "the highest revenue" of a month is no maximum of the measure, but still the measure.
          const ranks = stated.aggregate === 'max' || stated.aggregate === 'min';
          if (!consumed) return fits(entry.measure, stated.aggregate) ? 1.5 : ranks ? -1 : -2;
        }
        // "which customers spent": what follows "which" is a thing, not a figure.
        const { type } = entry.measure;
        const counts = type === 'count' || type === 'count_distinct';
        // "best customers" are ranked; the "best availability" is what they are ranked by.
        const thing = ranksThing(tokens, first) && (counts || !judges(tokens[first - 1]?.word ?? ''));
        if (/^(which|each|every|per)$/.test(tokens[first - 1]?.word ?? '') || thing)
          return counts && entityOfCount(work.lexicon.cube, entry.measure) !== undefined ? 0.2 : -15;
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
      case 'value': {
        // "agents with more than 250 tickets": things are spoken of, not those of one value.
        const { word = '', lemma = '' } = tokens[last] ?? {};
        const things = word !== lemma && /^(with|having|who|that)$/.test(tokens[last + 1]?.word ?? '');
        return things ? -3 : grouped ? -1 : 0.1;
      }
    }
  }
}

/** "best", "slowest": the figure itself may follow. */
function judges(word: string): boolean {
  return word === 'best' || word === 'worst' || superlativeDirection(word) !== undefined;
}

const betweenNegation = new Set(
  'a an the any be been being have had do did does that which who yet'.split(' '),
);

function isNegated(tokens: Work['tokens'], first: number): boolean {
  let at = first - 1;
  while (betweenNegation.has(tokens[at]?.lemma ?? '') && tokens[at + 1]?.afterBreak !== true) at -= 1;
  const word = tokens[at]?.word ?? '';
  return negations.has(word) && word !== 'no';
}

/** `top 5 cities`, `best customers`, `which 3 cities`: what follows is ranked. `highest revenue` says by what. */
export function ranksThing(tokens: Work['tokens'], first: number): boolean {
  const word = tokens[first - 1]?.word ?? '';
  if (/^(top|bottom|best|worst|leading)$/.test(word)) return true;
  if (superlativeDirection(word) !== undefined || word === 'newest' || word === 'oldest') return true;
  // "the biggest customers by revenue"
  if (
    /^(biggest|largest|greatest|smallest|strongest|weakest|popular|common)$/.test(word) &&
    tokens[first + 1]?.word === 'by'
  )
    return true;
  const counted = numberWords[word] !== undefined || parseNumber(word) !== undefined;
  const lead = tokens[first - 2]?.word ?? '';
  const next = tokens[first + 1]?.word ?? '';
  return (
    counted &&
    (mostWords.has(lead) ||
      leastWords.has(lead) ||
      lead === 'which' ||
      lead === 'what' ||
      // "3 agents with the lowest score"
      (/^(with|having|that|who|by)$/.test(next) && superlatives(tokens).last >= first + 2))
  );
}

/** "top 5 doctors by cost": after a ranking, `by` says by what. */
export function ranksBy(tokens: Work['tokens'], first: number): boolean {
  if (tokens[first - 1]?.word !== 'by') return false;
  return superlatives(tokens).first < first;
}

/** Where the first and the last word such as "most" and "fewest" stand. */
const superlatives = remembered((tokens: readonly Token[]) => {
  const ranks = ({ word }: Token): boolean => mostWords.has(word) || leastWords.has(word);
  const first = tokens.findIndex(ranks);
  return { first: first < 0 ? Number.POSITIVE_INFINITY : first, last: tokens.findLastIndex(ranks) };
});

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
