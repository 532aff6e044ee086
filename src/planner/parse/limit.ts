import type { DimensionMetadata } from '../../contract/tools.ts';
import { entityDimension, isIdentifier } from '../link/entities.ts';
import { isGroupLike } from './cues.ts';
import type { Draft, GroupMention } from './draft.ts';
import { valuesNamed } from './filter.ts';
import { ordinalOf } from './nth-value.ts';
import type { Ranking } from './reading.ts';
import { afterBreak, isPlural, leadOf, linkAt, operatorOfItem, type Scene, use } from './scene.ts';

/** "The latest orders" are a few. */
const maxRecent = 10;

/**
 * How many of what is ranked are asked for, from which place on, and in each of what.
 * @param orders all are put in order, rather than some picked
 * @param isRecent they are picked by their time
 */
export function readLimit(
  scene: Draft,
  orders: boolean,
  isRecent: boolean,
): Pick<Ranking, 'limit' | 'offset' | 'within'> {
  const number = scene.items.findIndex(
    (item, at) => item.kind === 'number' && !scene.used.has(at) && !isNumberOf(scene, at),
  );
  const numbered = scene.items[number];
  if (number >= 0) use(scene, number);
  const nth = ordinalOf(scene);
  const asked =
    scene.groups.find(({ cue }) => cue === 'which' || cue === 'ranked') ??
    scene.groups.find(({ cue }) => cue === 'bare' || cue === 'list');
  const within =
    scene.groups.length > 1
      ? scene.groups.find((group) => group.cue === 'per' && group !== asked)
      : undefined;
  const plural = asked !== undefined && isPlural(scene, asked.at);
  const limit =
    orders && numbered === undefined
      ? undefined
      : isRecent && numbered === undefined && plural
        ? maxRecent
        : numbered?.kind === 'number'
          ? numbered.value
          : nth !== undefined
            ? 1
            : asked === undefined || plural
              ? undefined
              : 1;
  const offset = nth === undefined ? 0 : nth - 1;
  const apart = limit === 1 && offset === 0 && asked !== undefined && within === undefined;
  return { limit, offset, within: within?.dimension ?? (apart ? eachOfSeveral(scene, asked) : undefined) };
}

/** "The longest tour of Ada, Ben and Cleo" is one of each of them, unlike that of one or the other. */
function eachOfSeveral(scene: Draft, asked: GroupMention): DimensionMetadata | undefined {
  const [several, ...others] = scene.conditions.filter((it) => valuesNamed(it) > 1);
  const { filter, at } = several ?? {};
  const isList = !/\b(?:or|both|together|combined|overall|oder)\b/iu.test(scene.question.text);
  if (filter?.kind !== 'values' || at === undefined || others.length > 0 || !isList || scene.compare)
    return undefined;
  const { dimension } = filter;
  // A customer of both has their sales of both, but a row has one value.
  if (asked.dimension !== entityDimension(scene.lexicon.cube) || isIdentifier(dimension)) return undefined;
  if (scene.groups.every((it) => it.dimension !== dimension))
    scene.groups.push({ dimension, at, cue: 'per' });
  return dimension;
}

/** "The last order of customer 7": which one it is, and not how many. */
function isNumberOf(scene: Draft, at: number): boolean {
  return scene.items[at - 1]?.kind === 'link' && !isPlural(scene, at - 1) && !isLimitBehind(scene, at);
}

/** "The highest latitude three stations": so many of them, rather than those of category 3. */
export function isLimitBehind(scene: Scene, at: number): boolean {
  const [number, figure] = [scene.items[at], linkAt(scene, at - 1)?.entry];
  if (number?.kind !== 'number' || number.value < 2 || figure?.kind !== 'dimension') return false;
  const isSpelled = /^\p{L}/u.test(scene.question.tokens[number.from]?.word ?? '');
  const isRanked = leadOf(scene, at - 1).modifiers.some(
    (place) => operatorOfItem(scene.items[place], 'rank') !== undefined,
  );
  const areRows =
    linkAt(scene, at + 1) !== undefined && !afterBreak(scene, at + 1) && isPlural(scene, at + 1);
  return isRanked && areRows && (isSpelled || !isGroupLike(scene, figure.dimension));
}
