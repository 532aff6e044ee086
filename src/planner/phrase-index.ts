import type { Budget } from './budget.ts';
import type { Entry } from './lexicon.ts';
import type { Form, Phrase } from './member-phrases.ts';
import { remembered } from './remembered.ts';
import { isTypoOf, type Token } from './text.ts';
import { isFunctionWord, isGrammarWord, samePeople, synonyms } from './words.ts';

/** One way to say one entry, and its place among all of them. */
export interface Wording {
  readonly entry: Entry;
  readonly phrase: Phrase;
  readonly order: number;
}

/** What shares a word with a question is found by that word, so that nothing else of a relation is looked at. */
export interface PhraseIndex {
  /** How like a word the lexicon's lemmas are (0.7 to 1); absent means unlike. */
  similarTo(token: Token, budget: Budget): ReadonlyMap<string, number>;
  /** Ways to say something in which a lemma may begin the match: values begin with it, names hold it anywhere. */
  wordingsWith(lemma: string): readonly Wording[];
  /** How many members are named with a lemma. */
  namersOf(lemma: string): number;
}

export const rootLikeness = 0.9;
export const typoLikeness = 0.8;
const synonymLikeness = 0.7;

/** The index of all entries of one relation. */
export const phraseIndex = remembered((entries: readonly Entry[]): PhraseIndex => buildIndex(entries));
/** The same of its values alone. */
export const valueIndex = remembered(
  (entries: readonly Entry[]): PhraseIndex => buildIndex(entries.filter((entry) => entry.kind === 'value')),
);

function buildIndex(entries: readonly Entry[]): PhraseIndex {
  const names = new Map<string, Form>();
  const values = new Map<string, Form>();
  const wordings = new Map<string, Wording[]>();
  const namers = new Map<string, number>();
  let order = 0;
  for (const entry of entries) {
    const isValue = entry.kind === 'value';
    const own = new Set<string>();
    for (const phrase of entry.phrases) {
      const wording = { entry, phrase, order: order++ };
      const lemmas = new Set(phrase.forms.map((form) => form.lemma));
      for (const form of phrase.forms) (isValue ? values : names).set(form.lemma, form);
      const [first] = lemmas;
      for (const lemma of isValue && first !== undefined ? [first] : lemmas) add(wordings, lemma, wording);
      for (const lemma of lemmas) own.add(lemma);
    }
    if (!isValue) for (const lemma of own) namers.set(lemma, (namers.get(lemma) ?? 0) + 1);
  }
  const vocabularies = [vocabularyOf(names), vocabularyOf(values)] as const;
  return {
    similarTo: (token, budget) => similarTo(token, ...vocabularies, budget),
    wordingsWith: (lemma) => wordings.get(lemma) ?? [],
    namersOf: (lemma) => namers.get(lemma) ?? 0,
  };
}

function add<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Words by what two words may have in common. */
interface Vocabulary {
  readonly byLemma: ReadonlyMap<string, Form>;
  readonly byWord: ReadonlyMap<string, Form>;
  readonly byRoot: ReadonlyMap<string, readonly Form[]>;
  /** By first letter and length, of the word and of its lemma. */
  readonly byShape: ReadonlyMap<string, readonly Form[]>;
}

function vocabularyOf(byLemma: ReadonlyMap<string, Form>): Vocabulary {
  const byWord = new Map<string, Form>();
  const byRoot = new Map<string, Form[]>();
  const byShape = new Map<string, Form[]>();
  for (const form of byLemma.values()) {
    byWord.set(form.word, form);
    add(byRoot, form.root, form);
    for (const shape of new Set([shapeOf(form.word, 0), shapeOf(form.lemma, 0)])) add(byShape, shape, form);
  }
  return { byLemma, byWord, byRoot, byShape };
}

function shapeOf(word: string, longer: number): string {
  return `${word[0] ?? ''}${word.length + longer}`;
}

function similarTo(
  token: Token,
  names: Vocabulary,
  values: Vocabulary,
  budget: Budget,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const vocabulary of [names, values]) addExact(found, token, vocabulary);
  if (found.size > 0) {
    // "shipments" is the noun where the model has it, not a form of "shipped".
    const exact = [...found].filter(([, likeness]) => likeness > rootLikeness);
    return exact.length > 0 ? new Map(exact) : found;
  }
  if (isFunctionWord(token) || isGrammarWord(token.word)) return found;
  for (const vocabulary of [names, values]) {
    addTypos(found, token, vocabulary, budget);
    if (found.size > 0) return found;
  }
  for (const lemma of samePeople(token.lemma)) if (values.byLemma.has(lemma)) found.set(lemma, typoLikeness);
  for (const lemma of synonyms(token.lemma)) if (names.byLemma.has(lemma)) found.set(lemma, synonymLikeness);
  return found;
}

function addExact(found: Map<string, number>, token: Token, vocabulary: Vocabulary): void {
  const offer = (form: Form | undefined, likeness: number): void => {
    if (form !== undefined && likeness > (found.get(form.lemma) ?? 0)) found.set(form.lemma, likeness);
  };
  offer(vocabulary.byWord.get(token.word), 1);
  offer(vocabulary.byLemma.get(token.lemma), 0.98);
  if (token.word.endsWith('s')) offer(vocabulary.byWord.get(token.word.slice(0, -1)), 0.98);
  if (token.root.length < 4) return;
  for (const form of vocabulary.byRoot.get(token.root) ?? []) offer(form, rootLikeness);
}

function addTypos(found: Map<string, number>, token: Token, { byShape }: Vocabulary, budget: Budget): void {
  for (const said of new Set([token.word, token.lemma])) {
    for (const longer of [-2, -1, 0, 1, 2]) {
      const near = byShape.get(shapeOf(said, longer)) ?? [];
      budget.spend(near.length * typoSteps);
      for (const form of near) {
        if (isTypoOf(token.word, form.word) || isTypoOf(token.lemma, form.lemma))
          found.set(form.lemma, typoLikeness);
      }
    }
  }
}

/** Comparing two words letter by letter takes about as long as this many other steps. */
const typoSteps = 5;
