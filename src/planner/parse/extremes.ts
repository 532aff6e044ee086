import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { birthOf } from '../link/ages.ts';
import { entityDimension, memberLemmas } from '../link/entities.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { siblingsOf } from '../link/siblings.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { scaled } from './number-conditions.ts';
import type { Quantity } from './quantity.ts';
import type { Ranking } from './reading.ts';
import { isPlural, operatorOfItem } from './scene.ts';

/** "The company with the highest price": the rows' name before a figure asks for one of them. */
export function namedGroup(scene: Draft, figure = 0): Draft['groups'][number] | undefined {
  const [at] = scene.relations;
  const dimension = entityDimension(scene.lexicon.cube);
  const isAsked =
    at !== undefined &&
    at < figure &&
    scene.groups.every(({ cue, grain }) => cue === 'per' && grain === undefined);
  if (!isAsked || dimension === undefined || isPlural(scene, at)) return undefined;
  const hasIt = scene.items.slice(at, figure).some((item) => operatorOfItem(item, 'with') !== undefined);
  if (!hasIt) return undefined;
  const group = { dimension, at, cue: 'ranked' } as const;
  scene.groups.push(group);
  return group;
}

/** "Which isotope has the highest mass number", where a measure is called that. */
export function mostOf(scene: Draft): Ranking | undefined {
  const [only, ...more] = scene.figures;
  const type = only?.stated === true && only.quantity.kind === 'measure' ? only.quantity.measure.type : '';
  if (more.length > 0 || (type !== 'max' && type !== 'min')) return undefined;
  const asked =
    scene.groups.find(({ cue }) => cue === 'which' || cue === 'list') ?? namedGroup(scene, only?.at);
  if (asked === undefined || isPlural(scene, asked.at)) return undefined;
  const direction = type === 'max' ? 'desc' : 'asc';
  const within = scene.groups.find((group) => group.cue === 'per' && group !== asked)?.dimension;
  return { direction, limit: 1, offset: 0, by: only?.quantity, within };
}

/** "The youngest and the oldest person" asks for both ages. */
export function readExtremes(
  scene: Draft,
  words: readonly { readonly at: number; readonly direction: 'desc' | 'asc'; readonly word: string }[],
): boolean {
  const [one, other, ...more] = words;
  if (one === undefined || other === undefined || more.length > 0 || one.direction === other.direction)
    return false;
  const dimension = scaled(scene, one.word);
  if (dimension === undefined || dimension !== scaled(scene, other.word)) return false;
  for (const { at } of words) explain(scene, at);
  scene.quantities = words.map(({ direction }) => extreme(dimension, direction));
  // "In each period" still splits them.
  const split = scene.groups.filter(({ cue }) => cue === 'by' || cue === 'per');
  scene.groups.splice(0, scene.groups.length, ...split);
  return true;
}

/** The highest or lowest of a dimension. */
export function extreme(dimension: DimensionMetadata, direction: 'desc' | 'asc'): Quantity {
  return { kind: 'aggregate', aggregate: direction === 'desc' ? 'max' : 'min', dimension };
}

/** "Most profitable" adds up what adds up. */
export function summed(scene: Draft, dimension: DimensionMetadata, direction: 'desc' | 'asc'): Quantity {
  const sum = siblingsOf(scene.lexicon, dimension).measures.get('sum');
  return sum === undefined ? extreme(dimension, direction) : { kind: 'measure', measure: sum };
}

/**
 * "Oldest", "newest": by the rows' own time; people by their birth dates, as many are of one age.
 * @param isFirst "the first" is said, which is that of no other time
 */
export function timeScaled(
  { lexicon: { cube, defaultTime } }: Draft,
  word: string,
  number: DimensionMetadata | undefined,
  isFirst: boolean,
): Extract<Quantity, { kind: 'aggregate' }> | undefined {
  const birth = number && birthOf(cube, number);
  const aggregate = word === 'oldest' ? 'min' : word === 'newest' || birth !== undefined ? 'max' : undefined;
  const dimension =
    number === undefined
      ? ((word === 'oldest' && !isFirst ? originOf(cube) : undefined) ?? defaultTime)
      : birth;
  return aggregate === undefined || dimension === undefined
    ? undefined
    : { kind: 'aggregate', aggregate, dimension };
}

/** The year in which rows came into being, where no date says so: an old mill was built long ago, whenever it joined. */
function originOf({ dimensions }: CubeMetadata): DimensionMetadata | undefined {
  const isOrigin = (it: DimensionMetadata): boolean => memberLemmas(it).some((lemma) => origin.test(lemma));
  const own = dimensions.filter((it) => !isJoined(it) && isOrigin(it));
  return own.some(({ type }) => type === 'time')
    ? undefined
    : own.find((it) => it.type === 'number' && memberLemmas(it).includes('year'));
}

const origin = /^(?:found|buil|construct|establish|manufact)/;

/** Whether a number belongs to what a dimension names. */
export function isOwnEntity(scene: Draft, dimension: DimensionMetadata, number: DimensionMetadata): boolean {
  return (
    ownerOf(dimension.name) === ownerOf(number.name) &&
    // A view shows numbers of many rows of what it names.
    dimension.key === number.key &&
    (dimension === entityDimension(scene.lexicon.cube) ||
      dimension.primaryKey === true ||
      isJoined(dimension))
  );
}
