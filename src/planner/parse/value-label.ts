import type { DimensionMetadata } from '../../contract/tools.ts';
import {
  leadOf,
  leftOf,
  linkAt,
  type OperatorKind,
  onlyBetween,
  operatorOfItem,
  rightOf,
  type Scene,
} from './scene.ts';
import { isPassive } from './value-evidence.ts';

/** Words before what an answer is split by, asked for or counted. */
export const asking: ReadonlySet<OperatorKind> = new Set(['by', 'per', 'each', 'which', 'many']);

/** The place of the dimension's own name next to its value: `status cancelled`, `the Electronics category`. */
export function labelOf(scene: Scene, at: number, dimension: DimensionMetadata): number | undefined {
  for (const [place, kinds] of [
    [leftOf(scene.items, at), ['in', 'of']],
    [rightOf(scene.items, at), []],
  ] as const) {
    if (place === undefined || scene.used.has(place)) continue;
    const link = linkAt(scene, place);
    if (link?.entry.kind !== 'dimension' || link.entry.dimension !== dimension) continue;
    const { cue } = leadOf(scene, place);
    if (cue !== undefined && asking.has(cue.kind)) continue;
    if (onlyBetween(scene, place, at, kinds)) return place;
  }
  // "which is in category A": the name comes a little before, with "of", "in" or "is" between.
  const left = leftOf(scene.items, at);
  const cue =
    left === undefined
      ? undefined
      : (operatorOfItem(scene.items[left], 'in', 'of', 'not') ??
        (isPassive(scene, left) ? operatorOfItem(scene.items[left], 'by') : undefined));
  const further = cue === undefined || left === undefined ? undefined : leftOf(scene.items, left);
  const link = further === undefined ? undefined : linkAt(scene, further);
  if (
    further === undefined ||
    scene.used.has(further) ||
    link?.entry.kind !== 'dimension' ||
    link.entry.dimension !== dimension
  )
    return undefined;
  const lead = leadOf(scene, further);
  return lead.cue !== undefined && asking.has(lead.cue.kind) ? undefined : further;
}
