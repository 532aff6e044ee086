import type { Language } from '../../contract/answer-words.ts';
import { fold } from '../../english.ts';
import { germanPrefixes, germanSuffixes, germanWholes, germanWords, sharedWords } from './german-words.ts';
import { operatorOf } from './grammar.ts';
import { isEnglish } from './lexical.ts';
import { wordTable } from './word-table.ts';

const entries = germanWords.flatMap(([grammar, german]) =>
  german.split(' ').map((form) => [form.replaceAll('_', ' '), grammar] as const),
);
const phrases = wordTable<string>(Object.fromEntries(entries.filter(([form]) => !form.endsWith('-'))));
const stems = wordTable<string>(
  Object.fromEntries(
    entries.filter(([form]) => form.endsWith('-')).map(([form, it]) => [form.slice(0, -1), it]),
  ),
);
const longest = Math.max(...Object.keys(phrases).map((phrase) => phrase.split(' ').length));

/** What a word or phrase of the closed classes is in the grammar's words. */
function grammarOf(phrase: string): string | undefined {
  const said = phrases[phrase] ?? stems[phrase];
  if (said !== undefined) return said;
  const stem = /^(\S{2,}?)(?:e[nmrs]?|s)$/.exec(phrase)?.[1];
  if (stem !== undefined && stems[stem] !== undefined) return stems[stem];
  // "Fuer", as typed without umlauts, while "due" is no "du".
  const plain = phrase.replace(/([aou])e/g, '$1');
  return plain === phrase || isEnglish(phrase) ? undefined : phrases[plain];
}

/** A compound by what it begins or ends with: `Gesamtumsatz` is a total, `Kundenzahl` a number of customers. */
function compoundOf(raw: string): string | undefined {
  const word = fold(raw);
  // One letter for each, so that the rest can be cut out as it was typed.
  // "Username" and "flowchart" are no German compounds.
  if (word.length !== raw.length || germanWholes.has(word) || isEnglish(word)) return undefined;
  for (const [prefix, grammar] of germanPrefixes)
    if (word.startsWith(prefix) && word.length - prefix.length >= 4)
      return grammar.replace('X', capitalised(raw.slice(prefix.length)));
  for (const [suffix, grammar] of germanSuffixes)
    if (word.endsWith(suffix) && word.length - suffix.length >= 4)
      return grammar.replace('X', capitalised(raw.slice(0, -suffix.length)));
  return undefined;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The language of a text by its small words; undefined where they tell none, as in "Top 5". */
export function languageOf(text: string): Language | undefined {
  let balance = 0;
  for (const [raw] of text.matchAll(/\p{L}+/gu)) {
    const word = fold(raw);
    if (sharedWords.has(word)) continue;
    const isGerman = grammarOf(word) !== undefined || compoundOf(raw) !== undefined || /[äöüß]/i.test(raw);
    const isEnglish = operatorOf(word) !== undefined;
    balance += (isGerman ? 1 : 0) - (isEnglish ? 1 : 0);
  }
  return balance === 0 ? undefined : balance > 0 ? 'de' : 'en';
}

/** A word of the grammar as the text said it in German. */
export function asTyped(word: string, text: string): string {
  const typed = [...text.matchAll(/\p{L}+/gu)].map(([raw]) => raw);
  return typed.includes(word)
    ? word
    : (typed.find((raw) => inGrammar(raw).split(' ').includes(word)) ?? word);
}

/** A German text with its small words, dates and numbers as the grammar knows them, and everything else as it is. */
export function inGrammar(text: string): string {
  return rearranged(withWords(withNumbers(text)));
}

const months = 'januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember';

const numbers: readonly (readonly [RegExp, string | ((...groups: string[]) => string)])[] = [
  [
    /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?((?:19|20)\d\d)(?!\d)/g,
    (_, day = '', month = '', year = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  ],
  [new RegExp(`\\b(\\d{1,2})\\.\\s(?=(?:${months})(?!\\p{L}))`, 'giu'), '$1 '],
  [/\b([1-4])\. Quartal(?:s)?\b/gi, 'Q$1'],
  [/\b([12])\. Halbjahr(?:es)?\b/gi, 'H$1'],
  [/\b(?:im |des |vom |das |dem )?Jahre?s? (?=(?:19|20)\d\d\b)/gi, ' in '],
  [/\b(\d{1,3}(?:\.\d{3})+)(?!\.?\d)/g, (_, digits = '') => digits.replaceAll('.', '')],
  [/(\d),(\d)/g, '$1.$2'],
  [new RegExp(`\\bab (?=(?:dem )?(?:(?:19|20)\\d\\d(?!\\d)|${months}))`, 'giu'), 'seit '],
  [/\bab (?=\d)/gi, 'mindestens '],
];

function withNumbers(text: string): string {
  return numbers.reduce((left, [pattern, into]) => left.replace(pattern, into as string), text);
}

function withWords(text: string): string {
  const words = [...text.matchAll(/\p{L}[\p{L}\p{N}]*/gu)];
  const quoted = [...text.matchAll(/"[^"]*"|“[^”]*”|„[^“]*“/g)].map(
    (it) => [it.index, it.index + it[0].length] as const,
  );
  let said = '';
  let from = 0;
  for (let at = 0; at < words.length; ) {
    const { index = 0, 0: raw = '' } = words[at] ?? {};
    const isQuoted = quoted.some(([start, end]) => index > start && index < end);
    const phrase = isQuoted ? undefined : phraseAt(words, at, text);
    const into = phrase?.grammar ?? (isQuoted ? raw : (compoundOf(raw) ?? raw));
    const last = words[at + (phrase?.length ?? 1) - 1];
    said += text.slice(from, index) + into;
    from = last === undefined ? text.length : last.index + last[0].length;
    at += phrase?.length ?? 1;
  }
  return said + text.slice(from);
}

function phraseAt(
  words: readonly RegExpExecArray[],
  at: number,
  text: string,
): { readonly grammar: string; readonly length: number } | undefined {
  for (let length = Math.min(longest, words.length - at); length > 0; length -= 1) {
    const span = words.slice(at, at + length);
    const [first, last] = [span[0], span.at(-1)];
    if (first === undefined || last === undefined) continue;
    const between = text.slice(first.index, last.index + last[0].length);
    if (length > 1 && /[^\p{L}\p{N}\s]/u.test(between)) continue;
    const grammar = grammarOf(span.map(([word]) => fold(word)).join(' '));
    if (grammar !== undefined) return { grammar, length };
  }
  return undefined;
}

const units = 'days?|weeks?|months?|quarters?|years?';
const dated =
  '(?:the )?(?:(?:19|20)\\d\\d\\b|\\d{1,2} [A-Z]|Q[1-4]|January|February|March|April|May|June|July|August|September|October|November|December)';

/** Where German puts words otherwise than the grammar. */
const orders: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\bbefore (\\d+|a|one|two|three|four|five|six|ten|twelve) (${units})\\b`, 'g'), '$1 $2 ago'],
  [/\bof (?!the\b)([^,;?!]{1,40}?) until\b/g, 'from $1 to'],
  [new RegExp(`\\bby (?=${dated}|\\d{1,2}(?:[:.]\\d\\d)? oclock)`, 'g'), 'after '],
  [/\bum (?=\d{1,2} oclock)/gi, 'at '],
  [/\bat least (?=\d{1,2}(?:[:.]\d\d)? oclock)/gi, 'from '],
  // The verb comes last: "deren Name mit B beginnt".
  [/\bwith ("[^"]+"|\S+) starts\b/g, 'starts with $1'],
  [/\b(?:in|with) ("[^"]+"|\S+) ends\b/g, 'ends with $1'],
  [/\bin\s+in\b/g, 'in'],
];

function rearranged(text: string): string {
  return orders.reduce((left, [pattern, into]) => left.replace(pattern, into), text);
}

/** What inflected forms and nouns of one root share: `kund` of Kunde, Kunden and Kundinnen. */
export function germanStem(word: string): string {
  let stem = word;
  for (;;) {
    const shorter = /^(.{3,}?)(?:innen|inn|ungen|ung|ern|em|en|er|es|e|n|s)$/.exec(stem)?.[1];
    if (shorter === undefined || shorter.length < 3) return stem;
    stem = shorter;
  }
}
