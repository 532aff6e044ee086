import type { AccessPolicy, Cube, DataModel, View } from '../data-model.ts';
import type { Viewer } from '../viewer.ts';
import { holds } from './viewer-values.ts';

export interface MemberAccess {
  /** Unqualified names of the members that exist for this viewer; empty for a relation that is not public. */
  readonly visible: ReadonlySet<string>;
  /**
   * Names that a query may use without an error. The same as `visible`, unless no policy matches: metadata then shows
   * nothing, but a query over public members returns no rows instead of an error.
   */
  readonly queryable: ReadonlySet<string>;
}

/**
 * Member-level access of one viewer: the union of what the matching policies show, public members only.
 * The sets are shared between calls with the same outcome.
 * @param cubes the model's cubes: when given, a member of a view also has to be shown by the policies of its own cube
 */
export function visibleMembers(
  relation: Cube | View,
  viewer: Viewer,
  cubes?: DataModel['cubes'],
): MemberAccess {
  const beneath = relation.kind === 'view' && cubes !== undefined ? restrictedCubes(relation, cubes) : [];
  const matching = new Map([relation, ...beneath].map((each) => [each.name, matchingPolicies(each, viewer)]));
  const outcome = [...matching].map(([name, { key }]) => `${name}:${key}`).join(';');
  const known = outcomes.get(relation) ?? new Map<string, MemberAccess>();
  let access = known.get(outcome);
  if (access === undefined) {
    access = compute(relation, beneath, (of) => matching.get(of.name)?.policies ?? []);
    if (known.size >= maxOutcomes) known.clear();
    known.set(outcome, access);
    outcomes.set(relation, known);
  }
  return access;
}

/** The policies of a relation that apply to a viewer: every condition is true and a group matches. */
export function matchingPolicies(
  relation: Cube | View,
  viewer: Viewer,
): { readonly policies: readonly AccessPolicy[]; readonly key: string } {
  const positions: number[] = [];
  const policies = relation.accessPolicy.filter((policy, position) => {
    const inGroup = policy.groups === '*' || policy.groups.some((group) => viewer.groups.includes(group));
    const applies = inGroup && policy.conditions.every((condition) => holds(condition, viewer));
    if (applies) positions.push(position);
    return applies;
  });
  return { policies, key: positions.join() };
}

/** Visibility depends only on the matching policies, of which few combinations occur. */
const outcomes = new WeakMap<Cube | View, Map<string, MemberAccess>>();
const maxOutcomes = 100;

const cubesBeneath = new WeakMap<View, readonly Cube[]>();

/** Cubes with access policies that a view takes members from. */
function restrictedCubes(view: View, cubes: DataModel['cubes']): readonly Cube[] {
  const known = cubesBeneath.get(view);
  if (known !== undefined) return known;
  const names = new Set([...view.members.values()].map((member) => member.path.at(-1) ?? ''));
  const restricted = [...names]
    .flatMap((name) => cubes.get(name) ?? [])
    .filter((cube) => cube.accessPolicy.length > 0);
  cubesBeneath.set(view, restricted);
  return restricted;
}

function compute(
  relation: Cube | View,
  beneath: readonly Cube[],
  matchingOf: (relation: Cube | View) => readonly AccessPolicy[],
): MemberAccess {
  const publicNames = relation.public ? publicMembers(relation) : [];
  const shows = granting(relation, matchingOf(relation));
  const showsBeneath = new Map(beneath.map((cube) => [cube.name, granting(cube, matchingOf(cube))]));
  const unmatched = new Set(
    [relation, ...beneath].filter((each) => each.accessPolicy.length > 0 && matchingOf(each).length === 0),
  );
  const visible = new Set<string>();
  const queryable = new Set<string>();
  for (const name of publicNames) {
    const source = relation.kind === 'view' ? relation.members.get(name) : undefined;
    const cubeName = source?.path.at(-1) ?? '';
    const cube = beneath.find((each) => each.name === cubeName);
    const shownBeneath = source === undefined || (showsBeneath.get(cubeName)?.(source.member.name) ?? true);
    if (shows(name) && shownBeneath) visible.add(name);
    // If no policy matches there are no rows, so a name reveals nothing.
    const mayName = unmatched.has(relation) || shows(name);
    if (mayName && (shownBeneath || (cube !== undefined && unmatched.has(cube)))) queryable.add(name);
  }
  return { visible, queryable };
}

function publicMembers(relation: Cube | View): readonly string[] {
  const members =
    relation.kind === 'view'
      ? [...relation.members.values()]
      : [...relation.dimensions.values(), ...relation.measures.values(), ...relation.segments.values()];
  return members.filter((member) => member.public).map((member) => member.name);
}

function granting(relation: Cube | View, matching: readonly AccessPolicy[]): (name: string) => boolean {
  if (relation.accessPolicy.length === 0) return () => true;
  const grants = matching.map(({ memberLevel }) => {
    const included =
      memberLevel === undefined || memberLevel.includes === '*' ? undefined : new Set(memberLevel.includes);
    const excluded = new Set(memberLevel?.excludes);
    return (name: string) => (included?.has(name) ?? true) && !excluded.has(name);
  });
  return (name) => grants.some((grant) => grant(name));
}
