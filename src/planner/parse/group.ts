import type { DimensionMetadata } from '../../contract/tools.ts';
import { charge } from './charges.ts';
import { narrowsNext } from './cues.ts';
import type { Draft, GroupMention } from './draft.ts';
import type { Group } from './reading.ts';
import { isPlural, type Lead, use } from './scene.ts';

/** Splits the answer by a dimension, once; charges for one that nothing introduces. */
export function addGroup(
  scene: Draft,
  at: number,
  dimension: DimensionMetadata,
  cue: GroupMention['cue'],
  lead: Lead,
  grain?: Group['grain'],
): void {
  use(scene, at);
  // "Debt of the companies per sector".
  if (
    cue === 'bare' &&
    scene.isSplit &&
    lead.cue?.kind === 'of' &&
    scene.figures.length > 0 &&
    isPlural(scene, at)
  ) {
    use(scene, lead.cue.at);
    charge(scene, 'relationUnused');
    return;
  }
  if (cue !== 'bare' && cue !== 'list') use(scene, lead.cue?.at);
  if (cue === 'bare') charge(scene, narrowsNext(scene, at) ? 'compound' : 'bareGroup');
  if (scene.groups.some((it) => it.dimension === dimension && it.grain === grain)) return;
  scene.groups.push({ dimension, ...(grain === undefined ? {} : { grain }), at, cue });
}
