import { answerWords } from '../../contract/answer-words.ts';
import type { DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { multiplierOf } from '../language/comparisons.ts';
import { currenciesOf } from '../language/currencies.ts';
import { unitWords } from '../language/grammar.ts';
import type { Token } from '../language/text.ts';
import { unitSize } from '../language/unit-sizes.ts';
import { nameLemmas } from '../link/names.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { isMeasured, unitOf, wordsOfUnit } from './member-units.ts';
import { isCountOf, membersOf, type Quantity } from './quantity.ts';
import { operatorOfItem } from './scene.ts';

/** A figure, and what a unit that was asked for says of it. */
interface Given {
  readonly quantity: Quantity;
  readonly is: 'read' | 'other' | 'unknown';
}

/**
 * "In minutes", "in MWh", "in billions": the figures in the unit that is asked for. Charges where theirs is another; where theirs
 * is not known, a unit is charged that is written out, as minutes are.
 */
export function readUnits(draft: Draft): void {
  const { question, items, quantities } = draft;
  for (const token of question.tokens) {
    if (question.tokens[token.index - 1]?.word !== 'in') continue;
    const at = items.findIndex(({ from }) => from === token.index);
    const isWord = at >= 0 && items[at]?.kind === 'word';
    const isPlural = token.word !== token.lemma;
    const scale = isPlural ? multiplierOf(token.lemma) : undefined;
    const money = currenciesOf(token);
    const isWrittenOut = money !== undefined || (isPlural && unitSize(token.lemma) !== undefined);
    if (scale === undefined && !isWrittenOut && (!isWord || periods.has(token.lemma))) continue;
    const figures = quantities.map((quantity): Given => {
      if (money !== undefined) return { quantity, is: isIn(money, membersOf(quantity)) ? 'read' : 'other' };
      if (isCountOf(quantity)) return { quantity, is: scale || isWrittenOut ? 'read' : 'unknown' };
      const by = scale ?? factorOf(draft, membersOf(quantity), token);
      if (by === 'unknown' && isWrittenOut) return { quantity, is: 'other' };
      if (typeof by === 'string') return { quantity, is: by };
      return {
        quantity: by === 1 ? quantity : { kind: 'scaled', of: quantity, by, unit: token.raw },
        is: 'read',
      };
    });
    const given = figures.length > 0 ? figures.map(({ is }) => is) : columnsIn(draft, token);
    const isRead = given.includes('read');
    const isOther = isWrittenOut || !isRead ? given.includes('other') : false;
    if (isOther || (!isRead && (isWrittenOut || scale !== undefined))) charge(draft, 'otherUnit', 0.5);
    else if (isRead) {
      draft.quantities = figures.map(({ quantity }) => quantity);
      const own = [...quantities.flatMap(membersOf), ...draft.groups.map(({ dimension }) => dimension)];
      explainUnit(draft, own, token.index, 1);
    }
  }
  readBounds(draft);
  // "How many hours were machines stopped" is no number of machines.
  const [asked] = draft.items.flatMap((item) =>
    operatorOfItem(item, 'many') === undefined ? [] : [question.tokens[item.to + 1]],
  );
  if (asked === undefined || unitSize(asked.lemma) === undefined || quantities.length !== 1) return;
  const isSum = quantities.every((it) => it.kind === 'measure' && it.measure.type === 'sum');
  const isOfUnit = quantities
    .flatMap(membersOf)
    .some((it) => it.unit !== undefined || nameLemmas(it.title).includes(asked.lemma));
  if (isSum && !isOfUnit) charge(draft, 'otherUnit');
}

/** Whether figures are money of one of these currencies, as far as the model says which. */
function isIn(
  money: ReadonlySet<string>,
  members: readonly Pick<MeasureMetadata, 'format' | 'currency'>[],
): boolean {
  return members.some(
    ({ format, currency = '' }) => format === 'currency' && (!currency || money.has(currency)),
  );
}

/** "Over 1,000 rpm": a unit of which nothing is known but that the model gives it to what is compared. */
function readBounds(draft: Draft): void {
  const filtered = draft.conditions.flatMap(({ filter }) =>
    filter.kind === 'number' ? [filter.dimension] : [],
  );
  const bounded = [...filtered, ...draft.having.flatMap(({ quantity }) => membersOf(quantity))];
  for (const { kind, to } of draft.items)
    if (kind === 'comparison' || kind === 'number') explainUnit(draft, bounded, to + 1, 0);
}

/** Explains the words from a place on that are the unit of one of these members, or at least so many of them. */
function explainUnit(
  draft: Draft,
  members: readonly (MeasureMetadata | DimensionMetadata)[],
  from: number,
  atLeast: number,
): void {
  const { items, question } = draft;
  const count = Math.max(atLeast, ...members.map((it) => wordsOfUnit(it, question.tokens, from)));
  for (const [at, item] of items.entries())
    if (item.kind === 'word' && item.from >= from && item.from < from + count) explain(draft, at);
}

/** The day or month that something is in is no unit. */
const periods: ReadonlySet<string> = new Set(Object.keys(answerWords.en.timeUnits));

/** What the unit that a word begins is of that of members, by which their figures are divided. */
function factorOf(
  { question, lexicon }: Draft,
  members: readonly (MeasureMetadata | DimensionMetadata)[],
  token: Token,
): number | 'other' | 'unknown' {
  const made = members.flatMap((it) => [it, siblingsOf(lexicon, it).dimension ?? it]);
  if (made.some((it) => wordsOfUnit(it, question.tokens, token.index) > 0)) return 1;
  const said = unitSize(token.lemma);
  if (said === undefined && !(unitWords.has(token.lemma) && isMeasured(token.lemma))) return 'unknown';
  const own = made.map((it) => unitOf(lexicon.cube, it)).find((it) => it !== undefined);
  if (own !== undefined && own.kind === said?.kind) return said.size / own.size;
  return own !== undefined || made.some(({ unit }) => unit !== undefined) ? 'other' : 'unknown';
}

/** The same for the numbers of a list, which shows them as they are stored. */
function columnsIn(draft: Draft, token: Token): readonly Given['is'][] {
  return draft.groups.map(({ dimension }) => {
    const money = dimension.format === 'currency' ? currenciesOf(token) : undefined;
    if (money !== undefined) return isIn(money, [dimension]) ? 'read' : 'other';
    const by = dimension.type === 'number' ? factorOf(draft, [dimension], token) : 'unknown';
    return typeof by === 'string' ? by : by === 1 ? 'read' : 'other';
  });
}
