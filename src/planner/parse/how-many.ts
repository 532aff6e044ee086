import type { MeasureMetadata } from '../../contract/tools.ts';
import { isKindOf } from '../language/lexical.ts';
import { isSpending, isTradeVerb } from '../language/trade.ts';
import { kindOf } from '../language/word-kind.ts';
import { memberLemmas } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { mainAmount, mainQuantity, priceOf } from '../link/main-amount.ts';
import { isExistence } from '../link/referring-cubes.ts';
import { isDeedOfOthers, isDeedOfRows } from '../link/row-deeds.ts';
import { charge } from './charges.ts';
import { countsThem, explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { distinctOf, figureOfNumber } from './figures.ts';
import type { Filter } from './filter.ts';
import { isOneHad } from './listing.ts';
import { isCountOf, quantityOf, uniqueQuantities } from './quantity.ts';
import type { Group } from './reading.ts';
import { linkAt, open, operatorOfItem, restOf, type Scene, use } from './scene.ts';
import { namesOneRecord } from './trivial.ts';

/**
 * Reads "how many" and "how much" that nothing has used: rows are counted, or what they come to is added up.
 * @param grouped what the answer is split by; what is counted itself leaves it
 */
export function readHowMany(draft: Draft, filters: readonly Filter[], grouped: Group[]): void {
  const { lexicon, question, groups, having, relations } = draft;
  const { rowCount } = lexicon;
  for (const { at, operator } of draft.operators) {
    // An invoice is like a royalty statement, but whoever counts the one asks for no others.
    const head = operator.kind === 'many' ? linkAt(draft, at + 1) : undefined;
    if (head?.entry.kind === 'relation' && head.quality < 0.6) charge(draft, 'unlike', 0.3);
  }
  for (const { at, operator } of open(draft, 'many', 'much')) {
    use(draft, at);
    // "With more than 200 mg of calcium, and how much they have".
    const asked = question.tokens[(draft.items[at]?.to ?? 0) + 1]?.word ?? '';
    const isTheirs =
      /^(they|it|each)$/.test(asked) ||
      (operator.kind === 'much' && /^(?:(?:is|are|was|were) (?:it|they))?$/.test(restOf(draft, at)));
    if (isTheirs && filters.some(({ kind }) => kind === 'number')) continue;
    // "Countries with at least 10 titles, with how many they have".
    if (isTheirs && having.length > 0) {
      draft.quantities = uniqueQuantities([...having.map(({ quantity }) => quantity), ...draft.quantities]);
      continue;
    }
    // "Which elements have more than 40 isotopes, and how many?", "elements with more than 40 isotopes, and how many".
    const isOfEach =
      asksWhich(groups) || (groups.length > 0 && operatorOfItem(draft.items[at - 1], 'and') !== undefined);
    if (operator.kind === 'many' && having.length > 0 && restOf(draft, at) === '' && isOfEach) {
      draft.quantities = having.map(({ quantity }) => quantity);
      continue;
    }
    // "Films on two or more services, how many?"
    const [only, ...others] = grouped;
    if (
      operator.kind === 'many' &&
      only !== undefined &&
      others.length === 0 &&
      having.length > 0 &&
      restOf(draft, at) === ''
    ) {
      draft.quantities = [distinctOf(lexicon, only.dimension)];
      draft.isCounting = true;
      grouped.pop();
      continue;
    }
    // "Foods without a name, how many" asks for one number.
    if (only !== undefined && restOf(draft, at) === '' && groups.some(({ cue }) => cue === 'bare'))
      charge(draft, 'bareGroup');
    // "How wide and how high": either asks for a figure.
    const degree = question.tokens[draft.items[at]?.to ?? 0]?.word;
    const isOfGap = /^(?:is|was) the (?:difference|gap)\b/.test(restOf(draft, at));
    if (operator.kind === 'much' && degree !== 'much' && !isOfGap) charge(draft, 'unused');
    if (rowCount !== undefined && draft.quantities.length > 0 && countsThem(draft, at)) {
      if (!draft.quantities.some(isCountOf)) draft.quantities = [...draft.quantities, quantityOf(rowCount)];
      continue;
    }
    // "How many blocks give light", "how many items have a weight": neither asks for a mean.
    if (operator.kind === 'many' && areMeans(draft) && countsOthers(draft, at)) charge(draft, 'countByMean');
    if (rowCount === undefined || draft.quantities.length > 0) continue;
    // "How much did Ada spend".
    const traded = draft.items.findIndex((item) => saysTrade(draft, item));
    const amount =
      operator.kind === 'much'
        ? mainAmount(lexicon.cube)
        : traded >= 0 && relations.length === 0
          ? mainQuantity(lexicon.cube)
          : undefined;
    if (amount !== undefined && (traded >= 0 || restOf(draft, at) === '')) {
      if (traded >= 0) explainVerb(draft, traded);
      charge(draft, 'impliedAmount', isSpentByUs(draft, traded) && !isCost(amount) ? 3 : 1);
      draft.quantities = [{ kind: 'measure', measure: amount }];
      continue;
    }
    // "How much is the ladder" asks for its price.
    const price =
      operator.kind === 'much' && namesOneRecord(lexicon.cube, filters) ? priceOf(lexicon.cube) : undefined;
    if (price !== undefined && /^(?:is|are|was|were)\b/.test(restOf(draft, at))) {
      charge(draft, 'impliedAmount');
      draft.quantities = [figureOfNumber(lexicon, price, undefined).quantity];
      continue;
    }
    if (operator.kind === 'much') charge(draft, 'muchOfRows');
    draft.quantities = [{ kind: 'measure', measure: rowCount }];
    draft.isCounting = true;
    if (relations.some((place) => isOneHad(draft, place))) charge(draft, 'countedOne');
    // "How many movies", "how many accessible rooms" are counted where they are.
    const strange = draft.conditions.filter((it) => isStranger(lexicon, it.filter));
    const areAll = strange.length > 0 && strange.length === draft.conditions.length;
    if (relations.length === 0 && (areAll || strange.some((it) => it.at === at + 1)))
      charge(draft, 'countsReferrers');
    // "How many contracts were signed" counts no customers that have some, and "how many active members" no visits of theirs.
    const areNamed = strange.some(
      ({ at: place, filter }) =>
        place === at + 1 &&
        (filter.kind === 'segment' || (filter.kind === 'boolean' && isExistence(filter.dimension))),
    );
    if (areNamed) charge(draft, 'countedOne');
  }
}

/** Whether a value is counted, or things by a word for any of them: in either case no figure. */
function countsOthers(draft: Draft, at: number): boolean {
  const { items, question } = draft;
  const next = items[at + 1];
  if (next?.kind === 'link') return next.link.entry.kind === 'value';
  const noun = operatorOfItem(next, 'filler') && question.tokens[next?.from ?? -1];
  const isThings = noun !== undefined && noun.word !== noun.lemma && kindOf(noun) === 'noun';
  const isThem = /^of (?:them|these|those)\b/.test(restOf(draft, at));
  return (isThings || isThem) && !items.some((it) => operatorOfItem(it, 'aggregate') !== undefined);
}

/** Whether none of the figures is a number of anything, and none adds up. */
function areMeans({ quantities }: Draft): boolean {
  const types = quantities.map((it) =>
    it.kind === 'measure' ? it.measure.type : it.kind === 'aggregate' ? it.aggregate : '',
  );
  return types.length > 0 && types.every((it) => /^(?:avg|max|min)$/.test(it));
}

/**
 * Whether a verb asks for what the rows come to: "sold", and "pay" of payments; where there are such rows, it asks for nothing
 * that others come to.
 */
export function saysTrade({ question, lexicon }: Draft, item: Draft['items'][number]): boolean {
  const token = item.kind === 'word' ? question.tokens[item.from] : undefined;
  if (token === undefined || isDeedOfOthers(token, lexicon)) return false;
  return isDeedOfRows(token, lexicon) || isTradeVerb(token, lexicon.nameKeys);
}

/** Gives back what leaving a verb aside was charged, be it the name of something else. */
export function explainVerb(draft: Draft, at: number): void {
  explain(draft, at);
  const item = draft.items[at];
  if (item?.kind === 'word' && item.charges.some(([it]) => it === 'ignored')) charge(draft, 'ignored', -1);
}

/** The "how much" that asks for money although a verb of buying or selling is what the model calls pieces: "how much did we sell". */
export function muchTraded(
  scene: Scene,
  at: number,
  { format }: Pick<MeasureMetadata, 'format'>,
): number | undefined {
  const { from = -1, to } = scene.items[at] ?? {};
  const token = from === to && format !== 'currency' ? scene.question.tokens[from] : undefined;
  return token !== undefined && isTradeVerb(token, []) ? open(scene, 'much')[0]?.at : undefined;
}

/** "What did we spend on gas": what comes in is no answer. */
function isSpentByUs({ question, items }: Draft, at: number): boolean {
  const verb = question.tokens[items[at]?.from ?? -1];
  if (verb === undefined || !isSpending(verb)) return false;
  return question.tokens.slice(0, verb.index).some(({ word }) => word === 'we');
}

/** Whether a figure is surely one of what is paid: payments may be those received. */
function isCost(measure: MeasureMetadata): boolean {
  return memberLemmas(measure).some((lemma) => lemma !== 'payment' && isKindOf(lemma, 'cost', 2));
}

function asksWhich(groups: Draft['groups']): boolean {
  return groups.some(({ cue }) => cue === 'which');
}

export function isStranger({ strangers }: Lexicon, filter: Filter): boolean {
  return filter.kind === 'segment' ? isJoined(filter.segment) : strangers.has(filter.dimension);
}

/** "What did we get for the boats we sold" asks for an amount, and neither which they are nor how many. */
export function asksWhatFor({ question: { message }, quantities }: Draft): boolean {
  const isSaid = /^\W*what (?:do|did|does) (?:we|they|you|i) (?!have\b)\p{L}+ (?:for|on)\b/iu.test(message);
  return isSaid && quantities.every(isCountOf);
}
