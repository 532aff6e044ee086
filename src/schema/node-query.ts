import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { GraphQLContext } from './context.ts';

/** Places in a request's document that ask for nothing but columns. */
const plain = new WeakMap<GraphQLContext, WeakSet<GraphQLResolveInfo['fieldNodes']>>();

/**
 * What a connection's nodes need to be loaded with, for the service that loads them; empty when they are asked for their
 * columns only. Then all objects of a list need not ask again; what loads relations leaves word of them at each path.
 */
export function nodeQuery(context: GraphQLContext, info: GraphQLResolveInfo, typeName: string): object {
  let ofRequest = plain.get(context);
  if (ofRequest?.has(info.fieldNodes)) return {};
  const query = queryFromInfo({ context, info, typeName, path: ['edges', 'node'] });
  if (Object.keys(query).length > 0) return query;
  if (ofRequest === undefined) {
    ofRequest = new WeakSet();
    plain.set(context, ofRequest);
  }
  ofRequest.add(info.fieldNodes);
  return query;
}
