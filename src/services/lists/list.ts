import { Prisma } from '../../db/generated/client.ts';
import type { Caller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import type { Loaders } from './loaders.ts';

export type Id = number | string;

/**
 * The rows of one table: who may see them, and how lists are filtered and sorted. The columns are the fields of `Row`.
 */
export interface List<Row extends object, Field extends string = never> {
  readonly table: Prisma.ModelName;
  readonly columns: Readonly<Record<keyof Row & string, string>>;
  /** What error messages call a row. */
  readonly label: string;
  /** The type of the rows' `id`. */
  readonly id: 'int' | 'uuid';
  /** The column that lists are sorted by unless the caller chooses otherwise. @default 'id' */
  readonly key?: 'id' | 'sort';
  /**
   * What callers can sort by: the key, or a column of this name and type, which is never null. Rows with equal values
   * are sorted by the key.
   */
  readonly fields?: Readonly<Record<Field, SortType>>;
  /** The default order. @default by the key, ascending */
  readonly order?: SortOrder<Field>;
  /**
   * The condition that the caller may see a row `t`. Lists and look-ups read no other rows.
   * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`
   */
  readonly visible: (caller: Caller | null, now: Date) => Prisma.Sql;
  /**
   * The conditions on a row `t` that a filter means, which it parses. A list without them has no filter.
   * @throws AppError `VALIDATION_FAILED`; as `visible`
   */
  readonly matching?: (filter: object, caller: Caller | null, now: Date) => readonly Prisma.Sql[];
  /**
   * Whether the rows of a parent must be found through the index on the parent. It keeps the query planner from indexes
   * on the columns that `visible` compares, such as the account, which do not have the rows in the order of the list.
   * @default false
   */
  readonly parentFirst?: boolean;
}

export type SortType = 'key' | 'text' | 'timestamptz';

interface SortOrder<Field extends string> {
  readonly field: Field;
  /** @default 'asc' */
  readonly direction?: 'asc' | 'desc' | undefined;
}

/** Relay's arguments of a connection. Exactly one direction: `first` with `after`, or `last` with `before`. */
interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** Relay's arguments of a connection that can be filtered and sorted. */
export interface ListArgs<Field extends string> extends PageArgs {
  readonly filter?: object | null | undefined;
  readonly orderBy?: SortOrder<Field> | null | undefined;
}

export type ReadContext = Pick<ServiceContext, 'prisma' | 'now'>;
export type BatchContext = ReadContext & { readonly loaders: Loaders };

/** How the table and the columns of a list are named. */
export type Names = Pick<List<object>, 'table' | 'columns' | 'key' | 'id'>;

/**
 * `SELECT … FROM` the rows `t` of a list. Columns are named, so that prepared statements survive a migration that adds
 * one.
 * @param from the table, joined with what the conditions read beside it
 */
export function selectRows(
  { table, columns }: Names,
  from: Prisma.Sql = Prisma.raw(`"${table}" t`),
): Prisma.Sql {
  const names = Object.keys(columns).map((name) => `t."${name}"`);
  return Prisma.sql`SELECT ${Prisma.raw(names.join(', '))} FROM ${from}`;
}
