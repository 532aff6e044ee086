import { antonyms, relatives } from './lexical.ts';
import { remembered, rememberedWords } from './remembered.ts';
import { forms, type Token } from './text.ts';
import { baseVerb } from './word-kind.ts';

/** Relatives that are weaker are mostly chance. */
const weakest = 0.3;

/** Lemmas that may say the same as a lemma, with how likely (0 to 1). */
const relativesOf = rememberedWords(5_000, (lemma): ReadonlyMap<string, number> => {
  const all = new Map<string, number>();
  const opposed = new Set(antonyms(lemma));
  for (const [other, strength] of relatives(lemma))
    if (strength >= weakest && !opposed.has(other)) all.set(other, strength);
  for (const [others, strength] of [
    [samePeople(lemma), 1],
    [synonyms(lemma), 0.75],
  ] as const)
    for (const other of others) if (other !== lemma) all.set(other, Math.max(all.get(other) ?? 0, strength));
  return all;
});

/**
 * Which of the words that a model uses may say the same as a word of a question, with how likely (0 to 1): weak evidence,
 * used where the model has no better.
 * @param vocabulary asked both ways when it is small: a wide word has more narrower ones than it lists
 */
export function alike(token: Token, vocabulary: readonly string[]): ReadonlyMap<string, number> {
  if (vocabulary.length === 0 || vocabulary.length > maxVocabulary) return likeToken(token);
  const found = new Map(likeToken(token));
  for (const lemma of vocabulary) offer(found, lemma, relativesOf(lemma).get(token.lemma) ?? 0);
  return found;
}

const likeToken = remembered(({ word, lemma }: Token): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  const verb = baseVerb(word);
  if (verb !== undefined) offer(found, verb, 0.9);
  for (const said of new Set([lemma, word, ...(verb === undefined ? [] : [verb])]))
    for (const [other, strength] of relativesOf(said)) offer(found, forms(other).lemma, strength);
  return found;
});

function offer(found: Map<string, number>, lemma: string, strength: number): void {
  if (strength > (found.get(lemma) ?? 0)) found.set(lemma, strength);
}

const maxVocabulary = 400;

/** Words of equal meaning in general English; a weak hint, used only where the model itself has no better word. */
const thesaurus: readonly ReadonlySet<string>[] = [
  set('revenue turnover income proceeds sale'),
  set('cost expense expenditure spending'),
  set('customer client buyer shopper'),
  set('employee staff worker personnel colleague'),
  set('user member account'),
  set('country nation'),
  set('city town'),
  set('supplier vendor'),
  set('quantity unit volume'),
  set('price fee charge'),
  set('order purchase'),
  set('status state stage'),
  set('doctor physician'),
  set('ticket issue'),
  set('duration length time'),
  set('profit gain income earning'),
  set('department division unit'),
  set('gender sex'),
  set('item product article good'),
  set('shop store outlet'),
  set('plan subscription tier'),
  set('region area territory'),
  set('trip journey ride'),
  set('car vehicle'),
  set('shipment delivery consignment'),
];

const people: readonly ReadonlySet<string>[] = [set('female woman girl'), set('male man boy')];

/** What values that are said of people are called otherwise. */
const samePeople = groupsOf(people);

const synonyms = groupsOf(thesaurus);

/** The words of all groups that a word is in, itself among them. */
function groupsOf(groups: readonly ReadonlySet<string>[]): (word: string) => readonly string[] {
  const known = new Map<string, string[]>();
  for (const group of groups)
    for (const word of group) known.set(word, [...(known.get(word) ?? []), ...group]);
  return (word) => known.get(word) ?? [];
}

function set(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
