import type { CubeMetadata, DimensionMetadata, MemberMetadata } from '../../contract/tools.ts';
import type { Day } from '../language/calendar.ts';
import { isIdentifier, isNumberedYear, memberLemmas } from './entities.ts';
import { ownerOf } from './joined-cubes.ts';
import { nameLemmas, shortName } from './names.ts';

/** An age, or a group of ages, that no column holds. */
interface AgeDimension extends DimensionMetadata {
  readonly age: ComputedAge<string>;
}

interface ComputedAge<Member> {
  /** The birth date or the age that tells it, beside it in its relation. */
  readonly of: Member;
  /** Of a birth date: the day on which those are so old. */
  readonly today: Day | undefined;
  /** In whole years, or by tens of them: `20–29`. */
  readonly by: 'year' | 'decade';
}

const born = /^(?:birth|birthdate|birthday|born|dob|geburt\p{L}*|geboren)$/u;

/** Relations with the age, on a day, of those whose birth dates they have, and with groups of it; none where the model has its own. */
export function withAges(cubes: readonly CubeMetadata[], today: Day): readonly CubeMetadata[] {
  return cubes.map(withBirthYears).map((cube) => {
    const aged = [...cube.dimensions, ...cube.measures].filter(saysAge);
    if (aged.length > 0) return withGroupsOfAge(cube, aged);
    const births = cube.dimensions.filter((it) => it.type === 'time' && memberLemmas(it).some(isBorn));
    const [birth, ...others] = births;
    if (birth === undefined || others.length > 0) return cube;
    const dimensions = cube.dimensions.map((it) => (it === birth ? calledBirth(birth) : it));
    return { ...cube, dimensions: [...dimensions, ...agesBy(birth, today)] };
  });
}

/** Ages that a column holds come in groups, too, unless the model has a word for these. */
function withGroupsOfAge(cube: CubeMetadata, aged: readonly MemberMetadata[]): CubeMetadata {
  const [age, ...others] = cube.dimensions.filter((it) => aged.includes(it));
  if (age?.type !== 'number' || others.length > 0 || isIdentifier(age)) return cube;
  const isGerman = nameLemmas(age.title).includes('alter');
  return { ...cube, dimensions: [...cube.dimensions, groupOf(age, undefined, isGerman)] };
}

/** A year of birth tells who was born when, too. */
function withBirthYears(cube: CubeMetadata): CubeMetadata {
  const isBirth = (it: DimensionMetadata): boolean => isNumberedYear(it) && memberLemmas(it).some(isBorn);
  if (!cube.dimensions.some(isBirth)) return cube;
  return { ...cube, dimensions: cube.dimensions.map((it) => (isBirth(it) ? calledBirth(it) : it)) };
}

function isBorn(lemma: string): boolean {
  return born.test(lemma);
}

function saysAge({ name, title }: MemberMetadata): boolean {
  return nameLemmas(`${shortName(name)} ${title}`).some((lemma) => /^(?:age|alter)$/.test(lemma));
}

/** "Born in the 90s" tells of no other date. */
function calledBirth(birth: DimensionMetadata): DimensionMetadata {
  return { ...birth, synonyms: [...(birth.synonyms ?? []), 'born', 'geboren'] };
}

function agesBy(birth: DimensionMetadata, today: Day): AgeDimension[] {
  const isGerman = memberLemmas(birth).some((lemma) => /^geb(?:urt|oren)/.test(lemma));
  return [
    {
      name: `${ownerOf(birth.name)}.age`,
      ...(isGerman ? { title: 'Alter', synonyms: ['Age'] } : { title: 'Age', synonyms: ['Alter'] }),
      ...{ type: 'number', description: isGerman ? 'In Jahren' : 'In years' },
      age: { of: shortName(birth.name), today, by: 'year' },
    },
    groupOf(birth, today, isGerman),
  ];
}

function groupOf(of: DimensionMetadata, today: Day | undefined, isGerman: boolean): AgeDimension {
  const [title = '', ...synonyms] = isGerman ? [...germanGroups, ...groups] : [...groups, ...germanGroups];
  return {
    name: `${ownerOf(of.name)}.age_group`,
    ...{ title, synonyms, type: 'string', valuesComplete: true },
    age: { of: shortName(of.name), today, by: 'decade' },
  };
}

const groups = ['Age group', 'Age bracket', 'Age band', 'Age range', 'Age class', 'Age decade'];
const germanGroups = ['Altersgruppe', 'Altersklasse'];

/** What an age is computed from, and on which day; undefined for other members. */
export function ageOf(
  member: Pick<MemberMetadata, 'name'>,
): ComputedAge<{ readonly name: string }> | undefined {
  const { age } = member as Partial<AgeDimension>;
  return age && { ...age, of: { name: `${ownerOf(member.name)}.${age.of}` } };
}

/** The birth date that an age is computed from, among the dimensions of its relation. */
export function birthOf(cube: CubeMetadata, member: DimensionMetadata): DimensionMetadata | undefined {
  const age = ageOf(member);
  return age?.today === undefined ? undefined : cube.dimensions.find(({ name }) => name === age.of.name);
}
