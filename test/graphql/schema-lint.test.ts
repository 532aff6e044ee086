import graphql from '@graphql-eslint/eslint-plugin';
import { type ESLint, Linter } from 'eslint';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';

/** The schema as graphql-eslint judges it: connections as Relay specifies them, and everything described. */
const rules: Linter.RulesRecord = {
  '@graphql-eslint/relay-arguments': ['error', { includeBoth: true }],
  '@graphql-eslint/relay-connection-types': 'error',
  // Relay's own `nodes` is a list without edges; so are lists that are short by nature.
  '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false }],
  '@graphql-eslint/relay-page-info': 'error',
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
  expect(lint(printSchema(lexicographicSortSchema(schema)))).toEqual([]);
});
