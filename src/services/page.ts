import { AppError } from '../errors.ts';

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

/** The part of a list to fetch: rows beyond the key, in the order to read them, one more than the page holds. */
export interface KeysetRange<Key> {
  readonly where: { readonly id?: { readonly gt?: Key; readonly lt?: Key } };
  readonly orderBy: { readonly id: 'asc' | 'desc' };
  readonly take: number;
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
  fetch: (range: KeysetRange<KeyOf<Kind>>) => Promise<T[]>,
): Promise<Page<T>> {
  const { range, toPage } = planPage(kind, args, newestFirst);
  return toPage(await fetch(range), ({ id }) => id);
}

/** A page to be read: its part of the list, and what makes a page of the rows found there. */
export interface PagePlan<Key> {
  readonly range: KeysetRange<Key>;
  /** @param rows in the order of the range, one more than the page holds if there are more */
  toPage<T>(rows: readonly T[], keyOf: (row: T) => Key): Page<T>;
}

/** Plans what `readPage` reads. @throws AppError as `readPage` */
export function planPage<Kind extends KeyKind>(
  kind: Kind,
  args: PageArgs,
  newestFirst: boolean,
): PagePlan<KeyOf<Kind>> {
  const backwards = args.last != null || (args.before != null && args.first == null);
  if (backwards && (args.first != null || args.after != null)) {
    throw invalid('last', 'Use either first and after, or last and before');
  }
  const size = pageSize(backwards ? 'last' : 'first', backwards ? args.last : args.first);
  const after = parseCursor(kind, 'after', args.after);
  const before = parseCursor(kind, 'before', args.before);
  const bounds = newestFirst ? { lt: after, gt: before } : { gt: after, lt: before };
  const id = Object.fromEntries(Object.entries(bounds).filter(([, key]) => key !== undefined));
  return {
    range: {
      where: Object.keys(id).length === 0 ? {} : { id },
      orderBy: { id: newestFirst === backwards ? 'asc' : 'desc' },
      take: size + 1,
    },
    toPage(rows, keyOf) {
      const more = rows.length > size;
      const nodes = backwards ? rows.slice(0, size).reverse() : rows.slice(0, size);
      const edges = nodes.map((node) => ({ cursor: toCursor(keyOf(node)), node }));
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

function toCursor(key: number | string): string {
  return Buffer.from(`key:${key}`).toString('base64url');
}

function parseCursor<Kind extends KeyKind>(
  kind: Kind,
  name: string,
  cursor: string | null | undefined,
): KeyOf<Kind> | undefined {
  if (cursor == null) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const pattern = kind === 'int' ? /^key:(\d{1,10})$/ : /^key:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
  const key = pattern.exec(text)?.[1];
  if (key === undefined || toCursor(key) !== cursor || Number(key) > 2_147_483_647) {
    throw invalid(name, 'is not a cursor of this list; use an endCursor or startCursor that it returned');
  }
  return (kind === 'int' ? Number(key) : key) as KeyOf<Kind>;
}

function invalid(path: string, message: string): AppError {
  return new AppError('VALIDATION_FAILED', `${path}: ${message}`, { issues: [{ path, message }] });
}
