import type { DataModel } from '../data-model.ts';

/**
 * The path from the cube at the end of `path` to `target`: its own join, or else the target where the path already visited
 * it, or else the shortest path along joins. Undefined if there is none.
 */
export function joinPath(
  model: DataModel,
  path: readonly string[],
  target: string,
): readonly string[] | undefined {
  const own = path.at(-1) ?? '';
  if (own === target) return path;
  if (model.cubes.get(own)?.joins.some((join) => join.target === target) === true) return [...path, target];
  const passed = path.lastIndexOf(target);
  if (passed >= 0) return path.slice(0, passed + 1);
  const seen = new Set([own]);
  let frontier: string[][] = [[...path]];
  while (frontier.length > 0) {
    const next: string[][] = [];
    for (const candidate of frontier) {
      for (const join of model.cubes.get(candidate.at(-1) ?? '')?.joins ?? []) {
        if (seen.has(join.target)) continue;
        seen.add(join.target);
        const longer = [...candidate, join.target];
        if (join.target === target) return longer;
        next.push(longer);
      }
    }
    frontier = next;
  }
  return undefined;
}

/** A cube that joins lead to. */
export interface ReachedCube {
  readonly name: string;
  /** Its rows belong to those of the cube that they begin with, as order lines to orders. */
  readonly isPart: boolean;
  /** One row of the cube that they begin with may have several of its rows. */
  readonly isMany: boolean;
}

/** All cubes that a cube reaches along joins, nearest first. */
export function reachedCubes({ cubes }: DataModel, root: string): readonly ReachedCube[] {
  const reached = new Map([[root, { isPart: true, isMany: false }]]);
  // Iterating a map includes what is added meanwhile.
  for (const [name, { isPart, isMany }] of reached)
    for (const { target, relationship } of cubes.get(name)?.joins ?? [])
      if (!reached.has(target))
        reached.set(target, {
          isPart: isPart && relationship !== 'many_to_one',
          isMany: isMany || relationship === 'one_to_many',
        });
  return [...reached].slice(1).map(([name, path]) => ({ name, ...path }));
}
