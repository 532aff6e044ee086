import { builder } from './builder.ts';

const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Which end of a list comes first.',
  values: {
    asc: { description: 'From the lowest, the oldest, the first of the alphabet.' },
    desc: { description: 'From the highest, the newest, the last of the alphabet.' },
  } as const,
});

/** Makes the input `<Of>Order`: one of the fields, and a direction. */
export function orderInput<const Field extends string>(
  of: string,
  fields: Readonly<Record<Field, { readonly description: string }>>,
) {
  const OrderField = builder.enumType(`${of}OrderField`, {
    description: 'What a list can be sorted by. Equal ones come in the order in which they were made.',
    values: fields,
  });
  return builder.inputType(`${of}Order`, {
    description: 'How to sort a list. Cursors belong to one filter and order.',
    fields: (t) => ({
      field: t.field({ type: OrderField, required: true, description: 'What to sort by.' }),
      direction: t.field({
        type: OrderDirection,
        required: true,
        defaultValue: 'asc',
        description: 'Which end comes first.',
      }),
    }),
  });
}

/** How the arguments of lists are described. */
export const listArgDescriptions = {
  filter: 'Only those that fit all that is given here.',
  orderBy: 'How to sort them.',
} as const;
