import type { AccessPolicy, Cube, DataModel, FilterOperator, View } from '../data-model.ts';
import type { Viewer } from '../viewer.ts';
import { combine, resolveFilter, type TypeOf } from './resolve-filter.ts';
import { holds, type Scalar } from './viewer-values.ts';

/**
 * Row filter with every reference replaced by the viewer's values. `member` is a dimension, named as in the relation
 * that was resolved; values have the dimension's own type (a time is ISO 8601 text).
 * Several values mean any of them for equals, contains, startsWith and endsWith, and none of them for their negations;
 * `set` and `notSet` have none, `inDateRange` has two (both days included), comparisons have one. `false` matches no row.
 */
export type ResolvedFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly ResolvedFilter[] }
  | {
      readonly kind: 'condition';
      readonly member: string;
      readonly operator: FilterOperator;
      readonly values: readonly Scalar[];
    }
  | { readonly kind: 'false' };

/** What one viewer may see of one relation. */
export interface Access {
  /** Names of members (unqualified) that exist for this viewer; empty for a relation that is not public. */
  readonly visible: ReadonlySet<string>;
  /**
   * Names that a query may use without an error. The same as `visible`, except where no policy matches: metadata then
   * shows nothing, yet a query over public members is answered with no rows instead of an error (contract §4).
   */
  readonly queryable: ReadonlySet<string>;
  readonly rows: 'all' | 'none' | ResolvedFilter;
}

/**
 * Applies access policies to one viewer (data layer, point 4; contract §4). A relation without policies is open. Where
 * there are policies, several that match add up: members are united and rows alternatives; none that matches means no
 * rows and no members.
 *
 * `rows` is about this relation's own policies; a query over a view also has to apply the rows of each cube beneath.
 * @param cubes the model's cubes: when given, a member of a view is visible only if the policies of its own cube show
 *   it too. Pass it wherever members are shown or bound.
 */
export function resolveAccess(relation: Cube | View, viewer: Viewer, cubes?: DataModel['cubes']): Access {
  const matching = relation.accessPolicy.filter((policy) => matches(policy, viewer));
  const publicNames = relation.public ? publicMembers(relation) : [];
  const rows = relation.accessPolicy.length === 0 ? 'all' : resolveRows(relation, matching, viewer);
  if (relation.accessPolicy.length > 0 && matching.length === 0) {
    return { visible: new Set(), queryable: new Set(publicNames), rows };
  }
  const granted = publicNames.filter((name) => grants(relation, matching, name));
  if (relation.kind === 'cube' || cubes === undefined) {
    const visible = new Set(granted);
    return { visible, queryable: visible, rows };
  }
  return { ...throughCubes(relation, granted, viewer, cubes), rows };
}

function matches(policy: AccessPolicy, viewer: Viewer): boolean {
  const inGroup = policy.groups === '*' || policy.groups.some((group) => viewer.groups.includes(group));
  return inGroup && policy.conditions.every((condition) => holds(condition, viewer));
}

function publicMembers(relation: Cube | View): readonly string[] {
  const members =
    relation.kind === 'view'
      ? [...relation.members.values()]
      : [...relation.dimensions.values(), ...relation.measures.values(), ...relation.segments.values()];
  return members.filter((member) => member.public).map((member) => member.name);
}

function grants(relation: Cube | View, matching: readonly AccessPolicy[], name: string): boolean {
  if (relation.accessPolicy.length === 0) return true;
  return matching.some(({ memberLevel }) => {
    if (memberLevel === undefined) return true;
    const included = memberLevel.includes === '*' || memberLevel.includes.includes(name);
    return included && !memberLevel.excludes.includes(name);
  });
}

/** Members of a view that the policies of their own cubes show as well. */
function throughCubes(
  view: View,
  granted: readonly string[],
  viewer: Viewer,
  cubes: DataModel['cubes'],
): Pick<Access, 'visible' | 'queryable'> {
  const matchingOf = new Map<string, readonly AccessPolicy[]>();
  const visible = new Set<string>();
  const queryable = new Set<string>();
  for (const name of granted) {
    const member = view.members.get(name);
    const cube = cubes.get(member?.path.at(-1) ?? '');
    if (member === undefined || cube === undefined) continue;
    const matching =
      matchingOf.get(cube.name) ?? cube.accessPolicy.filter((policy) => matches(policy, viewer));
    matchingOf.set(cube.name, matching);
    const shown = grants(cube, matching, member.member.name);
    if (shown) visible.add(name);
    // The cube's own rows are none for this viewer, so that its members say nothing.
    if (shown || matching.length === 0) queryable.add(name);
  }
  return { visible, queryable };
}

function resolveRows(
  relation: Cube | View,
  matching: readonly AccessPolicy[],
  viewer: Viewer,
): Access['rows'] {
  const typeOf: TypeOf = (name) => {
    const member =
      relation.kind === 'view' ? relation.members.get(name)?.member : relation.dimensions.get(name);
    return member?.kind === 'dimension' ? member.type : undefined;
  };
  const alternatives: ResolvedFilter[] = [];
  for (const { rowLevel } of matching) {
    if (rowLevel === undefined || rowLevel === 'all') return 'all';
    alternatives.push(
      combine(
        'and',
        rowLevel.map((filter) => resolveFilter(filter, viewer, typeOf)),
      ),
    );
  }
  const rows = combine('or', alternatives);
  return rows.kind === 'false' ? 'none' : rows;
}
