import { Button } from '@mantine/core';
import classes from './dashboard.module.css';
import { DateRangeFilter } from './date-range-filter.tsx';
import type { Choices, Filter, FilterProps } from './filter-props.ts';
import { ListFilter } from './list-filter.tsx';
import { NumberFilter } from './number-filter.tsx';

interface FilterBarProps {
  readonly dashboard: string;
  readonly filters: readonly Filter[];
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

export function FilterBar({ dashboard, filters, choices, onChange }: FilterBarProps) {
  if (filters.length === 0) return null;
  return (
    <search className={classes['filters']} aria-label="Filters">
      {filters.map((filter) => {
        const props: FilterProps = {
          filter,
          choice: choices.get(filter.name) ?? {},
          onChange: (choice) => onChange(new Map(choices).set(filter.name, choice)),
        };
        return (
          <div key={filter.name} className={classes['filter']}>
            <OneFilter dashboard={dashboard} {...props} />
          </div>
        );
      })}
      {choices.size === 0 ? null : (
        <Button variant="subtle" onClick={() => onChange(new Map())}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

function OneFilter({ dashboard, ...props }: FilterProps & { readonly dashboard: string }) {
  switch (props.filter.kind) {
    case 'LIST':
      return <ListFilter dashboard={dashboard} {...props} />;
    case 'DATE_RANGE':
      return <DateRangeFilter {...props} />;
    case 'NUMBER':
      return <NumberFilter {...props} />;
  }
}
