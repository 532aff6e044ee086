import type { CubeMetadata, MemberMetadata } from '../../contract/tools.ts';
import { inGrammar, languageOf } from '../language/german.ts';
import { rememberedLast } from '../language/remembered.ts';

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

/** The names of a large model are the same with every question. */
const names = rememberedLast<readonly string[]>({ keys: 30_000 });

/** A German name with the grammar's words; empty for another. */
function germanOf(name: string): readonly string[] {
  return names(name, () => (languageOf(name) === 'de' ? [inGrammar(name)] : []));
}
