import { superlativeDirection } from '../language/scales.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import {
  afterBreak,
  type Lead,
  leadOf,
  leftOf,
  linkAt,
  open,
  operatorOfItem,
  rightOf,
  type Scene,
} from './scene.ts';

/** "Sorted by", "in order of": whether an item only says in which order records are. */
export function isOrderCue(scene: Scene, at: number): boolean {
  const { from = 0, to = -1 } = scene.items[at] ?? {};
  const said = scene.question.tokens.slice(from, to + 1).map(({ word }) => word);
  return (
    operatorOfItem(scene.items[at], 'by') !== undefined &&
    /^(?:sort|order|in (?:the )?order)/.test(said.join(' '))
  );
}

/** Whether a "by" says what is ranked or sorted by, rather than split by. */
export function isRankCue(scene: Draft, lead: Lead): boolean {
  const at = lead.cue?.at;
  if (at === undefined) return false;
  const item = scene.items[at];
  const said =
    item === undefined
      ? ''
      : scene.question.tokens
          .slice(item.from, item.to + 1)
          .map(({ word }) => word)
          .join(' ');
  if (/^(sort|order|rank|in terms|in (?:the )?order)/.test(said)) return true;
  if (said !== 'by') return false;
  return (
    open(scene, 'rank').some(({ at: place }) => place < at) ||
    scene.items.slice(0, at).some((it) => superlativeOf(scene, it) !== undefined) ||
    scene.groups.some(({ cue }) => cue === 'ranked')
  );
}

/** Which end an adjective such as "largest" asks for; undefined for every other item. */
export function superlativeOf(
  scene: Scene,
  item: Scene['items'][number] | undefined,
): 'desc' | 'asc' | undefined {
  const token = item?.kind === 'word' ? scene.question.tokens[item.from] : undefined;
  return token === undefined ? undefined : superlativeDirection(token.word, token.before);
}

/** "Slowest month", "peak hour": how busy a time is, where it is no figure's. */
export function busynessAt(scene: Draft, at: number): 'busiest' | 'quietest' | undefined {
  if (scene.items[rightOf(scene.items, at) ?? -1]?.kind !== 'grain' || scene.figures.length > 0)
    return undefined;
  const word = scene.question.tokens[scene.items[at]?.from ?? -1]?.word;
  return word === 'peak' ? 'busiest' : word === 'slowest' ? 'quietest' : undefined;
}

/** What is busiest has most of what comes at times of day, where nothing says of what. */
export function chargeEvents(scene: Draft): void {
  const { lexicon, relations } = scene;
  if (relations.length > 0) return;
  charge(scene, 'impliedEvents');
  if (lexicon.defaultTime?.timesOfDay !== true) charge(scene, 'impliedEvents.untimed');
}

/** The place of a superlative directly before something, or before a change of it: "the fastest growing category". */
export function superlativeBefore(scene: Scene, at: number): number | undefined {
  const beside = leftOf(scene.items, at);
  const isChange = beside !== undefined && operatorOfItem(scene.items[beside], 'change') !== undefined;
  const place = isChange ? leftOf(scene.items, beside) : beside;
  return place !== undefined && superlativeOf(scene, scene.items[place]) !== undefined ? place : undefined;
}

/** The place of a "top", "best" or "5 highest" that picks out of what follows it. */
export function topOf(scene: Scene, lead: Lead): number | undefined {
  const place = lead.modifiers[0];
  const rank = place === undefined ? undefined : operatorOfItem(scene.items[place], 'rank');
  if (rank === undefined) return undefined;
  return rank.top === true || rank.judges === true || lead.number !== undefined ? place : undefined;
}

/** "the most used versions", "best selling product": ranked by the figure, or by what is done, that is named directly before. */
export function isRankedThrough(scene: Scene, at: number): boolean {
  const before = at - 1;
  const entry = linkAt(scene, before)?.entry;
  const said = scene.question.tokens[scene.items[before]?.to ?? -1]?.word ?? '';
  const isFigure =
    entry?.kind === 'measure' ||
    (entry?.kind === 'dimension' && entry.dimension.type === 'number') ||
    (entry?.kind === 'relation' && /(?:ing|ed)$/.test(said));
  return (
    isFigure &&
    !afterBreak(scene, at) &&
    leadOf(scene, before).modifiers.some((place) => operatorOfItem(scene.items[place], 'rank') !== undefined)
  );
}

/** "The biggest company" is one of them, unlike "the most companies". */
export function isBiggest(scene: Scene, lead: Lead): boolean {
  const [place] = lead.modifiers;
  const item = place === undefined ? undefined : scene.items[place];
  const word = item === undefined ? '' : (scene.question.tokens[item.from]?.word ?? '');
  return operatorOfItem(item, 'rank') !== undefined && /^(biggest|largest|smallest)$/.test(word);
}

/** "The last 10 orders", "latest order": picked by their time. */
export function isRecent(scene: Draft, { modifiers, cue }: Lead): boolean {
  const ends = modifiers.filter((place) => operatorOfItem(scene.items[place], 'first', 'last') !== undefined);
  const others = modifiers.filter((place) => operatorOfItem(scene.items[place], 'list') === undefined);
  return (
    ends.length === 1 &&
    others.length === 1 &&
    !scene.isSplit &&
    scene.lexicon.defaultTime !== undefined &&
    (cue === undefined || cue.kind === 'which')
  );
}

/** "the most orders": ranked by how many there are. */
export function isMost(scene: Scene, lead: Lead): boolean {
  const place = lead.modifiers[0];
  const item = place === undefined ? undefined : scene.items[place];
  const word = item === undefined ? '' : scene.question.tokens[item.from]?.word;
  return (
    operatorOfItem(item, 'rank') !== undefined && (word === 'most' || word === 'fewest' || word === 'least')
  );
}

/** "the most common reason": ranked by how often it occurs. */
export function oftenBefore(scene: Scene, lead: Lead): boolean {
  return lead.modifiers.some((place) => operatorOfItem(scene.items[place], 'often') !== undefined);
}

/** The word that says in which order: "ascending" of "sort ascending". */
export function toldOrder<Rank extends { readonly at: number }>(
  { items, question }: Scene,
  ranks: readonly Rank[],
): Rank | undefined {
  const isToldElsewhere = ({ at }: Rank): boolean =>
    /^(?:sort|rank)/.test(question.tokens[items[at]?.from ?? -1]?.word ?? '');
  return ranks.find((it) => !isToldElsewhere(it)) ?? ranks[0];
}
