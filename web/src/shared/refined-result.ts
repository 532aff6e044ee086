import type { Refinement } from '@inlay/client';
import { columnOf } from './column-text.ts';
import type { QueryResult } from './query-result.ts';
import { words } from './words/words.ts';

/** What a query was changed to. */
interface Refined
  extends Pick<Refinement, 'sql' | 'relation' | 'isGrouped' | 'figures' | 'breakdowns' | 'limit'> {
  readonly dimensions: readonly Pick<Refinement['dimensions'][number], 'member' | 'title'>[];
}

/** The rows of a changed query, as those of an answer. */
export function refinedResult(
  refinement: Refined,
  { columns, rows, totalRows, vegaSpec }: NonNullable<Refinement['result']>,
): QueryResult {
  const text = words().card;
  const list = (parts: readonly { readonly title: string }[]) => parts.map(({ title }) => title).join(', ');
  const { isGrouped, figures, breakdowns, limit, relation } = refinement;
  const title = text.title(list(figures), list(breakdowns));
  return {
    title:
      !isGrouped && figures.length === 0
        ? text.recordsOf(relation)
        : limit === null
          ? title
          : text.firstOf(title, limit),
    description: '',
    sqlQuery: refinement.sql,
    columns: columns.map(columnOf),
    rows,
    totalRows,
    certifiedQuestion: null,
    vegaSpec,
    titles: titlesOf(refinement),
  };
}

/** Titles of the columns, as the data model has them. */
function titlesOf({ figures, breakdowns, dimensions }: Refined): ReadonlyMap<string, string> {
  return new Map([
    ...dimensions.map(({ member, title }) => [member.replaceAll('.', '_'), title] as const),
    ...breakdowns.map(
      ({ column, title, granularity }) =>
        [
          column,
          granularity === null
            ? title
            : `${title} (${words().card.granularities[granularity] ?? granularity})`,
        ] as const,
    ),
    ...figures.map(({ column, title }) => [column, title] as const),
  ]);
}
