import type { Row } from '../../engines/query-engine.ts';
import { isIdentifier } from '../link/entities.ts';
import type { Speech } from '../speech/english.ts';
import type { Plan } from './plan.ts';
import { type Probe, wholeOf } from './whole.ts';
import { quantityTitle } from './wording.ts';
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
