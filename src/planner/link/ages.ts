import type { CubeMetadata, DimensionMetadata, MemberMetadata } from '../../contract/tools.ts';
import type { Day } from '../language/calendar.ts';
import { isNumberedYear, memberLemmas } from './entities.ts';
import { ownerOf } from './joined-cubes.ts';
import { nameLemmas, shortName } from './names.ts';

/** An age that no column holds, but a birth date tells. */
interface AgeDimension extends DimensionMetadata {
  readonly age: {
    /** The name of the birth date beside it. */
    readonly birth: string;
    readonly today: Day;
    /** In whole years, or by tens of them: `20–29`. */
    readonly by: 'year' | 'decade';
  };
}

const born = /^(?:birth|birthdate|birthday|born|dob|geburt\p{L}*|geboren)$/u;

/** Relations with the age, on a day, of those whose birth dates they have; none where the model has ages of its own. */
export function withAges(cubes: readonly CubeMetadata[], today: Day): readonly CubeMetadata[] {
  return cubes.map(withBirthYears).map((cube) => {
    const births = cube.dimensions.filter((it) => it.type === 'time' && memberLemmas(it).some(isBorn));
    const [birth, ...others] = births;
    if (birth === undefined || others.length > 0) return cube;
    if ([...cube.dimensions, ...cube.measures].some(saysAge)) return cube;
    const dimensions = cube.dimensions.map((it) => (it === birth ? calledBirth(birth) : it));
    return { ...cube, dimensions: [...dimensions, ...agesBy(birth, today)] };
  });
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
  const titles = (english: string, german: string): Pick<AgeDimension, 'title' | 'synonyms'> =>
    isGerman ? { title: german, synonyms: [english] } : { title: english, synonyms: [german] };
  const of = { birth: shortName(birth.name), today } as const;
  return [
    {
      name: `${ownerOf(birth.name)}.age`,
      ...titles('Age', 'Alter'),
      ...{ type: 'number', description: isGerman ? 'In Jahren' : 'In years' },
      age: { ...of, by: 'year' },
    },
    {
      name: `${ownerOf(birth.name)}.age_group`,
      ...titles('Age group', 'Altersgruppe'),
      ...{ type: 'string', valuesComplete: true },
      age: { ...of, by: 'decade' },
    },
  ];
}

/** What an age is computed from, and on which day; undefined for other members. */
export function ageOf(
  member: Pick<MemberMetadata, 'name'>,
):
  | { readonly birth: { readonly name: string }; readonly today: Day; readonly by: 'year' | 'decade' }
  | undefined {
  const { age } = member as Partial<AgeDimension>;
  return age && { ...age, birth: { name: `${ownerOf(member.name)}.${age.birth}` } };
}

/** The birth date that an age is computed from, among the dimensions of its relation. */
export function birthOf(cube: CubeMetadata, member: DimensionMetadata): DimensionMetadata | undefined {
  const age = ageOf(member);
  return age && cube.dimensions.find(({ name }) => name === age.birth.name);
}
