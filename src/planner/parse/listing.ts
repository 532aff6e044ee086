import type { DimensionMetadata } from '../../contract/tools.ts';
import { memberLemmas } from '../link/entities.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { operatorOfItem, type Scene } from './scene.ts';

/** Whether records are asked for in so many words. */
export function isExplicitList(scene: Scene): boolean {
  // "Names per language" are counted.
  const isSplit = scene.items.some((item) => operatorOfItem(item, 'per', 'each') !== undefined);
  return scene.items.some(
    (item) =>
      operatorOfItem(item, 'list') !== undefined &&
      !(isSplit && scene.question.tokens[item.from]?.word === 'names'),
  );
}

/** Whether the question asks for records rather than figures. */
export function lists(scene: Scene): boolean {
  const first = scene.items.findIndex(
    (item) => !(item.kind === 'operator' && item.operator.kind === 'filler'),
  );
  const item = scene.items[first];
  if (operatorOfItem(item, 'list') !== undefined) return isExplicitList(scene);
  if (operatorOfItem(item, 'compare') !== undefined) return false;
  const measures = scene.items.some((it) => it.kind === 'link' && it.link.entry.kind === 'measure');
  const figures = scene.items.some(
    (it) =>
      operatorOfItem(it, 'aggregate', 'many', 'much', 'share', 'rank', 'change', 'running', 'often') !==
      undefined,
  );
  if (measures || figures) return false;
  return operatorOfItem(item, 'which', 'who') !== undefined;
}

/** Whether a dimension holds what things are called, and no codes. */
export function isNameOf(entity: DimensionMetadata, { relationLemmas }: Lexicon): boolean {
  const words = memberLemmas({ name: entity.title, title: entity.title });
  const last = words.at(-1) ?? '';
  return entity.type === 'string' && (last === 'name' || last === 'title' || relationLemmas.has(last));
}
