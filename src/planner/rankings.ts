import { parseNumber } from './comparisons.ts';
import { shortName } from './member-phrases.ts';
import type { QuantityMention } from './quantities.ts';
import type { Group, Quantity, Ranking } from './reading.ts';
import { superlativeDirection } from './scales.ts';
import { wordTable } from './word-table.ts';
import { isFunctionWord, judgingWords, leastWords, mostWords, numberWords, unwelcome } from './words.ts';
import { before, claim, firstOf, lemmaAt, mentionsOf, type Work, wordAt } from './work.ts';

const places = wordTable<number>({
  second: 1,
  '2nd': 1,
  third: 2,
  '3rd': 2,
  fourth: 3,
  '4th': 3,
  fifth: 4,
  '5th': 4,
});

export interface RankingFound {
  readonly ranking: Ranking | undefined;
  /** Where the superlative stands; undefined for a mere order. */
  readonly at: number | undefined;
  /** It speaks of how many there are: "the busiest day". */
  readonly busy: boolean;
}

/**
 * Finds "top 5", "the highest", "fewest", "second best" among words that nothing claimed. How many rows are meant
 * without a number depends on the noun: one for "which city", some for "which cities".
 */
export function findRanking(work: Work, quantities: readonly QuantityMention[]): RankingFound {
  for (const token of work.tokens) {
    if (work.used.has(token.index)) continue;
    const scaled = superlativeDirection(token.word);
    const upwards = leastWords.has(token.word) || scaled === 'asc';
    if (!upwards && !mostWords.has(token.word) && scaled === undefined) continue;
    const { index } = token;
    if (/^(first|to)$/.test(wordAt(work, index + 1)) && !work.used.has(index + 1)) {
      const other = wordAt(work, index + 1) === 'first' ? undefined : work.tokens[index + 2]?.word;
      if (other === undefined || mostWords.has(other) || leastWords.has(other)) {
        claim(work, [index, index + 1, ...(other === undefined ? [] : [index + 2])]);
        return { ranking: ordered(upwards ? 'asc' : 'desc'), at: undefined, busy: false };
      }
    }
    const by = quantityAfter(work, index, quantities);
    const count = countNear(work, index);
    const place = placeBefore(work, index);
    claim(work, [index]);
    const judged = by?.quantity ?? quantities[0]?.quantity;
    const judges = judgingWords.has(token.word);
    const turned = judges && isUnwelcome(judged);
    return {
      at: index,
      busy: token.word === 'busiest' || token.word === 'peak',
      ranking: {
        direction: upwards !== turned ? 'asc' : 'desc',
        limit: count ?? (place > 0 ? 1 : undefined),
        offset: place,
        by: by?.quantity,
        judges: judges && judged === undefined,
        within: undefined,
      },
    };
  }
  return { ranking: sorting(work), at: undefined, busy: false };
}

function sorting(work: Work): Ranking | undefined {
  for (const token of work.tokens) {
    if (work.used.has(token.index) || !/^(desc|asc)(ending)?$/.test(token.word)) continue;
    claim(work, [token.index]);
    if (lemmaAt(work, token.index + 1) === 'order') claim(work, [token.index + 1]);
    return { ...ordered(token.word.startsWith('desc') ? 'desc' : 'asc'), limit: firstFew(work) };
  }
  return undefined;
}

/** "and show only the first 2". */
function firstFew(work: Work): number | undefined {
  const at = work.tokens.findIndex(({ word, index }) => word === 'first' && !work.used.has(index));
  const word = wordAt(work, at + 1);
  const count = at < 0 ? undefined : (numberWords[word] ?? parseNumber(word));
  if (count === undefined || !Number.isInteger(count) || count < 1) return undefined;
  claim(work, [at, at + 1]);
  return count;
}

/** All rows, in this order. */
function ordered(direction: Ranking['direction']): Ranking {
  return { direction, limit: undefined, offset: 0, by: undefined, within: undefined };
}

/** What stands further away than this is not what a superlative speaks of. */
const maxWordsBetween = 12;

/** The measure that a superlative speaks of: "the highest average rating", "most orders". */
function quantityAfter(
  work: Work,
  index: number,
  quantities: readonly QuantityMention[],
): QuantityMention | undefined {
  return quantities.find(({ at }) => {
    if (at <= index || at > index + maxWordsBetween) return false;
    for (let between = index + 1; between < at; between++) {
      const token = work.tokens[between];
      if (token !== undefined && !isFunctionWord(token)) return false;
      if (['by', 'in', 'for', 'with', 'have'].includes(token?.lemma ?? '')) return false;
    }
    return true;
  });
}

function countNear(work: Work, index: number): number | undefined {
  const which = work.tokens.findIndex((token) => token.word === 'which' || token.word === 'what');
  const places = [index + 1, index - 1, ...(wordAt(work, index - 1) === 'the' ? [index - 2] : [])];
  if (which >= 0) places.push(which + 1);
  for (const at of [...places, ...beforeThings(work)]) {
    const token = work.tokens[at];
    if (token === undefined || work.used.has(at)) continue;
    const count = numberWords[token.word] ?? parseNumber(token.word);
    if (count === undefined || !Number.isInteger(count) || count < 1 || count > 10_000) continue;
    if (token.word === 'one' && at === index + 1) continue;
    claim(work, [at]);
    return count;
  }
  return undefined;
}

/** "the 3 wards with the highest cost": the places right before what may be ranked. */
function beforeThings(work: Work): number[] {
  return work.mentions
    .filter(
      ({ entry }) =>
        entry.kind === 'dimension' ||
        entry.kind === 'relation' ||
        (entry.kind === 'measure' && entry.measure === work.lexicon.rowCount),
    )
    .map((mention) => firstOf(mention) - 1);
}

function placeBefore(work: Work, index: number): number {
  const at = before(work, index);
  const place = places[wordAt(work, at)];
  if (place === undefined || at !== index - 1) return 0;
  claim(work, [at]);
  return place;
}

/** The ranking of a follow-up such as "worst 3", once it is known of what. */
export function rankedBy(ranking: Ranking, quantity: Quantity | undefined): Ranking {
  if (ranking.judges !== true || !isUnwelcome(quantity)) return ranking;
  return { ...ranking, judges: false, direction: ranking.direction === 'asc' ? 'desc' : 'asc' };
}

function isUnwelcome(quantity: Quantity | undefined): boolean {
  if (quantity?.kind !== 'measure') return false;
  return unwelcome.test(`${quantity.measure.title} ${shortName(quantity.measure.name)}`.toLowerCase());
}

/** Without a number a ranking is for one row when the noun is singular, for ten when it is plural. */
export function sized(
  work: Work,
  ranking: Ranking | undefined,
  at: number | undefined,
  groups: readonly Group[],
  per: Group['dimension'] | undefined,
): Ranking | undefined {
  if (ranking === undefined || at === undefined) return ranking;
  const within = groups.length > 1 ? per : undefined;
  if (ranking.limit !== undefined) return { ...ranking, within };
  const grouped = new Set(groups.map(({ dimension }) => dimension));
  const plural = mentionsOf(work, 'dimension').some(
    (mention) =>
      grouped.has(mention.entry.dimension) &&
      mention.tokens.some((index) => {
        const token = work.tokens[index];
        // A name may be a plural itself, such as "type of goods".
        const named = mention.entry.phrases.some((it) => it.forms.some((form) => form.word === token?.word));
        return token !== undefined && token.word !== token.lemma && token.word.endsWith('s') && !named;
      }),
  );
  return { ...ranking, limit: plural ? 10 : 1, within };
}
