import type { Row } from '../../engines/query-engine.ts';
import type { Having } from '../parse/reading.ts';
import type { Speech } from '../speech/english.ts';
import type { Plan } from './plan.ts';
import { type Probe, wholeOf } from './whole.ts';
import { quantityTitle } from './wording.ts';
import { writeSql } from './write-sql.ts';

/** A comparison with a percentage, whose measure may count in fractions or in hundredths: the model does not say. */
function unscaled(plan: Plan): Having | undefined {
  return plan.having.find(
    ({ quantity, percent }) =>
      percent && quantity.kind === 'measure' && quantity.measure.format === 'percent',
  );
}

/** The query that tells: the measure over all rows. Undefined when nothing needs to be known. */
export function scaleProbe(plan: Plan, speech: Speech): Probe | undefined {
  const having = unscaled(plan);
  if (having === undefined) return undefined;
  const title = speech.query.overall(quantityTitle(having.quantity, plan.cube, speech));
  return {
    sqlQuery: writeSql(wholeOf(plan, [having.quantity])),
    queryTitle: title,
    description: speech.query.toCompare(title),
  };
}

/** The plan with its percentages in the measure's own scale, once the probe has been answered. */
export function withScale(plan: Plan, probe: { readonly rows: readonly Row[] }): Plan {
  const overall = Number(probe.rows[0]?.[0] ?? Number.NaN);
  if (!(Math.abs(overall) <= 1)) return plan;
  return {
    ...plan,
    having: plan.having.map((having) =>
      having === unscaled(plan) ? { ...having, values: having.values.map((value) => value / 100) } : having,
    ),
  };
}
