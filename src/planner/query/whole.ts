import type { Value } from '../../engines/query-engine.ts';
import type { Quantity } from '../parse/quantity.ts';
import { saysSome } from '../parse/reading.ts';
import type { Speech } from '../speech/english.ts';
import { quantityColumn } from './columns.ts';
import type { Plan } from './plan.ts';
import { namedGroups } from './select.ts';
import { unitOf } from './units-apart.ts';
import { planTitle } from './wording.ts';
import { writeSql } from './write-sql.ts';

/** A query that an answer needs beside its own. */
export interface Probe {
  readonly sqlQuery: string;
  readonly queryTitle: string;
  readonly description: string;
}

/** The same figures over everything that a plan splits, orders or picks from. */
export function wholeOf(plan: Plan, quantities: readonly Quantity[]): Plan {
  return {
    ...plan,
    quantities,
    each: false,
    groups: [],
    having: [],
    ranking: undefined,
    share: undefined,
    shareOf: undefined,
    change: false,
    running: false,
    meanOver: undefined,
    countGroups: undefined,
  };
}

/** The figures of a split answer that mean something over all of it. */
function wholeQuantities(plan: Plan): readonly Quantity[] {
  const computes = plan.meanOver !== undefined || plan.change || plan.running || plan.shareOf !== undefined;
  const compares = (plan.time?.periods.length ?? 1) > 1;
  if (plan.groups.length === 0 || !plan.having.every(saysSome) || computes || compares) return [];
  const all = plan.quantities.slice(0, maxTold).filter((it) => isOfAll(it) && !unitOf(plan.cube, it));
  const shared = all.map((it) => sharedWhole(plan, it)).filter((it) => !all.includes(it));
  return [...all, ...shared];
}

/** What the groups of a plan are shares of: what belongs to none of those that are ranked is no part of it. */
export function sharedWhole(plan: Plan, quantity: Quantity): Quantity {
  return plan.share === undefined && plan.ranking?.limit === undefined
    ? quantity
    : namedGroups(plan).reduce<Quantity>(
        (of, { dimension, key }) => ({
          kind: 'filtered',
          of,
          where: { kind: 'missing', dimension: key ?? dimension, negated: true, unknown: true },
        }),
        quantity,
      );
}

/** Of so many figures an answer speaks. */
export const maxTold = 2;

/** The highest of all is the highest of its parts, and a moment is no whole. */
function isOfAll(quantity: Quantity): boolean {
  if (quantity.kind === 'measure')
    return (
      ['count', 'count_distinct', 'sum', 'avg', 'number'].includes(quantity.measure.type) &&
      quantity.measure.rollingWindow === undefined
    );
  if (quantity.kind === 'filtered' || quantity.kind === 'scaled' || quantity.kind === 'difference')
    return isOfAll(quantity.of);
  return quantity.kind === 'ratio' || ['sum', 'avg', 'distinct', 'median'].includes(quantity.aggregate);
}

/** The query for the whole, which no adding up of rows gives for rates, averages and distinct things. */
export function wholeQuery(plan: Plan, speech: Speech): Probe | undefined {
  const quantities = wholeQuantities(plan);
  if (quantities.length === 0) return undefined;
  const whole = wholeOf(plan, quantities);
  const title = speech.query.overall(planTitle(whole, speech));
  return {
    sqlQuery: writeSql(whole),
    queryTitle: title,
    description: speech.query.overallOf(planTitle(plan, speech)),
  };
}

/** Reads the result of `wholeQuery`: figures by their result column. */
export function readWhole(
  answer: { readonly columns: readonly string[]; readonly rows: readonly (readonly Value[])[] } | undefined,
): (quantity: Quantity) => Value | undefined {
  const [row = []] = answer?.rows ?? [];
  return (quantity) => row[answer?.columns.indexOf(quantityColumn(quantity)) ?? -1] ?? undefined;
}
