import type { DashboardFilterInput, DashboardQuery } from './generated/graphql.ts';

export type Filter = DashboardQuery['dashboard']['filters'][number];
/** What a reader chose in a filter: values of a list, days of a date range, or bounds of a number. */
export interface Choice {
  readonly values?: readonly string[] | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly min?: number | null;
  readonly max?: number | null;
}
/** A choice, with the filter that it was made in. */
export type Chosen = Choice & Pick<Filter, 'name' | 'kind'>;
/** By name of the filter. */
export type Choices = ReadonlyMap<string, Choice>;

export interface FilterProps {
  readonly filter: Filter;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

/** A choice as the service takes it. */
export function filterInput({ kind, name, values, from, to, min, max }: Chosen): DashboardFilterInput {
  switch (kind) {
    case 'LIST':
      return { list: { name, values: [...(values ?? [])] } };
    case 'DATE_RANGE':
      return { dateRange: { name, from, to } };
    case 'NUMBER':
      return { number: { name, min, max } };
  }
}
