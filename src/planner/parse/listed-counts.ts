import type { Draft } from './draft.ts';
import { entityOf } from './figures.ts';
import { leadOf } from './scene.ts';

/** "Customers with more than 15,000 in sales" are listed, where nothing says that they are counted. */
export function listCounted(scene: Draft): void {
  const [only, ...more] = scene.figures;
  if (only === undefined || more.length > 0 || scene.groups.length > 0 || only.stated) return;
  const { quantity, at } = only;
  if (quantity.kind !== 'measure' || only.modifiers.length > 0) return;
  const dimension = entityOf(scene.lexicon, quantity.measure);
  const { cue } = leadOf(scene, at);
  if (dimension === undefined || quantity.measure === scene.lexicon.rowCount || cue !== undefined) return;
  scene.figures.pop();
  scene.groups.push({ dimension, at, cue: 'list' });
}
