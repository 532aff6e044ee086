import { partsOfSpeech, relatives } from './lexical.ts';

/** Adjectives that measure something, with the nouns that say what: English, of no field in particular. */
interface Scale {
  readonly up: ReadonlySet<string>;
  readonly down: ReadonlySet<string>;
  readonly nouns: ReadonlySet<string>;
  /** Without such a noun it is how many there are that counts: the busiest month. */
  readonly counts?: true;
  /** What all rows come to is meant, and not their mean: the most profitable customer. */
  readonly addsUp?: true;
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(' ').filter((word) => word !== ''));

const scales: readonly Scale[] = [
  {
    up: set('long longer longest lengthy'),
    down: set('short shorter shortest'),
    nouns: set('duration length time stay second minute hour day night week'),
  },
  // A stay of many nights is long, and not slow.
  {
    up: set('slow slower slowest'),
    down: set('fast faster fastest quick quicker quickest'),
    nouns: set('duration time delay second minute hour'),
  },
  { up: set('old older oldest aged'), down: set('young younger youngest'), nouns: set('age') },
  {
    up: set('expensive costly costlier costliest pricey dear dearest'),
    down: set('cheap cheaper cheapest inexpensive affordable'),
    nouns: set('cost price expense'),
  },
  { up: set('heavy heavier heaviest'), down: set('light lighter lightest'), nouns: set('weight mass') },
  { up: set('tall taller tallest high'), down: set(''), nouns: set('height') },
  {
    up: set('far farther farthest furthest'),
    down: set('near nearest close closest'),
    nouns: set('distance'),
  },
  { up: set('profitable lucrative'), down: set('unprofitable'), nouns: set('profit margin'), addsUp: true },
  {
    up: set('deadly deadlier deadliest lethal fatal'),
    down: set('safe safest'),
    nouns: set('death fatality mortality'),
    addsUp: true,
  },
  { up: set('hot hotter hottest warm warmest'), down: set('cold colder coldest'), nouns: set('temperature') },
  { up: set('wide widest'), down: set('narrow narrowest'), nouns: set('width') },
  { up: set('deep deepest'), down: set('shallow'), nouns: set('depth') },
  { up: set('selling seller sellers'), down: set(''), nouns: set('sell sale sold') },
  {
    up: set('abundant plentiful'),
    down: set('rare rarer rarest scarce scarcer scarcest'),
    nouns: set('abundance frequency prevalence occurrence'),
  },
  { up: set('rich richest'), down: set('poor poorest'), nouns: set('wealth income') },
  {
    up: set('busy busier busiest'),
    down: set('quiet quieter quietest'),
    nouns: set('traffic'),
    counts: true,
  },
  {
    up: set('northernmost north northern'),
    down: set('southernmost south southern'),
    nouns: set('latitude'),
  },
  { up: set('easternmost'), down: set('westernmost'), nouns: set('longitude') },
  { up: set('new newer newest recent'), down: set(''), nouns: set('') },
];

interface FoundScale {
  readonly scale: Pick<Scale, 'nouns' | 'counts' | 'addsUp'>;
  /** The adjective means much of it. */
  readonly rising: boolean;
}

/** The scale of an adjective: one of the table, else what WordNet knows a superlative to measure. */
export function scaleOf(word: string): FoundScale | undefined {
  const scale = scales.find(({ up, down }) => up.has(word) || down.has(word));
  return scale === undefined ? measuredBy(word) : { scale, rising: scale.up.has(word) };
}

/** "Hardest" and "harder" measure hardness. */
function measuredBy(word: string): FoundScale | undefined {
  const stem = /^(.{3,})(?:est|er)$/.exec(word)?.[1];
  const bases =
    stem === undefined ? [] : [stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/(.)\1$/, '$1')];
  const base = bases.find((it) => partsOfSpeech(it).adjective >= 0.5);
  if (base === undefined) return undefined;
  const nouns = [...relatives(base)]
    .filter(([, strength]) => strength >= weakestMeasure)
    .map(([lemma]) => lemma);
  // "Fatty" is made from fat, "salty" from salt.
  const root = base.replace(/(?:(.)\1|(.))y$/, '$1$2');
  const made = root !== base && partsOfSpeech(root).noun > 0.1 ? [root] : [];
  return { scale: { nouns: new Set([base, ...made, ...nouns]) }, rising: true };
}

/** What is less surely related measures something else. */
const weakestMeasure = 0.5;

export function isScale(word: string): boolean {
  return scaleOf(word) !== undefined;
}

/**
 * How a superlative such as "slowest" or "most profitable" sorts; undefined for other words.
 * @param before the word before it
 */
export function superlativeDirection(word: string, before = ''): 'desc' | 'asc' | undefined {
  const isCompared = before === 'most' || before === 'least';
  if (!isCompared && !word.endsWith('est')) return undefined;
  const found = scaleOf(word);
  return found && (found.rising === (before !== 'least') ? 'desc' : 'asc');
}

/** "How long does a call last" asks for no last one. */
export function isLasting(words: readonly { readonly word: string }[], at: number): boolean {
  const before = words.slice(0, at).map(({ word }) => word);
  return words[at]?.word === 'last' && /\blong (do|does|did)\b/.test(before.join(' '));
}
