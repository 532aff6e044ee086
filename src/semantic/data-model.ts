import type { MemberFormat } from '../contract/columns.ts';
import type { DimensionType, MeasureType } from '../contract/tools.ts';

/** The data model after loading: every reference resolved, every default applied. Nothing here is user input any more. */

export type Relationship = 'one_to_one' | 'one_to_many' | 'many_to_one';

/** Where something was written, for messages: path relative to the workspace, 1-based line. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
}

/**
 * SQL of a member with its references cut out: text pieces and references alternate in reading order.
 * `{CUBE}.x` becomes text with the alias placeholder `{ref: 'cube'}`; `{member}` and `{other.member}` become member refs.
 */
export type SqlPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'cube'; readonly cube: string }
  | { readonly kind: 'member'; readonly cube: string; readonly member: string };

export type SqlTemplate = readonly SqlPart[];

/** What cubes, views and members say about themselves. */
export interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Other words for the same thing, from `meta.synonyms`. */
  readonly synonyms: readonly string[];
  /** Free text for the agent, from `meta.ai_context`. */
  readonly aiContext: string | undefined;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly public: boolean;
}

interface MemberBase extends Described {
  readonly format: MemberFormat | undefined;
  /** ISO 4217 code for `currency`, from `currency` or `meta.currency`. */
  readonly currency: string | undefined;
  /** What figures are counted in, from `meta.unit`: `kWh`. */
  readonly unit: string | undefined;
  readonly location: SourceLocation;
}

/** A length of time, either in whole months or in seconds; may be negative. */
export interface TimeSpan {
  readonly months: number;
  readonly seconds: number;
  /** As its author wrote it: `7 day`. */
  readonly text: string;
}

/** What a time dimension can be truncated to beside the calendar's own units. */
export interface Granularity {
  readonly name: string;
  readonly title: string;
  /** In months or in seconds, never both. */
  readonly interval: TimeSpan;
  /** The start of one of the intervals in the query's time zone, in milliseconds since 1970 as if that were UTC. */
  readonly origin: number;
}

/**
 * The rows around a period that a measure is computed over. `fixed` goes from `trailing` before an edge of the period to
 * `leading` behind it; `to_date` from the start of a granularity to the end of the period.
 */
export type RollingWindow =
  | {
      readonly kind: 'fixed';
      readonly trailing: TimeSpan | 'unbounded' | undefined;
      readonly leading: TimeSpan | 'unbounded' | undefined;
      readonly offset: 'start' | 'end';
    }
  | { readonly kind: 'to_date'; readonly granularity: string };

export interface Dimension extends MemberBase {
  readonly kind: 'dimension';
  readonly type: DimensionType;
  /** Of a time dimension; none of them has the name of a unit of the calendar. */
  readonly granularities: readonly Granularity[];
  readonly primaryKey: boolean;
  readonly sql: SqlTemplate;
  /** When given, the value is the label of the first branch that holds; `sql` is then empty. */
  readonly case:
    | {
        readonly when: readonly { readonly sql: SqlTemplate; readonly label: string }[];
        readonly else: string | undefined;
      }
    | undefined;
}

export interface Measure extends MemberBase {
  readonly kind: 'measure';
  readonly type: MeasureType;
  /** Empty for `count`. For `number` (and string, time, boolean) an expression over other measures. */
  readonly sql: SqlTemplate;
  readonly filters: readonly SqlTemplate[];
  readonly rollingWindow: RollingWindow | undefined;
}

export interface Segment extends MemberBase {
  readonly kind: 'segment';
  readonly sql: SqlTemplate;
}

export interface Join {
  readonly target: string;
  readonly relationship: Relationship;
  readonly sql: SqlTemplate;
  readonly location: SourceLocation;
}

/** Dimensions to drill down by, from coarse to fine. */
export interface Hierarchy {
  readonly name: string;
  readonly title: string;
  /** In a cube `cube.member`, its own or of a cube that it joins; in a view the name of a member. */
  readonly levels: readonly string[];
}

export interface Cube extends Described {
  readonly kind: 'cube';
  /** Exactly one of the two: a source table, or a SELECT over source tables in PostgreSQL's dialect. */
  readonly source: { readonly table: string } | { readonly sql: SqlTemplate };
  readonly dimensions: ReadonlyMap<string, Dimension>;
  readonly measures: ReadonlyMap<string, Measure>;
  readonly segments: ReadonlyMap<string, Segment>;
  readonly joins: readonly Join[];
  /** The public ones. */
  readonly hierarchies: readonly Hierarchy[];
  readonly accessPolicy: readonly AccessPolicy[];
  readonly location: SourceLocation;
}

/** A member of a view: an alias for a member of a cube reached over a join path. Its name has prefix and alias applied. */
export interface ViewMember extends Described {
  readonly format: MemberFormat | undefined;
  readonly unit: string | undefined;
  /** Cubes from the view's root to the member's cube, both included. */
  readonly path: readonly string[];
  readonly member: Dimension | Measure | Segment;
}

export interface View extends Described {
  readonly kind: 'view';
  /** First cube of every join path. */
  readonly root: string;
  readonly members: ReadonlyMap<string, ViewMember>;
  readonly folders: readonly { readonly name: string; readonly members: readonly string[] }[];
  readonly hierarchies: readonly Hierarchy[];
  readonly accessPolicy: readonly AccessPolicy[];
  readonly location: SourceLocation;
}

export type FilterOperator =
  | 'equals'
  | 'notEquals'
  | 'contains'
  | 'notContains'
  | 'startsWith'
  | 'endsWith'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'set'
  | 'notSet'
  | 'inDateRange'
  | 'beforeDate'
  | 'afterDate';

/** A literal, or a reference that is read from the viewer each time: `{ userAttributes.region }`. */
export type PolicyValue =
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | {
      readonly kind: 'reference';
      readonly source: 'userAttributes' | 'securityContext' | 'groups';
      readonly path: readonly string[];
    };

export type RowFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly RowFilter[] }
  | {
      readonly kind: 'condition';
      readonly member: string;
      readonly operator: FilterOperator;
      readonly values: readonly PolicyValue[];
    };

/**
 * `if: "{ userAttributes.x }"` is true when the value is present and truthy, `if: "!{ … }"` when it is present and not
 * truthy; `==` and `!=` compare with a literal. No condition about a missing value is true.
 */
export interface PolicyCondition {
  readonly value: PolicyValue;
  readonly operator: 'truthy' | 'falsy' | 'equals' | 'notEquals';
  readonly operand: string | number | boolean | undefined;
}

export interface AccessPolicy {
  /** `'*'` matches everybody; otherwise the viewer is in one of these. */
  readonly groups: readonly string[] | '*';
  readonly conditions: readonly PolicyCondition[];
  /** Names of members that this policy shows. `undefined`: all public members. */
  readonly memberLevel:
    | { readonly includes: readonly string[] | '*'; readonly excludes: readonly string[] }
    | undefined;
  /** `undefined` and `'all'` both mean every row; all filters of a list must hold, and an empty list means no row. */
  readonly rowLevel: 'all' | readonly RowFilter[] | undefined;
  readonly location: SourceLocation;
}

export interface DataModel {
  readonly cubes: ReadonlyMap<string, Cube>;
  readonly views: ReadonlyMap<string, View>;
}
