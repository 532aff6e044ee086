import type {
  CubeMetadata,
  DimensionMetadata,
  MeasureMetadata,
  MemberMetadata,
} from '../semantic/metadata.ts';
import { searchMetadata } from '../services/data/search-metadata.ts';
import { builder } from './builder.ts';
import { branchDescription, SessionSettingsInput } from './chat.ts';
import { settingsDescription } from './data.ts';

const MemberInterface = builder.interfaceRef<MemberMetadata>('MemberMetadata').implement({
  description: 'What a user may know of a dimension, a measure or a segment.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Qualified, such as `sales.revenue`.' }),
    title: t.exposeString('title', { description: 'For people.' }),
    description: t.string({
      nullable: true,
      description: 'What it means.',
      resolve: (member) => member.description ?? null,
    }),
    synonyms: t.stringList({
      description: 'Other words for it.',
      resolve: (member) => [...(member.synonyms ?? [])],
    }),
    aiContext: t.string({
      nullable: true,
      description: 'Advice for agents.',
      resolve: (member) => member.aiContext ?? null,
    }),
    format: t.string({
      nullable: true,
      description: '`percent`, `currency`, `number`, `id`, `link` or `imageUrl`.',
      resolve: (member) => member.format ?? null,
    }),
    currency: t.string({
      nullable: true,
      description: 'ISO 4217 code, of currencies.',
      resolve: (member) => member.currency ?? null,
    }),
  }),
});

const MetadataRange = builder.objectRef<readonly [string, string]>('MetadataRange').implement({
  description: 'From when to when there is data.',
  fields: (t) => ({
    first: t.string({ description: 'First day, `YYYY-MM-DD`.', resolve: ([first]) => first }),
    last: t.string({ description: 'Last day, `YYYY-MM-DD`.', resolve: ([, last]) => last }),
  }),
});

const Dimension = builder.objectRef<DimensionMetadata>('DimensionMetadata').implement({
  description: 'Something to group and filter by.',
  interfaces: [MemberInterface],
  fields: (t) => ({
    type: t.exposeString('type', { description: '`string`, `number`, `boolean` or `time`.' }),
    primaryKey: t.boolean({
      description: 'Whether it names a row of its cube.',
      resolve: (dimension) => dimension.primaryKey === true,
    }),
    values: t.stringList({
      nullable: true,
      description: 'Values that the user can see, most frequent first, where there are few.',
      resolve: (dimension) => (dimension.values === undefined ? null : [...dimension.values]),
    }),
    valuesComplete: t.boolean({
      description: 'Whether `values` holds all of them.',
      resolve: (dimension) => dimension.valuesComplete === true,
    }),
    range: t.field({
      type: MetadataRange,
      nullable: true,
      description: 'Of times: the days that the user can see data of.',
      resolve: (dimension) => dimension.range ?? null,
    }),
  }),
});

const Measure = builder.objectRef<MeasureMetadata>('MeasureMetadata').implement({
  description: 'Something to compute; `MEASURE(name)` in SQL.',
  interfaces: [MemberInterface],
  fields: (t) => ({
    type: t.exposeString('type', { description: '`count`, `sum`, `avg`, …' }),
  }),
});

const Segment = builder.objectRef<MemberMetadata>('SegmentMetadata').implement({
  description: 'A named filter; a boolean in SQL.',
  interfaces: [MemberInterface],
});

const CubeType = builder.enumType('CubeMetadataType', {
  description: 'What a relation of the data model is.',
  values: {
    cube: { description: 'A cube.' },
    view: { description: 'A view over cubes.' },
  } as const,
});

const Cube = builder.objectRef<CubeMetadata>('CubeMetadata').implement({
  description: 'A cube or view of the data model, as far as the user may know it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As in SQL.' }),
    type: t.expose('type', { type: CubeType, description: 'Cube or view.' }),
    title: t.exposeString('title', { description: 'For people.' }),
    description: t.string({
      nullable: true,
      description: 'What is in it.',
      resolve: (cube) => cube.description ?? null,
    }),
    synonyms: t.stringList({
      description: 'Other words for it.',
      resolve: (cube) => [...(cube.synonyms ?? [])],
    }),
    aiContext: t.string({
      nullable: true,
      description: 'Advice for agents.',
      resolve: (cube) => cube.aiContext ?? null,
    }),
    dimensions: t.field({
      type: [Dimension],
      description: 'Best match first.',
      resolve: (cube) => [...cube.dimensions],
    }),
    measures: t.field({
      type: [Measure],
      description: 'Best match first.',
      resolve: (cube) => [...cube.measures],
    }),
    segments: t.field({
      type: [Segment],
      description: 'Best match first.',
      resolve: (cube) => [...cube.segments],
    }),
    joins: t.stringList({
      description: 'Other cubes whose members a query over this one may name, as in `customers.country`.',
      resolve: (cube) => [...(cube.joins ?? [])],
    }),
  }),
});

builder.queryField('searchMetadata', (t) =>
  t.field({
    type: [Cube],
    description: 'Searches the data model of a deployment as one user sees it; the best match comes first.',
    complexity: { field: 500, multiplier: 20 },
    authScopes: { caller: true },
    args: {
      deploymentId: t.arg.int({ required: true, description: 'Number of the deployment.' }),
      searchQuery: t.arg.string({ required: true, description: 'Free text, at most 1,000 characters.' }),
      sessionSettings: t.arg({
        type: SessionSettingsInput,
        description: settingsDescription,
      }),
      activeBranchName: t.arg.string({ description: branchDescription }),
      isDefaultBranch: t.arg.boolean({ description: 'If true, the branch named in `activeBranchName` is the main branch.' }),
    },
    resolve: async (_root, { deploymentId, ...request }, { services, caller, signal }) => [
      ...(await searchMetadata(services, caller, deploymentId, request, signal)),
    ],
  }),
);
