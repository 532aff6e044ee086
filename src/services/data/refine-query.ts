import { chartFor } from '../../charts/chart-for.ts';
import { describedColumn } from '../../charts/described-column.ts';
import { createFieldCatalog } from '../../charts/fields.ts';
import {
  type QueryChange,
  refineArgs,
  refinedRangeArgs,
  refinedRowsArgs,
  refinedValuesArgs,
} from '../../contract/refine.ts';
import type { CubeMetadata, DescribedColumn, DimensionMetadata } from '../../contract/tools.ts';
import { validationFailed } from '../../errors.ts';
import { changeQuery } from '../../semantic/refine/change-query.ts';
import type { QueryParts } from '../../semantic/refine/query-parts.ts';
import { splitQuery } from '../../semantic/refine/split-query.ts';
import { writeQuery } from '../../semantic/refine/write-query.ts';
import type { RelationFilter } from '../../semantic/relation-filter.ts';
import { resultGrains } from '../../semantic/sql/result-grains.ts';
import type { Caller } from '../caller.ts';
import { parseRequest } from '../users/session-settings.ts';
import { type DataAccess, openData } from './data-access.ts';
import type { DataContext } from './data-context.ts';
import { type DayRange, readDayRange } from './day-range.ts';
import { type DistinctValues, readDistinctValues } from './distinct-values.ts';
import { firstRows, type QueryPage } from './run-query.ts';

/** A query that was changed part by part, and what can be changed in it further. */
export interface RefinedQuery {
  readonly sql: string;
  readonly parts: QueryParts;
  /** The relation that it reads, as the user may see it. */
  readonly relation: CubeMetadata;
  /** Dimensions of the relation and of those that it joins, by their names within it. */
  readonly dimensions: ReadonlyMap<string, DimensionMetadata>;
  readonly data: DataAccess;
  /** What narrows the relation besides the query. */
  readonly filters: readonly RelationFilter[];
}

/** The rows of a refined query. */
export interface RefinedResult extends Omit<QueryPage, 'columns'> {
  readonly columns: readonly DescribedColumn[];
  /** Vega-Lite as JSON text, without data; undefined if nothing is worth drawing. */
  readonly spec: string | undefined;
}

/**
 * Changes a query part by part. Runs nothing.
 * @returns null for a query of a form that cannot be changed so, or one of a relation that the user may not see
 * @throws AppError as `openData`; `SQL_INVALID`, `SQL_NOT_ALLOWED`; `VALIDATION_FAILED` for what the query does not have
 */
export async function refineQuery(
  context: DataContext,
  caller: Caller | null,
  input: unknown,
): Promise<RefinedQuery | null> {
  const { deploymentId, query, changes, ...scope } = parseRequest(caller, refineArgs, input);
  return refine(await openData(context, caller, deploymentId, scope), query, changes ?? []);
}

/**
 * The same for a query of which the caller has the data open.
 * @param filters what narrows its relation besides
 */
export async function refine(
  data: DataAccess,
  query: string,
  changes: readonly QueryChange[],
  filters: readonly RelationFilter[] = [],
): Promise<RefinedQuery | null> {
  const parts = await splitQuery(query, { owner: data.owner });
  if (parts === undefined) return null;
  const visible = data.layer.relations(data.viewer);
  const relation = visible.find(({ name }) => name === parts.relation);
  if (relation === undefined) return null;
  const joined = visible.filter(({ name }) => relation.joins?.includes(name));
  const dimensions = new Map([
    ...relation.dimensions.map((each) => [each.name.slice(relation.name.length + 1), each] as const),
    ...joined.flatMap((cube) => cube.dimensions.map((each) => [each.name, each] as const)),
  ]);
  const around = {
    dimensions: new Map([...dimensions].map(([name, { type }]) => [name, { name, type }])),
    ownerOf: (member: string) => ownerOf(data, relation.name, member),
  };
  const changed = changeQuery(parts, changes, around);
  const sql = changes.length === 0 ? query : writeQuery(changed);
  return { sql, parts: changed, relation, dimensions, data, filters };
}

/** The cube that a member is of. */
function ownerOf({ layer: { model } }: DataAccess, relation: string, member: string): string {
  const shown = model.views.get(relation)?.members.get(member);
  return shown === undefined ? member.split('.').slice(0, -1).join('.') : shown.path.join('.');
}

/**
 * Reads the first rows of a refined query, with a chart that fits them.
 * @throws AppError as `startQuery`
 */
export async function readRefinedRows(
  { sql, data, relation, dimensions, filters }: RefinedQuery,
  caller: Caller | null,
  input: unknown,
  signal?: AbortSignal,
): Promise<RefinedResult> {
  const { first } = parseRequest(caller, refinedRowsArgs, input);
  const { layer, viewer, timezone, owner, limits } = data;
  await using result = await layer.query(sql, viewer, { timezone, owner, filters, signal });
  const page = await firstRows(result, first, limits);
  const fields = createFieldCatalog();
  fields.add([{ ...relation, dimensions: [...relation.dimensions, ...dimensions.values()] }]);
  const grains = await resultGrains(sql);
  return {
    ...page,
    columns: page.columns.map((column) => describedColumn(column, fields, grains)),
    spec: chartFor({ ...page, title: '', grains }, fields, undefined)?.text,
  };
}

/**
 * Reads the values of a dimension that a filter can select, in the rows that the user may see.
 * @throws AppError as `startQuery`; `VALIDATION_FAILED` for a dimension that the relation does not have
 */
export async function readRefinedValues(
  query: RefinedQuery,
  caller: Caller | null,
  input: unknown,
  signal?: AbortSignal,
): Promise<DistinctValues> {
  const { member, search, first } = parseRequest(caller, refinedValuesArgs, input);
  return readDistinctValues(query.data, targetOf(query, member, 'string'), { search, first, signal });
}

/**
 * Reads the first and last day of a time dimension, in the rows that the user may see. Null without rows.
 * @throws AppError as `startQuery`; `VALIDATION_FAILED` for a dimension that the relation does not have
 */
export async function readRefinedRange(
  query: RefinedQuery,
  caller: Caller | null,
  input: unknown,
  signal?: AbortSignal,
): Promise<DayRange | null> {
  const { member } = parseRequest(caller, refinedRangeArgs, input);
  return readDayRange(query.data, targetOf(query, member, 'time'), signal);
}

/** A member of a joined cube has the values that it has there. */
function targetOf({ dimensions }: RefinedQuery, member: string, type: 'string' | 'time') {
  const dimension = dimensions.get(member);
  if (dimension?.type !== type) {
    const message = `is not a dimension of the relation with the type ${type}`;
    throw validationFailed([{ path: 'member', message }]);
  }
  const at = dimension.name.lastIndexOf('.');
  return { relation: dimension.name.slice(0, at), member: dimension.name.slice(at + 1) };
}
