import type { CubeMetadata, DimensionMetadata } from '../semantic/metadata.ts';
import { measuredDimension } from './adjectives.ts';
import { statedBefore } from './aggregates.ts';
import type { NumberComparison } from './comparisons.ts';
import { isJoined } from './joined-cubes.ts';
import type { Mention } from './matching.ts';
import { shortName } from './member-phrases.ts';
import type { Filter, Having } from './reading.ts';
import { remembered } from './remembered.ts';
import { forms, nameWords, type Token } from './text.ts';
import { wordTable } from './word-table.ts';
import { aggregateWords, isFiller, unitWords } from './words.ts';
import { claim, firstOf, lastOf, mentionAt, onlyFillerBetween, type Work, wordAt } from './work.ts';

export interface NumberFiltersFound {
  readonly filters: readonly Filter[];
  readonly having: readonly Having[];
  /** Mentions that only say what is compared. */
  readonly targets: ReadonlySet<Mention>;
}

/**
 * Gives each comparison the number that it speaks of: the name right after it ("over 100 orders") or the nearest one
 * before it ("price above 50"). A comparison that finds none stays unclaimed, and so is reported as not understood.
 */
export function attachComparisons(work: Work, comparisons: readonly NumberComparison[]): NumberFiltersFound {
  const filters: Filter[] = [];
  const having: Having[] = [];
  const targets = new Set<Mention>();
  for (const comparison of comparisons) {
    const { operator, values, percent = false } = comparison;
    const measured =
      comparison.adjective === undefined ? undefined : measuredDimension(work, comparison.adjective);
    const target = measured === undefined ? targetOf(work, comparison, targets) : undefined;
    if (measured !== undefined) {
      claim(work, [...comparison.tokens, ...unitsAfter(work, comparison, measured)]);
      filters.push({ kind: 'number', dimension: measured, operator, values });
      continue;
    }
    if (target === undefined) {
      const filter = byUnit(work, comparison) ?? onlyAmount(work, comparison);
      if (filter !== undefined) filters.push(filter);
      continue;
    }
    const dimension = numericDimension(target) ?? ofEachRow(work, target);
    if (dimension !== undefined) filters.push({ kind: 'number', dimension, operator, values });
    else if (target.entry.kind === 'measure') {
      having.push({
        quantity: { kind: 'measure', measure: target.entry.measure },
        operator,
        values,
        percent,
      });
    } else if (target.entry.kind === 'relation' && work.lexicon.rowCount !== undefined) {
      having.push({
        quantity: { kind: 'measure', measure: work.lexicon.rowCount },
        operator,
        values,
        percent,
      });
    } else continue;
    targets.add(target);
    claim(work, [...comparison.tokens, ...target.tokens, ...unitsAfter(work, comparison)]);
  }
  return { filters, having, targets };
}

function targetOf(
  work: Work,
  { tokens }: NumberComparison,
  taken: ReadonlySet<Mention>,
): Mention | undefined {
  const first = Math.min(...tokens);
  const last = Math.max(...tokens);
  const numericAt = (at: number): Mention | undefined => {
    const mention = mentionAt(work, at);
    return mention !== undefined && !taken.has(mention) && isNumeric(work, mention) ? mention : undefined;
  };
  for (let at = last + 1; at <= last + 3; at++) {
    const after = numericAt(at);
    if (after !== undefined && firstOf(after) === at && onlyUnitsBetween(work, last, at)) return after;
  }
  for (let at = first - 1; at >= first - 4; at--) {
    const earlier = numericAt(at);
    if (
      earlier !== undefined &&
      lastOf(earlier) === at &&
      earlier.entry.kind !== 'relation' &&
      !isBareCount(work, earlier) &&
      onlyFillerBetween(work, at, first)
    )
      return earlier;
  }
  return undefined;
}

/** "orders over 100" compares something of an order, not how many there are. */
function isBareCount(work: Work, { entry, tokens }: Mention): boolean {
  if (entry.kind !== 'measure' || entry.measure.type !== 'count') return false;
  return !tokens.some((index) => aggregateWords[work.tokens[index]?.lemma ?? ''] === 'count');
}

function isNumeric(work: Work, mention: Mention): boolean {
  const { entry } = mention;
  if (entry.kind === 'measure') return true;
  if (entry.kind === 'relation') return work.lexicon.rowCount !== undefined;
  return entry.kind === 'dimension' && numericDimension(mention) !== undefined;
}

function numericDimension({ entry, rivals }: Mention) {
  for (const option of [entry, ...rivals]) {
    if (option.kind === 'dimension' && option.dimension.type === 'number') return option.dimension;
  }
  return undefined;
}

/** "tickets with a first reply of more than 300 minutes": of each ticket, where a dimension has it; "average reply" is of many. */
function ofEachRow(work: Work, { entry, tokens }: Mention) {
  if (entry.kind !== 'measure' || entry.measure.type.startsWith('count')) return undefined;
  if (tokens.some((at) => aggregateWords[work.tokens[at]?.lemma ?? ''] !== undefined)) return undefined;
  if (statedBefore(work, Math.min(...tokens)) !== undefined || split.test(work.text)) return undefined;
  const said = tokens.map((at) => work.tokens[at]?.root ?? '');
  const own = ownNumbers(work.lexicon.cube);
  work.budget.spend(own.length);
  const [only, ...more] = own.filter((it) => said.every((root) => rootsOf(it).has(root)));
  return more.length > 0 ? undefined : only;
}

/** Numbers that a row has, keys aside. */
const ownNumbers = remembered((cube: CubeMetadata) =>
  cube.dimensions.filter((it) => it.type === 'number' && it.primaryKey !== true && !isJoined(it)),
);

const rootsOf = remembered(
  ({ title, name }: DimensionMetadata) =>
    new Set(nameWords(`${title} ${shortName(name)}`).map((word) => forms(word).root)),
);

const split = /\b(by|per|each|which|every)\b/i;

function onlyUnitsBetween(work: Work, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) {
    const word = wordAt(work, at);
    if (
      word !== 'of' &&
      word !== 'in' &&
      word !== 'different' &&
      !unitWords.has(work.tokens[at]?.lemma ?? '')
    )
      return false;
  }
  return true;
}

function unitsAfter(
  work: Work,
  { tokens }: NumberComparison,
  { description = '' }: { readonly description?: string } = {},
): number[] {
  const at = Math.max(...tokens) + 1;
  const { lemma = '' } = work.tokens[at] ?? {};
  const own = nameWords(description).some((word) => forms(word).lemma === lemma);
  return unitWords.has(lemma) || (own && lemma !== '') ? [at] : [];
}

const unitSigns = wordTable<string>({ h: 'hour', hrs: 'hour', min: 'minute', d: 'day', m: 'metre' });

/** "over 500 kg": the one number that is measured in kg, by its name. */
function byUnit(work: Work, comparison: NumberComparison): Filter | undefined {
  const unit = work.tokens[Math.max(...comparison.tokens)]?.lemma ?? '';
  if (!unitWords.has(unit)) return undefined;
  const [only, ...more] = byUnits(work.lexicon.cube).get(unit) ?? [];
  if (only === undefined || more.length > 0) return undefined;
  claim(work, comparison.tokens);
  return { kind: 'number', dimension: only, operator: comparison.operator, values: comparison.values };
}

const byUnits = remembered((cube: CubeMetadata) => {
  const found = new Map<string, DimensionMetadata[]>();
  for (const dimension of cube.dimensions) {
    if (dimension.type !== 'number' || isJoined(dimension)) continue;
    const words = nameWords(`${dimension.title.replace(/[()]/g, ' ')} ${shortName(dimension.name)}`);
    for (const unit of new Set(words.map((word) => unitSigns[word] ?? forms(word).lemma)))
      found.set(unit, [...(found.get(unit) ?? []), dimension]);
  }
  return found;
});

/** "orders over 100 euros", "ratings below 3": meant is the one number that a row has, or its one amount of money. */
function onlyAmount(work: Work, comparison: NumberComparison): Filter | undefined {
  const amount = amountOfRow(work.lexicon.cube);
  if (amount === undefined || !followsRows(work, comparison)) return undefined;
  claim(work, [...comparison.tokens, ...unitsAfter(work, comparison, amount)]);
  return { kind: 'number', dimension: amount, operator: comparison.operator, values: comparison.values };
}

const amountOfRow = remembered((cube: CubeMetadata) => {
  const numbers = ownNumbers(cube).filter((it) => it.format !== 'id');
  const amounts = numbers.filter((it) => it.format === 'currency');
  const [amount, ...more] = amounts.length > 0 ? amounts : numbers;
  return more.length > 0 ? undefined : amount;
});

/** The rows themselves are compared: their name stands right before, and no other name right after. */
function followsRows(work: Work, { tokens }: NumberComparison): boolean {
  const first = Math.min(...tokens);
  const next = Math.max(...tokens) + 1;
  const { rowCount } = work.lexicon;
  let at = first - 1;
  while (mentionAt(work, at) === undefined && isSmall(work.tokens[at])) at -= 1;
  const entry = mentionAt(work, at)?.entry;
  const rows = entry?.kind === 'relation' || (entry?.kind === 'measure' && entry.measure === rowCount);
  const token = work.tokens[next];
  return rows && (token === undefined || isFiller(token) || unitWords.has(token.lemma));
}

function isSmall(token: Token | undefined): boolean {
  return token !== undefined && isFiller(token);
}
