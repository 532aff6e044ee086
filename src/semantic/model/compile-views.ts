import { suggest } from '../../yaml/suggestion.ts';
import type { Cube, Dimension, Hierarchy, Measure, Segment, View, ViewMember } from '../data-model.ts';
import { compilePolicies } from './compile-policies.ts';
import type { CubeDraft, FolderDraft, IncludeDraft, ViewCubeDraft, ViewDraft } from './drafts.ts';
import { viewHierarchy } from './hierarchies.ts';
import type { JoinGraph } from './join-graph.ts';
import { described, humanise } from './presentation.ts';
import { ProblemList } from './problem-list.ts';

interface ViewScope {
  readonly cubes: ReadonlyMap<string, Cube>;
  /** Also knows the members that were left out. */
  readonly cubeDrafts: ReadonlyMap<string, CubeDraft>;
  readonly joins: JoinGraph;
  readonly problems: ProblemList;
}

export function compileViews(
  drafts: ReadonlyMap<string, ViewDraft>,
  scope: ViewScope,
): ReadonlyMap<string, View> {
  return new Map([...drafts.values()].map((draft) => [draft.name, compileView(draft, scope)]));
}

function compileView(draft: ViewDraft, scope: ViewScope): View {
  const members = new Map<string, ViewMember>();
  const taken = new Map<string, ViewMember>();
  const root = draft.cubes[0]?.path[0] ?? '';
  const unknown = new Set<string>();
  const entries = draft.cubes.filter((entry) => checkPath(entry, root, unknown, scope));
  for (const entry of entries) {
    for (const member of membersOf(entry, scope)) addMember(members, taken, member, entry, scope.problems);
  }
  // Members that a wrong path would have brought are missing below, which is no mistake of its own.
  const problems = entries.length === draft.cubes.length ? scope.problems : new ProblemList();
  const dimensions = new Map<string, Dimension>();
  for (const [name, { member }] of members) {
    if (member.kind === 'dimension') dimensions.set(name, member);
  }
  return {
    kind: 'view',
    ...described(draft),
    root,
    members,
    folders: draft.folders.map((folder) => compileFolder(folder, draft, members, problems)),
    hierarchies: entries.flatMap((entry) => hierarchiesOf(entry, [...members.values()], scope)),
    accessPolicy: compilePolicies(draft.policies, draft.name, dimensions, members, problems),
    location: { file: draft.place.file, line: draft.place.line },
  };
}

/** @param unknown cubes that do not exist and have been reported in this view */
function checkPath(entry: ViewCubeDraft, root: string, unknown: Set<string>, scope: ViewScope): boolean {
  const { path, place } = entry;
  for (const [index, step] of path.entries()) {
    const previous = path[index - 1];
    if (!scope.cubeDrafts.has(step)) {
      // A join to a cube that does not exist is reported where it is declared.
      const isReported = unknown.has(step) || (previous !== undefined && scope.joins.joins(previous, step));
      const near = previous === undefined ? scope.cubeDrafts.keys() : scope.joins.targets(previous);
      if (!isReported) scope.problems.error(place, `There is no cube "${step}".${suggest(step, near)}`);
      unknown.add(step);
      return false;
    }
    if (previous !== undefined && !scope.joins.joins(previous, step)) {
      const hint = scope.joins.joins(step, previous)
        ? ` "${step}" joins "${previous}": declare the join on "${previous}" too.`
        : suggest(step, scope.joins.targets(previous));
      scope.problems.error(place, `"${previous}" has no join to "${step}".${hint}`);
      return false;
    }
  }
  if (path[0] !== root) {
    scope.problems.error(
      place,
      `every join path of a view must start at the same cube: "${root}", not "${path[0]}".`,
    );
    return false;
  }
  if (new Set(path).size !== path.length) {
    scope.problems.error(place, 'a join path may visit each cube only once.');
    return false;
  }
  return true;
}

function membersOf(entry: ViewCubeDraft, scope: ViewScope): readonly ViewMember[] {
  const cubeName = entry.path.at(-1) ?? '';
  const draft = scope.cubeDrafts.get(cubeName);
  const cube = scope.cubes.get(cubeName);
  if (draft === undefined || cube === undefined) return [];
  for (const name of entry.excludes) {
    if (!draft.members.has(name.text) && !draft.hierarchies.has(name.text)) {
      const hint = suggest(name.text, draft.members.keys());
      scope.problems.error(name, `"${cubeName}" has no member "${name.text}".${hint}`);
    }
  }
  const excluded = new Set(entry.excludes.map((name) => name.text));
  const wanted =
    entry.includes === '*'
      ? [...draft.members.keys()].map((name) => ({ name }))
      : entry.includes.flatMap((include) => withLevels(include, entry.includes, cube));
  return wanted.flatMap((include) => {
    const name = typeof include.name === 'string' ? include.name : include.name.text;
    if (excluded.has(name)) return [];
    const member = cube.dimensions.get(name) ?? cube.measures.get(name) ?? cube.segments.get(name);
    const override = 'alias' in include ? include : undefined;
    if (member !== undefined) {
      if (override !== undefined && !member.public) {
        scope.problems.warn(override.name, `"${name}" is not public in "${cubeName}": it stays hidden here.`);
      }
      return [viewMember(member, cube, entry, override)];
    }
    if (override === undefined) return [];
    if (draft.members.has(name)) {
      scope.problems.warn(override.name, `"${cubeName}.${name}" was left out, and so it is here.`);
    } else {
      const hint = suggest(name, draft.members.keys());
      scope.problems.error(override.name, `"${cubeName}" has no member "${name}".${hint}`);
    }
    return [];
  });
}

/** A hierarchy that a view includes brings those of its cube's levels that the view does not include anyway. */
function withLevels(
  include: IncludeDraft,
  includes: ViewCubeDraft['includes'],
  cube: Cube,
): readonly (IncludeDraft | { readonly name: string })[] {
  const hierarchy = cube.hierarchies.find(({ name }) => name === include.name.text);
  if (hierarchy === undefined) return [include];
  const named = new Set(includes === '*' ? [] : includes.map(({ name }) => name.text));
  return hierarchy.levels
    .filter((level) => level.startsWith(`${cube.name}.`))
    .map((level) => ({ name: level.slice(cube.name.length + 1) }))
    .filter(({ name }) => !named.has(name));
}

function hierarchiesOf(
  entry: ViewCubeDraft,
  members: readonly ViewMember[],
  scope: ViewScope,
): readonly Hierarchy[] {
  const excluded = new Set(entry.excludes.map((name) => name.text));
  const path = entry.path.join('.');
  // A cube may be in the view over several paths: its own levels are those of this one.
  const inOrder = members.toSorted(
    (a, b) => Number(a.path.join('.') === path) - Number(b.path.join('.') === path),
  );
  const cube = scope.cubes.get(entry.path.at(-1) ?? '');
  return (cube?.hierarchies ?? [])
    .filter(({ name }) => !excluded.has(name))
    .flatMap((hierarchy) => viewHierarchy(hierarchy, entry.prefix, inOrder) ?? []);
}

function viewMember(
  member: Dimension | Measure | Segment,
  cube: Cube,
  entry: ViewCubeDraft,
  override: IncludeDraft | undefined,
): ViewMember {
  const ownName = override?.alias?.text ?? member.name;
  const ownTitle = override?.alias === undefined ? member.title : humanise(override.alias.text);
  const prefixTitle = entry.prefix === cube.name ? cube.title : humanise(entry.prefix ?? '');
  const meta = override !== undefined && Object.keys(override.meta).length > 0 ? override.meta : member.meta;
  return {
    name: entry.prefix === undefined ? ownName : `${entry.prefix}_${ownName}`,
    title: override?.title ?? (entry.prefix === undefined ? ownTitle : `${prefixTitle} ${ownTitle}`),
    description: override?.description ?? member.description,
    format: override?.format ?? member.format,
    unit: override?.unit ?? member.unit,
    public: member.public,
    meta,
    aiContext: override?.aiContext ?? member.aiContext,
    synonyms: override !== undefined && override.synonyms.length > 0 ? override.synonyms : member.synonyms,
    path: entry.path,
    member,
  };
}

function addMember(
  members: Map<string, ViewMember>,
  byFoldedName: Map<string, ViewMember>,
  member: ViewMember,
  entry: ViewCubeDraft,
  problems: ProblemList,
): void {
  const folded = member.name.toLowerCase();
  const taken = byFoldedName.get(folded);
  if (taken === undefined) {
    if (member.name.length > 63)
      problems.error(entry.place, `"${member.name}" is longer than 63 characters.`);
    members.set(member.name, member);
    byFoldedName.set(folded, member);
    return;
  }
  // A view that extends another may name the same member again.
  if (taken.member === member.member && taken.path.join('.') === member.path.join('.')) return;
  const first = `${taken.path.join('.')}.${taken.member.name}`;
  problems.error(
    entry.place,
    `"${member.name}" is already in this view (${first}): exclude it, give it an alias, or set prefix: true.`,
  );
}

function compileFolder(
  folder: FolderDraft,
  view: ViewDraft,
  members: ReadonlyMap<string, ViewMember>,
  problems: ProblemList,
): View['folders'][number] {
  if (folder.includes === '*') return { name: folder.name, members: [...members.keys()] };
  for (const name of folder.includes) {
    if (!members.has(name.text)) {
      problems.error(
        name,
        `"${view.name}" has no member "${name.text}".${suggest(name.text, members.keys())}`,
      );
    }
  }
  return {
    name: folder.name,
    members: folder.includes.map((name) => name.text).filter((name) => members.has(name)),
  };
}
