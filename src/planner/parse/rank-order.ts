import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { readExtremes } from './extremes.ts';
import type { Quantity } from './quantity.ts';
import { isRecent, toldOrder } from './rank-cues.ts';
import { isFromTo, measures, nameWho } from './ranked-by.ts';
import { readPace } from './ranked-changes.ts';
import type { Ranking } from './reading.ts';
import { leadOf, leftOf, open, operatorOfItem, use } from './scene.ts';
import { isOnTop, type Superlative, superlativesIn } from './superlatives.ts';

/** The words that rank. */
export interface Said {
  /** "Fastest growing". */
  readonly pace: Ranking['direction'] | undefined;
  readonly ranks: ReturnType<typeof open<'rank'>>;
  /** "Most common". */
  readonly often: ReturnType<typeof open<'often'>>;
  /** Places of words that pick by time: "the last 10 orders". */
  readonly recent: readonly number[];
  readonly superlatives: readonly Superlative[];
  /** "Highest" and the like, where groups are ranked by it. */
  readonly end: ReturnType<typeof open<'aggregate'>>[number] | undefined;
}

/** What is ranked, as far as it is known. */
export interface Order extends Said {
  readonly rank: Said['ranks'][number] | undefined;
  readonly superlative: Superlative | undefined;
  /** All are put in order, rather than some picked. */
  readonly isWhole: boolean;
  direction: Ranking['direction'];
  by: Quantity | undefined;
}

/** What says an order; undefined where nothing ranks. */
export function saidIn(scene: Draft): Said | undefined {
  const pace = readPace(scene);
  const ranks = open(scene, 'rank');
  const often = open(scene, 'often');
  const recent = scene.groups.flatMap(({ at, cue }) => {
    const lead = leadOf(scene, at);
    return cue === 'ranked' && isRecent(scene, lead) ? lead.modifiers : [];
  });
  const superlatives = superlativesIn(scene, recent);
  const end = open(scene, 'aggregate').find(
    ({ operator }) => operator.aggregate === 'max' || operator.aggregate === 'min',
  );
  const ranksAny =
    pace !== undefined ||
    ranks.length + superlatives.length + often.length > 0 ||
    (end !== undefined && scene.groups.length > 0);
  return ranksAny ? { pace, ranks, often, recent, superlatives, end } : undefined;
}

/** In which order; undefined where both ends are asked for. */
export function orderOf(scene: Draft, said: Said): Order | undefined {
  const { pace, ranks, often, superlatives, end } = said;
  const rank = toldOrder(scene, ranks);
  const [superlative, other] = superlatives;
  for (const { at } of [...ranks, ...often]) use(scene, at);
  // "Revenue without the top 3 customers" is not theirs.
  if (ranks.some(({ at }) => isLeftOut(scene, at))) charge(scene, 'idle.not');
  const isOrder = isFromTo(scene, superlatives);
  if (!isOrder && readExtremes(scene, superlatives)) return undefined;
  if (isOrder) explain(scene, other?.at ?? 0);
  use(scene, end?.at);
  // "Sorted by mass, lightest first".
  const orderAt = superlative?.at ?? rank?.at ?? 0;
  nameWho(scene);
  const leading = open(scene, 'first').find(
    // "Most abundant first".
    ({ at }) => at === orderAt + 1 || (at === orderAt + 2 && rank !== undefined),
  );
  use(scene, leading?.at);
  const isWhole = leading !== undefined || isOrder || isOnTop(scene, superlative, rank);
  const direction =
    (isWhole ? superlative?.direction : undefined) ??
    rank?.operator.direction ??
    pace ??
    superlative?.direction ??
    (end?.operator.aggregate === 'min' ? 'asc' : 'desc');
  // "Average age by job, oldest first".
  const ordered = isWhole
    ? scene.figures.find(({ at }) => superlative !== undefined && measures(scene, at, superlative.word))
    : undefined;
  return { ...said, rank, superlative, isWhole, direction, by: scene.rankBy ?? ordered?.quantity };
}

function isLeftOut({ items }: Draft, at: number): boolean {
  const before = leftOf(items, at);
  return before !== undefined && operatorOfItem(items[before], 'not') !== undefined;
}
