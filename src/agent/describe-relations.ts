import type { CubeMetadata, DimensionMetadata, MeasureMetadata, MemberMetadata } from '../contract/tools.ts';
import { namedValues } from '../semantic/search/named-values.ts';
import { askedWords } from '../semantic/search/words.ts';

/** How much is said of one relation: how many members of each kind, of how many values, and how long texts may be. */
interface Detail {
  readonly measures: number;
  readonly dimensions: number;
  readonly segments: number;
  readonly values: number;
  readonly characters: number;
}

const every = Number.POSITIVE_INFINITY;
const allMembers = { measures: every, dimensions: every, segments: every, characters: every };
const bestMembers = { measures: 15, dimensions: 20, segments: 5, characters: 300 };

const whole: Detail = { ...allMembers, values: every };
/** From most to least. */
const cuts: readonly Detail[] = [
  { ...allMembers, values: 30 },
  { ...bestMembers, values: 30 },
  { ...bestMembers, values: 10 },
  { measures: 8, dimensions: 10, segments: 2, values: 8, characters: 150 },
  { measures: 4, dimensions: 5, segments: 1, values: 5, characters: 100 },
  { measures: 0, dimensions: 0, segments: 0, values: 0, characters: 100 },
];
/** Of each dimension of a model that is shown whole, whatever the question: as many as fit. */
const modelValues = [25, 10, 5];
/** Of a relation that earlier notes describe, beside what they say. */
const moreMembers = { measures: 6, dimensions: 6, segments: 2 };
/** Of a dimension that an earlier turn used. */
const usedValues = 8;

/** A relation takes at most this share of what is left, so that those behind it are more than a name. */
const share = 0.6;
/** Kept for relations that are shown by name only. */
const maxTitleCharacters = 1_500;
/** Names of members that are not described. */
const maxNameCharacters = 2_500;
/** Time dimensions that are described whether or not the question is about time. */
const minTimes = 2;

/** A relation as a language model reads it: its members go by their names within it. */
type DescribedRelation = Readonly<Record<string, unknown>>;

export interface DescribedMatches {
  readonly relations: readonly DescribedRelation[];
  /** What was left out, and how to ask for it; undefined if nothing was. */
  readonly note: string | undefined;
}

/** All relations with all members and their most frequent values; undefined if that takes more characters as JSON. */
export function describeModel(
  cubes: readonly CubeMetadata[],
  maxCharacters: number,
): readonly DescribedRelation[] | undefined {
  const found = modelValues.values().map((values) => {
    let left = maxCharacters;
    const relations: DescribedRelation[] = [];
    for (const cube of cubes) {
      const relation = describe(cube, { ...whole, values }, []);
      left -= sizeOf(relation);
      if (left < 0) return undefined;
      relations.push(relation);
    }
    return relations;
  });
  return found.find((relations) => relations !== undefined);
}

/**
 * Relations that match a question, in as much detail as fits: the better a relation or a member matches, the later it is cut.
 * Members that are not described are named; values that the question names come first.
 * @param matches best first, with their members ranked
 * @param said what need not be said again
 */
export function describeMatches(
  matches: readonly CubeMetadata[],
  question: string,
  maxCharacters: number,
  said: MembersSaid = new Map(),
): DescribedMatches {
  const cubes = matches.flatMap((cube) => unsaid(cube, said) ?? []);
  const asked = askedWords(question);
  const complete = cubes.map((cube) => describe(cube, whole, asked));
  if (totalOf(complete) <= maxCharacters) return { relations: complete, note: noteOf(cubes, complete) };
  const titles = cubes.map((cube) => ({ name: cube.name, type: cube.type, title: cube.title }));
  const relations: DescribedRelation[] = [];
  let left = maxCharacters;
  for (const [place, cube] of cubes.entries()) {
    const behind = totalOf(titles.slice(place + 1));
    const free = left - Math.min(behind, maxTitleCharacters);
    const room = cubes.length === 1 ? free : free * share;
    const described = firstFitting(cube, complete[place], asked, room) ?? titles[place] ?? {};
    left -= sizeOf(described);
    if (left < 0) break;
    relations.push(described);
  }
  return { relations, note: noteOf(cubes, relations) };
}

/** Names of members that notes describe, by their relation. */
type MembersSaid = ReadonlyMap<string, ReadonlySet<string>>;

/** @param notes each the JSON text of notes with `relations`, as {@link describeMatches} has them */
export function membersSaid(notes: readonly string[]): MembersSaid {
  const said = new Map<string, Set<string>>();
  for (const { relations = [] } of notes.map((text) => JSON.parse(text) as NotedRelations)) {
    for (const { name, measures = [], dimensions = [], segments = [] } of relations) {
      const members = said.get(name) ?? new Set();
      for (const member of [...measures, ...dimensions, ...segments]) members.add(member.name);
      said.set(name, members);
    }
  }
  return said;
}

interface Named {
  readonly name: string;
}

interface NotedRelations {
  readonly relations?: readonly (Named & {
    readonly measures?: readonly Named[];
    readonly dimensions?: readonly Named[];
    readonly segments?: readonly Named[];
  })[];
}

/** The relation, without what was said of it; undefined if nothing is left. */
function unsaid(cube: CubeMetadata, said: MembersSaid): CubeMetadata | undefined {
  const { name, type, title } = cube;
  const members = said.get(name);
  if (members === undefined) return cube;
  const others = <M extends MemberMetadata>(all: readonly M[], count: number): readonly M[] =>
    all.filter((member) => !members.has(bareName(member))).slice(0, count);
  const measures = others(cube.measures, moreMembers.measures);
  const dimensions = others(cube.dimensions, moreMembers.dimensions);
  const segments = others(cube.segments, moreMembers.segments);
  const isEmpty = measures.length + dimensions.length + segments.length === 0;
  return isEmpty ? undefined : { name, type, title, measures, dimensions, segments };
}

function bareName({ name }: MemberMetadata): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The members of a relation that a query used, with a few values; its name if it used none. */
export function describeUsed(cube: CubeMetadata, used: ReadonlySet<string>): DescribedRelation {
  const { name, type, title } = cube;
  if (!used.has(name) || !hasMembers(cube)) return { name };
  const isUsed = (member: MemberMetadata): boolean => used.has(bareName(member));
  const part: CubeMetadata = {
    name,
    type,
    title,
    measures: cube.measures.filter(isUsed),
    dimensions: cube.dimensions.filter(isUsed),
    segments: cube.segments.filter(isUsed),
  };
  return describe(part, { ...bestMembers, values: usedValues }, []);
}

/** Rows of the database may hold results of another shape. */
function hasMembers({ measures, dimensions, segments }: CubeMetadata): boolean {
  return [measures, dimensions, segments].every(Array.isArray);
}

function firstFitting(
  cube: CubeMetadata,
  complete: DescribedRelation | undefined,
  asked: readonly string[],
  room: number,
): DescribedRelation | undefined {
  if (complete !== undefined && sizeOf(complete) <= room) return complete;
  for (const detail of cuts) {
    const described = describe(cube, detail, asked);
    if (sizeOf(described) <= room) return described;
  }
  return undefined;
}

function noteOf(cubes: readonly CubeMetadata[], relations: readonly DescribedRelation[]): string | undefined {
  const left = cubes.length - relations.length;
  const isCut = relations.some((relation) => 'otherMembers' in relation);
  const notes = [
    ...(left > 0 ? [`${left} more ${left === 1 ? 'relation' : 'relations'} left out.`] : []),
    ...(relations.some((relation) => !('measures' in relation || 'dimensions' in relation))
      ? ['Relations without measures and dimensions are named only: search for the name of one to see more.']
      : []),
    ...(isCut ? ['otherMembers are named only: search for their names to see them in full.'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(' ');
}

function describe(cube: CubeMetadata, detail: Detail, asked: readonly string[]): DescribedRelation {
  const { name, type, joins, measures, dimensions, segments } = cube;
  const bare = (member: string): string =>
    member.startsWith(`${name}.`) ? member.slice(name.length + 1) : member;
  const cut = {
    measures: measures.slice(0, detail.measures),
    dimensions: withTimes(dimensions, detail.dimensions),
    segments: segments.slice(0, detail.segments),
  };
  const others = [
    ...measures.slice(detail.measures),
    ...dimensions.filter((dimension) => !cut.dimensions.includes(dimension)),
    ...segments.slice(detail.segments),
  ];
  const about = (member: MemberMetadata) => ({
    name: bare(member.name),
    ...aboutOf(bare(member.name), member, detail.characters),
    ...present({ format: member.format, currency: member.currency, unit: member.unit }),
  });
  const measure = (member: MeasureMetadata) => ({
    ...about(member),
    type: member.type,
    ...present({
      times: member.times?.map(bare),
      column: member.column && bare(member.column),
      rollingWindow: member.rollingWindow,
    }),
  });
  const dimension = (member: DimensionMetadata) => ({
    ...about(member),
    type: member.type,
    ...present({
      primaryKey: member.primaryKey,
      range: member.range,
      granularities: member.granularities?.map(({ name: unit, interval }) => `${unit} (${interval})`),
    }),
    ...valuesOf(member, asked, detail.values),
  });
  return {
    name,
    type,
    ...aboutOf(name, cube, detail.characters),
    ...listed('measures', cut.measures.map(measure)),
    ...listed('dimensions', cut.dimensions.map(dimension)),
    ...listed('segments', cut.segments.map(about)),
    ...present({ joins }),
    ...(others.length === 0 ? {} : { otherMembers: namesOf(others.map((member) => bare(member.name))) }),
  };
}

/** The first dimensions, and a few times, of which nearly every question is. */
function withTimes(dimensions: readonly DimensionMetadata[], count: number): readonly DimensionMetadata[] {
  const first = dimensions.slice(0, count);
  const missing = minTimes - first.filter(({ type }) => type === 'time').length;
  const more = dimensions.slice(count).filter(({ type }) => type === 'time');
  return [...first, ...more.slice(0, Math.max(missing, 0))];
}

function valuesOf({ values, valuesComplete }: DimensionMetadata, asked: readonly string[], count: number) {
  if (values === undefined) return {};
  const named = values.length > count ? namedValues(asked, values) : [];
  const shown = [...new Set([...named, ...values])].slice(0, count);
  return { values: shown, valuesComplete: valuesComplete === true && shown.length === values.length };
}

interface About {
  readonly title: string;
  readonly description?: string | undefined;
  readonly synonyms?: readonly string[] | undefined;
  readonly aiContext?: string | undefined;
}

/** A title that only repeats the name says nothing. */
function aboutOf(name: string, { title, description, synonyms, aiContext }: About, characters: number) {
  return {
    ...(title.toLowerCase() === name.replaceAll('_', ' ').toLowerCase() ? {} : { title }),
    ...present({ description: clipped(description, characters), synonyms }),
    ...present({ aiContext: clipped(aiContext, characters) }),
  };
}

function clipped(text: string | undefined, characters: number): string | undefined {
  return text === undefined || text.length <= characters ? text : `${text.slice(0, characters)}…`;
}

/** As many names as fit, then how many more there are. */
function namesOf(names: readonly string[]): readonly string[] {
  let size = 0;
  const end = names.findIndex((name) => {
    size += name.length + 3;
    return size > maxNameCharacters;
  });
  return end === -1 ? names : [...names.slice(0, end), `… and ${names.length - end} more`];
}

function listed(kind: string, members: readonly object[]): Readonly<Record<string, readonly object[]>> {
  return members.length === 0 ? {} : { [kind]: members };
}

function present(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function sizeOf(relation: object): number {
  return JSON.stringify(relation).length + 1;
}

function totalOf(relations: readonly object[]): number {
  return relations.reduce((size, relation) => size + sizeOf(relation), 0);
}
