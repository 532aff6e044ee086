import type { QueryChange } from '../../contract/refine.ts';
import { AppError, validationFailed } from '../../errors.ts';
import { quoteLiteral } from '../../quoting.ts';
import { filtersOf } from './query-filters.ts';
import type { Breakdown, Condition, DimensionInfo, OrderPart, QueryParts } from './query-parts.ts';
import { columnSql, conditionsOf, invalid } from './write-condition.ts';

/** What the reader may use of the relation that a statement reads. */
export interface Refinable {
  /** By name within the relation. */
  readonly dimensions: ReadonlyMap<string, DimensionInfo>;
  /** Identifies the cube that a member belongs to. */
  ownerOf(member: string): string;
}

/** Rows of a relation that are shown at most. */
const maxRecords = 1_000;
/** Of these, columns. */
const maxRecordColumns = 40;

/**
 * Changes a statement, in one respect after the other.
 * @throws AppError `VALIDATION_FAILED` for what the statement or the relation does not have, under the path of the change
 */
export function changeQuery(
  parts: QueryParts,
  changes: readonly QueryChange[],
  around: Refinable,
): QueryParts {
  return changes.reduce((before, change, index) => {
    try {
      return changed(before, change, around);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw validationFailed(
        error.issues.map(({ path, message }) => ({ path: `changes.${index}.${path}`, message })),
      );
    }
  }, parts);
}

function changed(parts: QueryParts, change: QueryChange, around: Refinable): QueryParts {
  if (change.breakdown != null) return withBreakdown(parts, change.breakdown, around);
  if (change.filter != null) return withFilter(parts, change.filter, around);
  if (change.without != null) return withoutFilter(parts, change.without);
  return change.records === true ? records(parts, around) : parts;
}

function withBreakdown(
  parts: QueryParts,
  { column, member, granularity }: NonNullable<QueryChange['breakdown']>,
  around: Refinable,
): QueryParts {
  if (!parts.isGrouped) throw invalid('breakdown', 'is not possible: the query does not group its rows');
  const old = parts.columns.find(
    (each): each is Breakdown => each.kind === 'breakdown' && each.column === column,
  );
  if (column != null && old === undefined)
    throw invalid('breakdown.column', 'is not a breakdown of the query');
  if (column == null && member == null) throw invalid('breakdown', 'needs a column, a member, or both');
  const next = member == null ? undefined : breakdownBy(member, granularity ?? undefined, parts, old, around);
  const isOld = (each: { readonly member: string | undefined }): boolean =>
    old?.member !== undefined && each.member === old.member;
  const isRanked = parts.conditions.some((each) => each.kind === 'presence' && each.isPresent && isOld(each));
  const columns = parts.columns.flatMap((each) => (each === old ? (next ?? []) : [each]));
  const changed: QueryParts = {
    ...parts,
    columns: old === undefined && next !== undefined ? inFront(next, columns) : columns,
    keys: parts.keys.filter(
      ({ member: key }) =>
        old?.member === undefined || key === undefined || around.ownerOf(key) !== around.ownerOf(old.member),
    ),
    conditions: [
      ...parts.conditions.filter((each) => each.kind !== 'presence' || !each.isPresent || !isOld(each)),
      ...(isRanked && next !== undefined ? presence(next) : []),
    ],
  };
  return ordered(changed, parts.order);
}

/** Rows that have no value for it are not candidates of a ranking. */
function presence({ member = '', granularity }: Breakdown): Condition[] {
  if (granularity !== undefined) return [];
  return [{ kind: 'presence', member, sql: `${columnSql(member)} IS NOT NULL`, isPresent: true }];
}

/** Breakdowns come before figures. */
function inFront(next: Breakdown, columns: QueryParts['columns']): QueryParts['columns'] {
  const breakdowns = columns.filter(({ kind }) => kind === 'breakdown');
  const time = next.granularity === undefined ? breakdowns.length : 0;
  const figures = columns.filter(({ kind }) => kind === 'figure');
  return [...breakdowns.toSpliced(time, 0, next), ...figures];
}

function breakdownBy(
  member: string,
  granularity: string | undefined,
  { columns }: QueryParts,
  old: Breakdown | undefined,
  { dimensions }: Refinable,
): Breakdown {
  const dimension = dimensions.get(member);
  if (dimension === undefined) throw invalid('breakdown.member', 'is not a dimension of the relation');
  const isTime = dimension.type === 'time';
  if (isTime === (granularity === undefined)) {
    throw invalid('breakdown.granularity', isTime ? 'is required for times' : 'can only be used for times');
  }
  if (
    columns.some(
      (each) =>
        each !== old &&
        each.kind === 'breakdown' &&
        each.member === member &&
        each.granularity === granularity,
    )
  ) {
    throw invalid('breakdown.member', 'is a breakdown of the query already');
  }
  const flat = member.replaceAll('.', '_');
  const name = granularity === undefined ? flat : `${flat}_${granularity}`;
  const taken = new Set(columns.filter((each) => each !== old).map(({ column }) => column));
  const sql = columnSql(member);
  return {
    kind: 'breakdown',
    column: taken.has(name) ? `${name}_group` : name,
    sql: granularity === undefined ? sql : `DATE_TRUNC(${quoteLiteral(granularity)}, ${sql})`,
    member,
    granularity,
  };
}

/** Time runs forwards; all else keeps the direction of its figure, or starts with the largest. */
function ordered(parts: QueryParts, before: readonly OrderPart[]): QueryParts {
  const breakdowns = parts.columns.filter((each) => each.kind === 'breakdown');
  const figure = parts.columns.find(({ kind }) => kind === 'figure');
  if (breakdowns.length === 0) return { ...parts, order: [], limit: undefined, offset: undefined };
  const isTime = ({ granularity }: Breakdown): boolean => granularity !== undefined;
  const by = ({ column }: { readonly column: string }, direction = ''): OrderPart => ({
    column,
    sql: '',
    direction,
  });
  const ranked = before.find(({ column }) =>
    parts.columns.some((each) => each.kind === 'figure' && each.column === column),
  );
  const others = breakdowns.filter((each) => !isTime(each));
  const order = [
    ...breakdowns.filter(isTime).map((each) => by(each)),
    ...(others.length === 0
      ? []
      : ranked !== undefined
        ? [ranked]
        : figure === undefined
          ? []
          : [by(figure, ' DESC NULLS LAST')]),
    ...others.map((each) => by(each)),
  ];
  // The first so many of a list are not the first so many of a series.
  return breakdowns.some(isTime)
    ? { ...parts, order, limit: undefined, offset: undefined }
    : { ...parts, order };
}

function withFilter(
  parts: QueryParts,
  filter: NonNullable<QueryChange['filter']>,
  { dimensions }: Refinable,
): QueryParts {
  const { member } = filter;
  const dimension = dimensions.get(member);
  if (dimension === undefined) throw invalid('filter.member', 'is not a dimension of the relation');
  const rest = parts.conditions.filter(
    (each) => each.kind === 'other' || each.member !== member || (each.kind === 'presence' && each.isPresent),
  );
  return { ...parts, conditions: [...rest, ...conditionsOf(filter, dimension)] };
}

function withoutFilter(parts: QueryParts, text: string): QueryParts {
  const filter = filtersOf(parts).find(({ sql }) => sql === text);
  if (filter === undefined) throw invalid('without', 'is not a filter of the query');
  return {
    ...parts,
    conditions: parts.conditions.filter((each) => !filter.conditions.includes(each)),
    having: parts.having.filter((each) => !filter.conditions.includes(each)),
  };
}

/** The rows of the relation that the figures are of, newest first. */
function records(parts: QueryParts, { dimensions }: Refinable): QueryParts {
  const shown = [...dimensions.values()].slice(0, maxRecordColumns);
  if (shown.length === 0) throw invalid('records', 'is not possible: the relation has no dimensions');
  const time = shown.find(({ type }) => type === 'time');
  const columnOf = (name: string): string => name.replaceAll('.', '_');
  return {
    ...parts,
    columns: shown.map(({ name }) => ({
      kind: 'breakdown',
      column: columnOf(name),
      sql: columnSql(name),
      member: name,
      granularity: undefined,
    })),
    isGrouped: false,
    keys: [],
    having: [],
    order:
      time === undefined ? [] : [{ column: columnOf(time.name), sql: '', direction: ' DESC NULLS LAST' }],
    limit: String(maxRecords),
    offset: undefined,
  };
}
