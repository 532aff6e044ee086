import { tokenize } from '../language/text.ts';
import { ownLemmas } from '../link/entities.ts';
import { nameLemmas } from '../link/names.ts';
import type { Filter, Quantity, Reading } from '../parse/reading.ts';

/**
 * What a follow-up counts where some of the rows were counted before, by a figure of their own: "how many are motor?" is of the
 * active policies, and "and under review?" of no open claims.
 */
export function countedSome(earlier: Reading, later: Reading): readonly Quantity[] | undefined {
  const { rowCount, cube } = later.lexicon;
  const [some, ...more] = earlier.quantities;
  if (rowCount === undefined || some?.kind !== 'measure' || more.length > 0) return undefined;
  if (some.measure.type !== 'count' || some.measure === rowCount) return undefined;
  const countsRows = later.quantities.every((it) => it.kind === 'measure' && it.measure === rowCount);
  if (!countsRows || later.filters.length === 0) return undefined;
  if (later.filters.some((it) => isOtherThan(some.measure.title, it)))
    return [{ kind: 'measure', measure: rowCount }];
  const rows = ownLemmas(cube);
  const isUnnamed =
    /\bhow many\b/i.test(later.text) && !tokenize(later.text).some(({ lemma }) => rows.has(lemma));
  return isUnnamed ? [some] : undefined;
}

/** Whether a condition asks for another value than the one that a figure is called after. */
function isOtherThan(title: string, filter: Filter): boolean {
  if (filter.kind !== 'values' || filter.negated) return false;
  const { dimension, values } = filter;
  const words = new Set(nameLemmas(title));
  const isCalled = (value: string): boolean => nameLemmas(value).every((lemma) => words.has(lemma));
  return (
    dimension.values?.some((it) => !values.includes(it) && isCalled(it)) === true && !values.some(isCalled)
  );
}
