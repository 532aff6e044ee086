import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { remembered } from '../language/remembered.ts';
import { identifying, lemmasOfName, ownLemmas } from './entities.ts';
import { nameLemmas, ownerPrefix, shortName } from './names.ts';

/** The primary key that tells apart what a dimension names: `customer_id` for `customer_name`. */
export function keyOf(cube: CubeMetadata, dimension: DimensionMetadata): DimensionMetadata | undefined {
  return cube.type === 'view' ? keyInView(cube, dimension) : keyInCube(cube, dimension);
}

/** A view shows a name under one of its own, and keys of several things. */
function keyInView(
  { dimensions }: CubeMetadata,
  dimension: DimensionMetadata,
): DimensionMetadata | undefined {
  const key = dimensions.find(({ name }) => name === dimension.key);
  if (key === undefined || key === dimension || dimension.type !== 'string') return undefined;
  const keys = wordings(key);
  return wordings(dimension).some((words) => keys.includes(words)) || namesOwnRows(dimension)
    ? key
    : undefined;
}

/** What a dimension of a view speaks of, by all that it is called: `customer`, for `customer_id` and for "Customer name". */
function wordings({ name, title, source = '' }: DimensionMetadata): readonly string[] {
  return [shortName(name), title, shortName(source)]
    .map((said) => nameLemmas(said).filter((word) => !identifying.has(word) && word !== 'full'))
    .flatMap((words) => (words.length === 0 ? [] : [words.join(' ')]));
}

/** Whether a view shows what the rows of a cube are called there: `customers.name`, `customers.customer_name`. */
export function namesOwnRows({ source = '', valuesComplete }: DimensionMetadata): boolean {
  const words = nameLemmas(shortName(source));
  // Few people have few titles, and all songs have one.
  const isName = words.at(-1) === 'name' || (words.at(-1) === 'title' && valuesComplete !== true);
  const things = lemmasOfName({ name: ownerPrefix({ name: source }).slice(0, -1), title: '' });
  return isName && words.every((word) => identifying.has(word) || word === 'full' || things.has(word));
}

function keyInCube(cube: CubeMetadata, dimension: DimensionMetadata): DimensionMetadata | undefined {
  const named = nameLemmas(shortName(dimension.name));
  const titled = nameLemmas(dimension.title);
  const owner = ownerPrefix(dimension);
  const things = lemmasOfName({ name: owner.slice(0, -1), title: '' });
  // The `company_name` of contractors, the `title` of songs and the `plate` of trucks that are titled so.
  const isTitled = titled.every((word) => things.has(word));
  if (dimension.type !== 'string' || !(isTitled || /^(?:name|title)$/.test(named.at(-1) ?? '')))
    return undefined;
  const own = ownLemmas(cube);
  const subject = (words: readonly string[]): string =>
    words.filter((word) => !identifying.has(word) && !own.has(word) && word !== 'full').join(' ');
  const keys = primaryKeys(cube).filter((it) => it !== dimension && ownerPrefix(it) === owner);
  const [only, ...more] = keys;
  const subjects = [subject(named), ...(isTitled ? [subject(titled)] : [])];
  const same = keys.find((it) => subjects.includes(subject(nameLemmas(shortName(it.name)))));
  // A ticker tells companies apart.
  const isOfOwner = (subject(named) === '' || things.has(subject(named))) && more.length === 0;
  // The parts of a delivery note are many lines, and pets of one name are several where they have a key of their own.
  if (dimension.repeats !== true) return same ?? (isOfOwner ? only : undefined);
  const thing = (words: readonly string[]): string =>
    words.filter((word) => !identifying.has(word) && word !== 'full').join(' ');
  const isOf = (words: readonly string[]): boolean =>
    words.every((word) => identifying.has(word) || word === 'full' || things.has(word));
  // The `disp_name` of buyers that is titled so is told apart by their `buyer_id`, as is their `name`.
  const isPlain = isOf(named) && isOf(titled);
  return keys.find((it) => {
    const words = nameLemmas(shortName(it.name));
    return (
      thing(words) === thing(named) ||
      (isTitled && thing(words) === thing(titled)) ||
      (isPlain && more.length === 0 && isOf(words))
    );
  });
}

const primaryKeys = remembered((cube: CubeMetadata) =>
  cube.dimensions.filter((it) => it.primaryKey === true),
);
