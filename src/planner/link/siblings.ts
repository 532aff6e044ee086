import type { DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { remembered } from '../language/remembered.ts';
import { isIdentifier } from './entities.ts';
import { ownerOf } from './joined-cubes.ts';
import type { Lexicon } from './lexicon.ts';

/** A column and the measures that are made of it, as far as their names tell. */
interface Siblings {
  readonly dimension: DimensionMetadata | undefined;
  readonly measures: ReadonlyMap<MeasureMetadata['type'], MeasureMetadata>;
}

interface Building {
  dimension: DimensionMetadata | undefined;
  readonly measures: Map<MeasureMetadata['type'], MeasureMetadata>;
}

/** The members of a relation that speak of the same figure: the number itself, its total, its average. */
const allSiblings = remembered(({ phrases }: Lexicon) => {
  const found = new Map<string, Building>();
  for (const { entry, words, trust, ordered } of phrases) {
    if (ordered || trust < 0.97) continue;
    const isNumber =
      entry.kind === 'dimension' && entry.dimension.type === 'number' && !isIdentifier(entry.dimension);
    if (!isNumber && entry.kind !== 'measure') continue;
    const member = entry.kind === 'measure' ? entry.measure : entry.dimension;
    const nouns = words
      .filter(({ key, weight }) => !key.startsWith('~') && weight >= 0.1)
      .map(({ key }) => key);
    if (nouns.length === 0) continue;
    const key = `${ownerOf(member.name)} ${nouns.sort().join(' ')}`;
    let known = found.get(key);
    if (known === undefined) {
      known = { dimension: undefined, measures: new Map() };
      found.set(key, known);
    }
    if (entry.kind === 'dimension') known.dimension ??= entry.dimension;
    else if (!known.measures.has(entry.measure.type)) known.measures.set(entry.measure.type, entry.measure);
  }
  const byMember = new Map<string, Siblings>();
  for (const building of found.values()) {
    const { dimension, measures } = building;
    // Average invoices are no averages of the invoice total where it is the net amount that they put together.
    for (const [type, { column }] of measures)
      if (dimension !== undefined && column !== undefined && column !== dimension.name) measures.delete(type);
    const members = [building.dimension, ...building.measures.values()].filter((it) => it !== undefined);
    for (const { name } of members) {
      const known = byMember.get(name);
      if (known === undefined || known.measures.size < building.measures.size) byMember.set(name, building);
    }
  }
  return byMember;
});

const none: Siblings = { dimension: undefined, measures: new Map() };

/** What is made of the same column as a member; empty where the names do not tell. */
export function siblingsOf(lexicon: Lexicon, { name }: { readonly name: string }): Siblings {
  return allSiblings(lexicon).get(name) ?? none;
}
