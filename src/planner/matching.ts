import type { Budget } from './budget.ts';
import type { Entry, Lexicon } from './lexicon.ts';
import type { Form, Phrase } from './member-phrases.ts';
import {
  type PhraseIndex,
  phraseIndex,
  rootLikeness,
  typoLikeness,
  valueIndex,
  type Wording,
} from './phrase-index.ts';
import type { Token } from './text.ts';
import { type Aggregate, aggregateWords, isFunctionWord, isSmallWord, unitWords } from './words.ts';

/** An entry found in the question. */
export interface Mention {
  readonly entry: Entry;
  /** Indexes of the words that it covers, ascending. */
  readonly tokens: readonly number[];
  readonly score: number;
  /** The aggregate that the entry's name states and the question left out. */
  readonly omitted: Aggregate | undefined;
  /** Every word of the entry's phrase was said. */
  readonly whole: boolean;
  /** Other entries that the same words could mean just as well. */
  readonly rivals: readonly Entry[];
}

/** Decides between mentions of the same words; higher is likelier. */
export type Preference = (entry: Entry, tokens: readonly number[]) => number;

interface Candidate extends Omit<Mention, 'rivals'> {
  readonly rank: number;
  /** Place of its phrase among those of the relation, which decides between equals. */
  readonly order: number;
}

/** Where mentions are looked for. */
interface Search {
  readonly tokens: readonly Token[];
  readonly lexicon: Lexicon;
  readonly index: PhraseIndex;
  /** For each free word: how like it the lexicon's lemmas are. */
  readonly similar: ReadonlyMap<number, ReadonlyMap<string, number>>;
  readonly prefer: Preference;
  readonly budget: Budget;
}

/**
 * Finds what a question names in one relation. Words in any order, with slips, count as long as they stand together;
 * the longest and most exact mentions win, and no word serves twice.
 */
export function findMentions(
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
  lexicon: Lexicon,
  prefer: Preference,
  budget: Budget,
): Mention[] {
  return mentionsIn(phraseIndex(lexicon.entries), tokens, taken, lexicon, prefer, budget);
}

/** The same of the relation's values alone, whatever stands around them. */
export function findValues(
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
  lexicon: Lexicon,
  budget: Budget,
): Mention[] {
  return mentionsIn(valueIndex(lexicon.entries), tokens, taken, lexicon, () => 0, budget);
}

function mentionsIn(
  index: PhraseIndex,
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
  lexicon: Lexicon,
  prefer: Preference,
  budget: Budget,
): Mention[] {
  const free = tokens.filter((token) => !taken.has(token.index));
  const search = { tokens, lexicon, index, similar: similarities(free, index, budget), prefer, budget };
  const candidates = free.flatMap((start) => candidatesFrom(start, search));
  candidates.sort((a, b) => b.rank - a.rank || a.order - b.order || (a.tokens[0] ?? 0) - (b.tokens[0] ?? 0));
  const alike = Map.groupBy(candidates, ({ tokens: said }) => said.join());
  const used = new Set<number>();
  const chosen: Mention[] = [];
  for (const candidate of candidates) {
    if (candidate.tokens.some((at) => used.has(at))) continue;
    for (const at of candidate.tokens) used.add(at);
    chosen.push({ ...candidate, rivals: rivalsOf(candidate, alike.get(candidate.tokens.join()) ?? []) });
  }
  return chosen.sort((a, b) => (a.tokens[0] ?? 0) - (b.tokens[0] ?? 0));
}

/** @param alike all that the same words could mean, likeliest first */
function rivalsOf(winner: Candidate, alike: readonly Candidate[]): Entry[] {
  const rivals = new Set<Entry>();
  for (const { entry, rank } of alike) {
    if (rank < winner.rank - 0.03) break;
    if (entry !== winner.entry) rivals.add(entry);
  }
  return [...rivals];
}

function similarities(free: readonly Token[], index: PhraseIndex, budget: Budget): Search['similar'] {
  const known = new Map<string, ReadonlyMap<string, number>>();
  return new Map(
    free.map((token) => {
      const found = known.get(token.word) ?? index.similarTo(token, budget);
      known.set(token.word, found);
      return [token.index, found];
    }),
  );
}

function candidatesFrom(start: Token, search: Search): Candidate[] {
  const { index, similar, budget } = search;
  const lemmas = similar.get(start.index)?.keys() ?? [];
  const wordings = new Set([...lemmas].flatMap((lemma) => index.wordingsWith(lemma)));
  budget.spend(1 + wordings.size);
  return [...wordings].flatMap((wording) => candidateOf(wording, start, search) ?? []);
}

function candidateOf({ entry, phrase, order }: Wording, start: Token, search: Search): Candidate | undefined {
  const { tokens, prefer } = search;
  const match =
    entry.kind === 'value'
      ? matchInOrder(start, phrase, entry.value, search)
      : matchAnyOrder(start, phrase, search);
  if (match === undefined || isTornCondition(entry, match)) return undefined;
  if (!tellingPart(entry, match, search)) return undefined;
  if (match.tokens.every((at) => namesUnit(tokens, at))) return undefined;
  // "number of orders" counts orders; it is not the order number.
  if (
    entry.kind === 'dimension' &&
    match.tokens.some((at) => tokens[at]?.lemma === 'number' && tokens[at + 1]?.word === 'of')
  )
    return undefined;
  // A synonym of a part of a name is two steps away from it.
  if (match.share < 1 && match.sum < match.tokens.length * typoLikeness) return undefined;
  const quality = match.tokens.length === 0 ? 0 : match.sum / match.tokens.length;
  const score = quality * phrase.weight * match.share;
  if (score < minimumScore) return undefined;
  const rank = match.sum * phrase.weight * match.share + prefer(entry, match.tokens) * 0.1;
  // What stands around the words rules this meaning out.
  if (rank <= 0) return undefined;
  return {
    entry,
    tokens: match.tokens,
    score,
    omitted: phrase.omitted,
    whole: match.tokens.length === phrase.forms.length,
    rank,
    order,
  };
}

/** A condition is named by all of its name, or by what it is about: "part" is not "part-time". */
function isTornCondition(entry: Entry, match: Match): boolean {
  if (entry.kind === 'segment') return match.share < 1;
  return entry.kind === 'dimension' && entry.dimension.type === 'boolean' && match.modifier === true;
}

/** "weight in kg", "downtime in hours": the unit of a figure, nothing to split by. */
export function namesUnit(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || tokens[at - 1]?.word !== 'in' || !unitWords.has(token.lemma)) return false;
  return token.word !== token.lemma || !isBucketWord(token.lemma);
}

/** "by payment" may stand for the payment method; "by product" is not the product category, nor "by day" the delivery days. */
function tellingPart(entry: Entry, match: Match, { tokens, lexicon, index }: Search): boolean {
  if (match.share === 1) return true;
  const lemmas = match.tokens.map((at) => tokens[at]?.lemma ?? '').filter((lemma) => lemma !== '');
  if (lemmas.every((lemma) => isBucketWord(lemma) && entry.kind !== 'value')) return false;
  if (entry.kind === 'measure' && lemmas.every((lemma) => genericHeads.has(lemma))) return false;
  if (match.modifier !== true) return true;
  return lemmas.some(
    (lemma) =>
      !lexicon.entities.has(lemma) && aggregateWords[lemma] === undefined && index.namersOf(lemma) === 1,
  );
}

const genericHeads = new Set([
  'rate',
  'ratio',
  'value',
  'amount',
  'percent',
  'share',
  'total',
  'average',
  'count',
  'number',
]);

function isBucketWord(lemma: string): boolean {
  return ['hour', 'day', 'week', 'month', 'quarter', 'year', 'time', 'name', 'id', 'number', 'date'].includes(
    lemma,
  );
}

const minimumScore = 0.5;

interface Match {
  readonly tokens: readonly number[];
  readonly sum: number;
  /** 1 when the whole phrase was said, less when only a part of it. */
  readonly share: number;
  /** Only words that modify the name's last one were said. */
  readonly modifier?: boolean;
}

/** Values are said as they are written, word after word. */
function matchInOrder(
  start: Token,
  { forms }: Phrase,
  value: string,
  { tokens, similar, budget }: Search,
): Match | undefined {
  let sum = 0;
  const matched: number[] = [];
  for (const [offset, form] of forms.entries()) {
    budget.spend(1);
    const token = tokens[start.index + offset];
    const likeness = token === undefined ? undefined : similar.get(token.index)?.get(form.lemma);
    // "opened" is something done; only "open" is the value.
    if (token === undefined || likeness === undefined || likeness === rootLikeness) return undefined;
    sum += likeness;
    matched.push(token.index);
  }
  if (forms.length === 1 && isSmallWord(start.word) && !isWrittenAs(value, start, tokens)) return undefined;
  return { tokens: matched, sum, share: 1 };
}

/** "or" and "in" are words; "IN" may be a code and "Will" a name, unless capitals would stand there anyway. */
function isWrittenAs(
  value: string,
  { raw, index, afterBreak, quoted }: Token,
  tokens: readonly Token[],
): boolean {
  if (quoted) return true;
  if (!value.includes(raw) || !/^\p{Lu}./u.test(raw)) return false;
  if (tokens.length > 1 && tokens.every((token) => !/\p{Ll}/u.test(token.raw))) return false;
  return !/\p{Ll}/u.test(raw) || (index > 0 && !afterBreak);
}

const boundaries = new Set(
  'by per for in from with where which that who and or vs versus to between each every not'.split(' '),
);
/** Small words within a name; more of them than this lie between two names. */
const maxSmallWords = 12;

/** Names may be said in any order and with articles between; the words must not be torn apart by other content. */
function matchAnyOrder(
  start: Token,
  { forms, indivisible }: Phrase,
  { tokens, similar, lexicon, budget }: Search,
): Match | undefined {
  const open = new Set(forms.keys());
  const matched: number[] = [];
  let sum = 0;
  let head = false;
  const last = start.index + forms.length + maxSmallWords;
  for (let index = start.index; index < Math.min(tokens.length, last) && open.size > 0; index++) {
    budget.spend(open.size);
    const token = tokens[index];
    if (token === undefined || (index > start.index && token.afterBreak)) break;
    const likeness = similar.get(index);
    const at = likeness === undefined ? undefined : bestForm(forms, open, likeness);
    if (at === undefined) {
      if (index === start.index) return undefined;
      // "cancelled orders rate": the relation's own name may stand within a name.
      if (lexicon.relationLemmas.has(token.lemma)) continue;
      if (indivisible && token.word === 'per') continue;
      // "downtime in hours" is one name.
      if (token.word === 'in' && unitWords.has(tokens[index + 1]?.lemma ?? '')) continue;
      if (boundaries.has(token.word) || likeness === undefined || !isFunctionWord(token)) break;
      continue;
    }
    sum += likeness?.get(forms[at]?.lemma ?? '') ?? 0;
    head ||= at === forms.length - 1;
    matched.push(index);
    open.delete(at);
  }
  if (open.size === 0) return { tokens: matched, sum, share: 1 };
  const hasContent = matched.some((index) => {
    const token = tokens[index];
    return token !== undefined && !isFunctionWord(token);
  });
  if (!hasContent || indivisible) return undefined;
  const covered = matched.length / forms.length;
  return { tokens: matched, sum, share: head ? 0.55 + 0.35 * covered : 0.4 + 0.3 * covered, modifier: !head };
}

/** The place of the open word that is most like the one said. */
function bestForm(
  forms: readonly Form[],
  open: ReadonlySet<number>,
  likeness: ReadonlyMap<string, number>,
): number | undefined {
  let best: number | undefined;
  let bestLikeness = 0;
  for (const at of open) {
    const it = likeness.get(forms[at]?.lemma ?? '') ?? 0;
    if (it > bestLikeness) [best, bestLikeness] = [at, it];
  }
  return best;
}
