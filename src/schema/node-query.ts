import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { GraphQLContext } from './context.ts';

/** What a connection's nodes need to be loaded with, for the service that loads them. */
export function nodeQuery(context: GraphQLContext, info: GraphQLResolveInfo, typeName: string): object {
  return queryFromInfo({ context, info, typeName, path: ['edges', 'node'] });
}
