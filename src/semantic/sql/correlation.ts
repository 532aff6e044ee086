import type { Query } from './ast.ts';
import { some } from './expression-tree.ts';
import type { Resolved, Source } from './scope.ts';

/** What a subquery reads of the query around it. */
export interface Correlation {
  readonly correlated: boolean;
  /** Whether what it reads may be the same for several rows around it. */
  readonly repeats: () => boolean;
}

/** @param references that the subquery makes to the query around it @param sources FROM of that query */
export function correlation(references: readonly Resolved[], sources: readonly Source[]): Correlation {
  return { correlated: references.length > 0, repeats: () => !hasKey(references, sources) };
}

/** Whether the primary key is among the references, and rows of its cube are all that there are. */
function hasKey(references: readonly Resolved[], [source, ...others]: readonly Source[]): boolean {
  if (source?.kind !== 'relation' || others.length > 0 || source.use.relation.kind !== 'cube') return false;
  const keys = [...source.use.relation.dimensions.values()].filter(({ primaryKey }) => primaryKey);
  if (keys.length === 0) return false;
  const named = references.flatMap((reference) => (reference.kind === 'value' ? [reference.column()] : []));
  return (
    keys.every(({ name }) => named.some(({ column }) => column === name)) &&
    !source.use.grain(named).isRepeated()
  );
}

/** What a subquery without a row gives, which an engine that joins it in cannot tell. */
export function emptyValue(query: Query): 'null' | 'zero' | 'unknown' {
  const value = query.kind === 'select' ? query.targets[0]?.expr : undefined;
  if (value === undefined || value.kind === 'star') return 'unknown';
  const isGrouped = query.kind === 'select' && query.group.length > 0;
  if (isGrouped || !some(value, ({ kind }) => kind === 'aggregate')) return 'null';
  if (value.kind !== 'aggregate') return 'unknown';
  return value.name === 'count' ? 'zero' : 'null';
}
