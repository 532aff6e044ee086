import { operatorOf } from '../language/grammar.ts';
import { forms } from '../language/text.ts';
import { ageOf } from './ages.ts';
import { identifying } from './entities.ts';
import { type Entry, isFlag } from './entries.ts';
import { promisedBy } from './lateness.ts';
import { articles, timeTails } from './names.ts';
import { spanBetween } from './spans.ts';

/** A word of a name, with how much of the name it is. */
export interface NameWord {
  readonly key: string;
  readonly root: string;
  readonly weight: number;
}

/** One way to say an entry. */
export interface Phrase {
  readonly entry: Entry;
  readonly words: readonly NameWord[];
  /** The word without which little of the name is said: its last one of weight. */
  readonly head: number;
  /** 1 for a title, less for what says the entry less surely. */
  readonly trust: number;
  /** The words follow each other in this order, as in a value. */
  readonly ordered: boolean;
  /** A ratio such as "revenue per customer". */
  readonly ratio: boolean;
  /** The small word that it ends with: "cash in". Between others, such words say nothing. */
  readonly particle?: string;
  /** The small word that tells it from the rows it is of: the "in" of "transfers in". */
  readonly needs?: string;
}

export const trustOf = { title: 1, name: 0.99, synonym: 0.97, context: 0.93 } as const;

/** Words that aggregate have one key, however they are said: "avg", "mean" and "average" are one. */
export function keyOfWord(word: string): string {
  const { lemma } = forms(word);
  const operator = operatorOf(word) ?? operatorOf(lemma);
  if (operator?.kind === 'aggregate') return `~${operator.aggregate}`;
  // "Highest price" is the maximum.
  if (
    operator?.kind === 'rank' &&
    operator.top !== true &&
    operator.judges !== true &&
    /^(high|low)est$/.test(lemma)
  )
    return operator.direction === 'desc' ? '~max' : '~min';
  return lemma;
}

const unitNouns = new Set(
  'day hour minute second week month year eur usd gbp percent kg km mile ton unit ms pct'.split(' '),
);
/** What names end with that says little of them. */
const tailNouns = new Set([...identifying, 'label', 'value', 'amount']);
/** "Out" of "Out of print since": what came out is no such thing. */
const adverbs = new Set(['down', 'off', 'out', 'up']);
const booleanLeads = new Set('be is has have do can was'.split(' '));

function weightOf(key: string, entry: Entry, relation: ReadonlySet<string>, last: boolean): number {
  if (articles.has(key)) return 0;
  if (key === '~sum' || key === '~count') return 0.05;
  if (key === '~avg') return 0.3;
  if (key.startsWith('~')) return 1;
  if (adverbs.has(key)) return 0.1;
  if (last && entry.kind === 'dimension' && entry.dimension.type === 'time' && timeTails.has(key)) return 0.3;
  if (entry.kind === 'dimension' && entry.dimension.type === 'boolean' && booleanLeads.has(key)) return 0.05;
  // What was not sent is not what was sent late.
  if (entry.kind === 'dimension' && promisedBy(entry.dimension)?.is === 'done late' && !last) return 0.1;
  // Rows are not meant by their key.
  if (entry.kind === 'dimension' && entry.dimension.primaryKey === true && tailNouns.has(key)) return 1;
  // A group by itself is any.
  if (last && entry.kind === 'dimension' && ageOf(entry.dimension)?.by === 'decade') return 0.3;
  if (last && key === 'name' && entry.kind === 'dimension') return 0.1;
  if (last && (unitNouns.has(key) || tailNouns.has(key))) return unitNouns.has(key) ? 0.25 : 0.3;
  return relation.has(key) ? 0.4 : 1;
}

function isSmallWord(word: string): boolean {
  const operator = operatorOf(word) ?? operatorOf(forms(word).lemma);
  return operator !== undefined && operator.kind !== 'aggregate';
}

/**
 * An entry as words say it, each weighed by how much of it they tell.
 * @param things what the model has rows of. @default those of the relation
 */
export function phraseOf(
  entry: Entry,
  words: readonly string[],
  trust: number,
  relation: ReadonlySet<string>,
  things: ReadonlySet<string> = relation,
): Phrase[] {
  // The number of an order is no count.
  const plain = entry.kind === 'dimension' && entry.dimension.type !== 'number';
  const told: NameWord[] = [];
  for (const [at, word] of words.entries()) {
    const { lemma, root } = forms(word);
    const key = plain ? lemma : keyOfWord(word);
    // Of what people are quoted to say ("how much did we sell") only what names something counts.
    const counts = trust !== trustOf.context || !isSmallWord(word);
    const weight = counts ? weightOf(key, entry, relation, at === words.length - 1) : 0;
    if (weight > 0) told.push({ key, root, weight });
  }
  if (told.length === 0) return [];
  const isMain = ({ weight }: NameWord): boolean => weight >= 0.4;
  // A name of nothing but small words is all that there is to say.
  const own = told.some(isMain) ? told : told.map((word) => ({ ...word, weight: 1 }));
  // "length of stay": the head comes before "of".
  const head = words.indexOf('of') > 0 ? own.findIndex(isMain) : own.findLastIndex(isMain);
  const last = words.at(-1) ?? '';
  const particle = articles.has(last) ? { particle: last } : {};
  const areRows = told.every(({ key }) => things.has(key) || adverbs.has(key)) && words.length > 1;
  const isToldApart =
    areRows && (isFlag(entry) || entry.kind === 'measure') && (articles.has(last) || adverbs.has(last));
  const ratio = words.indexOf('per') > 0;
  const needs = isToldApart ? { needs: last } : {};
  return [{ entry, words: own, head, trust, ordered: false, ratio, ...particle, ...needs }];
}

/** "EPS" are the earnings per share: the initials of a name, perhaps without its last word. "Did" is short for no days from issue to due. */
export function initialsOf(entry: Entry, words: readonly string[], trust: number): Phrase[] {
  if (entry.kind === 'dimension' && spanBetween(entry.dimension) !== undefined) return [];
  const letters = words.map((word) => word[0] ?? '').join('');
  const said = [letters, ...(words.length > 2 ? [letters.slice(0, -1)] : [])];
  return said
    .filter((it) => /^\p{L}{2,5}$/u.test(it))
    .map((it) => ({
      ...{ entry, head: 0, trust: trust * 0.95, ordered: false, ratio: false },
      words: [{ key: `^${it}`, root: `^${it}`, weight: 1 }],
    }));
}
