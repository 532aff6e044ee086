import type { CubeMetadata } from '../../contract/tools.ts';
import { nameWords } from '../language/text.ts';
import { namePhrases } from './names.ts';

/** Whether a model calls something so itself: a member, or a value. What it calls so is meant by it. */
export function isTaken(cube: CubeMetadata, word: string): boolean {
  const isSaid = (name: string): boolean =>
    ` ${nameWords(name.toLowerCase()).join(' ')} `.includes(` ${word} `);
  const members = [...cube.dimensions, ...cube.measures, ...cube.segments];
  return (
    members.some((it) => namePhrases(it).some((words) => isSaid(words.map((own) => own.word).join(' ')))) ||
    cube.dimensions.some(({ values }) => values?.some(isSaid) === true)
  );
}
