import type { DashboardFilterInput, DashboardQuery } from './generated/graphql.ts';

export type Filter = DashboardQuery['dashboard']['filters'][number];
/** What a reader chose in a filter. */
export type Choice = Omit<DashboardFilterInput, 'name'>;
/** By name of the filter. */
export type Choices = ReadonlyMap<string, Choice>;

export interface FilterProps {
  readonly filter: Filter;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}
