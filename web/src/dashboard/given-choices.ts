import { isDay } from './choices-address.ts';
import { isReversed } from './chosen-period.ts';
import type { Choice, Choices, Filter } from './filter-props.ts';

/** What a host chooses in the filters, or what is wrong with it. */
export type GivenChoices = { readonly choices: Choices } | { readonly problem: string };

/** What a host writes for a filter of each kind. */
const forms: Readonly<Record<Filter['kind'], string>> = {
  LIST: "a list of texts, such as ['store']",
  DATE_RANGE:
    "days in order, such as { from: '2025-01-01', to: '2025-03-31' }, of which either may be absent",
  NUMBER: 'numbers, such as { min: 10, max: 20 }, of which either may be absent',
};

/**
 * The choices that a host gives: a list of values, or an object with `from` and `to` or `min` and `max`, by name of the filter.
 * @param filters of this dashboard
 */
export function choicesOf(
  given: Readonly<Record<string, unknown>>,
  filters: readonly Pick<Filter, 'name' | 'kind'>[],
): GivenChoices {
  const choices = new Map<string, Choice>();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const filter = filters.find((each) => each.name === name);
    if (filter === undefined) return { problem: `"${name}" is not a filter of this dashboard.` };
    const choice = choiceOf(filter.kind, value);
    if (choice === undefined) return { problem: `The filter "${name}" takes ${forms[filter.kind]}.` };
    if (Object.keys(choice).length > 0) choices.set(name, choice);
  }
  return { choices };
}

/** Undefined if the value is of another form. */
function choiceOf(kind: Filter['kind'], value: unknown): Choice | undefined {
  switch (kind) {
    case 'LIST': {
      if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) return undefined;
      return value.length === 0 ? {} : { values: value };
    }
    case 'DATE_RANGE': {
      const range = boundsOf(value, ['from', 'to'], (bound) => typeof bound === 'string' && isDay(bound));
      return range === undefined || isReversed(range) ? undefined : range;
    }
    case 'NUMBER':
      return boundsOf(value, ['min', 'max'], Number.isFinite);
  }
}

/** Undefined unless the value is an object of these bounds, and nothing else. */
function boundsOf(
  value: unknown,
  names: readonly (keyof Choice)[],
  isBound: (bound: unknown) => boolean,
): Choice | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const bounds = Object.entries(value).filter(([, bound]) => bound !== undefined);
  const areBounds = bounds.every(([name, bound]) => names.some((each) => each === name) && isBound(bound));
  return areBounds ? Object.fromEntries(bounds) : undefined;
}
