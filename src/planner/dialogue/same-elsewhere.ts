import type { CubeMetadata, MemberMetadata } from '../../contract/tools.ts';
import { ownerOf } from '../link/joined-cubes.ts';
import { shortName } from '../link/names.ts';
import type { Plan } from '../query/plan.ts';

/**
 * Whether two plans are the same, one by a view that shows what the other asks of the cubes themselves. Means over things are left to
 * their rows: a cube has things that no row of a view is of.
 */
export function isSameElsewhere(plan: Plan, other: Plan): boolean {
  const { meanOver, cube } = plan;
  return meanOver === undefined && cube.name !== other.cube.name && told(plan) === told(other);
}

/** All that a plan asks, with members by the cubes that they come from. */
function told({ cube, ...plan }: Plan): string {
  const { each, groups, filters, having, ranking, sortedBy, quantities, time } = plan;
  const { share, shareOf, change, running, meanOver, countGroups } = plan;
  const text = (what: unknown): string =>
    JSON.stringify(what, (_, it: unknown) => (isMember(it) ? originOf(cube, it) : it));
  return text([
    rootOf(cube),
    groups.map(({ dimension, grain }) => [dimension, grain]),
    filters.map(text).sort(),
    [time?.dimension, time?.periods, time?.weekdays, time?.dayTime],
    [each, having, ranking, sortedBy, quantities],
    [share, shareOf, change, running, meanOver, countGroups],
  ]);
}

function isMember(it: unknown): it is MemberMetadata & { readonly source?: string } {
  return typeof it === 'object' && it !== null && 'name' in it && 'title' in it;
}

function originOf(
  cube: CubeMetadata,
  { name, source }: MemberMetadata & { readonly source?: string },
): string {
  if (source !== undefined) return source;
  if (cube.type === 'view') return `${rootOf(cube)}.${shortName(name)}`;
  return name.split('.').slice(-2).join('.');
}

/** The cube whose rows a relation has: a view shows these first. */
function rootOf({ type, name, dimensions }: CubeMetadata): string {
  const [first] = type === 'view' ? dimensions : [];
  return first?.source === undefined ? name : ownerOf(first.source);
}
