import type { Grain, MemberFormat } from '../contract/columns.ts';
import { columnType, type DescribedColumn } from '../contract/tools.ts';
import type { QueryPage } from '../services/data/run-query.ts';
import { builder } from './builder.ts';
import { enumOf, enumType } from './input-of.ts';

export const SqlColumn = builder.objectRef<QueryPage['columns'][number]>('SqlColumn').implement({
  description: 'A column of a result.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the column, a plain identifier.' }),
    columnType: t.expose('columnType', {
      type: enumOf(columnType),
      description: "Type of the column's values.",
    }),
  }),
});

export const Granularity = enumType<Grain>(
  'Granularity',
  'The granularity of times. Each time represents the whole period that begins with it.',
  {
    second: 'One second.',
    minute: 'One minute.',
    hour: 'One hour.',
    day: 'One day.',
    week: 'One week, beginning on Monday.',
    month: 'One month.',
    quarter: 'One quarter of a year.',
    year: 'One year.',
  },
);

export const MemberFormatType = enumType<MemberFormat>('MemberFormat', 'How values are formatted.', {
  percent: 'A percentage, where 1 is 100 %.',
  currency: 'An amount of money.',
  number: 'A plain number.',
  id: 'An identifier, without thousands separators.',
  link: 'The address of a page.',
  imageUrl: 'The address of an image.',
});

/** A column of a result of the agent. */
export const DescribedColumnType = builder.objectRef<DescribedColumn>('DescribedColumn').implement({
  description: 'A column of a result, with what the data model says of it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the column, a plain identifier.' }),
    columnType: t.expose('column_type', {
      type: enumOf(columnType),
      description: "Type of the column's values.",
    }),
    granularity: t.field({
      type: Granularity,
      nullable: true,
      description: 'For times: their granularity, if the query specifies one.',
      resolve: ({ granularity }) => granularity ?? null,
    }),
    format: t.field({
      type: MemberFormatType,
      nullable: true,
      description: 'For numbers: their format in the data model.',
      resolve: ({ format }) => format ?? null,
    }),
    currency: t.string({
      nullable: true,
      description: 'ISO 4217 currency code, for amounts of money.',
      resolve: ({ currency }) => currency ?? null,
    }),
  }),
});
