import type { Language } from '../../contract/answer-words.ts';
import { editDistance, fold, singular } from '../../english.ts';
import { irregularLemmas } from './irregular-lemmas.ts';
import { rememberedWords } from './remembered.ts';
import { wordTable } from './word-table.ts';

/** One word of a question or of a name, in the forms that matching compares. */
export interface Token {
  readonly index: number;
  /** As typed. */
  readonly raw: string;
  /** Lower case, no accents. */
  readonly word: string;
  /** Singular, present tense of irregular verbs. */
  readonly lemma: string;
  /** Without derivational endings: `cancelled` and `cancellation` share one. */
  readonly root: string;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** The word before, in lower case. */
  readonly before: string | undefined;
  /** Inside quotation marks. */
  readonly quoted: boolean;
  /** A number with a plus behind it: "10+". */
  readonly andMore: boolean;
  /** A dash joins it to the word before: "5-10". */
  readonly dashed: boolean;
  /** Punctuation that ends a phrase stands before this word. */
  readonly afterBreak: boolean;
  /** @default English */
  readonly language?: Language;
}

const wordPattern =
  /w\/o\b|(?<![\p{L}\p{N}])(?:\p{L}(?:[/&.]\p{L})+|\p{L}{1,2}&\p{L}{1,2})(?:['’]s)?(?![\p{L}\p{N}])|[\p{L}\p{N}]+(?:[.,]\p{N}+)*(?:['’]\p{L}+)?|[%#<>=]+/gu;

/** All places from one to another, both included; none where that is before it. */
export function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
}

/** Splits text into words. Contractions are written out (`didn't` is `did not`), possessives dropped. */
export function tokenize(text: string): Token[] {
  const quotes = quotedSpans(text);
  const tokens: Token[] = [];
  let last = 0;
  let quote = 0;
  for (const match of text.matchAll(wordPattern)) {
    const start = match.index;
    const end = start + match[0].length;
    while ((quotes[quote]?.[1] ?? Number.POSITIVE_INFINITY) < end) quote += 1;
    const quoted = (quotes[quote]?.[0] ?? Number.POSITIVE_INFINITY) <= start;
    const between = text.slice(last, start);
    const dashed = /^ ?[-–—] ?[$€£]?$/.test(between);
    const afterBreak = /[;:?!()]|[,.]\s|\s[-–—]\s/.test(between);
    last = end;
    for (const raw of expand(match[0])) {
      tokens.push({
        index: tokens.length,
        raw,
        ...forms(raw),
        before: tokens.at(-1)?.word,
        start,
        end,
        quoted,
        andMore: text[end] === '+' && /\p{N}$/u.test(raw),
        dashed,
        afterBreak,
      });
    }
  }
  return tokens;
}

/** What stands in quotes, or is written as code: ":has()". */
function quotedSpans(text: string): [number, number][] {
  const spans: [number, number][] = [];
  for (const match of text.matchAll(
    /"([^"]+)"|“([^”]+)”|(?<![\p{L}])'([^']+)'(?![\p{L}])|[\p{L}\p{N}-]+\(\)/gu,
  )) {
    spans.push([match.index, match.index + match[0].length]);
  }
  return spans;
}

const contractions = wordTable<readonly string[]>({
  "what's": ['what', 'is'],
  whats: ['what', 'is'],
  "who's": ['who', 'is'],
  "where's": ['where', 'is'],
  "how's": ['how', 'is'],
  "that's": ['that', 'is'],
  "it's": ['it', 'is'],
  "let's": ['let'],
  "i'm": ['i', 'am'],
  "i'd": ['i', 'would'],
  'i.e': ['that', 'is'],
  'e.g': ['that', 'is'],
  "can't": ['can', 'not'],
  cant: ['can', 'not'],
  cannot: ['can', 'not'],
  "won't": ['will', 'not'],
});

function expand(raw: string): readonly string[] {
  const plain = raw.replace('’', "'");
  const known = contractions[plain.toLowerCase()];
  if (known !== undefined) return known;
  // "P/E", "i.e."
  if (/^\p{L}{1,2}(?:[/&.]\p{L}{1,2})+(?:'s)?$/u.test(plain) && plain.toLowerCase() !== 'w/o')
    return [plain.replace(/'s$|[/&.]/g, '').toUpperCase()];
  const negated = /^(\p{L}+)n't$|^(do|does|did|is|are|was|were|has|have|had)nt$/iu.exec(plain);
  const verb = negated?.[1] ?? negated?.[2];
  if (verb !== undefined) return [verb, 'not'];
  return [withoutApostrophes(plain)];
}

/** Without the endings of possessives: "Kellogg's" is `Kellogg`, "O’Brien" is `OBrien`. */
export function withoutApostrophes(text: string): string {
  return text.replace(/['’]\p{L}{1,2}(?!\p{L})|(?<=\p{L})['’](?=\p{L})/gu, '');
}

type Forms = Pick<Token, 'word' | 'lemma' | 'root'>;

const maxKnownLength = 40;

/** The comparable forms of one word. */
export function forms(raw: string): Forms {
  return raw.length > maxKnownLength ? formsOf(raw) : knownForms(raw);
}

/** Names and values say the same few words over and over. */
const knownForms = rememberedWords(20_000, formsOf);

function formsOf(raw: string): Forms {
  const word = fold(raw);
  const lemma = lemmaOf(word);
  return { word, lemma, root: rootOf(lemma) };
}

/** Words of a member's name or title: `totalRevenue_EUR` is `total revenue eur`; what stands in brackets is left out. */
export const nameWords = rememberedWords(30_000, (name): readonly string[] =>
  name
    .replace(/\([^)]*\)/g, ' ')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-/&.]+/g, ' ')
    .split(/[^\p{L}\p{N}#%]+/u)
    .filter((word) => word !== ''),
);

function lemmaOf(word: string): string {
  const known = irregularLemmas[word];
  if (known !== undefined) return known;
  return /\d/.test(word) ? word : singular(word);
}

const endings = [
  'ations',
  'ation',
  'ments',
  'ment',
  'ions',
  'ion',
  'ures',
  'ure',
  'ing',
  'ed',
  'al',
  'ly',
  'y',
  'e',
];

/** Nouns whose verbs are written otherwise: `resolution` is of `resolve`. */
const nounEndings = [
  ['olution', 'olv'],
  ['ception', 'ceiv'],
  ['uction', 'uc'],
  ['cription', 'crib'],
  ['uisition', 'uir'],
  ['sponse', 'spond'],
  ['cision', 'cid'],
] as const;

function rootOf(lemma: string): string {
  if (/[^a-z]/.test(lemma)) return lemma;
  const noun = nounEndings.find(([ending]) => lemma.endsWith(ending));
  if (noun !== undefined && lemma.length > noun[0].length) return lemma.slice(0, -noun[0].length) + noun[1];
  for (const ending of endings) {
    if (lemma.endsWith(ending) && lemma.length - ending.length >= 4) {
      return undouble(lemma.slice(0, -ending.length));
    }
  }
  return lemma;
}

function undouble(stem: string): string {
  return /([bcdfglmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

/**
 * Whether `typed` is likely `known` mistyped: one slip in words of five letters or more, two from nine on; the first
 * letter stays. A changed letter counts only in longer words, because short words that differ by one are other words.
 */
export function isTypoOf(typed: string, known: string): boolean {
  const length = Math.max(typed.length, known.length);
  if (length === 4 && typed.length === 4 && typed[0] === known[0] && typed !== known)
    return [...typed].sort().join('') === [...known].sort().join('');
  if (length < 5 || typed[0] !== known[0] || /\d/.test(typed) || /\d/.test(known)) return false;
  const allowed = length >= 9 ? 2 : 1;
  if (Math.abs(typed.length - known.length) > allowed) return false;
  const distance = editDistance(typed, known, allowed);
  if (distance === 0 || distance > allowed) return false;
  if (length >= 6 || typed.length !== known.length) return true;
  return [...typed].sort().join('') === [...known].sort().join('');
}
