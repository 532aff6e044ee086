import type { Cube, DataModel, View } from '../data-model.ts';
import type { Viewer } from '../viewer.ts';
import { combine, type ResolvedFilter, resolveFilter, type TypeOf } from './resolve-filter.ts';
import { type MemberAccess, matchingPolicies, visibleMembers } from './visible-members.ts';

/** What one viewer may see of one relation. */
export interface Access extends MemberAccess {
  readonly rows: 'all' | 'none' | ResolvedFilter;
}

/**
 * Applies access policies to one viewer. A relation without policies is open. Otherwise the matching policies add up: the
 * viewer sees the members and the rows that any of them allows; if none matches, no rows and no members.
 *
 * `rows` covers this relation's own policies; a query over a view must also apply the rows of each underlying cube.
 * @param cubes the model's cubes: when given, a member of a view is visible only if the policies of its own cube show
 *   it too. Pass it wherever members are shown or bound.
 */
export function resolveAccess(relation: Cube | View, viewer: Viewer, cubes?: DataModel['cubes']): Access {
  return { ...visibleMembers(relation, viewer, cubes), rows: resolveRows(relation, viewer) };
}

function resolveRows(relation: Cube | View, viewer: Viewer): Access['rows'] {
  if (relation.accessPolicy.length === 0) return 'all';
  const typeOf: TypeOf = (name) => {
    const member =
      relation.kind === 'view' ? relation.members.get(name)?.member : relation.dimensions.get(name);
    return member?.kind === 'dimension' ? member.type : undefined;
  };
  const alternatives: ResolvedFilter[] = [];
  for (const { rowLevel } of matchingPolicies(relation, viewer).policies) {
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
