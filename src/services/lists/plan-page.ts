import { createHash } from 'node:crypto';
import { isStorable } from '../../contract/fields.ts';
import { isUuid } from '../../contract/parse-input.ts';
import { Prisma } from '../../db/generated/client.ts';
import { type AppError, validationFailed } from '../../errors.ts';
import type { List, ListArgs, Names, SortType } from './list.ts';

export interface Page<Row> {
  readonly edges: { readonly cursor: string; readonly node: Row }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export const defaultPageSize = 20;
export const maxPageSize = 100;

/** What to read for a page, and how to make a page of the rows. */
export interface PagePlan<Row> {
  /** The columns that the list is sorted by, the key last. */
  readonly order: readonly string[];
  /** The positions before the first row and after the last, as values of these columns. */
  readonly from: Prisma.Sql | undefined;
  readonly to: Prisma.Sql | undefined;
  readonly direction: 'asc' | 'desc';
  /** One more than the size of the page. */
  readonly take: number;
  toPage(rows: readonly Row[]): Page<Row>;
}

/** @throws AppError `VALIDATION_FAILED` as `readList` */
export function planPage<Row extends object, Field extends string>(
  list: List<Row, Field>,
  args: ListArgs<Field>,
): PagePlan<Row> {
  if (args.first != null && args.last != null) throw invalid('last', 'cannot be used with first');
  const backwards = args.last != null || (args.before != null && args.first == null && args.after == null);
  const size = pageSize(backwards ? 'last' : 'first', backwards ? args.last : args.first);
  const field = (args.orderBy ?? list.order)?.field;
  const type = field === undefined ? 'key' : (list.fields?.[field] ?? 'key');
  const descending = (args.orderBy ?? list.order)?.direction === 'desc';
  const cursors = cursorsOf(list, type, field ?? '', viewOf(list, args));
  const after = cursors.read('after', args.after);
  const before = cursors.read('before', args.before);
  const key = `"${list.key ?? 'id'}"`;
  return {
    order: type === 'key' ? [key] : [`"${field}"${type === 'text' ? ' COLLATE "C"' : ''}`, key],
    from: descending ? before : after,
    to: descending ? after : before,
    direction: descending === backwards ? 'asc' : 'desc',
    take: size + 1,
    toPage(rows) {
      const more = rows.length > size;
      const nodes = backwards ? rows.slice(0, size).reverse() : rows.slice(0, size);
      const edges = nodes.map((node) => ({ cursor: cursors.write(node), node }));
      return {
        edges,
        pageInfo: {
          hasNextPage: backwards ? before !== undefined : more,
          hasPreviousPage: backwards ? more : after !== undefined,
          startCursor: edges.at(0)?.cursor ?? null,
          endCursor: edges.at(-1)?.cursor ?? null,
        },
      };
    },
  };
}

function pageSize(name: string, size: number | null | undefined): number {
  if (size == null) return defaultPageSize;
  if (Number.isInteger(size) && size >= 1 && size <= maxPageSize) return size;
  throw invalid(name, `must be an integer from 1 to ${maxPageSize}`);
}

/** Identifies the filter and order that a cursor belongs to; `key` for the whole list in its own order. */
function viewOf<Field extends string>(
  { order: own }: Pick<List<object, Field>, 'order'>,
  { filter, orderBy }: ListArgs<Field>,
): string {
  const filters = Object.entries(filter ?? {})
    .filter(([, value]) => value != null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const { field, direction = 'asc' } = orderBy ?? own ?? {};
  if (filters.length === 0 && field === own?.field && direction === (own?.direction ?? 'asc')) return 'key';
  const text = JSON.stringify([filters, field, direction]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * A cursor is `<table>.<view>:<key>`, followed by `:<value>` if the list is sorted by a column, in base64url. Earlier versions
 * wrote no table.
 */
function cursorsOf(list: Names, type: SortType, field: string, view: string) {
  const { key = 'id' } = list;
  const keyType = key === 'id' ? list.id : 'int';
  const encode = (...parts: readonly string[]) => Buffer.from(parts.join(':')).toString('base64url');
  return {
    write(row: object): string {
      const { [key]: id, [field]: value } = row as Readonly<Record<string, unknown>>;
      const position = [`${list.table}.${view}`, String(id)];
      if (type !== 'key') position.push(value instanceof Date ? value.toISOString() : String(value));
      return encode(...position);
    },
    /** The position, as values of the columns that the list is sorted by. */
    read(name: string, cursor: string | null | undefined): Prisma.Sql | undefined {
      if (cursor == null) return undefined;
      const text = Buffer.from(cursor, 'base64url').toString();
      const [, table = list.table, of, id = '', value] =
        /^(?:(\w+)\.)?(\w+):([\w-]+)(?::(.*))?$/s.exec(text) ?? [];
      if (
        table !== list.table ||
        of !== view ||
        !isKey(keyType, id) ||
        !isValue(type, value) ||
        encode(text) !== cursor
      ) {
        throw invalid(
          name,
          'is not a cursor of this list; use an endCursor or startCursor that it returned with the same filter and orderBy',
        );
      }
      const position = Prisma.sql`${keyType === 'int' ? Number(id) : id}::${Prisma.raw(keyType)}`;
      return type === 'key' ? position : Prisma.sql`${value}::${Prisma.raw(type)}, ${position}`;
    },
  };
}

function isKey(type: 'int' | 'uuid', text: string): boolean {
  return type === 'uuid'
    ? isUuid(text)
    : /^\d{1,10}$/.test(text) && String(Number(text)) === text && Number(text) <= 2_147_483_647;
}

function isValue(type: SortType, value: string | undefined): boolean {
  if (type === 'key' || value === undefined) return type === 'key' && value === undefined;
  return type === 'text' ? isStorable(value) : isTimestamp(value);
}

function isTimestamp(text: string): boolean {
  return (
    /^[1-9]\d{3}-/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text
  );
}

function invalid(path: string, message: string): AppError {
  return validationFailed([{ path, message }]);
}
