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

/** Sets of names are shared between viewers of the same rights, and so is their form by position. */
const masks = new WeakMap<ReadonlySet<string>, Uint8Array>();

/** @param accessibleViews relations that may be named; empty or undefined means all */
export function createVisibility(
  relations: readonly SearchableRelation[],
  viewer: Viewer,
  accessibleViews: readonly string[] | undefined,
  cubes: DataModel['cubes'],
): Visibility {
  const accessible = accessibleViews?.length ? new Set(accessibleViews) : undefined;
  const namesOf: (ReadonlySet<string> | undefined)[] = new Array(relations.length);
  const maskOf: (Uint8Array | undefined)[] = new Array(relations.length);

  const names = (position: number): ReadonlySet<string> => {
    let visible = namesOf[position];
    if (visible === undefined) {
      const relation = relations[position]?.relation;
      const reachable = relation !== undefined && (accessible?.has(relation.name) ?? true);
      visible = reachable ? visibleMembers(relation, viewer, cubes).visible : nothing;
      namesOf[position] = visible;
    }
    return visible;
  };

  const mask = (position: number): Uint8Array => {
    const visible = names(position);
    let found = visible === nothing ? new Uint8Array() : masks.get(visible);
    if (found === undefined) {
      found = Uint8Array.from(relations[position]?.members ?? [], (member) =>
        visible.has(member.name) ? 1 : 0,
      );
      masks.set(visible, found);
    }
    maskOf[position] = found;
    return found;
  };

  return {
    names,
    shows: (relation, member) => {
      if (member === -1) return names(relation).size > 0;
      const shown = maskOf[relation] ?? mask(relation);
      return shown[member - (relations[relation]?.firstMember ?? 0)] === 1;
    },
  };
}
