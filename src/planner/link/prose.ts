import type { CubeMetadata, DimensionMetadata, MemberMetadata } from '../../contract/tools.ts';
import { operatorOf } from '../language/grammar.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import { rememberedLast } from '../language/remembered.ts';
import { forms, tokenize } from '../language/text.ts';
import { alike } from '../language/thesaurus.ts';
import { baseVerb } from '../language/word-kind.ts';
import { bearersOf, sharedIn } from './bearers.ts';
import { ownLemmas } from './entities.ts';
import type { Entry } from './entries.ts';

/** Words of descriptions and contexts, by the entry that they describe. */
export function proseOf(cube: CubeMetadata): ReadonlyMap<string, ReadonlySet<Entry>> {
  const found = new Map<string, Set<Entry>>();
  const add = (
    entry: Entry,
    member: Pick<MemberMetadata, 'description' | 'aiContext'>,
    weightless: ReadonlySet<string>,
  ): void => {
    const text = `${member.description ?? ''}. ${member.aiContext ?? ''}`;
    for (const { lemma, keys } of texts(text, () => toldBy(text))) {
      if (weightless.has(lemma)) continue;
      for (const key of keys) {
        const known = found.get(key);
        if (known === undefined) found.set(key, new Set([entry]));
        else known.add(entry);
      }
    }
  };
  const relation = ownLemmas(cube);
  for (const measure of cube.measures) add({ kind: 'measure', measure }, measure, relation);
  for (const dimension of cube.dimensions) add({ kind: 'dimension', dimension }, dimension, relation);
  for (const segment of cube.segments) add({ kind: 'segment', segment }, segment, relation);
  return found;
}

/** A word of a description with all that it is found by. */
interface Told {
  readonly lemma: string;
  readonly keys: ReadonlySet<string>;
}

/** The descriptions of a large model are the same with every question. */
const texts = rememberedLast<readonly Told[]>({ characters: 4_000_000 });

function toldBy(text: string): readonly Told[] {
  return wordsOf(text).flatMap((word) => {
    const { lemma } = forms(word);
    if (operatorOf(word) !== undefined || operatorOf(lemma) !== undefined) return [];
    // "Trading volume", where shares are traded.
    return [{ lemma, keys: new Set([lemma, baseVerb(word) ?? lemma]) }];
  });
}

/** The words of a description but for what it says that something is without: "Value of the goods, without shipping". */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[,;:.()]/)
    .flatMap((clause) => {
      const words = clause.match(/\p{L}{3,}/gu) ?? [];
      const denied = words.findIndex((word) => operatorOf(word)?.kind === 'not');
      return denied < 0 ? words : words.slice(0, denied);
    });
}

/** A value by what descriptions call it. */
export interface Kind {
  readonly dimension: DimensionMetadata;
  readonly value: string;
  readonly said: string;
}

/** Two kinds of rows that a description joins: "Films and series". */
const joined = /(\p{L}+) (?:and|or) (\p{L}+)/gu;

/** What values are called: by a description that explains them, or by elimination. */
export function kindsOf(cube: CubeMetadata): readonly Kind[] {
  return [...cube.dimensions.flatMap(explainedBy), ...eliminatedIn(cube)];
}

/** "SCHED (scheduled), HOLD (on hold)", "A = active": codes with what each of them stands for. */
function explainedBy(dimension: DimensionMetadata): Kind[] {
  const { description = '', type, values = [] } = dimension;
  if (type !== 'string') return [];
  return [...description.matchAll(/([\p{L}\p{N}_-]+) ?(?:\(([^()]{2,40})\)|= ?([^,;.()]{2,40}))/gu)].flatMap(
    ([, value = '', inBrackets, said = inBrackets]) =>
      said !== undefined && values.includes(value) && !values.includes(said)
        ? [{ dimension, value, said }]
        : [],
  );
}

/**
 * What the values of a dimension are called by elimination: where it has two, and a description speaks of two kinds of rows of
 * which one is like a value, the other kind is the other value.
 */
function eliminatedIn(cube: CubeMetadata): readonly Kind[] {
  const pairs = [...(cube.description ?? '').toLowerCase().matchAll(joined)].map(
    ([, one = '', other = '']) => [one, other],
  );
  return cube.dimensions.flatMap((dimension) => {
    const [first, second, ...more] = dimension.values ?? [];
    if (first === undefined || second === undefined || more.length > 0 || dimension.type !== 'string')
      return [];
    const values = [first, second];
    return pairs.flatMap((pair) => {
      const like = pair.map((noun) => values.findIndex((value) => isLike(noun, value)));
      const known = like.findIndex((place) => place >= 0);
      const place = like[known];
      const said = pair[1 - known];
      const value = place === undefined ? undefined : values[1 - place];
      return known < 0 || (like[1 - known] ?? 0) >= 0 || said === undefined || value === undefined
        ? []
        : [{ dimension, value, said }];
    });
  });
}

function isLike(noun: string, value: string): boolean {
  const [token] = tokenize(noun);
  const lemmas = tokenize(value).map(({ lemma }) => lemma);
  if (token === undefined || lemmas.length > 1) return false;
  return (
    lemmas.includes(token.lemma) || lemmas.some((lemma) => (alike(token, lemmas).get(lemma) ?? 0) >= 0.6)
  );
}

/** Nouns of what a relation's description says of its rows, which nothing in it is named after. */
export function rowNounsOf(cube: CubeMetadata): ReadonlySet<string> {
  // "What people did" are no people.
  if (/^\s*(?:what|how|when|where|which|why)\b/i.test(cube.description ?? '')) return new Set();
  // Of "films and series" neither is all of the rows.
  const description = (cube.description ?? '').toLowerCase().replace(joined, ' ');
  const words = description.match(/\p{L}{3,}/gu) ?? [];
  const lemmas = words.filter((word) => operatorOf(word) === undefined).map((word) => forms(word).lemma);
  // Answers come as a table, but tables may be booked.
  const isSmall = (lemma: string): boolean => (operatorOf(lemma)?.kind ?? 'filler') !== 'filler';
  const shared = sharedIn(description).difference(bearersOf(cube));
  return new Set(
    lemmas.filter((lemma) => !isSmall(lemma) && !shared.has(lemma) && partsOfSpeech(lemma).noun >= 0.5),
  );
}
