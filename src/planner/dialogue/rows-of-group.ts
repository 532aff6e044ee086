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
  const { filters } = earlier;
  const part = partOf(earlier);
  const [only, ...more] = part;
  const said = new Set(later.filters.map(filterTarget));
  if (only === undefined) {
    const all = asks === 'none' ? turnedOver(earlier) : earlier;
    return all && listed(without(all, said));
  }
  const others = asks === 'none' ? denied(only) : undefined;
  if (more.length > 0) return undefined;
  // A share is of those who have it and of those who have not: without a word for either, of those who have.
  const own = others ?? (said.has(filterTarget(only)) ? undefined : only);
  return listed(without(rowsOf(earlier, own === undefined ? filters : [...filters, own]), said));
}

/** Those whose share, or whose number among all, was asked for, one by one. */
export function listedPart(reading: Reading): Reading {
  const part = partOf(reading);
  return listed(part.length === 0 ? reading : rowsOf(reading, [...reading.filters, ...part]));
}

function rowsOf(reading: Reading, filters: readonly Filter[]): Reading {
  const { rowCount } = reading.lexicon;
  return {
    ...reading,
    quantities: rowCount === undefined ? [] : [{ kind: 'measure', measure: rowCount }],
    filters,
    share: undefined,
    shareOf: undefined,
    narrowed: undefined,
  };
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
