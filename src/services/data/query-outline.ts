import { columnTitle, createFieldCatalog } from '../../charts/fields.ts';
import { grains } from '../../contract/columns.ts';
import type { DimensionMetadata } from '../../contract/tools.ts';
import { filtersOf, type QueryFilter } from '../../semantic/refine/query-filters.ts';
import type { RefinedQuery } from './refine-query.ts';

/** A level of a hierarchy, or a unit of time. */
export interface QueryLevel {
  readonly member: string;
  readonly title: string;
  readonly granularity: string | null;
}

export interface QueryBreakdown {
  readonly column: string;
  readonly member: string | null;
  readonly title: string;
  readonly granularity: string | null;
  readonly isRequired: boolean;
  readonly finer: readonly QueryLevel[];
}

interface QueryFigure {
  readonly column: string;
  readonly title: string;
}

/** What a query computes, as the data model calls it. */
export function queryFigures({ parts, relation }: RefinedQuery): readonly QueryFigure[] {
  const fields = createFieldCatalog();
  fields.add([relation]);
  return parts.columns.flatMap(({ kind, column, member }) => {
    if (kind !== 'figure') return [];
    const measure = relation.measures.find(({ name }) => name === `${relation.name}.${member}`);
    return [{ column, title: measure?.title ?? columnTitle(column, fields.find(column)) }];
  });
}

/** What its figures are broken down by. */
export function queryBreakdowns(query: RefinedQuery): readonly QueryBreakdown[] {
  const { parts, relation, dimensions } = query;
  if (!parts.isGrouped) return [];
  const rolls = parts.columns.some(
    ({ kind, member }) =>
      kind === 'figure' &&
      relation.measures.some(
        ({ name, rollingWindow }) => rollingWindow !== undefined && name === `${relation.name}.${member}`,
      ),
  );
  return parts.columns.flatMap((each) => {
    if (each.kind !== 'breakdown') return [];
    const dimension = each.member === undefined ? undefined : dimensions.get(each.member);
    return [
      {
        column: each.column,
        member: dimension === undefined ? null : (each.member ?? null),
        title: dimension?.title ?? columnTitle(each.column, undefined),
        granularity: each.granularity ?? null,
        isRequired: rolls && each.granularity !== undefined,
        finer:
          dimension === undefined ? [] : finerLevels(query, each.member ?? '', dimension, each.granularity),
      },
    ];
  });
}

/** Units of time that are worth drilling down to. */
const units = grains.filter((grain) => grain !== 'second' && grain !== 'minute').toReversed();

function finerLevels(
  { relation, dimensions, parts }: RefinedQuery,
  member: string,
  { name, title }: DimensionMetadata,
  granularity: string | undefined,
): readonly QueryLevel[] {
  if (granularity !== undefined) {
    const at = (units as readonly string[]).indexOf(granularity);
    // Of the calendar's units, only the next ones are of any use: a year has too many hours.
    return at < 0 ? [] : units.slice(at + 1, at + 4).map((unit) => ({ member, title, granularity: unit }));
  }
  const shown = new Set(parts.columns.flatMap((each) => (each.kind === 'breakdown' ? [each.member] : [])));
  const levels = (relation.hierarchies ?? []).flatMap(({ levels: all }) => {
    const place = all.indexOf(name);
    return place < 0 ? [] : all.slice(place + 1);
  });
  return [...new Set(levels)].flatMap((level) => {
    const found = [...dimensions].find(([, dimension]) => dimension.name === level);
    if (found === undefined || found[1].type === 'time' || shown.has(found[0])) return [];
    return [{ member: found[0], title: found[1].title, granularity: null }];
  });
}

/** Its filters, as the data model calls them. */
export function queryFilters({ parts, dimensions }: RefinedQuery): readonly (QueryFilter & {
  readonly title: string | null;
  readonly dimension: DimensionMetadata | undefined;
})[] {
  return filtersOf(parts).map((filter) => {
    const dimension = filter.member === undefined ? undefined : dimensions.get(filter.member);
    return { ...filter, dimension, title: dimension?.title ?? null };
  });
}
