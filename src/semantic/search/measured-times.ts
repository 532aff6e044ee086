import type { Cube, DataModel, View } from '../data-model.ts';

/**
 * The time dimensions of a view that date what one of its measures counts: those of the measure's own cube, or of the
 * nearest cubes that its rows belong to. Undefined where that is every time of the view, or where nothing dates the rows.
 * @param owner the cube that the measure is of
 */
export function measuredTimes(model: DataModel, view: View, owner: string): readonly string[] | undefined {
  const times = [...view.members.values()].filter(
    ({ member, public: shown }) => shown && member.kind === 'dimension' && member.type === 'time',
  );
  const dated = nearestDated(model, owner);
  if (times.length === 0 || dated === undefined) return undefined;
  const own = times.filter(({ path }) => dated.has(path.at(-1) ?? ''));
  return own.length === times.length ? undefined : own.map(({ name }) => `${view.name}.${name}`);
}

/** The cube itself if it has a time, else the nearest of those that its rows belong to which have one. */
function nearestDated(model: DataModel, owner: string): ReadonlySet<string> | undefined {
  const seen = new Set([owner]);
  let level: readonly string[] = [owner];
  while (level.length > 0) {
    const dated = level.filter((name) => hasTime(model.cubes.get(name)));
    if (dated.length > 0) return new Set(dated);
    level = level.flatMap((name) => ownersOf(model, name)).filter((name) => !seen.has(name));
    for (const name of level) seen.add(name);
  }
  return undefined;
}

function hasTime(cube: Cube | undefined): boolean {
  return [...(cube?.dimensions.values() ?? [])].some(({ type }) => type === 'time');
}

/** Cubes of which each row of the given one has at most one, whichever side declares the join. */
function ownersOf({ cubes }: DataModel, name: string): string[] {
  const declared = cubes.get(name)?.joins ?? [];
  const outgoing = declared.filter(({ relationship }) => relationship !== 'one_to_many');
  const incoming = [...cubes.values()].filter(({ joins }) =>
    joins.some(({ target, relationship }) => target === name && relationship !== 'many_to_one'),
  );
  return [...outgoing.map(({ target }) => target), ...incoming.map((cube) => cube.name)];
}
