import { suggest } from '../../yaml/suggestion.ts';
import type { Hierarchy, ViewMember } from '../data-model.ts';
import type { CubeDraft, HierarchyDraft, MemberDraft } from './drafts.ts';
import type { JoinGraph } from './join-graph.ts';
import { readName } from './names.ts';
import { humanise } from './presentation.ts';
import type { ProblemList } from './problem-list.ts';
import type { Properties, Shape } from './properties.ts';

export const hierarchyShape: Shape = {
  noun: 'a hierarchy',
  used: ['name', 'title', 'public', 'levels'],
  required: ['name', 'levels'],
};

/** Hierarchies share the members' names, as in Cube. */
export function readHierarchies(
  cube: Properties,
  members: ReadonlyMap<string, MemberDraft>,
): ReadonlyMap<string, HierarchyDraft> {
  const found = new Map<string, HierarchyDraft>();
  if (!cube.has('hierarchies')) return found;
  for (const properties of cube.mappings('hierarchies', hierarchyShape)) {
    const name = readName(properties, 'name')?.text;
    if (name === undefined) continue;
    const taken = members.get(name)?.kind ?? (found.has(name) ? 'hierarchy' : undefined);
    if (taken !== undefined) {
      properties.error(`"${name}" is already a ${taken} of this cube.`);
      continue;
    }
    const levels = properties.texts('levels');
    if (levels.length === 0 && properties.get('levels')?.items !== undefined)
      properties.get('levels')?.error('names no dimension.');
    found.set(name, {
      name,
      title: properties.text('title')?.text ?? humanise(name),
      public: properties.flag('public') ?? true,
      levels,
    });
  }
  return found;
}

/** Levels become `cube.member`; those that are left out of the model are left out here. */
export function compileHierarchies(
  draft: CubeDraft,
  cubes: ReadonlyMap<string, CubeDraft>,
  joins: JoinGraph,
  problems: ProblemList,
): readonly Hierarchy[] {
  return [...draft.hierarchies.values()].flatMap(({ name, title, public: isPublic, levels }) => {
    const resolved = levels.flatMap((level) => {
      const path = level.text.replace(/[${}\s]/g, '').split('.');
      const [cubeName, memberName] =
        path.length === 1
          ? [draft.name, path[0] ?? '']
          : [ownName(path.at(-2) ?? '', draft), path.at(-1) ?? ''];
      const cube = cubes.get(cubeName);
      if (cube === undefined || (cube !== draft && !joins.reaches(draft.name, cubeName))) {
        const hint = cube === undefined ? suggest(cubeName, cubes.keys()) : '';
        problems.error(level, `"${draft.name}" is not joined to a cube "${cubeName}".${hint}`);
        return [];
      }
      const member = cube.members.get(memberName);
      if (member?.kind !== 'dimension') {
        const dimensions = [...cube.members.values()].filter(({ kind }) => kind === 'dimension');
        const hint = suggest(
          memberName,
          dimensions.map((dimension) => dimension.name),
        );
        problems.error(level, `"${cubeName}" has no dimension "${memberName}".${hint}`);
        return [];
      }
      return member.unsupported === undefined ? [`${cubeName}.${memberName}`] : [];
    });
    return isPublic && resolved.length > 0 ? [{ name, title, levels: resolved }] : [];
  });
}

function ownName(cube: string, draft: CubeDraft): string {
  return cube === 'CUBE' || cube === 'TABLE' ? draft.name : cube;
}

/** A cube's hierarchy with the levels that a view shows, by the view's names; undefined if it shows none. */
export function viewHierarchy(
  { name, title, levels }: Hierarchy,
  prefix: string | undefined,
  members: Iterable<ViewMember>,
): Hierarchy | undefined {
  const shown = new Map(
    [...members].map((member) => [`${member.path.at(-1)}.${member.member.name}`, member.name]),
  );
  const found = levels.flatMap((level) => shown.get(level) ?? []);
  return found.length === 0
    ? undefined
    : { name: prefix === undefined ? name : `${prefix}_${name}`, title, levels: found };
}
