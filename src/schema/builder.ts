import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import RelayPlugin, { resolveNodes } from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { type GraphQLResolveInfo, isObjectType } from 'graphql';
import type {
  Account,
  Agent,
  AgentRule,
  ApiKey,
  AuditEvent,
  CertifiedQuery,
  ChatThread,
  Deployment,
  EmbedTenant,
  Group,
  Session,
  User,
  UserAttributeDefinition,
} from '../db/generated/client.ts';
import { AppError, validationFailed } from '../errors.ts';
import type { AttributeValue } from '../semantic/viewer.ts';
import { missingCredentials } from '../services/caller.ts';
import type { DashboardOfDeployment } from '../services/dashboards/find-dashboard.ts';
import { defaultPageSize, maxPageSize } from '../services/lists/plan-page.ts';
import type { ListedPage } from '../services/lists/read-list.ts';
import type { Turn } from '../services/quality/turns.ts';
import type { GraphQLContext } from './context.ts';
import type { KnownMessage } from './known-message.ts';
import './partial-answers.ts';
import './prompt-ids.ts';
import { decodeAnyId, malformedId } from './record-id.ts';
import { type Scopes, scopesOf } from './scopes.ts';
import './storable-arguments.ts';

/** Maximum number of objects that `nodes` returns. */
const maxNodes = 100;

/** The one builder. It defines no types: each domain's file does. */
export const builder = new SchemaBuilder<{
  Context: GraphQLContext;
  /** The types that are rows, with a global ID each. */
  Objects: {
    Account: Account;
    Agent: Agent;
    AgentRule: AgentRule;
    ApiKey: ApiKey;
    AuditEvent: AuditEvent;
    CertifiedQuery: CertifiedQuery;
    ChatMessage: KnownMessage;
    ChatThread: ChatThread;
    Dashboard: DashboardOfDeployment;
    ChatTurn: Turn;
    Deployment: Deployment;
    EmbedTenant: EmbedTenant;
    Group: Group;
    Session: Session;
    User: User;
    UserAttribute: UserAttributeDefinition;
  };
  /** What connections resolve to beside their page. */
  Connection: Pick<ListedPage<unknown>, 'count'>;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  AuthScopes: Scopes;
  Scalars: {
    DateTime: { Input: Date; Output: Date };
    /** A day, as `YYYY-MM-DD`. */
    Date: { Input: string; Output: string };
    /** A whole number up to 2^53, which `Int` is too small for. */
    SafeInt: { Input: number; Output: number };
    JSON: { Input: unknown; Output: unknown };
    JSONObject: { Input: Record<string, unknown>; Output: Record<string, unknown> };
    UserAttributeValue: { Input: AttributeValue; Output: AttributeValue };
  };
}>({
  // Authorisation comes first, so that nothing is loaded for a caller who may not see it.
  plugins: [
    ScopeAuthPlugin,
    ComplexityPlugin,
    RelayPlugin,
    'promptIds',
    'storableArguments',
    'partialAnswers',
  ],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    // Checks once for each object rather than for each field, and protects `__typename` too.
    runScopesOnType: true,
    authScopes: ({ caller }) => scopesOf(caller),
    unauthorizedError: (_parent, { caller }) =>
      caller === null
        ? missingCredentials()
        : new AppError('FORBIDDEN', 'These credentials may not do this.'),
  },
  // The cost of fields. The server limits that of operations before they run.
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 5,
  },
  relay: {
    clientMutationId: 'omit',
    // A malformed id is an error of its own field, not of the whole request.
    decodeGlobalID: decodeAnyId,
    cursorType: 'String',
    // The connection has already multiplied by the size of the page.
    edgesFieldOptions: {
      nullable: false,
      description: 'The edges of this page.',
      complexity: { multiplier: 1 },
    },
    defaultConnectionFieldOptions: {
      complexity: ({ first, last }) => ({
        field: 1,
        multiplier: Math.min(first ?? last ?? defaultPageSize, maxPageSize),
      }),
    },
    idFieldOptions: { description: 'Global ID of the object.' },
    nodeTypeOptions: { description: 'An object with a global ID, by which `node` can fetch it.' },
    pageInfoTypeOptions: { description: 'Information about a page of a connection.' },
    nodeQueryOptions: {
      args: { id: { description: 'Global ID of the object.' } },
      description:
        'Fetches an object by its global ID. Returns null if there is no such object that the caller may see. An ID that no object can have also results in an error.',
      authScopes: { caller: true },
      resolve: (_root, { id }, context, info) => resolveNode(id, context, info),
    },
    nodesQueryOptions: {
      args: { ids: { description: 'Global IDs of the objects.' } },
      description: `Fetches objects by their global IDs, at most ${maxNodes}, in the order given. An entry is null if there is no such object that the caller may see. An ID that no object can have also results in an error at its position.`,
      authScopes: { caller: true },
      complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
      resolve: (_root, { ids }, context, info) => {
        if (ids.length <= maxNodes) return resolveEach(ids, context, info);
        throw validationFailed([{ path: 'ids', message: `must be at most ${maxNodes} ids` }]);
      },
    },
    nodeFieldOptions: { nullable: false, description: 'The object at the end of the edge.' },
    cursorFieldOptions: { description: 'A cursor for use in pagination.' },
    pageInfoFieldOptions: { description: 'Information about this page of the connection.' },
    firstArgOptions: {
      description:
        'Number of objects to return from the start of the list, or after the `after` cursor: 1 to 100. Cannot be used with `last`. Default: 20, unless `last` or only `before` is given.',
    },
    afterArgOptions: { description: 'Returns only objects after this cursor.' },
    lastArgOptions: {
      description:
        'Number of objects to return from the end of the list, or before the `before` cursor: 1 to 100. Default: 20 if only `before` is given.',
    },
    beforeArgOptions: { description: 'Returns only objects before this cursor.' },
    defaultConnectionTypeOptions: { description: 'A page of a connection.' },
    defaultEdgeTypeOptions: { description: 'An edge in a connection.' },
    hasNextPageFieldOptions: {
      description:
        'Whether there are more objects after this page. With `first` and `before`, only those before that cursor count.',
    },
    hasPreviousPageFieldOptions: {
      description:
        'Whether there are objects before this page. With `last` and `after`, only those after that cursor count.',
    },
    startCursorFieldOptions: { description: 'Cursor of the first edge on this page.' },
    endCursorFieldOptions: {
      description: 'Cursor of the last edge on this page. Pass it as `after` to fetch the next page.',
    },
  },
});

interface GlobalId {
  readonly typename: string;
  readonly id: string;
}

/**
 * The object for each id, or an error in its place, so that one id does not fail the others. Lookups of objects of the
 * same type are batched ({@link loadRow}).
 */
async function resolveEach(
  ids: readonly GlobalId[],
  context: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<unknown[]> {
  const found = await Promise.allSettled(ids.map((id) => resolveNode(id, context, info)));
  return found.map((each) => (each.status === 'fulfilled' ? each.value : each.reason));
}

/** @throws AppError `VALIDATION_FAILED` for an id that no object can have */
async function resolveNode(
  globalId: GlobalId,
  context: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  const type = info.schema.getType(globalId.typename);
  const isNode = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
  if (!isNode) throw malformedId();
  const [node] = await resolveNodes(builder, context, info, [globalId]);
  return node;
}

builder.queryType({ description: 'The root of all queries.' });
builder.mutationType({
  description: 'The root of all mutations. Each mutation takes one input and returns the changed object.',
});
builder.subscriptionType({
  description:
    "The root of all subscriptions, which are delivered over server-sent events or Apollo's multipart protocol.",
});
