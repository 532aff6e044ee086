import type {
  DimensionMetadata,
  MeasureMetadata,
  MemberMetadata,
  RelationMetadata,
} from '../../contract/tools.ts';
import type {
  Cube,
  DataModel,
  Dimension,
  Measure,
  RollingWindow,
  Segment,
  View,
  ViewMember,
} from '../data-model.ts';
import { type ReachedCube, reachedCubes } from '../sql/join-path.ts';
import { measuredColumn } from './measured-column.ts';
import { measuredTimes } from './measured-times.ts';
import { wordsOf } from './words.ts';

/** One member of a relation as it is shown, and what it can be found by. */
export type SearchableMember = {
  /** Position among all members of the model. */
  readonly position: number;
  readonly name: string;
  /** How much each word says about the member. */
  readonly weights: ReadonlyMap<string, number>;
} & Shown;

type Shown =
  | { readonly kind: 'dimension'; readonly metadata: DimensionMetadata }
  | { readonly kind: 'measure'; readonly metadata: MeasureMetadata }
  | { readonly kind: 'segment'; readonly metadata: MemberMetadata };

export interface SearchableRelation {
  /** Position among all relations of the model. */
  readonly position: number;
  /** Position of its first member; the others follow. */
  readonly firstMember: number;
  readonly relation: Cube | View;
  readonly header: RelationMetadata;
  readonly members: readonly SearchableMember[];
  readonly weights: ReadonlyMap<string, number>;
  /** Cubes that a view takes its members from; none for a cube. */
  readonly shownCubes: readonly string[];
  /** Public cubes that a cube reaches along joins; none for a view. */
  readonly joins: readonly ReachedCube[];
}

/** Everything of a model that may ever be shown: public members of public relations, views first. */
export function searchableRelations(model: DataModel): readonly SearchableRelation[] {
  let nextMember = 0;
  return [...model.views.values(), ...model.cubes.values()]
    .filter((relation) => relation.public)
    .map((relation, position) => ({
      position,
      firstMember: nextMember,
      relation,
      shownCubes: relation.kind === 'cube' ? [] : cubesOf(relation),
      joins:
        relation.kind === 'view'
          ? []
          : reachedCubes(model, relation.name).filter(({ name }) => model.cubes.get(name)?.public === true),
      header: {
        name: relation.name,
        type: relation.kind,
        title: relation.title,
        ...descriptive(relation),
      },
      members: membersOf(model, relation).map((member) => ({ ...member, position: nextMember++ })),
      weights: weigh([
        [relation.name, 3],
        [relation.title, 3],
        ...relation.synonyms.map((synonym) => [synonym, 3] as const),
        [relation.description, 1],
        [relation.aiContext, 0.7],
        ...(relation.kind === 'view' ? relation.folders.map((folder) => [folder.name, 0.5] as const) : []),
      ]),
    }));
}

function cubesOf(view: View): readonly string[] {
  return [...new Set([...view.members.values()].flatMap((member) => member.path.at(-1) ?? []))];
}

function membersOf(model: DataModel, relation: Cube | View) {
  const known = new Map<string, readonly string[] | undefined>();
  const timesOf = ({ path }: ViewMember): readonly string[] | undefined => {
    const owner = path.at(-1) ?? '';
    if (relation.kind === 'view' && !known.has(owner))
      known.set(owner, measuredTimes(model, relation, owner));
    return known.get(owner);
  };
  const sourceOf = relation.kind === 'view' ? sourcesIn(relation, model) : () => ({});
  const members =
    relation.kind === 'view'
      ? [...relation.members.values()].map((viewMember) => ({ shown: viewMember, member: viewMember.member }))
      : [...relation.dimensions.values(), ...relation.measures.values(), ...relation.segments.values()].map(
          (member) => ({ shown: member, member }),
        );
  return members
    .filter(({ shown }) => shown.public)
    .map(({ shown, member }) => ({
      name: shown.name,
      ...shownMember(relation, shown, member, { timesOf, sourceOf }, model),
      weights: weigh([
        [shown.name, 3],
        [shown.title, 3],
        ...shown.synonyms.map((synonym) => [synonym, 3] as const),
        // A view may rename a member: its first name is still what some people call it.
        [member.name, 1.5],
        [member.title, 1.5],
        ...member.synonyms.map((synonym) => [synonym, 2] as const),
        [shown.description, 1],
        [shown.aiContext, 0.7],
      ]),
    }));
}

/** What a view says of its members beyond their own cube's words. */
interface OfViewMembers {
  readonly timesOf: (measure: ViewMember) => readonly string[] | undefined;
  readonly sourceOf: (dimension: ViewMember) => Pick<DimensionMetadata, 'source' | 'key'>;
}

function shownMember(
  relation: Cube | View,
  shown: ViewMember | Dimension | Measure | Segment,
  member: Dimension | Measure | Segment,
  { timesOf, sourceOf }: OfViewMembers,
  model: DataModel,
): Shown {
  const { currency: shownCurrency } = shown.meta;
  const currency = typeof shownCurrency === 'string' ? shownCurrency.toUpperCase() : member.currency;
  const base = {
    name: `${relation.name}.${shown.name}`,
    title: shown.title,
    ...descriptive(shown),
    ...(shown.format === undefined ? {} : { format: shown.format }),
    ...(currency === undefined ? {} : { currency }),
    // Money is counted in its currency.
    ...(shown.unit === undefined || currency !== undefined ? {} : { unit: shown.unit }),
  };
  switch (member.kind) {
    case 'dimension': {
      const key = {
        ...(member.primaryKey ? { primaryKey: true as const } : {}),
        ...('path' in shown ? sourceOf(shown) : {}),
      };
      const granularities = member.granularities.map(({ name: unit, title, interval }) => ({
        name: unit,
        title,
        interval: interval.text,
      }));
      const more = granularities.length === 0 ? {} : { granularities };
      return { kind: 'dimension', metadata: { ...base, type: member.type, ...key, ...more } };
    }
    case 'measure': {
      const times = 'path' in shown ? timesOf(shown) : undefined;
      const owner = 'path' in shown ? (shown.path.at(-1) ?? '') : relation.name;
      const column = measuredColumn(model, relation, member, owner);
      const rolling = windowOf(member, model);
      return {
        kind: 'measure',
        metadata: {
          ...base,
          type: member.type,
          ...(times === undefined ? {} : { times }),
          ...(column === undefined ? {} : { column }),
          ...(rolling === undefined ? {} : { rollingWindow: shownWindow(rolling) }),
        },
      };
    }
    case 'segment':
      return { kind: 'segment', metadata: base };
  }
}

/** Which cube's dimension each of a view's shows, and by which other one the view tells apart the rows of that cube. */
function sourcesIn(view: View, model: DataModel): OfViewMembers['sourceOf'] {
  const isKey = (path: readonly string[], member: ViewMember['member']): boolean => {
    if (member.kind !== 'dimension' || !member.primaryKey) return false;
    // One column of a key of several tells nothing apart.
    const dimensions = [...(model.cubes.get(path.at(-1) ?? '')?.dimensions.values() ?? [])];
    return dimensions.filter(({ primaryKey }) => primaryKey).length === 1;
  };
  const keys = new Map(
    [...view.members.values()]
      .filter(({ public: isShown, member, path }) => isShown && isKey(path, member))
      .map(({ name, path }) => [path.join('.'), name]),
  );
  return ({ member, path }) => {
    const owner = model.cubes.get(path.at(-1) ?? '');
    const key = keys.get(path.join('.'));
    return {
      ...(owner?.public === true && member.public ? { source: `${owner.name}.${member.name}` } : {}),
      ...(key === undefined ? {} : { key: `${view.name}.${key}` }),
    };
  };
}

/** The measure's own window, or that of a measure that it is made of. */
function windowOf({ rollingWindow, sql }: Measure, model: DataModel): RollingWindow | undefined {
  if (rollingWindow !== undefined) return rollingWindow;
  const parts = sql.flatMap((part) =>
    part.kind === 'member' ? (model.cubes.get(part.cube)?.measures.get(part.member) ?? []) : [],
  );
  return parts.map((part) => windowOf(part, model)).find((window) => window !== undefined);
}

function shownWindow(window: RollingWindow): NonNullable<MeasureMetadata['rollingWindow']> {
  if (window.kind === 'to_date') return { toDate: window.granularity };
  const written = (edge: typeof window.trailing): string | undefined =>
    typeof edge === 'object' ? edge.text : edge;
  const [trailing, leading] = [written(window.trailing), written(window.leading)];
  return {
    ...(trailing === undefined ? {} : { trailing }),
    ...(leading === undefined ? {} : { leading }),
    offset: window.offset,
  };
}

function descriptive(of: {
  readonly description: string | undefined;
  readonly synonyms: readonly string[];
  readonly aiContext: string | undefined;
}) {
  return {
    ...(of.description === undefined ? {} : { description: of.description }),
    ...(of.synonyms.length === 0 ? {} : { synonyms: of.synonyms }),
    ...(of.aiContext === undefined ? {} : { aiContext: of.aiContext }),
  };
}

/** Best weight of every word over the texts; a word of a long name says less than the only word of a short one. */
function weigh(texts: readonly (readonly [string | undefined, number])[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const add = (word: string, weight: number) => weights.set(word, Math.max(weight, weights.get(word) ?? 0));
  for (const [text, weight] of texts) {
    if (text === undefined) continue;
    const words = wordsOf(text);
    const each = weight >= 1.5 ? weight / Math.sqrt(words.length) : weight;
    for (const word of words) add(word, each);
    // People write `orderlines` and `order lines` alike.
    if (weight >= 1.5 && words.length > 1 && words.length <= 3) add(words.join(''), weight);
  }
  return weights;
}
