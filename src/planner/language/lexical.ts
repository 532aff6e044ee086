import { type LexicalGraph, loadLexicalGraph, targetsOf } from './lexical-graph.ts';
import { rememberedLast } from './remembered.ts';

/**
 * What is known of English words before any data model is read, from WordNet: which parts of speech a word is
 * used as, which words may say the same, and which say the opposite. Words are lemmas in lower case, of one
 * word or of two with a space. An unknown word has empty results. The first call loads the asset.
 */

/** Shares of a word's uses, which add up to 1, or are all 0 for an unknown word. */
interface PartsOfSpeech {
  readonly noun: number;
  readonly verb: number;
  readonly adjective: number;
  readonly adverb: number;
}

/** The words of a question are looked up at every turn that its reading takes. */
const knownParts = rememberedLast<PartsOfSpeech>({ characters: 100_000 });
const knownOpposites = rememberedLast<readonly string[]>({ keys: 10_000 });
const knownKinds = rememberedLast<boolean>({ keys: 10_000 });

/** Shares of uses in tagged text; of senses for a word that does not occur there. */
export function partsOfSpeech(lemma: string): PartsOfSpeech {
  return lemma === '' ? partsInText('') : knownParts(lemma, () => partsInText(lemma));
}

/** Whether the dictionary has a word in just this form. */
export function isEnglish(word: string): boolean {
  return Object.values(partsOfSpeech(word)).some((share) => share > 0);
}

function partsInText(lemma: string): PartsOfSpeech {
  const { synsetOfSense, countOfSense, partOfSynset } = lexicalGraph();
  const uses = [0, 0, 0, 0];
  const senses = [0, 0, 0, 0];
  for (const sense of sensesOf(findWord(lemma))) {
    const part = partOfSynset[synsetOfSense[sense] ?? 0] ?? 0;
    senses[part] = (senses[part] ?? 0) + 1;
    uses[part] = (uses[part] ?? 0) + (countOfSense[sense] ?? 0);
  }
  const weights = uses.some((count) => count > 0) ? uses : senses;
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const [noun = 0, verb = 0, adjective = 0, adverb = 0] = weights.map((weight) => weight / total);
  return { noun, verb, adjective, adverb };
}

/** How far each relation keeps the meaning. What two steps reach keeps the product. */
const strengths = {
  synonym: 1,
  derivation: 0.85,
  /** A noun for what the adjective measures: heavy and weight. */
  attribute: 0.8,
  /** What the adjective is made from: solar and sun. */
  pertainym: 0.8,
  /** Words made from a synonym: purchase for buy. */
  synonymsDerivation: 0.7,
  /** Synonyms of words made from this one. */
  derivationsSynonym: 0.6,
  similar: 0.6,
  hypernym: 0.55,
  hyponym: 0.5,
  secondHypernym: 0.35,
};

/** Weaker senses and relatives than these are not worth following. */
const weakestSense = 0.15;
const weakestRelative = 0.05;
const mostRelatives = 60;
/** What one step from a wide word to a kind that is named after it costs. */
const namedAfter = 0.97;

/**
 * Lemmas that may say the same as `lemma`, with a strength between 0 and 1, strongest first, at most 60. Rare
 * senses, of either word, make a relative weaker. What `a` has among its relatives need not have `a` among its own:
 * a wide word has more narrower ones than it can list.
 */
export function relatives(lemma: string): ReadonlyMap<string, number> {
  const word = findWord(lemma);
  const found = new Map<number, number>();
  for (const sense of sensesOf(word)) {
    const weight = senseWeight(sense);
    if (weight >= weakestSense) addRelatives(found, sense, weight);
  }
  found.delete(word);
  return new Map(
    [...found]
      .filter(([, strength]) => strength >= weakestRelative)
      .sort((a, b) => b[1] - a[1])
      .slice(0, mostRelatives)
      .map(([relative, strength]) => [readWord(relative), strength]),
  );
}

/** Lemmas that say the opposite in some sense of `lemma`, those of its usual senses first. */
export function antonyms(lemma: string): readonly string[] {
  return knownOpposites(lemma, () => findAntonyms(lemma));
}

function findAntonyms(lemma: string): readonly string[] {
  const graph = lexicalGraph();
  const found = new Map<number, number>();
  for (const sense of sensesOf(findWord(lemma))) {
    const weight = senseWeight(sense);
    for (const antonym of targetsOf(graph.antonyms, sense)) addSense(found, antonym, weight);
    // Most adjectives have no opposite of their own but that of the adjective they gather around: pricey, cheap.
    for (const near of targetsOf(graph.similar, graph.synsetOfSense[sense])) {
      for (const member of targetsOf(graph.members, near)) {
        for (const antonym of targetsOf(graph.antonyms, member)) {
          addSense(found, antonym, weight * strengths.similar);
        }
      }
    }
  }
  return [...found].sort((a, b) => b[1] - a[1]).map(([word]) => readWord(word));
}

/**
 * Whether a noun is of a kind, however many steps lie between: a customer is a person.
 * @param senses how many of its most usual senses may be meant: an agent is a cause before it is a person
 */
export function isKindOf(lemma: string, kind: string, senses = 1): boolean {
  return knownKinds(`${kind} ${senses} ${lemma}`, () => leadsTo(lemma, kind, senses));
}

function leadsTo(lemma: string, kind: string, senses: number): boolean {
  const { hypernyms } = lexicalGraph();
  const [wanted] = nounSynsets(kind);
  const reached = new Set<number>();
  let wider = nounSynsets(lemma).slice(0, senses);
  while (wider.length > 0) {
    if (wider.some((synset) => synset === wanted)) return true;
    const next = wider.flatMap((synset) => [...targetsOf(hypernyms, synset)]);
    wider = next.filter((synset) => !reached.has(synset));
    for (const synset of wider) reached.add(synset);
  }
  return false;
}

/** Of a noun's senses, the most usual one first. */
function nounSynsets(lemma: string): number[] {
  const { synsetOfSense, partOfSynset } = lexicalGraph();
  return sensesOf(findWord(lemma))
    .map((sense) => synsetOfSense[sense] ?? 0)
    .filter((synset) => partOfSynset[synset] === 0);
}

/** Strengths of words by their numbers. */
type Found = Map<number, number>;

function addRelatives(found: Found, sense: number, weight: number): void {
  const graph = lexicalGraph();
  const synset = graph.synsetOfSense[sense] ?? 0;
  addSynset(found, synset, weight * strengths.synonym);
  for (const derived of targetsOf(graph.derivations, sense)) {
    const derivedSynset = graph.synsetOfSense[derived] ?? 0;
    addSense(found, derived, weight * strengths.derivation);
    addSynset(found, derivedSynset, weight * strengths.derivationsSynonym);
    addHypernyms(found, derivedSynset, weight * senseWeight(derived) * strengths.derivation);
  }
  for (const synonym of targetsOf(graph.members, synset)) {
    const strength = weight * senseWeight(synonym) * strengths.synonymsDerivation;
    for (const derived of targetsOf(graph.derivations, synonym)) addSense(found, derived, strength);
  }
  for (const pertained of targetsOf(graph.pertainyms, sense)) {
    addSense(found, pertained, weight * strengths.pertainym);
  }
  addAttributes(found, synset, weight);
  for (const near of targetsOf(graph.similar, synset)) {
    addSynset(found, near, weight * strengths.similar);
    addAttributes(found, near, weight * strengths.similar);
  }
  for (const wide of addHypernyms(found, synset, weight)) {
    for (const wider of targetsOf(graph.hypernyms, wide)) {
      addWide(found, wider, weight * strengths.secondHypernym);
    }
  }
  addHyponyms(found, synset, weight * strengths.hyponym, graph.wordOfSense[sense] ?? 0);
}

/** Adds synsets that hold of more than `synset` does, and returns them. */
function addHypernyms(found: Found, synset: number, weight: number): Uint32Array {
  const wider = targetsOf(lexicalGraph().hypernyms, synset);
  for (const wide of wider) addWide(found, wide, weight * strengths.hypernym);
  return wider;
}

/** The more a word covers, the less it says: `person` is hardly another word for `client`. */
function addWide(found: Found, synset: number, strength: number): void {
  const { hyponyms, members, wordOfSense } = lexicalGraph();
  const breadth = 1 + Math.log10(1 + targetsOf(hyponyms, synset).length) / 2;
  addSynset(found, synset, strength / breadth);
  // A motor vehicle is a vehicle, however many steps are between the two.
  for (const member of targetsOf(members, synset)) {
    const [, head] = readWord(wordOfSense[member] ?? 0).split(' ');
    const word = head === undefined ? -1 : findWord(head);
    if (word >= 0) strengthen(found, word, (strength / breadth) * senseWeight(member));
  }
}

/**
 * Adds what `synset` holds of. Kinds that are only named after it count as itself, so that `vehicle` finds `car`
 * under `motor vehicle`.
 */
function addHyponyms(found: Found, synset: number, strength: number, word: number): void {
  const { hyponyms, members, countOfSense, wordOfSense } = lexicalGraph();
  const head = ` ${readWord(word)}`;
  for (const narrow of targetsOf(hyponyms, synset)) {
    const senses = targetsOf(members, narrow);
    const others = senses.filter((sense) => !readWord(wordOfSense[sense] ?? 0).endsWith(head));
    for (const sense of others) {
      const usual = Math.min(1, 0.4 + 0.1 * Math.log2(1 + (countOfSense[sense] ?? 0)));
      addSense(found, sense, strength * usual);
    }
    if (others.length === 0) addHyponyms(found, narrow, strength * namedAfter, word);
  }
}

function addAttributes(found: Found, synset: number, weight: number): void {
  for (const attribute of targetsOf(lexicalGraph().attributes, synset)) {
    addSynset(found, attribute, weight * strengths.attribute);
  }
}

function addSynset(found: Found, synset: number, strength: number): void {
  for (const sense of targetsOf(lexicalGraph().members, synset)) addSense(found, sense, strength);
}

function addSense(found: Found, sense: number, strength: number): void {
  if (strength < weakestRelative) return;
  strengthen(found, lexicalGraph().wordOfSense[sense] ?? 0, strength * senseWeight(sense));
}

function strengthen(found: Found, word: number, strength: number): void {
  if (strength > (found.get(word) ?? 0)) found.set(word, strength);
}

/** 1 for the most usual sense of a word, less for others: by tagged uses and, where there are few, by rank. */
function senseWeight(sense: number): number {
  const known = weights[sense] ?? 0;
  if (known > 0) return known;
  const { wordOfSense, countOfSense, synsetOfSense, partOfSynset } = lexicalGraph();
  const senses = sensesOf(wordOfSense[sense] ?? 0);
  let part = -1;
  let rank = 0;
  const uses = senses.map((other) => {
    const otherPart = partOfSynset[synsetOfSense[other] ?? 0] ?? 0;
    rank = otherPart === part ? rank + 1 : 1;
    part = otherPart;
    return (countOfSense[other] ?? 0) + 0.5 / rank;
  });
  const most = Math.max(...uses);
  for (const [index, use] of uses.entries()) weights[(senses[0] ?? 0) + index] = (use / most) ** 0.35;
  return weights[sense] ?? 0;
}

function sensesOf(word: number): readonly number[] {
  const { firstSenses } = lexicalGraph();
  const first = firstSenses[word] ?? 0;
  return Array.from({ length: (firstSenses[word + 1] ?? first) - first }, (_, index) => first + index);
}

/** The number of a word, or -1. */
function findWord(lemma: string): number {
  if (!/^[a-z][a-z' -]*$/.test(lemma)) return -1;
  const { text, wordStarts } = lexicalGraph();
  const wanted = Buffer.from(lemma, 'latin1');
  let low = 0;
  let high = wordStarts.length - 2;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = text.compare(wanted, 0, wanted.length, wordStarts[middle], wordStarts[middle + 1]);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function readWord(word: number): string {
  const { text, wordStarts } = lexicalGraph();
  return text.toString('latin1', wordStarts[word], wordStarts[word + 1]);
}

let loaded: LexicalGraph | undefined;
/** Weights of senses that were asked for; 0 for others. */
let weights = new Float32Array();

function lexicalGraph(): LexicalGraph {
  if (loaded === undefined) {
    loaded = loadLexicalGraph();
    weights = new Float32Array(loaded.synsetOfSense.length);
  }
  return loaded;
}
