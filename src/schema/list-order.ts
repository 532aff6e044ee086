import { builder } from './builder.ts';

const OrderDirection = builder.enumType('OrderDirection', {
  description: 'The direction in which a list is sorted.',
  values: {
    asc: { description: 'Ascending: the lowest, oldest or alphabetically first entry comes first.' },
    desc: { description: 'Descending: the highest, newest or alphabetically last entry comes first.' },
  } as const,
});

/** Makes the input `<Of>Order`: one of the fields, and a direction. */
export function orderInput<const Field extends string>(
  of: string,
  fields: Readonly<Record<Field, { readonly description: string }>>,
) {
  const OrderField = builder.enumType(`${of}OrderField`, {
    description:
      'Fields by which a list can be sorted. Entries with equal values are returned in the order in which they were created.',
    values: fields,
  });
  return builder.inputType(`${of}Order`, {
    description:
      'The sort order of a list. A cursor is valid only with the filter and order that it was returned for.',
    fields: (t) => ({
      field: t.field({ type: OrderField, required: true, description: 'Field to sort by.' }),
      direction: t.field({
        type: OrderDirection,
        required: true,
        defaultValue: 'asc',
        description: 'Direction to sort in.',
      }),
    }),
  });
}

/** How the arguments of lists are described. */
export const listArgDescriptions = {
  filter: 'Returns only entries that match all of the given conditions.',
  orderBy: 'Order in which the entries are returned.',
} as const;
