import { AppError } from '../../errors.ts';

/** Relay's arguments of a connection. Exactly one direction: `first` with `after`, or `last` with `before`. */
export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

export interface Page<T> {
  readonly edges: { readonly cursor: string; readonly node: T }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** How the key of a list looks: the primary key that it is sorted by. */
export type KeyKind = 'int' | 'uuid';
export type KeyOf<Kind extends KeyKind> = Kind extends 'int' ? number : string;

/** The part of a list to fetch: rows beyond these positions, in the order to read them, one more than the page holds. */
export interface KeysetRange<Position> {
  readonly gt: Position | undefined;
  readonly lt: Position | undefined;
  readonly direction: SortDirection;
  readonly take: number;
}

export type SortDirection = 'asc' | 'desc';

/** How Prisma is asked for a part of a list that is sorted by its key. */
export interface PrismaRange<Key> {
  readonly where: { readonly id?: { readonly gt?: Key; readonly lt?: Key } };
  readonly orderBy: { readonly id: SortDirection };
  readonly take: number;
}

/** What stands in the cursors of a list. */
export interface CursorCodec<Position> {
  write(position: Position): string;
  /** Undefined for what is not written like this. */
  read(text: string): Position | undefined;
}

export const defaultPageSize = 20;
export const maxPageSize = 100;

/**
 * Reads one page of a list by its key (contract §4 and §6): rows that come or go meanwhile neither repeat nor hide
 * others, and a deep page costs what the first does.
 * @param newestFirst whether the list runs from the highest key down
 * @throws AppError `VALIDATION_FAILED` for a size out of 1..100 or a cursor that is not one of this list
 */
export async function readPage<Kind extends KeyKind, T extends { readonly id: KeyOf<Kind> }>(
  kind: Kind,
  args: PageArgs,
  newestFirst: boolean,
  fetch: (range: PrismaRange<KeyOf<Kind>>) => Promise<T[]>,
): Promise<Page<T>> {
  const { range, toPage } = planPage(keyCursors(kind), args, newestFirst);
  const bounds = Object.entries({ gt: range.gt, lt: range.lt }).filter(([, key]) => key !== undefined);
  const rows = await fetch({
    where: bounds.length === 0 ? {} : { id: Object.fromEntries(bounds) },
    orderBy: { id: range.direction },
    take: range.take,
  });
  return toPage(rows, ({ id }) => id);
}

/** A page to be read: its part of the list, and what makes a page of the rows found there. */
export interface PagePlan<Position> {
  readonly range: KeysetRange<Position>;
  /** @param rows in the order of the range, one more than the page holds if there are more */
  toPage<T>(rows: readonly T[], positionOf: (row: T) => Position): Page<T>;
}

/**
 * Plans what `readPage` reads.
 * @param descending whether the list runs from the highest position down
 * @throws AppError as `readPage`
 */
export function planPage<Position>(
  cursors: CursorCodec<Position>,
  args: PageArgs,
  descending: boolean,
): PagePlan<Position> {
  const backwards = args.last != null || (args.before != null && args.first == null);
  if (backwards && (args.first != null || args.after != null)) {
    throw invalid('last', 'Use either first and after, or last and before');
  }
  const size = pageSize(backwards ? 'last' : 'first', backwards ? args.last : args.first);
  const after = readCursor(cursors, 'after', args.after);
  const before = readCursor(cursors, 'before', args.before);
  return {
    range: {
      ...(descending ? { gt: before, lt: after } : { gt: after, lt: before }),
      direction: descending === backwards ? 'asc' : 'desc',
      take: size + 1,
    },
    toPage(rows, positionOf) {
      const more = rows.length > size;
      const nodes = backwards ? rows.slice(0, size).reverse() : rows.slice(0, size);
      const edges = nodes.map((node) => ({ cursor: writeCursor(cursors, positionOf(node)), node }));
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

/** Cursors of a list that is sorted by its key. */
export function keyCursors<Kind extends KeyKind>(kind: Kind): CursorCodec<KeyOf<Kind>> {
  return {
    write: (key) => `key:${key}`,
    read: (text) => (text.startsWith('key:') ? readKey(kind, text.slice('key:'.length)) : undefined),
  };
}

const keyPatterns = { int: /^\d{1,10}$/, uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ };

/** A key as it stands in a cursor; undefined for what cannot be one. */
export function readKey<Kind extends KeyKind>(kind: Kind, text: string): KeyOf<Kind> | undefined {
  if (!keyPatterns[kind].test(text) || (kind === 'int' && Number(text) > 2_147_483_647)) return undefined;
  return (kind === 'int' ? Number(text) : text) as KeyOf<Kind>;
}

function writeCursor<Position>(cursors: CursorCodec<Position>, position: Position): string {
  return Buffer.from(cursors.write(position)).toString('base64url');
}

function readCursor<Position>(
  cursors: CursorCodec<Position>,
  name: string,
  cursor: string | null | undefined,
): Position | undefined {
  if (cursor == null) return undefined;
  const position = cursors.read(Buffer.from(cursor, 'base64url').toString());
  if (position === undefined || writeCursor(cursors, position) !== cursor) {
    throw invalid(
      name,
      'is not a cursor of this list; use an endCursor or startCursor that it returned with the same filter and orderBy',
    );
  }
  return position;
}

function invalid(path: string, message: string): AppError {
  return new AppError('VALIDATION_FAILED', `${path}: ${message}`, { issues: [{ path, message }] });
}
