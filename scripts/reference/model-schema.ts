import { memberFormats } from '../../src/contract/columns.ts';
import { granularityShape } from '../../src/semantic/model/granularities.ts';
import { hierarchyShape } from '../../src/semantic/model/hierarchies.ts';
import { fileShape } from '../../src/semantic/model/load-model.ts';
import type { Shape } from '../../src/semantic/model/properties.ts';
import { cubeShape, joinShape, relationships } from '../../src/semantic/model/read-cube.ts';
import { dimensionTypes, measureTypes, memberShapes } from '../../src/semantic/model/read-members.ts';
import { filterOperators, policyShapes } from '../../src/semantic/model/read-policies.ts';
import { viewShapes } from '../../src/semantic/model/read-view.ts';
import { windowShape, windowTypes } from '../../src/semantic/model/rolling-window.ts';
import type { JsonSchema } from './json-schema.ts';

/** What a property means: its schema without, and its description. */
type Property = readonly [schema: JsonSchema, description: string];

const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const value: JsonSchema = { type: ['string', 'number', 'boolean'] };
const texts: JsonSchema = { anyOf: [text, listOf(text)] };
const meta: Property = [
  { type: 'object' },
  'Anything else. `synonyms` lists other words for it, `ai_context` tells the agent more, `currency` is an ISO 4217 code, `unit` what a measure or a number is counted in (1 to 20 characters): `kWh`.',
];

const presentation: Readonly<Record<string, Property>> = {
  title: [text, 'Title for people and for the agent. Default: made from the name.'],
  description: [text, 'What it means, for people and for the agent.'],
  public: [flag, 'Whether users may see it. Default: true.'],
  shown: [flag, "Cube's older word for `public`."],
  meta,
};

const format: Readonly<Record<string, Property>> = {
  format: [text, `How values are shown: ${memberFormats.map((name) => `\`${name}\``).join(', ')}.`],
  currency: [text, 'ISO 4217 code of the currency, such as EUR.'],
};

const member: Readonly<Record<string, Property>> = {
  name: [text, 'Name in queries; letters, digits and underscores.'],
  ...presentation,
};

const leftOut = 'Not supported: a member with it is left out of the model, with a warning.';

/** Properties that are read only to leave out what cannot be computed without them. */
function unsupported(shape: Shape, known: Readonly<Record<string, Property>>): Record<string, Property> {
  const names = shape.used.filter((name) => known[name] === undefined);
  return Object.fromEntries(names.map((name) => [name, [{}, leftOut]]));
}

const dimension: Readonly<Record<string, Property>> = {
  ...member,
  ...format,
  sql: [text, "Expression in the source's SQL: a column, `{CUBE}.column`, `{member}` or `{cube.member}`."],
  type: [oneOf(dimensionTypes), 'Type of its values. Members of type `geo` and `switch` are left out.'],
  primary_key: [flag, 'Whether it identifies a row. A cube that joins need not repeat it in every row.'],
  case: [reference('case'), 'Labels by condition, instead of `sql`.'],
  granularities: [listOf(reference('granularity')), 'Further intervals that a time is truncated to.'],
};

const measure: Readonly<Record<string, Property>> = {
  ...member,
  ...format,
  sql: [text, 'What is aggregated; of type `number`, an expression over other measures.'],
  type: [
    oneOf(measureTypes),
    'How it is aggregated. `running_total`, `rank` and `number_agg` are left out, with a warning.',
  ],
  filters: [listOf(reference('filter')), 'Conditions on the rows that it aggregates.'],
  rolling_window: [reference('window'), 'Aggregates the rows around each point in time.'],
};

/** Each mapping of a model file: how it is read, and what its properties mean. */
const mappings: Readonly<Record<string, readonly [Shape, Readonly<Record<string, Property>>]>> = {
  file: [
    fileShape,
    {
      cubes: [listOf(reference('cube')), 'Tables with their members.'],
      views: [listOf(reference('view')), 'What users query: chosen members of joined cubes.'],
    },
  ],
  cube: [
    cubeShape,
    {
      ...member,
      sql_table: [text, 'Table of the data source: `name` or `schema.name`.'],
      sql: [text, 'Query of the data source, instead of `sql_table`.'],
      extends: [text, 'Cube whose properties it has too.'],
      joins: [listOf(reference('join')), 'Cubes that its rows belong to.'],
      dimensions: [listOf(reference('dimension')), 'What rows are grouped and filtered by.'],
      measures: [listOf(reference('measure')), 'What is computed over rows.'],
      segments: [listOf(reference('segment')), 'Named conditions.'],
      hierarchies: [listOf(reference('hierarchy')), 'Dimensions in the order of drilling down.'],
      access_policy: [listOf(reference('policy')), 'Who sees which members and rows.'],
    },
  ],
  join: [
    joinShape,
    {
      name: [text, 'The joined cube.'],
      relationship: [oneOf(relationships), 'From this cube to the joined one.'],
      sql: [text, 'Condition: `{CUBE}.customer_id = {customers}.id`.'],
    },
  ],
  dimension: [memberShapes.dimension, { ...dimension, ...unsupported(memberShapes.dimension, dimension) }],
  measure: [memberShapes.measure, { ...measure, ...unsupported(memberShapes.measure, measure) }],
  granularity: [
    granularityShape,
    {
      name: [text, 'Name in queries.'],
      title: [text, 'Title for people.'],
      interval: [text, 'Length, such as `15 minutes` or `1 year`.'],
      offset: [text, 'Moves where intervals start, such as `3 months`.'],
      origin: [text, 'A moment at which an interval starts, such as `2024-04-01`.'],
      sql: [text, leftOut],
    },
  ],
  window: [
    windowShape,
    {
      type: [oneOf(windowTypes), 'Default: `fixed`.'],
      trailing: [text, 'Time before each point, such as `7 days`, or `unbounded`.'],
      leading: [text, 'Time after each point.'],
      offset: [oneOf(['start', 'end']), 'The point: start or end of its interval. Default: `end`.'],
      granularity: [text, 'With `type: to_date`, the interval from whose start rows count.'],
    },
  ],
  hierarchy: [
    hierarchyShape,
    {
      name: [text, 'Name; not that of a member.'],
      title: [text, 'Title for people.'],
      public: [flag, 'Whether users may see it. Default: true.'],
      levels: [texts, 'Dimensions, the widest first.'],
    },
  ],
  segment: [memberShapes.segment, { ...member, sql: [text, 'The condition.'] }],
  filter: [memberShapes.filter, { sql: [text, 'The condition.'] }],
  case: [
    memberShapes.case,
    {
      when: [
        listOf(reference('when')),
        'Conditions with their labels, of which the first that holds counts.',
      ],
      else: [reference('else'), 'The label if none holds.'],
    },
  ],
  when: [memberShapes.when, { sql: [text, 'The condition.'], label: [text, 'The label.'] }],
  else: [memberShapes.else, { label: [text, 'The label.'] }],
  view: [
    viewShapes.view,
    {
      ...member,
      extends: [text, 'View whose properties it has too.'],
      cubes: [listOf(reference('viewCube')), 'Cubes whose members it has.'],
      folders: [listOf(reference('folder')), 'Groups of its members, for people.'],
      access_policy: [
        listOf(reference('policy')),
        'Who sees which members and rows. Those of its cubes count as well.',
      ],
    },
  ],
  viewCube: [
    viewShapes.cube,
    {
      join_path: [text, 'The cube, by the joins that lead to it: `orders.customers`.'],
      includes: [
        { anyOf: [text, listOf({ anyOf: [text, reference('include')] })] },
        'Its members that the view has; `"*"` means all.',
      ],
      excludes: [texts, 'Members that the view does not have.'],
      prefix: [flag, 'Whether names begin with that of the cube. Default: false.'],
      alias: [text, 'With `prefix`, what names begin with instead.'],
    },
  ],
  include: [
    viewShapes.include,
    {
      name: [text, 'Name in the cube.'],
      alias: [text, 'Name in the view.'],
      title: [text, 'Title in the view.'],
      description: [text, 'Description in the view.'],
      format: [text, 'Format in the view.'],
      meta,
    },
  ],
  folder: [
    viewShapes.folder,
    {
      name: [text, 'Name for people.'],
      includes: [{ anyOf: [text, { type: 'array' }] }, 'Members, or further folders.'],
    },
  ],
  policy: [
    policyShapes.policy,
    {
      group: [text, 'Group that it applies to; `"*"` means everybody.'],
      groups: [texts, 'Several groups.'],
      role: [text, "Cube's older word for `group`."],
      roles: [texts, "Cube's older word for `groups`."],
      conditions: [listOf(reference('condition')), 'It applies only if all of them hold.'],
      member_level: [reference('memberLevel'), 'The members that it shows. Default: all.'],
      row_level: [
        reference('rowLevel'),
        'The rows that it shows. Rows of all policies that apply are added up.',
      ],
    },
  ],
  condition: [
    policyShapes.condition,
    { if: [value, 'Such as `"{ userAttributes.region } != \'none\'"` or `"{ securityContext.isStaff }"`.'] },
  ],
  memberLevel: [
    policyShapes.memberLevel,
    {
      includes: [texts, 'Members that it shows; `"*"` means all.'],
      excludes: [texts, 'Members that it does not show.'],
    },
  ],
  rowLevel: [
    policyShapes.rowLevel,
    {
      filters: [listOf(reference('rowFilter')), 'Conditions that all have to hold.'],
      allow_all: [flag, 'true shows every row, false none.'],
    },
  ],
  rowFilter: [
    policyShapes.filter,
    {
      member: [text, 'Dimension of the cube or view.'],
      operator: [oneOf([...filterOperators, 'in', 'notIn']), 'How it is compared.'],
      values: [
        { anyOf: [value, listOf(value)] },
        'Values, or `"{ userAttributes.NAME }"`, `"{ securityContext.PATH }"`, `"{ groups }"` of the user. A user without the attribute sees no row.',
      ],
      and: [listOf(reference('rowFilter')), 'Conditions that all have to hold.'],
      or: [listOf(reference('rowFilter')), 'Conditions of which one has to hold.'],
    },
  ],
};

/** The JSON Schema of a model file, from the lists of properties that its reader uses. @throws if one means nothing */
export function modelFileSchema(): JsonSchema {
  const defs = Object.fromEntries(
    Object.entries(mappings).map(([name, [shape, properties]]) => [
      name,
      mappingSchema(name, shape, properties),
    ]),
  );
  const { file, ...rest } = defs;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A file of a data model of Inlay',
    ...file,
    $defs: rest,
  };
}

function mappingSchema(
  name: string,
  { used, required = [], unused = [] }: Shape,
  properties: Readonly<Record<string, Property>>,
): JsonSchema {
  const [read, described] = [new Set(used), new Set(Object.keys(properties))];
  const different = [...read.symmetricDifference(described)];
  if (different.length > 0) {
    throw new Error(`The reference of "${name}" and its reader differ: ${different.join(', ')}.`);
  }
  const inert = unused.map((key) => [
    key,
    { description: 'Known to Cube, without effect.', deprecated: true },
  ]);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    properties: {
      ...Object.fromEntries(used.map((key) => describe(key, properties[key]))),
      ...Object.fromEntries(inert),
    },
  };
}

function describe(key: string, property: Property | undefined): [string, JsonSchema] {
  const [schema, description] = property ?? [{}, ''];
  return [key, { ...schema, description }];
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

function oneOf(words: readonly string[]): JsonSchema {
  return { enum: words };
}

function reference(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}
