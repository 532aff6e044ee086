import { readFileSync } from 'node:fs';
import graphql from '@graphql-eslint/eslint-plugin';
import { type ESLint, Linter } from 'eslint';
import { describe, expect, it } from 'vitest';

/** Types without an id. Each is a value, which belongs to the object that it was read from. */
const values = [
  'AgentEvaluation',
  'AgentLimits',
  'ChatActivity',
  'ChatDelta',
  'ChatEnded',
  'ChatFailed',
  'ChatMessageFinished',
  'ChatStarted',
  'ChatToolCall',
  'ChatToolCallStarted',
  'ChatUsage',
  'CubeMetadata',
  'DashboardColumn',
  'DashboardFilterRange',
  'DashboardFilterValues',
  'DashboardPeriod',
  'DeploymentHealth',
  'DescribedColumn',
  'DimensionMetadata',
  'EngineSql',
  'GranularityMetadata',
  'HierarchyMetadata',
  'MeasureMetadata',
  'MetadataRange',
  'MetadataToolResult',
  'ModelUsage',
  'PageInfo',
  'QueryBreakdown',
  'QueryDimension',
  'QueryFigure',
  'QueryFilter',
  'QueryLevel',
  'Refinement',
  'RefinementResult',
  'RollingWindowMetadata',
  'SegmentMetadata',
  'SqlChunk',
  'SqlColumn',
  'SqlResult',
  'SqlToolResult',
  'ThreadChange',
  'ToolError',
  'TurnSlots',
  'Usage',
  'UserAttributeAssignment',
];

/** All rules of graphql-eslint for schemas, and for Relay, but for what is named here. */
const rules: Linter.RulesRecord = {
  ...graphql.configs['flat/schema-all'].rules,
  ...graphql.configs['flat/schema-relay'].rules,
  '@graphql-eslint/relay-arguments': ['error', { includeBoth: true }],
  // Relay's own `nodes` is a list without edges; so are lists that are short by nature.
  '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false }],
  '@graphql-eslint/require-description': [
    'error',
    {
      types: true,
      rootField: true,
      FieldDefinition: true,
      InputValueDefinition: true,
      EnumValueDefinition: true,
    },
  ],
  '@graphql-eslint/strict-id-in-types': [
    'error',
    { exceptions: { suffixes: ['Connection', 'Edge', 'Payload'], types: values } },
  ],
  // `id` is the global ID, these are numbers; and `userAttributes` is one word.
  '@graphql-eslint/no-typename-prefix': 'off',
  // schema.graphql is sorted already, without exceptions for `id`.
  '@graphql-eslint/alphabetize': 'off',
  // It forbids mutations and subscriptions.
  '@graphql-eslint/no-root-type': 'off',
  // A payload returns what was changed. Whoever wants more asks for it.
  '@graphql-eslint/require-field-of-type-query-in-mutation-result': 'off',
};

function lint(sdl: string): string[] {
  const config = {
    files: ['**/*.graphql'],
    languageOptions: {
      parser: graphql.parser as Linter.Parser,
      parserOptions: { graphQLConfig: { schema: sdl } },
    },
    plugins: { '@graphql-eslint': graphql as ESLint.Plugin },
    rules,
  };
  return new Linter()
    .verify(sdl, [config], { filename: 'schema.graphql' })
    .map(({ ruleId, line, message }) => `${ruleId} line ${line}: ${message}`);
}

const page = `"""x""" type PageInfo { """x""" hasNextPage: Boolean! """x""" hasPreviousPage: Boolean!
  """x""" startCursor: String """x""" endCursor: String }`;
const list = `"""x""" interface Node { """x""" id: ID! }
  """x""" type Item implements Node { """x""" id: ID! }
  """x""" type ItemEdge { """x""" cursor: String! """x""" node: Item }
  """x""" type ItemConnection { """x""" edges: [ItemEdge] """x""" pageInfo: PageInfo! }`;
const query = `"""x""" type Query { """x""" items("""x""" first: Int """x""" after: String """x""" last: Int """x""" before: String): ItemConnection }`;

describe('the rules', () => {
  it('let a list pass that is as it should be', () => {
    expect(lint(`${query} ${list} ${page}`)).toEqual([]);
  });

  it.each([
    ['relay-arguments', `${query.replace('"""x""" before: String', '')} ${list} ${page}`],
    [
      'relay-connection-types',
      `${query} ${list.replace('pageInfo: PageInfo!', 'pageInfo: PageInfo')} ${page}`,
    ],
    ['relay-edge-types', `${query} ${list.replace('"""x""" cursor: String!', '')} ${page}`],
    ['relay-page-info', `${query} ${list} ${page.replace('"""x""" endCursor: String', '')}`],
    [
      'strict-id-in-types',
      `${query.replace(/}$/, '"""x""" bare: Bare }')} ${list} ${page} """x""" type Bare { """x""" name: String }`,
    ],
    ['no-unreachable-types', `${query} ${list} ${page} """x""" input Unused { """x""" name: String }`],
    [
      'require-description',
      `${query} ${list.replace('Item implements Node { """x""" id', 'Item implements Node { id')} ${page}`,
    ],
  ])('%s refuses what is not', (rule, sdl) => {
    const problems = lint(sdl);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`@graphql-eslint/${rule} `);
  });
});

it('the schema keeps to them', () => {
  expect(lint(readFileSync('schema.graphql', 'utf8'))).toEqual([]);
});
