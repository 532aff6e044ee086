import type { QuantityMention } from './quantities.ts';
import type { Group, Ranking } from './reading.ts';
import { claim, type Work } from './work.ts';

/** "average monthly revenue", "average orders per customer": the mean of a sum over the groups. */
export function readMean(
  work: Work,
  quantities: readonly QuantityMention[],
  groups: readonly Group[],
  adjective: Group | undefined,
  per: readonly unknown[],
): Group | undefined {
  const stated = quantities.find((it) => it.open?.aggregate === 'avg') ?? averageBefore(work, adjective);
  if (stated === undefined) return undefined;
  const { quantity } = stated;
  if (quantity.kind !== 'measure' || !['sum', 'count', 'count_distinct'].includes(quantity.measure.type))
    return undefined;
  const over = adjective ?? groups.find((group) => per.includes(group.dimension));
  if (over !== undefined) claim(work, stated.open?.tokens ?? []);
  return over;

  function averageBefore(it: Work, grain: Group | undefined): QuantityMention | undefined {
    const word = it.tokens.find((token) => token.lemma === 'average' && !it.used.has(token.index));
    const [first] = quantities;
    if (word === undefined || grain === undefined || first === undefined) return undefined;
    return { ...first, open: { aggregate: 'avg', tokens: [word.index] } };
  }
}

/** "highest revenue" with a group is a ranking; "total" over what is split is just the measure. */
export function closeOpenAggregates(
  work: Work,
  quantities: readonly QuantityMention[],
  mean: Group | undefined,
  ranking: Ranking | undefined,
  groups: readonly Group[],
): void {
  for (const { open } of quantities) {
    if (open === undefined) continue;
    const ranked =
      (open.aggregate === 'max' || open.aggregate === 'min') && ranking !== undefined && groups.length > 0;
    if (!ranked && !(mean !== undefined && open.aggregate === 'avg')) {
      for (const index of open.tokens) work.used.delete(index);
    }
  }
}
