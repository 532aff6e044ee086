import type {
  CubeMetadata,
  DimensionMetadata,
  HierarchyMetadata,
  MeasureMetadata,
  MemberMetadata,
} from '../../contract/tools.ts';
import type { DataModel } from '../data-model.ts';
import type { Viewer } from '../viewer.ts';
import { type MemberSamples, withSamples } from './samples.ts';
import { scoreRelations } from './score-relations.ts';
import { type SearchableMember, type SearchableRelation, searchableRelations } from './searchable-model.ts';
import { unknownWords } from './unknown-words.ts';
import { createVisibility, type Visibility } from './visibility.ts';
import { createWordIndex } from './word-index.ts';
import { askedWords } from './words.ts';

/** On whose behalf metadata is read, and what is known of the data that they may see. */
export interface MetadataScope {
  readonly viewer: Viewer;
  /** Relations that may be named; empty or undefined means all public ones. */
  readonly accessibleViews?: readonly string[] | undefined;
  /** By qualified member name (`orders.city`), read under this viewer's own row filters; takes part in matching. */
  readonly samples?: ReadonlyMap<string, MemberSamples> | undefined;
}

export interface SearchOptions {
  /** Relations returned at most for text that says something. @default maxMatches */
  readonly limit?: number | undefined;
}

export interface MetadataIndex {
  /** Every relation with at least one member that the viewer may see, in model order, views first. */
  visible(scope: MetadataScope): readonly CubeMetadata[];
  /**
   * The best matches for free text, best first, every visible member of each, members ranked; views before the cubes
   * that they show. None for text that matches nothing. Text without a word to look for gives every visible relation in
   * model order; those after the first 3,000 members come without members. Samples of the scope are filled in.
   */
  search(query: string, scope: MetadataScope, options?: SearchOptions): readonly CubeMetadata[];
  /** Words of a text that nothing of the model is called or described by, as typed, and those written like names. */
  unknownWords(text: string): readonly string[];
}

/** Relations that a search returns at most. */
export const maxMatches = 8;
/** Of all relations together, in a search without words. */
const maxListedMembers = 3_000;

const indexes = new WeakMap<DataModel, MetadataIndex>();

/** The search index of a model, which deployments with the same model share. */
export function metadataIndexOf(model: DataModel): MetadataIndex {
  const index = indexes.get(model) ?? createMetadataIndex(model);
  indexes.set(model, index);
  return index;
}

/** Builds the search index of one model; the model does not change under it. */
export function createMetadataIndex(model: DataModel): MetadataIndex {
  const relations = searchableRelations(model);
  const words = createWordIndex(relations);
  const positions = new Map(relations.map(({ relation, position }) => [relation.name, position]));

  const visibilityOf = ({ viewer, accessibleViews }: MetadataScope) =>
    createVisibility(relations, viewer, accessibleViews, model.cubes);

  const allVisible = (
    scope: MetadataScope,
    visibility: Visibility,
    maxMembers: number,
  ): readonly CubeMetadata[] => {
    let members = 0;
    return relations.flatMap((relation): CubeMetadata[] => {
      const { size } = visibility.names(relation.position);
      if (size === 0) return [];
      members += size;
      return members > maxMembers && members > size
        ? [{ ...relation.header, dimensions: [], measures: [], segments: [] }]
        : [describe(relation, visibility, scope)];
    });
  };

  const describe = (
    relation: SearchableRelation,
    visibility: Visibility,
    scope: MetadataScope,
    scores?: Float64Array,
  ): CubeMetadata => {
    const joins = relation.joins.filter(({ name }) => visibility.shows(positions.get(name) ?? -1, -1));
    const parts = joins.filter(({ isPart }) => isPart);
    const many = joins.filter(({ isMany }) => isMany);
    const isShown = (member: string): boolean => isMemberShown(member, visibility);
    const described = membersShown(relation, visibility.names(relation.position), isShown, scope, scores);
    const hierarchies = hierarchiesShown(relation, isShown);
    return {
      ...described,
      ...(hierarchies.length === 0 ? {} : { hierarchies }),
      ...(joins.length === 0 ? {} : { joins: joins.map(({ name }) => name) }),
      ...(parts.length === 0 ? {} : { joinsParts: parts.map(({ name }) => name) }),
      ...(many.length === 0 ? {} : { joinsMany: many.map(({ name }) => name) }),
    };
  };

  /** @param name qualified */
  const isMemberShown = (name: string, visibility: Visibility): boolean => {
    const [owner = '', member = ''] = name.split('.');
    return visibility.names(positions.get(owner) ?? -1).has(member);
  };

  /** With the levels that the viewer may see. */
  const hierarchiesShown = (
    { relation }: SearchableRelation,
    isShown: (member: string) => boolean,
  ): readonly HierarchyMetadata[] =>
    relation.hierarchies.flatMap(({ name, title, levels }) => {
      const qualified = levels.map((level) =>
        relation.kind === 'view' ? `${relation.name}.${level}` : level,
      );
      const shown = qualified.filter(isShown);
      return shown.length === 0 ? [] : [{ name: `${relation.name}.${name}`, title, levels: shown }];
    });

  return {
    visible: (scope) => allVisible(scope, visibilityOf(scope), Number.POSITIVE_INFINITY),
    search: (query, scope, { limit = maxMatches } = {}) => {
      const visibility = visibilityOf(scope);
      const asked = askedWords(query);
      if (asked.length === 0) return allVisible(scope, visibility, maxListedMembers);
      const { ranked, members } = scoreRelations(asked, relations, words, visibility, scope.samples);
      return ranked.slice(0, limit).map((relation) => describe(relation, visibility, scope, members));
    },
    unknownWords: (text) => unknownWords(text, words.vocabulary.has),
  };
}

function membersShown(
  relation: SearchableRelation,
  names: ReadonlySet<string>,
  isShown: (member: string) => boolean,
  scope: MetadataScope,
  scores?: Float64Array,
): CubeMetadata {
  const all = names.size === relation.members.length;
  const shown = all ? relation.members : relation.members.filter((member) => names.has(member.name));
  const dimensions: DimensionMetadata[] = [];
  const measures: MeasureMetadata[] = [];
  const segments: MemberMetadata[] = [];
  for (const member of scores === undefined ? shown : byScore(shown, scores)) {
    if (member.kind === 'dimension') dimensions.push(withVisibleSource(member.metadata, isShown));
    else if (member.kind === 'measure')
      measures.push(all ? member.metadata : withVisibleMembers(member.metadata, isShown));
    else segments.push(member.metadata);
  }
  const described = { ...relation.header, dimensions, measures, segments };
  return scope.samples === undefined ? described : withSamples(described, scope.samples);
}

function withVisibleMembers(
  { times, column, ...measure }: MeasureMetadata,
  isShown: (member: string) => boolean,
): MeasureMetadata {
  return {
    ...measure,
    ...(times === undefined ? {} : { times: times.filter(isShown) }),
    ...(column === undefined || !isShown(column) ? {} : { column }),
  };
}

function withVisibleSource(
  dimension: DimensionMetadata,
  isShown: (member: string) => boolean,
): DimensionMetadata {
  const { source, key, ...rest } = dimension;
  const [seesSource, seesKey] = [source, key].map((name) => name === undefined || isShown(name));
  if (seesSource && seesKey) return dimension;
  return {
    ...rest,
    ...(source === undefined || !seesSource ? {} : { source }),
    ...(key === undefined || !seesKey ? {} : { key }),
  };
}

function byScore(members: readonly SearchableMember[], scores: Float64Array): readonly SearchableMember[] {
  return [...members].sort((a, b) => (scores[b.position] ?? 0) - (scores[a.position] ?? 0));
}
