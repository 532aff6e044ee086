import { useSearchParams } from 'wouter';
import type { FilterFields } from './filter-field.ts';

/** The order of a list, as GraphQL expects it. */
export interface Order<Field extends string> {
  readonly field: Field;
  readonly direction: 'ASC' | 'DESC';
}

export interface PageVariables {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** Rows of a page. */
const pageSize = 25;

/** Which part of a list is shown. Kept in the address, so that it can be linked and survives a reload. */
export interface ListAddress {
  /** The value of a filter; empty for none. */
  readonly filter: (name: string) => string;
  readonly hasFilters: boolean;
  /** Returns to the first page, since cursors belong to one filter and order. */
  readonly setFilter: (name: string, text: string) => void;
  readonly clearFilters: () => void;
  readonly order: Order<string> | undefined;
  readonly setOrder: (order: Order<string>) => void;
  readonly page: PageVariables;
  readonly isFirstPage: boolean;
  readonly showPage: (page: { readonly after?: string | null; readonly before?: string | null }) => void;
}

/** @param filterNames of this list; others in the address are not its own */
export function useListAddress(filterNames: readonly string[]): ListAddress {
  const [address, setAddress] = useSearchParams();
  const after = address.get('after');
  const before = address.get('before');

  function change(changes: Readonly<Record<string, string | null | undefined>>, replace = true): void {
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries({ after: null, before: null, ...changes })) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace },
    );
  }

  return {
    filter: (name) => address.get(name) ?? '',
    hasFilters: filterNames.some((name) => address.has(name)),
    setFilter: (name, text) => change({ [name]: text }),
    clearFilters: () => change(Object.fromEntries(filterNames.map((name) => [name, null]))),
    order: readOrder(address.get('sort')),
    setOrder: ({ field, direction }) => change({ sort: direction === 'DESC' ? `-${field}` : field }),
    page:
      before === null
        ? { first: pageSize, ...(after === null ? {} : { after }) }
        : { last: pageSize, before },
    isFirstPage: after === null && before === null,
    showPage: (page) => change(page, false),
  };
}

/** `name`, or `-name` for the other direction. */
function readOrder(text: string | null): Order<string> | undefined {
  const [, minus, field] = /^(-?)(\w+)$/.exec(text ?? '') ?? [];
  return field === undefined ? undefined : { field, direction: minus === '-' ? 'DESC' : 'ASC' };
}

/** The filters that are set, as GraphQL expects them. */
export function readFilter<Filter>(fields: FilterFields<Filter>, address: ListAddress): Partial<Filter> {
  const filter: Partial<Filter> = {};
  for (const name in fields) {
    const text = address.filter(name);
    const value = text === '' ? undefined : fields[name]?.read(text);
    if (value !== undefined) filter[name] = value;
  }
  return filter;
}
