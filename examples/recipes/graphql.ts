/** gql.tada: documents get their types from the schema where they are written. The clients take them as they are. */
import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './generated/introspection.ts';

export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { JSON: unknown; UserAttributeValue: string | number | string[] | number[] };
}>();
