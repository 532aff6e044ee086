import { searchMetadataArgs } from '../contract/data.ts';
import type {
  CubeMetadata,
  DimensionMetadata,
  DimensionType,
  GranularityMetadata,
  HierarchyMetadata,
  MeasureMetadata,
  MeasureType,
  MemberMetadata,
  RollingWindowMetadata,
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
    unit: t.string({
      nullable: true,
      description: 'What figures are counted in, such as `kWh`.',
      resolve: (member) => member.unit ?? null,
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

export const DimensionTypeEnum = enumType<DimensionType>('DimensionType', 'The type of a dimension.', {
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

const Granularity = builder.objectRef<GranularityMetadata>('GranularityMetadata').implement({
  description: 'A period that the data model defines for a time dimension.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: "Unit of DATE_TRUNC, as in `DATE_TRUNC('fiscal_year', ordered_at)`.",
    }),
    title: t.exposeString('title', { description: 'Display title of the granularity.' }),
    interval: t.exposeString('interval', { description: 'How long each period is, such as `1 year`.' }),
  }),
});

const WindowOffset = enumType<'start' | 'end'>(
  'RollingWindowOffset',
  'The edge of a period from which a rolling window is counted.',
  { start: 'The start of the period.', end: 'The end of the period.' },
);

const RollingWindow = builder.objectRef<RollingWindowMetadata>('RollingWindowMetadata').implement({
  description: 'The rows around each period that a rolling measure is computed over.',
  fields: (t) => ({
    trailing: t.string({
      nullable: true,
      description: 'How far the window reaches back, such as `7 day` or `unbounded`.',
      resolve: (window) => window.trailing ?? null,
    }),
    leading: t.string({
      nullable: true,
      description: 'How far the window reaches ahead.',
      resolve: (window) => window.leading ?? null,
    }),
    offset: t.field({
      type: WindowOffset,
      nullable: true,
      description: 'The edge of the period from which `trailing` and `leading` are counted.',
      resolve: (window) => window.offset ?? null,
    }),
    toDate: t.string({
      nullable: true,
      description:
        'Instead of the others: the granularity from whose start the window reaches to the end of the period.',
      resolve: (window) => window.toDate ?? null,
    }),
  }),
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
    granularities: t.field({
      type: [Granularity],
      description: 'Periods that the data model defines for a time dimension, beside those of the calendar.',
      resolve: (dimension) => [...(dimension.granularities ?? [])],
    }),
  }),
});

const Measure = builder.objectRef<MeasureMetadata>('MeasureMetadata').implement({
  description: 'A measure: a value to compute, written as `MEASURE(name)` in SQL.',
  interfaces: [MemberInterface],
  fields: (t) => ({
    type: t.expose('type', { type: MeasureTypeEnum, description: 'Type of the measure.' }),
    rollingWindow: t.field({
      type: RollingWindow,
      nullable: true,
      description:
        'For a rolling measure: the rows around each period that it is computed over. Its query has to group by DATE_TRUNC of a time dimension.',
      resolve: (measure) => measure.rollingWindow ?? null,
    }),
  }),
});

const Segment = builder.objectRef<MemberMetadata>('SegmentMetadata').implement({
  description: 'A segment: a named filter, used as a boolean in SQL.',
  interfaces: [MemberInterface],
});

const Hierarchy = builder.objectRef<HierarchyMetadata>('HierarchyMetadata').implement({
  description: 'Dimensions to drill down by.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Qualified name of the hierarchy, such as `sales.location`.',
    }),
    title: t.exposeString('title', { description: 'Display title of the hierarchy.' }),
    levels: t.stringList({
      description: 'Qualified names of dimensions, from coarse to fine.',
      resolve: (hierarchy) => [...hierarchy.levels],
    }),
  }),
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
    hierarchies: t.field({
      type: [Hierarchy],
      description: 'Dimensions to drill down by, as far as the user may see them.',
      resolve: (cube) => [...(cube.hierarchies ?? [])],
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
    authScopes: { chatReader: true },
    args: argsOf(searchMetadataArgs),
    resolve: async (_root, args, { services, caller, signal }) => [
      ...(await searchMetadata(services, caller, args, signal)),
    ],
  }),
);
