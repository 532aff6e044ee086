import type { Entry, Lexicon } from './lexicon.ts';
import type { Form, Phrase } from './member-phrases.ts';
import { isTypoOf, type Token } from './text.ts';
import {
  type Aggregate,
  aggregateWords,
  areSamePeople,
  areSynonyms,
  isFiller,
  isSmallWord,
  unitWords,
} from './words.ts';

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
): Mention[] {
  const free = tokens.filter((token) => !taken.has(token.index));
  const similar = similarities(free, lexicon);
  const candidates = lexicon.entries.flatMap((entry) =>
    entry.phrases.flatMap((it) => candidatesOf(entry, it, tokens, free, similar, prefer, lexicon)),
  );
  candidates.sort((a, b) => b.rank - a.rank);
  const used = new Set<number>();
  const chosen: Mention[] = [];
  for (const candidate of candidates) {
    if (candidate.tokens.some((index) => used.has(index))) continue;
    for (const index of candidate.tokens) used.add(index);
    chosen.push({ ...candidate, rivals: rivalsOf(candidate, candidates) });
  }
  return chosen.sort((a, b) => (a.tokens[0] ?? 0) - (b.tokens[0] ?? 0));
}

function rivalsOf(winner: Candidate, candidates: readonly Candidate[]): Entry[] {
  const rivals = new Set<Entry>();
  for (const other of candidates) {
    if (other.entry === winner.entry || other.rank < winner.rank - 0.03) continue;
    if (
      other.tokens.length === winner.tokens.length &&
      other.tokens.every((index) => winner.tokens.includes(index))
    ) {
      rivals.add(other.entry);
    }
  }
  return [...rivals];
}

/** For each free word: how like it the lexicon's lemmas are (0.7 to 1); absent means unlike. */
type Similarities = ReadonlyMap<number, ReadonlyMap<string, number>>;

function similarities(free: readonly Token[], lexicon: Lexicon): Similarities {
  const names = new Map<string, Form>();
  const values = new Map<string, Form>();
  for (const entry of lexicon.entries) {
    const into = entry.kind === 'value' ? values : names;
    for (const it of entry.phrases) for (const form of it.forms) into.set(form.lemma, form);
  }
  return new Map(free.map((token) => [token.index, similarTo(token, names, values)]));
}

function similarTo(
  token: Token,
  names: ReadonlyMap<string, Form>,
  values: ReadonlyMap<string, Form>,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const vocabulary of [names, values]) {
    for (const form of vocabulary.values()) {
      const likeness = exactLikeness(token, form);
      if (likeness > (found.get(form.lemma) ?? 0)) found.set(form.lemma, likeness);
    }
  }
  if (found.size > 0) {
    // "shipments" is the noun where the model has it, not a form of "shipped".
    const exact = [...found].filter(([, likeness]) => likeness > rootLikeness);
    return exact.length > 0 ? new Map(exact) : found;
  }
  if (isFunctionWord(token)) return found;
  for (const vocabulary of [names, values]) {
    for (const form of vocabulary.values()) {
      if (isTypoOf(token.word, form.word) || isTypoOf(token.lemma, form.lemma))
        found.set(form.lemma, typoLikeness);
    }
    if (found.size > 0) return found;
  }
  for (const form of values.values())
    if (areSamePeople(token.lemma, form.lemma)) found.set(form.lemma, typoLikeness);
  for (const form of names.values()) if (areSynonyms(token.lemma, form.lemma)) found.set(form.lemma, 0.7);
  return found;
}

const rootLikeness = 0.9;
const typoLikeness = 0.8;

function exactLikeness(token: Token, form: Form): number {
  if (token.word === form.word) return 1;
  if (token.lemma === form.lemma || token.word === `${form.word}s`) return 0.98;
  return token.root === form.root && token.root.length >= 4 ? rootLikeness : 0;
}

export function isFunctionWord(token: Token): boolean {
  return isFiller(token) || aggregateWords[token.lemma] !== undefined;
}

function candidatesOf(
  entry: Entry,
  phrase: Phrase,
  tokens: readonly Token[],
  free: readonly Token[],
  similar: Similarities,
  prefer: Preference,
  lexicon: Lexicon,
): Candidate[] {
  const found: Candidate[] = [];
  for (const start of free) {
    const match =
      entry.kind === 'value'
        ? matchInOrder(start, phrase, tokens, similar)
        : matchAnyOrder(start, phrase, tokens, similar, lexicon);
    if (match === undefined || isTornCondition(entry, match)) continue;
    if (!tellingPart(entry, match, tokens, lexicon)) continue;
    if (match.tokens.every((at) => namesUnit(tokens, at))) continue;
    // "number of orders" counts orders; it is not the order number.
    if (
      entry.kind === 'dimension' &&
      match.tokens.some((at) => tokens[at]?.lemma === 'number' && tokens[at + 1]?.word === 'of')
    ) {
      continue;
    }
    // A synonym of a part of a name is two steps away from it.
    if (match.share < 1 && match.sum < match.tokens.length * typoLikeness) continue;
    const quality = match.tokens.length === 0 ? 0 : match.sum / match.tokens.length;
    const score = quality * phrase.weight * match.share;
    if (score < minimumScore) continue;
    const rank = match.sum * phrase.weight * match.share + prefer(entry, match.tokens) * 0.1;
    // What stands around the words rules this meaning out.
    if (rank <= 0) continue;
    found.push({
      entry,
      tokens: match.tokens,
      score,
      omitted: phrase.omitted,
      whole: match.tokens.length === phrase.forms.length,
      rank,
    });
  }
  return found;
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
function tellingPart(entry: Entry, match: Match, tokens: readonly Token[], lexicon: Lexicon): boolean {
  if (match.share === 1) return true;
  const lemmas = match.tokens.map((index) => tokens[index]?.lemma ?? '').filter((lemma) => lemma !== '');
  if (lemmas.every((lemma) => isBucketWord(lemma) && entry.kind !== 'value')) return false;
  if (entry.kind === 'measure' && lemmas.every((lemma) => genericHeads.has(lemma))) return false;
  if (match.modifier !== true) return true;
  return lemmas.some(
    (lemma) =>
      !lexicon.entities.has(lemma) && aggregateWords[lemma] === undefined && namersOf(lemma, lexicon) === 1,
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

function namersOf(lemma: string, { entries }: Lexicon): number {
  return entries.filter(
    (entry) =>
      entry.kind !== 'value' && entry.phrases.some((it) => it.forms.some((form) => form.lemma === lemma)),
  ).length;
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
  tokens: readonly Token[],
  similar: Similarities,
): Match | undefined {
  let sum = 0;
  const matched: number[] = [];
  for (const [offset, form] of forms.entries()) {
    const token = tokens[start.index + offset];
    const likeness = token === undefined ? undefined : similar.get(token.index)?.get(form.lemma);
    // "opened" is something done; only "open" is the value.
    if (token === undefined || likeness === undefined || likeness === rootLikeness) return undefined;
    sum += likeness;
    matched.push(token.index);
  }
  // "or" and "in" are words; OR and IN may be codes.
  if (forms.length === 1 && isSmallWord(start.word) && !(start.quoted || /^\p{Lu}{2,}$/u.test(start.raw)))
    return undefined;
  return { tokens: matched, sum, share: 1 };
}

const boundaries = new Set(
  'by per for in from with where which that who and or vs versus to between each every not'.split(' '),
);

/** Names may be said in any order and with articles between; the words must not be torn apart by other content. */
function matchAnyOrder(
  start: Token,
  phrase: Phrase,
  tokens: readonly Token[],
  similar: Similarities,
  lexicon: Lexicon,
): Match | undefined {
  const open = [...phrase.forms];
  const matched: number[] = [];
  let sum = 0;
  let head = false;
  for (let index = start.index; index < tokens.length && open.length > 0; index++) {
    const token = tokens[index];
    if (token === undefined || (index > start.index && token.afterBreak)) break;
    const likeness = similar.get(index);
    const at = likeness === undefined ? -1 : bestForm(open, likeness);
    const form = open[at];
    if (form === undefined) {
      if (index === start.index) return undefined;
      // "cancelled orders rate": the relation's own name may stand within a name.
      if (lexicon.relationLemmas.has(token.lemma)) continue;
      if (phrase.indivisible && token.word === 'per') continue;
      // "downtime in hours" is one name.
      if (token.word === 'in' && unitWords.has(tokens[index + 1]?.lemma ?? '')) continue;
      if (boundaries.has(token.word) || likeness === undefined || !isFunctionWord(token)) break;
      continue;
    }
    sum += likeness?.get(form.lemma) ?? 0;
    head ||= form === phrase.forms.at(-1);
    matched.push(index);
    open.splice(at, 1);
  }
  const content = matched.filter((index) => {
    const token = tokens[index];
    return token !== undefined && !isFunctionWord(token);
  });
  if (open.length > 0 && (content.length === 0 || phrase.indivisible)) return undefined;
  if (open.length === 0) return { tokens: matched, sum, share: 1 };
  const covered = matched.length / phrase.forms.length;
  return { tokens: matched, sum, share: head ? 0.55 + 0.35 * covered : 0.4 + 0.3 * covered, modifier: !head };
}

function bestForm(open: readonly Form[], likeness: ReadonlyMap<string, number>): number {
  let best = -1;
  let bestLikeness = 0;
  for (const [at, form] of open.entries()) {
    const it = likeness.get(form.lemma) ?? 0;
    if (it > bestLikeness) [best, bestLikeness] = [at, it];
  }
  return best;
}
