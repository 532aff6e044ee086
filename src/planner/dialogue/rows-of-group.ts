import { denied, type Filter, filterTarget } from '../parse/filter.ts';
import { isCountOf } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import { conditionOf } from './count-condition.ts';
import type { Edit } from './edit.ts';
import { turnedOver } from './others.ts';
import { listed } from './shown.ts';

/**
 * The rows of a group that was shown, one by one: "which are the ketches", after boats by type; "those in Kiel that have none", after
 * which part of them is insured by harbour. Undefined where it need not be these.
 */
export function rowsOfGroup(earlier: Reading, later: Reading, asks: Edit['asks']): Reading | undefined {
  const { lexicon, filters } = earlier;
  const part = partOf(earlier);
  const [only, ...more] = part;
  const said = new Set(later.filters.map(filterTarget));
  if (only === undefined) {
    const all = asks === 'none' ? turnedOver(earlier) : earlier;
    return all && listed(without(all, said));
  }
  const others = asks === 'none' ? denied(only) : undefined;
  // A share is of those who have it and of those who have not.
  if (more.length > 0 || (others === undefined && !said.has(filterTarget(only)))) return undefined;
  const { rowCount } = lexicon;
  const rows: Reading = {
    ...earlier,
    quantities: rowCount === undefined ? [] : [{ kind: 'measure', measure: rowCount }],
    filters: others === undefined ? filters : [...filters, others],
    share: undefined,
    shareOf: undefined,
    narrowed: undefined,
  };
  return listed(without(rows, said));
}

/** The condition of the part whose share, or whose number among all, was asked for. */
function partOf({ lexicon, shareOf, quantities }: Reading): readonly Filter[] {
  const [figure] = quantities;
  if (shareOf !== undefined) return shareOf;
  if (figure?.kind === 'filtered') return [figure.where];
  if (figure?.kind !== 'ratio' || figure.part.kind !== 'measure' || !isCountOf(figure.part)) return [];
  return [conditionOf(lexicon, figure.part.measure) ?? []].flat();
}

function without(reading: Reading, said: ReadonlySet<string>): Reading {
  return { ...reading, filters: reading.filters.filter((it) => !said.has(filterTarget(it))) };
}
