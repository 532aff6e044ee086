import type { Cube, DataModel, SqlTemplate } from '../data-model.ts';
import { joinPath } from '../sql/join-path.ts';
import type { ProblemList } from './problem-list.ts';

/**
 * Warns of cubes that reach another by several equally short join paths, of which a query takes the first: a figure by the
 * clinic of the patient and one by the clinic of the appointment differ. Paths that share a cube on their way are not warned
 * of again: where they part is between that cube and one of the ends. A view with one of the paths is no remedy by itself,
 * since users go on to query the cubes beside it.
 */
export function checkJoinPaths(model: DataModel, problems: ProblemList): void {
  for (const cube of model.cubes.values()) {
    const named = cubesNamedBy(cube);
    const reached = stepsBefore(model, cube.name);
    for (const target of reached.keys()) {
      const isQueried = cube.public && model.cubes.get(target)?.public === true;
      if (!isQueried && !named.has(target)) continue;
      const last = lastSteps(reached, cube.name, target);
      if (last.length < 2) continue;
      const ways = last.map((step) => `"${joinPath(model, [cube.name], step)?.slice(1).join('.')}"`);
      problems.warn(
        { ...cube.location, path: `cubes.${cube.name}.joins` },
        `reach "${target}" through ${ways.join(' and through ')} alike, and queries use ${ways[0]}: say which is meant by a join ` +
          'of its own, by a cube of another name (extends) that one of them joins instead, or by a view with ' +
          'one join path over cubes that are not public.',
      );
    }
  }
}

/** Each cube that a cube reaches, with those that come right before it on a shortest path; nearest first. */
function stepsBefore({ cubes }: DataModel, root: string): ReadonlyMap<string, readonly string[]> {
  const before = new Map<string, string[]>([[root, []]]);
  let frontier: readonly string[] = [root];
  while (frontier.length > 0) {
    const next = new Map<string, string[]>();
    for (const name of frontier)
      for (const { target } of cubes.get(name)?.joins ?? [])
        if (!before.has(target)) next.set(target, [...(next.get(target) ?? []), name]);
    for (const [name, steps] of next) before.set(name, steps);
    frontier = [...next.keys()];
  }
  before.delete(root);
  return before;
}

/** The last steps of shortest paths that no cube between their ends is on all of; empty if there is one. */
function lastSteps(
  before: ReadonlyMap<string, readonly string[]>,
  root: string,
  target: string,
): readonly string[] {
  const last = before.get(target) ?? [];
  let layer = last;
  while (layer.length > 1) layer = [...new Set(layer.flatMap((name) => before.get(name) ?? []))];
  return layer[0] === root ? last : [];
}

/** Cubes that the SQL of a cube's members names. */
function cubesNamedBy({ dimensions, measures, segments }: Cube): ReadonlySet<string> {
  const templates: readonly SqlTemplate[] = [
    ...[...dimensions.values()].flatMap(({ sql, case: cases }) => [
      sql,
      ...(cases?.when.map((branch) => branch.sql) ?? []),
    ]),
    ...[...measures.values()].flatMap(({ sql, filters }) => [sql, ...filters]),
    ...[...segments.values()].map(({ sql }) => sql),
  ];
  return new Set(templates.flat().flatMap((part) => (part.kind === 'text' ? [] : [part.cube])));
}
