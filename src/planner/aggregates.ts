import type { MeasureMetadata } from '../semantic/metadata.ts';
import { shortName } from './member-phrases.ts';
import { remembered } from './remembered.ts';
import { forms, nameWords } from './text.ts';
import { type Aggregate, aggregateWords } from './words.ts';
import type { Work } from './work.ts';

/** An aggregate that the question states in words of its own: `average`, `how many`, `total`. */
export interface StatedAggregate {
  readonly aggregate: Aggregate;
  readonly tokens: readonly number[];
}

/** The aggregate word that belongs to a name: right before it, or `on average` and the like after it. */
export function statedBefore(work: Pick<Work, 'tokens'>, first: number): StatedAggregate | undefined {
  const { tokens } = work;
  let at = first - 1;
  while (
    at >= 0 &&
    ['of', 'the', 'a', 'our', 'all', 'in', 'value', 'values', 'single'].includes(tokens[at]?.word ?? '')
  )
    at -= 1;
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.word === 'many' && tokens[at - 1]?.word === 'how') {
    const average = onAverage(tokens);
    return average < 0
      ? { aggregate: 'count', tokens: [at - 1, at] }
      : { aggregate: 'avg', tokens: [average - 1, average, at - 1, at] };
  }
  if (token.lemma === 'distinct' || token.lemma === 'unique' || token.lemma === 'different') {
    return { aggregate: 'distinct', tokens: [at] };
  }
  const aggregate = aggregateWords[token.lemma] ?? aggregateWords[token.word];
  return aggregate === undefined ? undefined : { aggregate, tokens: [at] };
}

const onAverage = remembered((tokens: Work['tokens']) =>
  tokens.findIndex((it, index) => it.lemma === 'average' && tokens[index - 1]?.word === 'on'),
);

export function statedAfter(work: Pick<Work, 'tokens'>, last: number): StatedAggregate | undefined {
  const { tokens } = work;
  if (tokens[last + 1]?.word === 'on' && tokens[last + 2]?.lemma === 'average') {
    return { aggregate: 'avg', tokens: [last + 1, last + 2] };
  }
  const next = tokens[last + 1];
  if (next === undefined || next.afterBreak) return undefined;
  const aggregate =
    next.lemma === 'average' || next.lemma === 'total' || next.lemma === 'count'
      ? aggregateWords[next.lemma]
      : undefined;
  return aggregate === undefined ? undefined : { aggregate, tokens: [last + 1] };
}

function nameSays(measure: MeasureMetadata, aggregate: Aggregate): boolean {
  return [measure.title, shortName(measure.name), ...(measure.synonyms ?? [])]
    .flatMap(nameWords)
    .some((word) => aggregateWords[forms(word).lemma] === aggregate);
}

/** Whether a measure may be called by an aggregate: "total revenue" is no average, "how many" asks for no percentage. */
export function fits(measure: MeasureMetadata, aggregate: Aggregate): boolean {
  const { type, format } = measure;
  switch (aggregate) {
    case 'count':
      return (
        type === 'count' ||
        type === 'count_distinct' ||
        ((type === 'sum' || type === 'number') && format !== 'percent' && format !== 'currency')
      );
    case 'distinct':
      return type === 'count_distinct' || (type === 'count' && nameSays(measure, 'distinct'));
    case 'sum':
      return (
        type === 'sum' ||
        type === 'count' ||
        type === 'count_distinct' ||
        (type === 'number' && format !== 'percent' && !nameSays(measure, 'avg'))
      );
    case 'avg':
      return type === 'avg' || nameSays(measure, 'avg') || format === 'percent';
    case 'min':
      return type === 'min' || nameSays(measure, 'min');
    case 'max':
      return type === 'max' || nameSays(measure, 'max');
  }
}
