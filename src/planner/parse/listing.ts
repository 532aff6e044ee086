import { operatorOfItem, type Scene } from './scene.ts';

/** Whether records are asked for in so many words. */
export function isExplicitList(scene: Scene): boolean {
  return scene.items.some((item) => operatorOfItem(item, 'list') !== undefined);
}

/** Whether the question asks for records rather than figures. */
export function lists(scene: Scene): boolean {
  const first = scene.items.findIndex(
    (item) => !(item.kind === 'operator' && item.operator.kind === 'filler'),
  );
  const item = scene.items[first];
  if (operatorOfItem(item, 'list') !== undefined) return true;
  const measures = scene.items.some((it) => it.kind === 'link' && it.link.entry.kind === 'measure');
  const figures = scene.items.some(
    (it) =>
      operatorOfItem(it, 'aggregate', 'many', 'much', 'share', 'rank', 'change', 'running', 'often') !==
      undefined,
  );
  return !measures && !figures && operatorOfItem(item, 'which', 'who') !== undefined;
}
