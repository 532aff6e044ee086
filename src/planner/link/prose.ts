import type { CubeMetadata, MemberMetadata } from '../../contract/tools.ts';
import { operatorOf } from '../language/grammar.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import { forms } from '../language/text.ts';
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
    for (const word of wordsOf(`${member.description ?? ''}. ${member.aiContext ?? ''}`)) {
      const { lemma } = forms(word);
      if (operatorOf(word) !== undefined || operatorOf(lemma) !== undefined || weightless.has(lemma))
        continue;
      const known = found.get(lemma);
      if (known === undefined) found.set(lemma, new Set([entry]));
      else known.add(entry);
    }
  };
  const relation = ownLemmas(cube);
  for (const measure of cube.measures) add({ kind: 'measure', measure }, measure, relation);
  for (const dimension of cube.dimensions) add({ kind: 'dimension', dimension }, dimension, relation);
  for (const segment of cube.segments) add({ kind: 'segment', segment }, segment, relation);
  return found;
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

/** Nouns of what a relation's description says of its rows, which nothing in it is named after. */
export function rowNounsOf(cube: CubeMetadata): ReadonlySet<string> {
  // Of "films and series" neither is all of the rows.
  const description = (cube.description ?? '').toLowerCase().replace(/\p{L}+ (?:and|or) \p{L}+/gu, ' ');
  const words = description.match(/\p{L}{3,}/gu) ?? [];
  const lemmas = words.filter((word) => operatorOf(word) === undefined).map((word) => forms(word).lemma);
  return new Set(
    lemmas.filter((lemma) => operatorOf(lemma) === undefined && partsOfSpeech(lemma).noun >= 0.5),
  );
}
