import { searchMetadataArgs } from '../contract/data.ts';
import type {
  CubeMetadata,
  DimensionMetadata,
  DimensionType,
  MeasureMetadata,
  MeasureType,
  MemberMetadata,
} from '../contract/tools.ts';
import { searchMetadata } from '../services/data/search-metadata.ts';
import { builder } from './builder.ts';
import { MemberFormatType } from './column.ts';
import { argsOf, enumType } from './input-of.ts';

const MemberInterface = builder.interfaceRef<MemberMetadata>('MemberMetadata').implement({
  description: 'What a user may see of a dimension, a measure or a segment.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Qualified name of the member, such as `sales.revenue`.' }),
    title: t.exposeString('title', { description: 'Display title of the member.' }),
    description: t.string({
      nullable: true,
      description: 'What the member means.',
      resolve: (member) => member.description ?? null,
    }),
    synonyms: t.stringList({
      description: 'Other names for the member.',
      resolve: (member) => [...(member.synonyms ?? [])],
    }),
    aiContext: t.string({
      nullable: true,
      description: 'Guidance for agents.',
      resolve: (member) => member.aiContext ?? null,
    }),
    format: t.field({
      type: MemberFormatType,
      nullable: true,
      description: 'Format of the values.',
      resolve: (member) => member.format ?? null,
    }),
    currency: t.string({
      nullable: true,
      description: 'ISO 4217 currency code, for amounts of money.',
      resolve: (member) => member.currency ?? null,
    }),
  }),
});

const MetadataRange = builder.objectRef<readonly [string, string]>('MetadataRange').implement({
  description: 'The days for which there is data.',
  fields: (t) => ({
    first: t.field({ type: 'Date', description: 'The first day.', resolve: ([first]) => first }),
    last: t.field({ type: 'Date', description: 'The last day.', resolve: ([, last]) => last }),
  }),
});

const DimensionTypeEnum = enumType<DimensionType>('DimensionType', 'The type of a dimension.', {
  string: 'Text.',
  number: 'A number.',
  boolean: 'True or false.',
  time: 'A date, or a time of a day.',
});

const MeasureTypeEnum = enumType<MeasureType>('MeasureType', 'The type of a measure.', {
  count: 'A number of rows.',
  count_distinct: 'A number of different values.',
  sum: 'A sum.',
  avg: 'An average.',
  min: 'The smallest value.',
  max: 'The largest value.',
  number: 'A number that is calculated from other measures.',
  string: 'A text that is calculated from other measures.',
  time: 'A time that is calculated from other measures.',
  boolean: 'True or false, calculated from other measures.',
});

const Dimension = builder.objectRef<DimensionMetadata>('DimensionMetadata').implement({
  description: 'A dimension: a member to group and filter by.',
  interfaces: [MemberInterface],
  fields: (t) => ({
    type: t.expose('type', { type: DimensionTypeEnum, description: 'Type of the dimension.' }),
    primaryKey: t.boolean({
      description: 'Whether the dimension identifies a row of its cube.',
      resolve: (dimension) => dimension.primaryKey === true,
    }),
    values: t.stringList({
      nullable: true,
      description:
        'Values that the user can see, most frequent first. Where there are many: only those that the search names, if any.',
      resolve: (dimension) => (dimension.values === undefined ? null : [...dimension.values]),
    }),
    valuesComplete: t.boolean({
      description: 'Whether `values` contains all of the values.',
      resolve: (dimension) => dimension.valuesComplete === true,
    }),
    range: t.field({
      type: MetadataRange,
      nullable: true,
      description: 'For time dimensions: the days for which the user can see data.',
      resolve: (dimension) => dimension.range ?? null,
    }),
  }),
});

const Measure = builder.objectRef<MeasureMetadata>('MeasureMetadata').implement({
  description: 'A measure: a value to compute, written as `MEASURE(name)` in SQL.',
  interfaces: [MemberInterface],
  fields: (t) => ({
    type: t.expose('type', { type: MeasureTypeEnum, description: 'Type of the measure.' }),
  }),
});

const Segment = builder.objectRef<MemberMetadata>('SegmentMetadata').implement({
  description: 'A segment: a named filter, used as a boolean in SQL.',
  interfaces: [MemberInterface],
});

const CubeType = enumType('CubeMetadataType', 'The kind of a relation in the data model.', {
  cube: 'A cube.',
  view: 'A view over cubes.',
});

export const Cube = builder.objectRef<CubeMetadata>('CubeMetadata').implement({
  description: 'A cube or view of the data model, as far as the user may see it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the cube or view, as used in SQL.' }),
    type: t.expose('type', { type: CubeType, description: 'Whether this is a cube or a view.' }),
    title: t.exposeString('title', { description: 'Display title of the cube or view.' }),
    description: t.string({
      nullable: true,
      description: 'What the cube or view contains.',
      resolve: (cube) => cube.description ?? null,
    }),
    synonyms: t.stringList({
      description: 'Other names for the cube or view.',
      resolve: (cube) => [...(cube.synonyms ?? [])],
    }),
    aiContext: t.string({
      nullable: true,
      description: 'Guidance for agents.',
      resolve: (cube) => cube.aiContext ?? null,
    }),
    dimensions: t.field({
      type: [Dimension],
      description: 'Dimensions, best match first.',
      resolve: (cube) => [...cube.dimensions],
    }),
    measures: t.field({
      type: [Measure],
      description: 'Measures, best match first.',
      resolve: (cube) => [...cube.measures],
    }),
    segments: t.field({
      type: [Segment],
      description: 'Segments, best match first.',
      resolve: (cube) => [...cube.segments],
    }),
    joins: t.stringList({
      description: 'Other cubes whose members a query over this one may use, as in `customers.country`.',
      resolve: (cube) => [...(cube.joins ?? [])],
    }),
  }),
});

builder.queryField('searchMetadata', (t) =>
  t.field({
    type: [Cube],
    description:
      'Searches the data model of a deployment as seen by one user. Results are sorted by relevance, best match first.',
    complexity: { field: 500, multiplier: 20 },
    authScopes: { caller: true },
    args: argsOf(searchMetadataArgs),
    resolve: async (_root, args, { services, caller, signal }) => [
      ...(await searchMetadata(services, caller, args, signal)),
    ],
  }),
);
