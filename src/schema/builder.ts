import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type PrismaTypes from '../db/generated/pothos-types.ts';
import { getDatamodel } from '../db/generated/pothos-types.ts';
import { AppError } from '../errors.ts';
import type { AttributeValue } from '../semantic/viewer.ts';
import type { GraphQLContext } from './context.ts';

export const maxComplexity = 5_000;

/** The one builder. It defines no types: each domain's file does. */
export const builder = new SchemaBuilder<{
  Context: GraphQLContext;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  AuthScopes: {
    /** An API key with the role `admin`. */
    admin: boolean;
    /** Any valid credentials. */
    caller: boolean;
    /** Whoever may look at chats: an admin key, or the end user itself. */
    chatReader: boolean;
  };
  Scalars: {
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    JSONObject: { Input: Record<string, unknown>; Output: Record<string, unknown> };
    UserAttributeValue: { Input: AttributeValue; Output: AttributeValue };
  };
}>({
  // Authorisation comes first, so that nothing is loaded for a caller who may not see it.
  plugins: [ScopeAuthPlugin, ComplexityPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: ({ caller }) => {
      const admin = caller?.kind === 'apiKey' && caller.role === 'admin';
      return { admin, caller: caller !== null, chatReader: admin || caller?.kind === 'user' };
    },
    unauthorizedError: (_parent, { caller }) =>
      caller === null
        ? new AppError(
            'UNAUTHENTICATED',
            'Missing credentials: send an Authorization header with an API key or a token.',
          )
        : new AppError('FORBIDDEN', 'These credentials may not do this.'),
  },
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 5,
    limit: { complexity: maxComplexity, depth: 14, breadth: 400 },
    complexityError: (kind) =>
      new AppError('BAD_REQUEST', `The query is too expensive: ${kind} over the limit.`),
  },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    edgesFieldOptions: { nullable: false, description: 'The entries of this page.' },
    nodeFieldOptions: { nullable: false, description: 'The object.' },
    cursorFieldOptions: { description: 'Where the object stands in the list.' },
    pageInfoFieldOptions: { description: 'Where this page stands in the list.' },
    firstArgOptions: { description: 'How many, from the start or after a cursor: 1 to 100. Default: 20.' },
    afterArgOptions: { description: 'Only what comes after this cursor.' },
    lastArgOptions: { description: 'How many, from the end or before a cursor: 1 to 100.' },
    beforeArgOptions: { description: 'Only what comes before this cursor.' },
    defaultConnectionTypeOptions: { description: 'A page of a list.' },
    defaultEdgeTypeOptions: { description: 'An entry of a list.' },
    hasNextPageFieldOptions: { description: 'Whether more comes after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether something comes before this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first entry.' },
    endCursorFieldOptions: { description: 'Cursor of the last entry; `after` goes on from here.' },
  },
  prisma: {
    client: ({ services }) => services.prisma,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
    filterConnectionTotalCount: true,
  },
});

builder.queryType({ description: 'What can be read.' });
builder.mutationType({
  description: 'What can be changed. Each mutation takes one input and returns the changed object.',
});
builder.subscriptionType({ description: 'What can be followed, over server-sent events.' });
