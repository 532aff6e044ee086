import { entityDimension, isIdentifier } from '../link/entities.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { mostOf } from './extremes.ts';
import { readLimit } from './limit.ts';
import { type Order, orderOf, saidIn } from './rank-order.ts';
import { fewOf, rankByAmount } from './ranked-by.ts';
import { rankedChange } from './ranked-changes.ts';
import { isOneByRank, isOneBySuperlative, rankByOwn } from './ranked-figure.ts';
import type { Ranking } from './reading.ts';

/** How the answer is ordered and cut; undefined where nothing ranks, or where a superlative only says which figure is meant. */
export function readRanking(scene: Draft): Ranking | undefined {
  const said = saidIn(scene);
  if (said === undefined) {
    if (scene.rankBy === undefined) return mostOf(scene);
    return { direction: 'desc', limit: undefined, offset: 0, by: scene.rankBy, within: undefined };
  }
  const order = orderOf(scene, said);
  if (order === undefined) return undefined;
  rankByOwn(scene, order);
  if (isOneBySuperlative(scene, order) || isOneByRank(scene, order)) return undefined;
  if (said.often.length === 0) rankByAmount(scene, order.direction);
  if (isOfFew(scene, order)) return fewOf(scene, order.direction);
  rankByCount(scene, order);
  return picked(scene, order);
}

/** Ranks the rows where nothing else is ranked. @returns whether only an earlier message says what is ranked */
function isOfFew(scene: Draft, { ranks, by }: Order): boolean {
  if (scene.groups.length > 0 || scene.meanOver !== undefined) return false;
  const entity = entityDimension(scene.lexicon.cube);
  const [at] = scene.relations;
  const few =
    ranks.some(({ operator }) => operator.top === true) ||
    scene.items.some(
      ({ kind }, place) => kind === 'number' && ranks.some((it) => Math.abs(it.at - place) === 1),
    );
  // "Top 5 by volume": of whatever there is.
  if (few && at === undefined && entity !== undefined && by !== undefined) {
    charge(scene, 'impliedRows');
    scene.groups.push({ dimension: entity, at: 0, cue: 'ranked' });
    return false;
  }
  if (at !== undefined && entity !== undefined) {
    if (scene.quantities.length > 0) scene.groups.push({ dimension: entity, at, cue: 'ranked' });
    return false;
  }
  return (
    scene.quantities.length > 0 &&
    scene.quantities.every(
      (it) => it.kind === 'aggregate' && (it.aggregate === 'max' || it.aggregate === 'min'),
    )
  );
}

/** Ranks by how many rows there are, where no figure is named. */
function rankByCount(scene: Draft, order: Order): void {
  const { often, isWhole, rank } = order;
  const { rowCount, cube } = scene.lexicon;
  if (scene.quantities.length > 0 || rowCount === undefined || often.length + scene.groups.length === 0)
    return;
  order.by = { kind: 'measure', measure: rowCount };
  scene.quantities = [order.by];
  const ranksOthers =
    scene.relations.length > 0 && scene.groups.every(({ dimension }) => dimension !== entityDimension(cube));
  if (often.length > 0) {
    if (!ranksOthers) charge(scene, 'impliedRank.often');
    return;
  }
  const isSaid = ranksOthers || (isWhole && rank?.operator.judges !== true);
  // "Top 3 countries for thrillers": of those that are narrowed.
  const isNarrowed = rank?.operator.top === true && scene.conditions.length > 0;
  charge(scene, isSaid ? 'impliedRank.named' : 'impliedRank.unnamed', isNarrowed ? 0.5 : 1);
}

/** How many of what is ranked are asked for, in each of what. */
function picked(scene: Draft, { direction, isWhole, recent, by, rank, pace }: Order): Ranking {
  const { limit, offset, within: each } = readLimit(scene, isWhole, recent.length > 0);
  // "Which country has the highest amount per order": told by the mean of their orders.
  const isOfRows = each !== undefined && isIdentifier(each);
  if (isOfRows) {
    scene.meanOver = { dimension: each };
    const rows = scene.groups.findIndex(({ dimension }) => dimension === each);
    scene.groups.splice(rows, 1);
  }
  const within = isOfRows ? undefined : each;
  const ofChange = scene.change ? rankedChange(scene, pace !== undefined) : undefined;
  return { direction, limit, offset, by, within, judges: rank?.operator.judges, ofChange };
}
