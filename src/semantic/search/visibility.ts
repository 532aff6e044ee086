import type { DataModel } from '../data-model.ts';
import { visibleMembers } from '../policy/visible-members.ts';
import type { Viewer } from '../viewer.ts';
import type { SearchableRelation } from './searchable-model.ts';

/** What one viewer may see, by position; each relation is looked at when it is first asked about. */
export interface Visibility {
  /** Whether a member is shown; for member -1 whether anything of the relation is. */
  shows(relation: number, member: number): boolean;
  /** Names of the relation's members that are shown. */
  names(relation: number): ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

/** @param accessibleViews relations that may be named; empty or undefined means all */
export function createVisibility(
  relations: readonly SearchableRelation[],
  memberCount: number,
  viewer: Viewer,
  accessibleViews: readonly string[] | undefined,
  cubes: DataModel['cubes'],
): Visibility {
  const accessible = accessibleViews?.length ? new Set(accessibleViews) : undefined;
  const namesOf: (ReadonlySet<string> | undefined)[] = new Array(relations.length);
  const shown = new Uint8Array(memberCount);

  const names = (position: number): ReadonlySet<string> => {
    const known = namesOf[position];
    if (known !== undefined) return known;
    const searchable = relations[position];
    const reachable = searchable !== undefined && (accessible?.has(searchable.relation.name) ?? true);
    const visible = reachable ? visibleMembers(searchable.relation, viewer, cubes).visible : nothing;
    for (const member of searchable?.members ?? []) {
      if (visible.has(member.name)) shown[member.position] = 1;
    }
    namesOf[position] = visible;
    return visible;
  };

  return {
    names,
    shows: (relation, member) => {
      const visible = names(relation);
      return member === -1 ? visible.size > 0 : shown[member] === 1;
    },
  };
}
