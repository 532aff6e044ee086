import type { Choice, Choices, Filter } from './filter-props.ts';

/** Prefix of filters in the address. */
const prefix = 'filter.';

/**
 * Reads the reader's choices from an address: `filter.NAME.values` for each value of a list, `filter.NAME.from` and `.to` of a
 * date range, `filter.NAME.min` and `.max` of a number.
 * @param filters of this dashboard; unknown filters and invalid values are ignored
 */
export function readChoices(
  address: URLSearchParams,
  filters: readonly Pick<Filter, 'name' | 'kind'>[],
): Choices {
  const choices = filters.map(({ name, kind }) => [name, readChoice(address, name, kind)] as const);
  return new Map(choices.filter(([, choice]) => Object.keys(choice).length > 0));
}

/** Writes the current choices to an address, leaving the rest unchanged. */
export function writeChoices(address: URLSearchParams, choices: Choices): void {
  for (const key of [...address.keys()]) {
    if (key.startsWith(prefix)) address.delete(key);
  }
  for (const [name, choice] of choices) {
    for (const [field, value] of Object.entries(choice)) {
      for (const one of [value ?? []].flat()) address.append(`${prefix}${name}.${field}`, String(one));
    }
  }
}

function readChoice(address: URLSearchParams, name: string, kind: Filter['kind']): Choice {
  const texts = (field: keyof Choice) => address.getAll(`${prefix}${name}.${field}`);
  switch (kind) {
    case 'LIST': {
      const values = texts('values');
      return values.length === 0 ? {} : { values };
    }
    case 'DATE_RANGE': {
      const [from] = texts('from').filter(isDay);
      const [to] = texts('to').filter(isDay);
      return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    }
    case 'NUMBER': {
      const [min] = texts('min').filter(isNumber).map(Number);
      const [max] = texts('max').filter(isNumber).map(Number);
      return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    }
  }
}

/** `YYYY-MM-DD`, in the calendar. */
export function isDay(text: string): boolean {
  const atMs = Date.parse(text);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().slice(0, 10) === text;
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}
