import type { NumberComparison } from '../language/comparisons.ts';
import { antonyms } from '../language/lexical.ts';
import type { Token } from '../language/text.ts';
import { memberLemmas } from '../link/entities.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import type { Compared } from './number-conditions.ts';
import { isCountOf } from './quantity.ts';
import type { Reading } from './reading.ts';
import { dimensionOf, linkAt, use } from './scene.ts';

/** "online and offline sales": both sides of a yes or no are compared, not both asked for at once. */
export function splitOpposites(draft: Draft): void {
  const { conditions, groups } = draft;
  const flags = Map.groupBy(conditions, ({ filter }) =>
    filter.kind === 'boolean' ? filter.dimension : undefined,
  );
  for (const [dimension, own] of flags) {
    if (
      dimension === undefined ||
      new Set(own.map(({ filter }) => filter.kind === 'boolean' && filter.value)).size < 2
    )
      continue;
    for (const condition of own) conditions.splice(conditions.indexOf(condition), 1);
    groups.push({ dimension, at: own[0]?.at ?? 0, cue: 'by' });
    // "Shaped and shapeless": the one that is named makes the other sure.
    const doubts = own.map(({ at }) => 1 - (linkAt(draft, at)?.quality ?? 1));
    charge(draft, 'unlike', Math.min(...doubts) - doubts.reduce((sum, it) => sum + it, 0));
  }
}

/** Who bought most is who was sold most. */
const exchanging = /^(?:buy|sell|give|take|receive|lend|borrow|get)$/;

/**
 * "Which states lost us the most money" ranks by profit the other way round, and "which lost money" have less than none of it.
 * @returns the ranking as it is meant
 */
export function turnedRound(draft: Draft, ranking: Reading['ranking']): Reading['ranking'] {
  const { items, question, used, quantities, groups, having } = draft;
  const [figure = ranking?.by, ...more] = quantities;
  if (figure?.kind !== 'measure' || more.length > 0 || isCountOf(figure)) return ranking;
  const names = memberLemmas(figure.measure);
  const at = items.findIndex(
    (item, place) =>
      ((item.kind === 'word' && !used.has(place)) || linkAt(draft, place)?.described === true) &&
      isOpposite(question.tokens[item.from], names),
  );
  if (at < 0) return ranking;
  use(draft, at);
  if (ranking !== undefined) return { ...ranking, direction: ranking.direction === 'desc' ? 'asc' : 'desc' };
  if (having.length === 0 && groups.some(({ cue }) => cue === 'which'))
    having.push({ quantity: figure, operator: '<', values: [0], percent: false });
  else charge(draft, 'modifier');
  return undefined;
}

/** "Lost us more than 100" of profit, which is less than -100. Where less is lost than so much, some is lost all the same. */
export function boundOf(draft: Draft, { comparison, target }: Compared): NumberComparison {
  const entry = typeof target === 'number' ? linkAt(draft, target)?.entry : undefined;
  const member = entry?.kind === 'measure' ? entry.measure : dimensionOf(entry);
  if (typeof target !== 'number' || entry?.kind === 'value' || member === undefined) return comparison;
  if (!isOpposite(draft.question.tokens[draft.items[target]?.from ?? -1], memberLemmas(member)))
    return comparison;
  const { operator, values } = comparison;
  if (operator !== '>' && operator !== '>=') {
    charge(draft, 'modifier');
    return comparison;
  }
  return { ...comparison, operator: operator === '>' ? '<' : '<=', values: values.map((it) => -it) };
}

function isOpposite(token: Token | undefined, names: readonly string[]): boolean {
  const { lemma = '' } = token ?? {};
  return !exchanging.test(lemma) && antonyms(lemma).some((it) => names.includes(it));
}
