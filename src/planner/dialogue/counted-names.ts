import { entityDimension } from '../link/entities.ts';
import { isNameOf } from '../parse/listing.ts';
import { isCountOf } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import { completePlan, type Plan } from '../query/plan.ts';
import { filterWords } from '../query/wording.ts';
import { writeSql } from '../query/write-sql.ts';
import type { Candidate } from './candidate.ts';
import type { AnsweredQuery } from './figures.ts';
import { listed } from './shown.ts';

/** More are only counted. */
const maxNamed = 50;

/**
 * The list of what was counted, where the words ask for neither: "vegan food with more than 20 g of protein".
 * @param result the count
 * @returns undefined for what has no names, for nothing and for many
 */
export function namesOfCounted(reading: Reading, plan: Plan, result: AnsweredQuery): Plan | undefined {
  const count = Number(result.rows[0]?.[0]);
  return reading.implied && !reading.counts && count > 0 && count <= maxNamed
    ? listOf(reading, plan)
    : undefined;
}

/** Whether a query is what a reading comes to: its own, or the list of what it counts. */
export function comesTo(reading: Reading, plan: Plan, sqlQuery: string): boolean {
  if (writeSql(plan) === sqlQuery) return true;
  const list = listOf(reading, plan);
  return list !== undefined && writeSql(list) === sqlQuery;
}

/** Whether a reading lists what another counts, neither of which the words ask for: "natural isotopes with mass number 40". */
export function listsCounted({ completed: list }: Candidate, { reading, completed }: Candidate): boolean {
  if (!list.ok || !completed.ok || list.plan.quantities.length > 0 || reading.counts) return false;
  const own = listOf(reading, completed.plan);
  return own !== undefined && scopeOf(own) === scopeOf(list.plan);
}

/** What a reading counts, by name. */
function listOf(reading: Reading, plan: Plan): Plan | undefined {
  const entity = entityDimension(plan.cube);
  const isCount =
    plan.groups.length + plan.having.length === 0 &&
    plan.share === undefined &&
    plan.quantities.length === 1 &&
    plan.quantities.every(isCountOf);
  if (!isCount || entity === undefined || !isNameOf(entity, reading.lexicon)) return undefined;
  const list = completePlan(listed(reading), plan.today, plan.kept);
  return list.ok ? list.plan : undefined;
}

function scopeOf({ cube, groups, filters, having, time }: Plan): string {
  const names = groups.map(({ dimension }) => dimension.name);
  const conditions = filters.map((it) => filterWords([it])).toSorted();
  return JSON.stringify([cube.name, names, conditions, having, time?.dimension.name, time?.periods]);
}
