import type {
  CubeMetadata,
  DimensionMetadata,
  MeasureMetadata,
  MemberMetadata,
} from '../../contract/tools.ts';
import { singular } from '../../english.ts';
import { rememberedFor } from '../language/remembered.ts';
import {
  entityCounted,
  entityDimension,
  entityNamed,
  findRowCount,
  identifying,
  isCounting,
  lemmasOfName,
  ownLemmas,
} from './entities.ts';
import { nameLemmas, namePhrases } from './names.ts';
import { memberCount } from './readable-model.ts';
import { haveSameColumns, isCalledIn, isRole, isRoleOf, rolesOf, tellingPart } from './role-cubes.ts';

/** Names that say nothing without their cube's. */
const bareNouns = new Set([...identifying, 'full', 'label', 'date', 'description']);

/** Each cube is there once more with all that it joins: of a large model, only the best matches. */
export const maxJoinedMembers = 6_000;

/**
 * For each cube a wider one that also holds the members of the cubes that it joins, as `orders.customers.country`.
 * They are called after their own cube ("customer country"), and by their bare name where that says enough.
 */
export function joinedCubes(cubes: readonly CubeMetadata[]): readonly CubeMetadata[] {
  const byName = new Map(cubes.map((cube) => [cube.name, cube]));
  const wider: CubeMetadata[] = [];
  let members = 0;
  for (const cube of cubes) {
    const joined = (cube.joins ?? []).flatMap((name) => {
      const other = byName.get(name);
      if (other === undefined) return [];
      return [isAskedElsewhere(cube, name, cubes) ? figuresOf(other) : other];
    });
    if (joined.length === 0) continue;
    members += [cube, ...joined].reduce((sum, it) => sum + memberCount(it), 0);
    if (members > maxJoinedMembers) break;
    wider.push(widened(cube, joined));
  }
  return wider;
}

/**
 * Whether a row may have several of another cube, and a third one has at most one of each for its rows: customers with claims
 * in May are rather asked of claims, where a condition holds for the claim itself. Only its figures add up for each row.
 */
function isAskedElsewhere(cube: CubeMetadata, other: string, cubes: readonly CubeMetadata[]): boolean {
  return (
    cube.joinsMany?.includes(other) === true &&
    cubes.some((it) => joinsOne(it, cube.name) && (it.name === other || joinsOne(it, other)))
  );
}

/** A cube of which nothing is asked but what its rows come to for each row that they belong to. */
function figuresOf(cube: CubeMetadata): CubeMetadata {
  const measures = cube.measures.map((it) => ({ ...it, times: [] }));
  return { ...cube, dimensions: [], segments: [], measures };
}

/** Whether a member is of rows of which several may belong to one row of the relation. */
export function isOfMany({ name, joinsMany = [] }: CubeMetadata, member: MemberMetadata): boolean {
  return isJoined(member) && joinsMany.some((it) => ownerOf(member.name) === `${name}.${it}`);
}

/** All exams have their course: going through courses leaves none of them out. */
export function isOfParts({ name, joinsParts = [] }: CubeMetadata, member: MemberMetadata): boolean {
  return isJoined(member) && joinsParts.some((it) => ownerOf(member.name) === `${name}.${it}`);
}

/** Whether one member is the other, as a relation that joins the other's sees it. */
export function isJoinedFrom(one: MemberMetadata, other: MemberMetadata): boolean {
  return one.name.endsWith(`.${other.name}`) || other.name.endsWith(`.${one.name}`);
}

/** Whether each row has at most one of another cube. */
export function joinsOne({ joins = [], joinsMany = [] }: CubeMetadata, other: string): boolean {
  return joins.includes(other) && !joinsMany.includes(other);
}

/** Whether a member is in the relation through a join. */
export function isJoined(member: Pick<MemberMetadata, 'name'>): boolean {
  const { name } = member;
  return name.indexOf('.') < name.lastIndexOf('.');
}

/** What a member belongs to: `orders` of `orders.status`, `orders.customers` of `orders.customers.country`. */
export function ownerOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

/** A member of a cube that is there under another name, nearer: the supervisors of technicians are technicians, too. */
interface NamesakeMember extends MemberMetadata {
  /** What its cube is called by which it is told from the nearer one: supervisor, or the parent of a parent account. */
  readonly role: string;
}

/** A member of a cube that extends another, which the relation does not join: owners of pitches, who are clubs. */
interface OnlyMember extends MemberMetadata {
  /** By which its cube is told from what it extends. */
  readonly only: readonly string[];
}

/** What the cube of a member is called where that is the only way to what it extends; empty for other members. */
export function onlyRolesOf(member: MemberMetadata): readonly string[] {
  return (member as Partial<OnlyMember>).only ?? [];
}

/** What the cube of a member is called that is meant only where that is said; undefined for other members. */
export function roleOf(member: MemberMetadata): string | undefined {
  return (member as Partial<NamesakeMember>).role;
}

function widened(cube: CubeMetadata, joined: readonly CubeMetadata[]): CubeMetadata {
  const members = joined.map((it, at) => {
    // The home cinemas of members are second to cinemas, however near they are.
    const isSecond =
      [cube, ...joined.slice(0, at)].some((other) => haveSameColumns(other, it) && !isCalledIn(it, other)) ||
      joined.slice(at + 1).some((other) => haveSameColumns(other, it) && isCalledIn(other, it));
    const isTwin = joined.some((other) => areTwins(other, it, joined));
    const names = [it.title, ...(it.synonyms ?? [])];
    const called = <M extends MemberMetadata>(member: M, own: MemberMetadata): M =>
      isSecond || isTwin
        ? {
            ...member,
            title: titleIn(it, own),
            synonyms: member.synonyms?.filter((name) => names.includes(name)),
            role: tellingPart(it, [cube, ...joined]),
          }
        : isRole(it)
          ? { ...member, only: rolesOf(it) }
          : member;
    return {
      dimensions: it.dimensions.map((own) => called(joinedDimension(cube, it, own), own)),
      measures: it.measures.map((own) => called(joinedMeasure(cube, it, own), own)),
      segments: it.segments.map((own) => called(renamed(cube, it, own), own)),
    };
  });
  return {
    ...cube,
    dimensions: [...cube.dimensions, ...members.flatMap(({ dimensions }) => dimensions)],
    measures: [...cube.measures, ...members.flatMap(({ measures }) => measures)],
    segments: [...cube.segments, ...members.flatMap(({ segments }) => segments)],
  };
}

/** Whether rows have one each of two cubes that are the same but for their names, neither of which is nearer: home and away teams. */
function areTwins(one: CubeMetadata, other: CubeMetadata, joined: readonly CubeMetadata[]): boolean {
  const isDirect = ({ name }: CubeMetadata): boolean => !joined.some(({ joins }) => joins?.includes(name));
  return (
    one !== other &&
    haveSameColumns(one, other) &&
    haveSameColumns(other, one) &&
    !isRoleOf(one, other) &&
    !isRoleOf(other, one) &&
    isDirect(one) === isDirect(other)
  );
}

/** What a member is called by the role of its cube: "Home team", and "Home team number". */
function titleIn(role: CubeMetadata, { title }: MemberMetadata): string {
  const said = nameLemmas(role.title);
  const more = title.split(' ').filter((word) => !nameLemmas(word).every((lemma) => said.includes(lemma)));
  return [singular(role.title), ...more].join(' ');
}

function joinedDimension(
  cube: CubeMetadata,
  owner: CubeMetadata,
  dimension: DimensionMetadata,
): DimensionMetadata {
  const named = renamed(cube, owner, dimension);
  // "by customer" goes by whatever tells customers apart.
  const names =
    entityDimension(owner) === dimension && dimension.primaryKey !== true
      ? [owner.title, ...(owner.synonyms ?? [])]
      : [];
  return { ...named, synonyms: [...(named.synonyms ?? []), ...names] };
}

function joinedMeasure(cube: CubeMetadata, owner: CubeMetadata, measure: MeasureMetadata): MeasureMetadata {
  const { column } = measure;
  // What it is made of is here under another name, too.
  const named = {
    ...renamed(cube, owner, measure),
    ...(column === undefined ? {} : { column: `${cube.name}.${column}` }),
  };
  return findRowCount(owner) === measure
    ? { ...named, title: owner.title, synonyms: [...(owner.synonyms ?? []), ...(measure.synonyms ?? [])] }
    : named;
}

/** A member of another cube under the name that it has here. */
export function renamed<M extends MemberMetadata>(cube: CubeMetadata, owner: CubeMetadata, member: M): M {
  const own = ownLemmas(owner);
  const words = nameLemmas(member.title);
  const title = words.some((word) => own.has(word))
    ? member.title
    : `${singular(owner.title)} ${member.title}`;
  const said = namePhrases(member)
    .filter((it) => !it.every((form) => bareNouns.has(form.lemma)))
    .map((it) => it.map((form) => form.word).join(' '));
  return { ...member, name: `${cube.name}.${member.name}`, title, synonyms: said };
}

/** Whether a count is called after nothing but its rows. */
function countsRows({ name }: MemberMetadata, rows: ReadonlySet<string>): boolean {
  return nameLemmas(name.slice(name.lastIndexOf('.') + 1)).every(
    (lemma) => rows.has(lemma) || isCounting(lemma) || lemma === 'total' || lemma === 'of',
  );
}

/** Types of measures that say how much there is, and not how many. */
const addsUpOrAverages = /^(?:sum|avg|min|max)$/;

/** The dimension by which the rows that a count counts are told apart, in the relation itself or in a cube that it joins. */
export const entityOfCount = rememberedFor(
  (cube: CubeMetadata, measure: MeasureMetadata): DimensionMetadata | undefined => {
    if (!isJoined(measure))
      return findRowCount(cube) === measure ? entityDimension(cube) : entityCounted(cube, measure);
    const owner = ownerOf(measure.name);
    const lemmas = lemmasOfName({ title: '', name: owner.slice(owner.indexOf('.') + 1) });
    const counts = cube.measures.filter(
      (it) => ownerOf(it.name) === owner && it.type === 'count' && countsRows(it, lemmas),
    );
    // "Detractors" are some of the accounts, and "accounts" all of them.
    if (measure.type === 'count' && counts.length > 0 && !counts.includes(measure)) return undefined;
    if (addsUpOrAverages.test(measure.type)) return undefined;
    const own = {
      ...cube,
      name: owner,
      title: measure.title,
      dimensions: cube.dimensions.filter((it) => ownerOf(it.name) === owner),
      measures: [measure],
    };
    return entityNamed(own, lemmasOfName({ title: own.title, name: owner.slice(owner.indexOf('.') + 1) }));
  },
);
