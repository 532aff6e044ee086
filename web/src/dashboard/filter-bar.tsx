import { Button, Select } from '@mantine/core';
import { words } from '../shared/words/words.ts';
import { type Comparison, comparisons } from './comparison.ts';
import classes from './dashboard.module.css';
import { DateRangeFilter } from './date-range-filter.tsx';
import type { Choice, Choices, Filter, FilterProps } from './filter-props.ts';
import { ListFilter } from './list-filter.tsx';
import { NumberFilter } from './number-filter.tsx';

interface FilterBarProps {
  readonly dashboard: string;
  readonly timezone: string;
  readonly filters: readonly Filter[];
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
  /** What figures are compared with; undefined if none of them is of a period. */
  readonly comparison: Comparison | undefined;
  readonly onCompare: (comparison: Comparison) => void;
}

export function FilterBar(props: FilterBarProps) {
  const { filters, choices, onChange, comparison, onCompare, ...of } = props;
  const text = words().dashboard;
  if (filters.length === 0) return null;
  return (
    <search className={classes['filters']} aria-label={text.filters}>
      {filters.map((filter) => {
        const props: FilterProps = {
          filter,
          choice: choices.get(filter.name) ?? {},
          onChange: (choice) => onChange(withChoice(choices, filter.name, choice)),
        };
        return (
          <div key={filter.name} className={classes['filter']} data-kind={filter.kind}>
            <OneFilter {...of} {...props} />
          </div>
        );
      })}
      {comparison === undefined ? null : (
        <div className={classes['filter']}>
          <Select
            label={text.compare}
            data={comparisons.map((value) => ({ value, label: text.comparisons[value] }))}
            value={comparison}
            onChange={(value) => onCompare(comparisons.find((each) => each === value) ?? 'year')}
            allowDeselect={false}
            comboboxProps={{ shadow: 'md' }}
          />
        </div>
      )}
      {choices.size === 0 ? null : (
        <Button variant="subtle" onClick={() => onChange(new Map())}>
          {text.clearFilters}
        </Button>
      )}
    </search>
  );
}

/** A filter without a choice is left out. */
function withChoice(choices: Choices, name: string, choice: Choice): Choices {
  const others = [...choices].filter(([other]) => other !== name);
  const isEmpty = Object.values(choice).every((value) => value === null || [value].flat().length === 0);
  return new Map(isEmpty ? others : [...others, [name, choice]]);
}

function OneFilter({
  dashboard,
  timezone,
  ...props
}: FilterProps & Pick<FilterBarProps, 'dashboard' | 'timezone'>) {
  switch (props.filter.kind) {
    case 'LIST':
      return <ListFilter dashboard={dashboard} {...props} />;
    case 'DATE_RANGE':
      return <DateRangeFilter dashboard={dashboard} timezone={timezone} {...props} />;
    case 'NUMBER':
      return <NumberFilter {...props} />;
  }
}
