import type { NumberComparison } from '../language/comparisons.ts';
import { operatorOf } from '../language/grammar.ts';
import type { Question } from '../language/question.ts';
import { tokenize } from '../language/text.ts';
import { siblingsOf } from '../link/siblings.ts';
import { boundFor, boundForFigure } from '../parse/bound-values.ts';
import { isCountOf, membersOf, type Quantity, sameQuantity } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import type { Edit } from './edit.ts';
import { contrasts } from './going-on.ts';
import { isOfOneGroup } from './shown.ts';

/** "Which of those have more than 100 billion?", "only those above 8": what was asked before with another bound, where that is all that is said. */
export function withNewBound(earlier: Reading, question: Question): Reading | undefined {
  const [comparison, ...more] = question.comparisons;
  return comparison === undefined || more.length > 0 ? undefined : withBound(earlier, comparison, question);
}

/** What was asked before with another bound for its figure or its number; undefined where a message says more than that. */
function withBound(earlier: Reading, comparison: NumberComparison, question: Question): Reading | undefined {
  const { operator, percent = false, tokens, adjective } = comparison;
  const { groups, quantities, lexicon } = earlier;
  const known = new Set(
    [
      ...groups.map(({ dimension }) => dimension.title),
      ...quantities.flatMap((it) => membersOf(it).map(({ title }) => title)),
    ]
      .flatMap((title) => tokenize(title))
      .map(({ lemma }) => lemma),
  );
  const isNoted = question.tokens.every(
    ({ index, word, lemma }) =>
      tokens.includes(index) ||
      operatorOf(word) !== undefined ||
      known.has(lemma) ||
      lexicon.relationLemmas.has(lemma) ||
      bounding.has(lemma),
  );
  // "At least 3 titles" are counted.
  const isOfRows = question.tokens.some(
    ({ index, lemma }) => index > (tokens[0] ?? 0) && lexicon.relationLemmas.has(lemma),
  );
  // "At most 15 invoices", after what clients paid and how many invoices they have, bounds one of the two.
  const named = quantities.filter((it) => isNamedIn(question, it));
  const [figure, ...more] = quantities.length > 1 && named.length === 1 ? named : quantities;
  const isCount = figure !== undefined && isCountOf(figure);
  // "And among orders above 500 euros?" bounds no number of orders.
  if (isCount && money.test(question.message)) return undefined;
  if (!isNoted || adjective !== undefined || (isOfRows && !isCount)) return undefined;
  const numbers = earlier.filters.filter(({ kind }) => kind === 'number');
  const [bound, ...others] = numbers;
  const isBound = bound?.kind === 'number' && others.length === 0;
  // "What about more than 10 years?"
  if (isBound && (contrasts.test(question.message) || groups.length === 0)) {
    const values = boundFor(lexicon, bound.dimension, comparison);
    return (
      values && {
        ...earlier,
        text: question.text,
        filters: earlier.filters.map((it) => (it === bound ? { ...bound, operator, values } : it)),
      }
    );
  }
  // "Studios with more than 300 members", then "more than 150".
  const [met, ...further] = earlier.having;
  if (met !== undefined && further.length + quantities.length === 0) {
    const bounds = boundForFigure(lexicon, met.quantity, comparison);
    return (
      bounds && { ...earlier, text: question.text, having: [{ ...met, operator, values: bounds, percent }] }
    );
  }
  if (percent && !(figure?.kind === 'measure' && figure.measure.format === 'percent')) return undefined;
  if (isOfOneGroup(earlier) || figure === undefined || more.length > 0) return undefined;
  const values = boundForFigure(lexicon, figure, comparison);
  return (
    values && {
      ...earlier,
      text: question.text,
      // "Which of them have just one?", of those above 160 kg, are still above that.
      having: [
        ...earlier.having.filter((it) => !sameQuantity(it.quantity, figure)),
        { quantity: figure, operator, values, percent },
      ],
      implied: false,
    }
  );
}

function isNamedIn({ tokens }: Question, figure: Quantity): boolean {
  const said = new Set(tokens.map(({ lemma }) => lemma));
  return membersOf(figure).some(({ title }) => tokenize(title).some(({ lemma }) => said.has(lemma)));
}

/** "Only the ones below 0", "which of those take more than 2 hours?": a bound for the number of a shown figure is one for that of each group. */
export function ofGroups(earlier: Reading, later: Reading, { asks }: Edit): Reading {
  const [bound, ...others] = later.filters;
  const isOfShown =
    (asks === 'which' || /\b(?:ones?|those|these|them)\b/i.test(later.text)) &&
    earlier.groups.length > 0 &&
    later.having.length + others.length === 0;
  // "How many in those two are taller than 2 m?" counts rows, of which each is so.
  const isOfRows = asks === undefined && /\bhow many\b/i.test(later.text);
  if (!isOfShown || isOfRows || bound?.kind !== 'number') return later;
  const { operator, values, dimension } = bound;
  const quantity = earlier.quantities.find(
    (it) =>
      it.kind === 'measure' && siblingsOf(earlier.lexicon, it.measure).dimension?.name === dimension.name,
  );
  return quantity === undefined
    ? later
    : { ...later, filters: [], having: [{ quantity, operator, values, percent: false }] };
}

const money = /[$€£]|\b(?:euros?|dollars?|pounds?|usd|eur|gbp)\b/i;

/** Nouns for a bound itself. */
const bounding: ReadonlySet<string> = new Set('limit bound threshold value figure'.split(' '));
