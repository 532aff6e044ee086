import type { Value } from '../../engines/query-engine.ts';
import { identifier } from '../../quoting.ts';
import { keyOf } from '../link/keys.ts';
import { holderOf } from '../parse/holder.ts';
import type { Speech } from '../speech/english.ts';
import { groupColumn, quantityColumn } from './columns.ts';
import type { Plan } from './plan.ts';
import type { PlannedGroup } from './planned-groups.ts';
import { firstQuantity, groupedSelect } from './select.ts';
import { type Probe, wholeOf } from './whole.ts';
import { planTitle } from './wording.ts';

/** Whose the highest or the lowest figure of all is. */
export interface Holders {
  /** What they are called by. */
  readonly group: PlannedGroup;
  /** The first few of them. */
  readonly names: readonly Value[];
  readonly value: Value;
  readonly count: number;
}

/** So many are named. */
const maxNamed = 5;

/** The query for the rows that have what a plan asks the highest or the lowest of; undefined where it asks another thing, or they have no name. */
export function holdersQuery(plan: Plan, speech: Speech): Probe | undefined {
  const holder = holderOfPlan(plan);
  if (holder === undefined) return undefined;
  const { group, direction } = holder;
  const ranked: Plan = {
    ...wholeOf(plan, plan.quantities),
    groups: [group],
    ranking: { direction, limit: maxNamed, offset: 0, by: undefined, within: undefined },
  };
  const name = identifier(groupColumn(group));
  const figure = identifier(quantityColumn(firstQuantity(plan)));
  const title = planTitle(ranked, speech);
  const end = direction === 'desc' ? 'MAX' : 'MIN';
  return {
    sqlQuery:
      `SELECT ${name}, ${figure}, COUNT(*) OVER () AS alike` +
      ` FROM (SELECT ${name}, ${figure}, ${end}(${figure}) OVER () AS extreme FROM (${groupedSelect(ranked)}) AS grouped) AS held` +
      ` WHERE ${figure} = extreme ORDER BY 1 LIMIT ${maxNamed}`,
    queryTitle: title,
    description: speech.query.holdersOf(title),
  };
}

/** Reads the result of `holdersQuery`. */
export function readHolders(
  plan: Plan,
  answer: { readonly rows: readonly (readonly Value[])[] } | undefined,
): Holders | undefined {
  const group = holderOfPlan(plan)?.group;
  const [first] = answer?.rows ?? [];
  if (group === undefined || answer === undefined || first === undefined) return undefined;
  const [, value = null, count] = first;
  const names = answer.rows.map(([name = null]) => name);
  if (names.every((name) => name === null)) return undefined;
  return { group, names, value, count: Number(count) };
}

function holderOfPlan(plan: Plan) {
  const computes = plan.countGroups !== undefined || plan.meanOver !== undefined || plan.share !== undefined;
  const holder = computes ? undefined : holderOf(plan.cube, plan);
  return (
    holder && {
      direction: holder.direction,
      group: { dimension: holder.name, grain: undefined, key: keyOf(plan.cube, holder.name) },
    }
  );
}
