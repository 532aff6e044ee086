import { tokenize } from '../language/text.ts';
import { ownLemmas } from '../link/entities.ts';
import { nameLemmas } from '../link/names.ts';
import { countsSome } from '../link/some-rows.ts';
import { isOfOtherValue } from '../parse/contrary.ts';
import { isCountOf, membersOf, type Quantity } from '../parse/quantity.ts';
import type { Having, Reading } from '../parse/reading.ts';
import { conditionOf } from './count-condition.ts';
import type { Edit } from './edit.ts';
import { namesNoFigure } from './shown.ts';

/**
 * What a follow-up counts where some of the rows were counted before, by a figure of their own: "how many are motor?" is of the
 * active policies, and "and under review?" of no open claims.
 */
export function countedSome(
  earlier: Reading,
  later: Reading,
  { goesOn, narrows }: Edit,
): readonly Quantity[] | undefined {
  const { rowCount, cube } = later.lexicon;
  const [some, ...more] = earlier.quantities;
  if (rowCount === undefined || some?.kind !== 'measure') return undefined;
  if (some.measure.type !== 'count' || some.measure === rowCount) return undefined;
  const countsRows = later.quantities.every((it) => it.kind === 'measure' && it.measure === rowCount);
  if (!countsRows || later.filters.length === 0) return undefined;
  const rows = ownLemmas(cube);
  const areNamed = tokenize(later.text).some(({ lemma }) => rows.has(lemma));
  const areSome = earlier.quantities.every(
    (it) => it.kind === 'measure' && countsSome(earlier.lexicon, it.measure),
  );
  const all: readonly Quantity[] = [{ kind: 'measure', measure: rowCount }];
  // "Disputes won and lost", then "open disputes": these are neither.
  if (areNamed && areSome && !goesOn && !narrows) return all;
  if (more.length > 0) return undefined;
  if (later.filters.some((it) => isOfOtherValue(some.measure.title, it))) return all;
  const isUnnamed = /\bhow many\b/i.test(later.text) && !areNamed;
  return isUnnamed ? [some] : undefined;
}

/**
 * What was asked before, narrowed to the rows that it counted, where a follow-up asks for another figure of them: "how many open
 * jobs?", then "and the average salary?" is of the open ones; undefined where no condition is called as the count is.
 */
export function ofCounted(earlier: Reading, later: Reading, { adds }: Edit): Reading | undefined {
  if (adds || namesNoFigure(later) || !later.quantities.every(isOfRows) || asksOfAll(later)) return earlier;
  const counted = narrowedToCounted(earlier);
  // "And the paid amount?", after open invoices, is of no open ones.
  const isOfOthers = counted?.filters
    .slice(earlier.filters.length)
    .some((condition) =>
      later.quantities.some((it) => it.kind === 'measure' && isOfOtherValue(it.measure.title, condition)),
    );
  return isOfOthers === true ? earlier : counted;
}

/** What was asked before, with the condition that a count of some rows is called after; undefined where none is called so. */
export function narrowedToCounted(earlier: Reading): Reading | undefined {
  const { lexicon, quantities, filters } = earlier;
  const [some, ...more] = quantities;
  if (some?.kind !== 'measure' || more.length > 0 || !countsSome(lexicon, some.measure)) return earlier;
  const condition = conditionOf(lexicon, some.measure);
  return condition && { ...earlier, filters: [...filters, condition] };
}

/** "How many open jobs?", then "for which clients?": those that have some, and none that have others. */
export function haveSome({ quantities, groups, lexicon }: Reading, later: Reading): readonly Having[] {
  const [some, ...more] = quantities;
  const isWhich = /^\s*(?:(?:and|but|so|of|for|from|by|in|at|with) )*(?:which|what|who|whose)\b/i.test(
    later.text,
  );
  if (some === undefined || more.length + groups.length > 0 || !isWhich || !namesNoFigure(later)) return [];
  const isOfSome = some.kind === 'filtered' || (isCountOf(some) && membersOf(some)[0] !== lexicon.rowCount);
  return isOfSome ? [{ quantity: some, operator: '>', values: [0], percent: false }] : [];
}

/** Whether a figure is of any rows, and neither a count, which says of what, nor a rate, which is of all. */
function isOfRows(quantity: Quantity): boolean {
  if (quantity.kind === 'scaled') return isOfRows(quantity.of);
  if (quantity.kind === 'aggregate') return true;
  return quantity.kind === 'measure' && !isCountOf(quantity) && quantity.measure.format !== 'percent';
}

/** "The average salary of all jobs". */
function asksOfAll({ text, lexicon }: Reading): boolean {
  return [...text.matchAll(/\ball (?:(?:of )?(?:the|our) )?(\p{L}+)|\boverall\b/giu)].some(
    ([, rows]) => rows === undefined || nameLemmas(rows).every((lemma) => lexicon.relationLemmas.has(lemma)),
  );
}
