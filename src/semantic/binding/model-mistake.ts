import type { Problem } from '../../yaml/model-error.ts';
import type { Cube } from '../data-model.ts';

/** A part of a data model that its data source does not have, or refuses. */
export interface ModelMistake extends Problem {
  readonly cube: string;
  /** Name in the cube; undefined for the cube's own source and for its joins. */
  readonly member?: string | undefined;
  /** The engine's name for this kind of error. */
  readonly engineError?: string | undefined;
}

/** A mistake at `path` below a cube. */
export function mistakeIn(
  cube: Cube,
  path: string,
  { file, line }: { readonly file: string; readonly line: number },
  message: string,
  details: Pick<ModelMistake, 'member' | 'engineError'> = {},
): ModelMistake {
  return { file, line, path: `cubes.${cube.name}.${path}`, message, cube: cube.name, ...details };
}
