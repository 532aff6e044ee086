import { z } from 'zod';
import { caps, enumValue, input, textBlock } from './fields.ts';

/** Text that a filter searches for. */
export const searchText = textBlock(caps.nameChars).nullish();

/** A time that a filter compares with, in a year of four digits. */
export const filterTime = z
  .date()
  .min(new Date('1000-01-01T00:00:00.000Z'), 'must be in the year 1000 or later')
  .nullish();

const direction = enumValue('OrderDirection', 'The direction in which a list is sorted.', {
  asc: 'Ascending: the lowest, oldest or alphabetically first entry comes first.',
  desc: 'Descending: the highest, newest or alphabetically last entry comes first.',
});

/** A filter that searches for text. @param of what is listed, in the plural @param where what is searched */
export function textFilter(name: string, of: string, where: string) {
  return input(name, `Conditions for listing ${of}.`, {
    text: searchText.describe(
      `Returns only ${of} whose ${where} contains this text, ignoring case. At most 255 characters.`,
    ),
  });
}

/** The arguments of a list that can be filtered, and is sorted in one way. */
export function filterArgs<Filter extends z.ZodObject>(filter: Filter) {
  return z.object({
    filter: filter.nullish().describe('Returns only entries that match all of the given conditions.'),
  });
}

/**
 * The arguments of a list that can be filtered and sorted.
 * @param of the type of its entries
 * @param fields by which it can be sorted, each with its description
 */
export function listArgs<Filter extends z.ZodObject, const Fields extends Readonly<Record<string, string>>>(
  of: string,
  filter: Filter,
  fields: Fields,
) {
  const field = enumValue(
    `${of}OrderField`,
    'Fields by which a list can be sorted. Entries with equal values are returned in the order in which they were created.',
    fields,
  );
  const order = input(
    `${of}Order`,
    'The sort order of a list. A cursor is valid only with the filter and order that it was returned for.',
    {
      field: field.describe('Field to sort by.'),
      direction: direction.default('asc').describe('Direction to sort in.'),
    },
  );
  return filterArgs(filter).extend({
    orderBy: order.nullish().describe('Order in which the entries are returned.'),
  });
}
