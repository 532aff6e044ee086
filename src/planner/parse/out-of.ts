import type { DimensionMetadata } from '../../contract/tools.ts';
import { isIdentifier } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { explain } from './cues.ts';
import type { Condition } from './filter.ts';
import { negationOf } from './negation.ts';
import { linkAt, operatorOfItem, type Scene, use } from './scene.ts';

/** The place of "out", where "out of" stands directly before what is named; undefined elsewhere. */
export function placeOfOut({ items, question }: Scene, at: number): number | undefined {
  const { from = 0 } = items[at] ?? {};
  const [of, out] = question.tokens.slice(Math.max(0, from - 2), from).toReversed();
  if (out?.word !== 'out' || of?.word !== 'of') return undefined;
  return items.findIndex((item) => item.from <= out.index && out.index <= item.to);
}

/** "Out of stock", where the stock is a number: there is none of it. */
export function readRunOut(scene: Scene): Condition[] {
  return scene.items.flatMap((_, at): Condition[] => {
    const out = placeOfOut(scene, at);
    const dimension = amountAt(scene, at);
    if (out === undefined || dimension === undefined || scene.items[out - 1]?.kind === 'number') return [];
    const negated = negationOf(scene, out);
    explain(scene, out);
    use(scene, at, ...[out + 1, at - 1].filter((it) => operatorOfItem(scene.items[it], 'of') !== undefined));
    return [{ at, filter: { kind: 'number', dimension, operator: negated ? '>' : '<=', values: [0] } }];
  });
}

/** How much there is of something in each row, by its own name or by that of what adds it up. */
function amountAt(scene: Scene, at: number): DimensionMetadata | undefined {
  const entry = linkAt(scene, at)?.entry;
  const column = entry?.kind === 'measure' && entry.measure.type === 'sum' ? entry.measure.column : undefined;
  const dimension =
    entry?.kind === 'dimension'
      ? entry.dimension
      : scene.lexicon.cube.dimensions.find(({ name }) => name === column);
  if (dimension?.type !== 'number' || dimension.format === 'currency') return undefined;
  return isIdentifier(dimension) || isJoined(dimension) ? undefined : dimension;
}
