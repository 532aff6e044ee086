import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { entityDimension, isIdentifier } from '../link/entities.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { namesOwnRows } from '../link/keys.ts';
import type { Filter } from './filter.ts';
import type { Quantity } from './quantity.ts';
import type { Having, Ranking } from './reading.ts';
import { isGiven } from './trivial.ts';

/** What the rows are called of which a figure is the highest or the lowest, and which of both it is. */
interface Holder {
  readonly name: DimensionMetadata;
  readonly direction: Ranking['direction'];
}

/** Whose a highest or lowest figure is that is asked of all rows; undefined for other figures, and where rows have no name. */
export function holderOf(
  cube: CubeMetadata,
  asked: {
    readonly quantities: readonly Quantity[];
    readonly groups: readonly unknown[];
    readonly having: readonly Having[];
    readonly filters: readonly Filter[];
  },
): Holder | undefined {
  const [quantity, ...more] = asked.quantities;
  if (quantity === undefined || more.length + asked.groups.length + asked.having.length > 0) return undefined;
  const extreme = extremeOf(cube, quantity);
  const name = extreme && nameOfRow(cube, extreme.of);
  if (extreme === undefined || name === undefined || name === extreme.of) return undefined;
  // Many keys have the last date, and none of them says anything.
  if (extreme.of.type === 'time' && isIdentifier(name)) return undefined;
  if (isGiven(asked.filters, name)) return undefined;
  return { name, direction: extreme.direction };
}

/** What a figure is the highest or the lowest of. */
function extremeOf(
  cube: CubeMetadata,
  quantity: Quantity,
): { readonly direction: Ranking['direction']; readonly of: DimensionMetadata } | undefined {
  if (quantity.kind === 'scaled' || quantity.kind === 'filtered') return extremeOf(cube, quantity.of);
  if (quantity.kind === 'ratio' || quantity.kind === 'difference') return undefined;
  const isMeasure = quantity.kind === 'measure';
  const end = isMeasure ? quantity.measure.type : quantity.aggregate;
  const of = isMeasure
    ? cube.dimensions.find(({ name }) => name === quantity.measure.column)
    : quantity.dimension;
  const isRolling = isMeasure && quantity.measure.rollingWindow !== undefined;
  if (of === undefined || isRolling || (end !== 'max' && end !== 'min')) return undefined;
  return { direction: end === 'max' ? 'desc' : 'asc', of };
}

/** What the rows that have a column are called. */
function nameOfRow(cube: CubeMetadata, column: DimensionMetadata): DimensionMetadata | undefined {
  const own = entityDimension(cube);
  if (cube.type !== 'view') return isJoined(column) || (own && isJoined(own)) ? undefined : own;
  // A view shows rows of several cubes, and not always of which.
  const names = cube.dimensions.filter(namesOwnRows);
  return (
    [own, ...names].find((it) => it !== undefined && isOfSameRow(it, column) === true) ??
    (own && isOfSameRow(own, column) === undefined ? own : undefined)
  );
}

/** Undefined where that is not told. */
function isOfSameRow(one: DimensionMetadata, other: DimensionMetadata): boolean | undefined {
  const keys = [one, other].map((it) => it.key ?? (it.primaryKey === true ? it.name : undefined));
  const owners = [one, other].map(({ source }) => source && ownerOf(source));
  for (const [a, b] of [keys, owners]) if (a !== undefined && b !== undefined) return a === b;
  return undefined;
}
