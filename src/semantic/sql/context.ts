import type { Dialect, SqlType } from '../../engines/dialect.ts';
import type { Cube, DataModel, View } from '../data-model.ts';
import type { Access } from '../policy/resolve-access.ts';
import type { RelationFilter } from '../relation-filter.ts';
import type { WorkBudget } from './compile-limits.ts';

/** A column of a cube's source. */
export interface SourceColumn {
  /** As the engine writes it. */
  readonly name: string;
  readonly type: SqlType;
  /** Whether the engine compares any two values of such a type without a conversion that could fail. */
  readonly isExact: boolean;
}

/** A cube's source columns, by lower-case name. */
export type SourceColumns = ReadonlyMap<string, SourceColumn>;

/** The model, and how one viewer may read it. */
export interface CompileOptions {
  readonly model: DataModel;
  readonly dialect: Dialect;
  readonly timezone: string;
  /** The relation under this name if the viewer may query it. */
  relation(name: string): Cube | View | undefined;
  /** Names of relations that the viewer may query, for suggestions. */
  readonly relationNames: readonly string[];
  access(relation: Cube | View): Access;
  /** What narrows the relation for this compilation alone. */
  filters(relation: Cube | View): readonly RelationFilter[];
  sourceColumns(cube: Cube): SourceColumns;
}

/** What one compilation knows. */
export interface CompileContext extends CompileOptions {
  readonly budget: WorkBudget;
}
