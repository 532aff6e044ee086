import { fold, singular } from '../../english.ts';

/**
 * Words of a text in the form that is indexed and asked for: lower case, without accents, camelCase and snake_case
 * taken apart, plurals cut.
 */
export function wordsOf(text: string): readonly string[] {
  const spaced = text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ');
  return (fold(spaced).match(/[\p{L}\p{N}]+/gu) ?? []).map(singular);
}

/** Words of a question that say what is asked about, each once. */
export function askedWords(query: string): readonly string[] {
  const words = wordsOf(query.slice(0, maxQueryLength));
  const asked = words.filter((word) => !stopWords.has(word));
  // "How many orders" asks for a count, whatever it is called.
  if (/\bhow\s+many\b/i.test(query)) asked.push('count');
  return [...new Set(asked)].slice(0, maxWords);
}

/** True when the question is about time, so that time dimensions matter although nothing names them. */
export function asksAboutTime(words: readonly string[]): boolean {
  return words.some(isTimeWord);
}

export function isTimeWord(word: string): boolean {
  return timeWords.has(word) || /^(19|20)\d\d$/.test(word);
}

const maxQueryLength = 1000;
const maxWords = 32;

const stopWords = new Set(
  (
    'a an the of in on at by per for from to with without and or not no is are was were be been do does did has have ' +
    'had can could would should will i we you they me us my our your their it its this that these those there what ' +
    'which who whom whose how many much when where why show give tell list get find display me please all each every ' +
    'any some than then so as if into over under between up out about also just only'
  )
    .split(' ')
    .flatMap((word) => [word, singular(word)]),
);

const timeWords = new Set(
  (
    'day daily date week weekly month monthly quarter quarterly year yearly annual annually time trend yesterday today ' +
    'january february march april may june july august september october november december ytd mtd recent last since'
  )
    .split(' ')
    .map(singular),
);
