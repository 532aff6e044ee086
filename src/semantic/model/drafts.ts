import type { MemberFormat } from '../../contract/columns.ts';
import type { DimensionType, MeasureType } from '../../contract/tools.ts';
import type {
  FilterOperator,
  Granularity,
  PolicyCondition,
  PolicyValue,
  Relationship,
  RollingWindow,
} from '../data-model.ts';
import type { Place } from './problem-list.ts';
import type { TextAt } from './properties.ts';

/** What the YAML says, before references between cubes are resolved and `extends` is applied. */

/** What cubes, views and members all have. */
export interface Presentation {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly public: boolean | undefined;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly aiContext: string | undefined;
  readonly synonyms: readonly string[];
}

interface MemberDraftBase extends Presentation {
  readonly name: string;
  readonly place: Place;
  readonly format: MemberFormat | undefined;
  readonly currency: string | undefined;
  readonly unit: string | undefined;
  /** Why Inlay cannot compute the member, if so: it is then left out, since a wrong number is worse than none. */
  readonly unsupported: string | undefined;
  readonly sql: TextAt | undefined;
}

export interface DimensionDraft extends MemberDraftBase {
  readonly kind: 'dimension';
  readonly type: DimensionType;
  readonly primaryKey: boolean;
  readonly granularities: readonly Granularity[];
  readonly case:
    | { readonly when: readonly { sql: TextAt; label: string }[]; readonly else: string | undefined }
    | undefined;
}

export interface MeasureDraft extends MemberDraftBase {
  readonly kind: 'measure';
  readonly type: MeasureType;
  readonly filters: readonly TextAt[];
  readonly rollingWindow: RollingWindowDraft | undefined;
}

export interface RollingWindowDraft {
  readonly window: RollingWindow;
  readonly place: Place;
}

export interface HierarchyDraft {
  readonly name: string;
  readonly title: string;
  readonly public: boolean;
  readonly levels: readonly TextAt[];
}

export interface SegmentDraft extends MemberDraftBase {
  readonly kind: 'segment';
}

export type MemberDraft = DimensionDraft | MeasureDraft | SegmentDraft;

export interface JoinDraft {
  readonly target: TextAt;
  readonly relationship: Relationship;
  readonly sql: TextAt;
}

export type SourceDraft =
  | { readonly kind: 'table'; readonly table: TextAt }
  | { readonly kind: 'sql'; readonly sql: TextAt };

export interface CubeDraft extends Presentation {
  readonly name: string;
  readonly place: Place;
  readonly extends: TextAt | undefined;
  readonly source: SourceDraft | undefined;
  readonly members: ReadonlyMap<string, MemberDraft>;
  readonly joins: readonly JoinDraft[];
  readonly hierarchies: ReadonlyMap<string, HierarchyDraft>;
  readonly policies: readonly PolicyDraft[];
}

export interface IncludeDraft extends Presentation {
  readonly name: TextAt;
  readonly alias: TextAt | undefined;
  readonly format: MemberFormat | undefined;
  readonly unit: string | undefined;
}

export interface ViewCubeDraft {
  readonly place: Place;
  readonly path: readonly string[];
  readonly includes: '*' | readonly IncludeDraft[];
  readonly excludes: readonly TextAt[];
  /** Undefined when members keep their names. */
  readonly prefix: string | undefined;
}

export interface FolderDraft {
  readonly name: string;
  readonly includes: '*' | readonly TextAt[];
}

export interface ViewDraft extends Presentation {
  readonly name: string;
  readonly place: Place;
  readonly extends: TextAt | undefined;
  readonly cubes: readonly ViewCubeDraft[];
  readonly folders: readonly FolderDraft[];
  readonly policies: readonly PolicyDraft[];
}

export type RowFilterDraft =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly RowFilterDraft[] }
  | {
      readonly kind: 'condition';
      readonly place: Place;
      readonly member: TextAt;
      readonly operator: FilterOperator;
      readonly values: readonly PolicyValue[];
    };

/** A group or a user attribute that a policy is about. */
export interface PolicyName extends Place {
  readonly kind: 'group' | 'userAttribute';
  readonly name: string;
}

export interface PolicyDraft {
  readonly place: Place;
  /** Everything that the policy expects accounts to define. */
  readonly names: readonly PolicyName[];
  readonly groups: readonly string[] | '*';
  readonly conditions: readonly PolicyCondition[];
  readonly memberLevel:
    | { readonly includes: readonly TextAt[] | '*'; readonly excludes: readonly TextAt[] | '*' }
    | undefined;
  readonly rowLevel: 'all' | readonly RowFilterDraft[] | undefined;
}
