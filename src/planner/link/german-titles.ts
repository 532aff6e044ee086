import type { CubeMetadata, MemberMetadata } from '../../contract/tools.ts';
import { inGrammar, languageOf } from '../language/german.ts';
import { rememberedWords } from '../language/remembered.ts';

/** Relations whose German titles can also be said with the grammar's words: `Anzahl Bestellungen` as a number of Bestellungen. */
export function withGermanTitles(cubes: readonly CubeMetadata[]): readonly CubeMetadata[] {
  return cubes.map((cube) => ({
    ...withGrammar(cube),
    measures: cube.measures.map(withGrammar),
    dimensions: cube.dimensions.map(withGrammar),
    segments: cube.segments.map(withGrammar),
  }));
}

function withGrammar<M extends Pick<MemberMetadata, 'title' | 'synonyms'>>(member: M): M {
  const said = [member.title, ...(member.synonyms ?? [])].flatMap(germanOf);
  return said.length === 0 ? member : { ...member, synonyms: [...(member.synonyms ?? []), ...said] };
}

/** A German name with the grammar's words; empty for another. The names of a large model are the same with every question. */
const germanOf = rememberedWords(30_000, (name): readonly string[] =>
  languageOf(name) === 'de' ? [inGrammar(name)] : [],
);
