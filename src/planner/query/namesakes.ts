import type { Row } from '../../engines/query-engine.ts';
import { isIdentifier } from '../link/entities.ts';
import { keyOf } from '../link/keys.ts';
import type { Speech } from '../speech/english.ts';
import type { Plan } from './plan.ts';
import { type Probe, wholeOf } from './whole.ts';
import { planTitle, quantityTitle } from './wording.ts';
import { writeSql } from './write-sql.ts';

/**
 * How many there are of the things that a plan counts one by one, and how many names these have. Undefined where a key
 * tells them apart, or where names are what is counted.
 */
export function namesakeProbe(plan: Plan, speech: Speech): Probe | undefined {
  const { countGroups } = plan;
  const [first] = plan.quantities;
  if (countGroups === undefined || countGroups.key !== undefined || first?.kind !== 'measure')
    return undefined;
  const { dimension } = countGroups;
  if (isIdentifier(dimension)) return undefined;
  const title = speech.query.overall(quantityTitle(first, plan.cube, speech));
  return {
    sqlQuery: writeSql(
      wholeOf({ ...plan, filters: [], time: undefined }, [
        first,
        { kind: 'aggregate', aggregate: 'distinct', dimension },
      ]),
    ),
    queryTitle: title,
    description: speech.query.toTellApart(title, dimension.title),
  };
}

/** Whether some have the same name, once the probe has been answered. */
export function haveNamesakes({ rows: [row] }: { readonly rows: readonly Row[] }): boolean {
  const [things, names] = row ?? [];
  return Number(things) > Number(names);
}

/** A name in a question that several are called by. */
export interface SharedName {
  readonly name: string;
  readonly count: number;
  /** Title of what tells them apart. */
  readonly key: string;
}

/** A name that narrows a plan and may be that of several, and their key, where the plan does not show it. */
function sharedFilter({ cube, filters, groups }: Plan) {
  return filters
    .flatMap((it) => {
      if (it.kind !== 'values' || it.negated || it.dimension.shared !== true) return [];
      const key = keyOf(cube, it.dimension);
      return key === undefined ? [] : [{ dimension: it.dimension, key }];
    })
    .find(({ key }) => !groups.some(({ dimension }) => dimension === key));
}

/** How many there are of each name that narrows a plan. Undefined where names are known to be those of one, or nothing tells them apart. */
export function sharedNamesProbe(plan: Plan, speech: Speech): Probe | undefined {
  const named = sharedFilter(plan);
  if (named === undefined) return undefined;
  const { dimension, key } = named;
  const counted: Plan = {
    ...wholeOf(plan, [{ kind: 'aggregate', aggregate: 'distinct', dimension: key }]),
    groups: [{ dimension, grain: undefined, key: undefined }],
  };
  const title = planTitle(counted, speech);
  return {
    sqlQuery: writeSql(counted),
    queryTitle: title,
    description: speech.query.toTellApart(title, key.title),
  };
}

/** Reads the result of `sharedNamesProbe`: the names of more than one. */
export function readSharedNames(
  plan: Plan,
  answer: { readonly rows: readonly Row[] } | undefined,
): readonly SharedName[] {
  const key = sharedFilter(plan)?.key.title;
  if (key === undefined) return [];
  return (answer?.rows ?? [])
    .map(([name, count]) => ({ name: String(name), count: Number(count), key }))
    .filter(({ count }) => count > 1);
}
