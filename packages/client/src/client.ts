import { InlayError } from './errors.ts';
import { follow, followChanges } from './follow.ts';
import {
  AbortDocument,
  AddDashboardTileDocument,
  AskDocument,
  ChatAgentDocument,
  type ChatRating,
  type ChatThreadFilter,
  type ChatThreadOrder,
  CreateDashboardDocument,
  DashboardDocument,
  type DashboardFilterInput,
  DashboardsDocument,
  type DashboardTileInput,
  DeleteDashboardDocument,
  DeleteThreadDocument,
  FilterValuesDocument,
  JoinDocument,
  MessagesDocument,
  type QueryChange,
  RateDocument,
  RefineDocument,
  RefinementRangeDocument,
  RefinementValuesDocument,
  RenameThreadDocument,
  SuggestedQuestionsDocument,
  ThreadChangesDocument,
  ThreadDocument,
  ThreadsDocument,
  TileResultDocument,
  UpdateDashboardDocument,
  type UserDashboardFilter,
  UserDashboardsDocument,
  ViewerDocument,
} from './generated/graphql.ts';
import { type List, type ListOptions, nodesOf } from './list.ts';
import { newMessageId } from './message-id.ts';
import { type QueryRows, streamRows } from './query.ts';
import { createSessionToken, type SessionSource } from './session-token.ts';
import { createTransport, type ServiceOptions } from './transport.ts';
import type {
  Agent,
  ChatEvent,
  ChatMessage,
  Dashboard,
  DashboardHead,
  DayRange,
  FilterValues,
  RatingReasons,
  Refinement,
  Thread,
  ThreadChange,
  TileResult,
  Viewer,
} from './types.ts';

/** How a client reaches the service, and for whom. */
export type ClientOptions = ServiceOptions &
  SessionSource & {
    /** Number of the agent that questions go to. @default the first agent of the session's deployment */
    readonly agentId?: number;
    /**
     * IANA name of the time zone of answers and queries. With one that is not known, queries are refused, and answers use
     * the default. @default that of the deployment
     */
    readonly timezone?: string;
    /** How long a stream that breaks is tried to be resumed without a new event. @default 120_000 */
    readonly retryForMs?: number;
  };

/** How the events of a thread are followed. */
export interface FollowOptions {
  /** Ends the reading. The agent works on: `abort` stops it. */
  readonly signal?: AbortSignal;
  /**
   * Called when the connection is lost, or the service is busy, with the reason, before it is tried again; and with undefined
   * when events arrive again.
   */
  readonly onConnection?: (failure: InlayError | undefined) => void;
}

export interface AskOptions extends FollowOptions {
  /** The thread to ask in. @default a new one, whose id `ChatStarted` tells */
  readonly threadId?: string;
  /** @default that of the client */
  readonly agentId?: number;
  /**
   * Makes a question that is asked again the same question: 13 to 20 digits, which begin with the time in milliseconds, and
   * `-message`. @default a new one
   */
  readonly messageId?: string;
}

export interface EventsOptions extends FollowOptions {
  /** `sort` of the last event that was seen. @default 0, for all of the thread */
  readonly after?: number;
}

export interface QueryOptions {
  /** Number of the deployment. @default that of the session */
  readonly deploymentId?: number;
  /** Stops the query. */
  readonly signal?: AbortSignal;
}

export interface RefineOptions extends QueryOptions {
  /** Number of rows to read. @default none: `result` is absent */
  readonly first?: number;
}

export interface ThreadListOptions extends ListOptions {
  readonly filter?: ChatThreadFilter;
  readonly orderBy?: ChatThreadOrder;
}

export interface UserDashboardListOptions extends ListOptions {
  readonly filter?: UserDashboardFilter;
}

/** Changes to a dashboard. What is left out stays unchanged. */
export interface DashboardChanges {
  readonly title?: string;
  /** Whether the other users of the embed tenant can read it, each with the rows that they may see. */
  readonly isShared?: boolean;
}

export interface TileOptions {
  /** What to filter by: `{ dateRange: { name: 'period', from: '2025-01-01' } }`, or `list` or `number`, as the filter's kind is. */
  readonly filters?: DashboardFilterInput[];
  /** Number of rows. @default 1000 */
  readonly first?: number;
  readonly signal?: AbortSignal;
}

export interface FilterValuesOptions {
  /** Only values that contain this text. */
  readonly search?: string;
  /** Number of values. @default 50 */
  readonly first?: number;
}

/** What an end user may do. All methods reject with an {@link InlayError}. */
export interface Client {
  /**
   * Asks the agent. Nothing is sent before the first event is asked for. A connection that breaks is replaced, so nothing is
   * lost or repeated until `ChatEnded`; leaving the loop does not stop the agent.
   */
  ask(input: string, options?: AskOptions): AsyncGenerator<ChatEvent, void, undefined>;
  /** The events of a thread, those of a running turn as they happen, until `ChatEnded`. */
  events(threadId: string, options?: EventsOptions): AsyncGenerator<ChatEvent, void, undefined>;
  /** Stops the running turn of a thread. What was said so far stays. @param agentId @default that of the client */
  abort(threadId: string, agentId?: number): Promise<void>;
  /** Rates a message. `NONE` removes the rating. @param why kept with `BAD` only */
  rate(messageId: string, rating: ChatRating, why?: RatingReasons): Promise<ChatMessage>;
  /** The agent that questions go to, with questions that it can answer. */
  agent(agentId?: number): Promise<Agent>;
  /** Questions that the agent can answer: to go on with in a thread, or to start with. @param agentId @default that of the client */
  suggestions(threadId?: string, agentId?: number): Promise<readonly string[]>;
  /** Whom the client acts for. */
  viewer(): Promise<Viewer>;
  /** Runs semantic SQL and waits for the columns. A result that cannot be read to its end is an error. */
  query(sql: string, options?: QueryOptions): Promise<QueryRows>;
  /**
   * Changes a query part by part, without an agent, and reads its first rows. Null for a query of a form that cannot be changed
   * so, such as one of several relations.
   */
  refine(sql: string, changes?: readonly QueryChange[], options?: RefineOptions): Promise<Refinement | null>;
  /** Values of a dimension by which such a query can be filtered. None for a query that cannot be changed. */
  refinementValues(
    sql: string,
    member: string,
    options?: FilterValuesOptions & QueryOptions,
  ): Promise<FilterValues>;
  /** The first and the last day of a time dimension by which such a query can be filtered. Null without rows. */
  refinementRange(sql: string, member: string, options?: QueryOptions): Promise<DayRange | null>;
  /** The user's threads. */
  readonly threads: {
    list(options?: ThreadListOptions): List<Thread>;
    get(threadId: string): Promise<Thread>;
    /**
     * What happens to the user's threads from now on: made, renamed, deleted, a turn begun or ended. A connection that breaks is
     * replaced, and what happened meanwhile is not told: read the list whenever `onConnection` is called with undefined, also for the
     * first connection. It holds a connection, of which browsers have six to a server without HTTP/2.
     */
    changes(options?: FollowOptions): AsyncGenerator<ThreadChange, void, undefined>;
    /** The finished messages of a thread, oldest first. */
    messages(threadId: string, options?: ListOptions): List<ChatMessage>;
    rename(threadId: string, title: string): Promise<Thread>;
    delete(threadId: string): Promise<void>;
  };
  /** The dashboards of the session's deployment, which the workspace declares or users made. */
  readonly dashboards: {
    /** Those that the workspace declares. */
    list(): Promise<readonly Dashboard[]>;
    /** Those that users made: the user's own, and those shared with them; changed last first. */
    ofUsers(options?: UserDashboardListOptions): List<DashboardHead>;
    /** Makes a dashboard of the user, with its first tile if one is given. */
    create(title: string, tile?: DashboardTileInput): Promise<DashboardHead>;
    /** Keeps an answer as the last tile of a dashboard of the user. @param id global ID of the dashboard */
    addTile(id: string, tile: DashboardTileInput): Promise<DashboardHead>;
    update(id: string, changes: DashboardChanges): Promise<DashboardHead>;
    delete(id: string): Promise<void>;
    /** One of either kind. */
    get(name: string): Promise<Dashboard>;
    /** The rows of a tile under filters. Null if the tile has none. */
    tile(name: string, tile: string, options?: TileOptions): Promise<TileResult | null>;
    filterValues(name: string, filter: string, options?: FilterValuesOptions): Promise<FilterValues>;
  };
}

/** A client for one end user. It has nothing to close. */
export function createClient(options: ClientOptions): Client {
  const { timezone, retryForMs = 120_000 } = options;
  const transport = createTransport(options, createSessionToken(options));
  const { request } = transport;
  const sessionSettings = timezone === undefined ? null : { timezone };

  const agent: Client['agent'] = (agentId = options.agentId) =>
    request(ChatAgentDocument, { agentId: agentId ?? null });
  const viewer = () => request(ViewerDocument, {});
  const numberOfAgent = remember(async () => options.agentId ?? (await agent()).agentId);
  const ownDeployment = remember(async () => {
    const [deploymentId] = (await viewer()).deployments;
    if (deploymentId === undefined) throw new InlayError('NOT_FOUND', 'The session has no deployment.');
    return deploymentId;
  });

  function join(threadId: string, after: number, signal?: AbortSignal) {
    return transport.subscribe(JoinDocument, { threadId, after }, signal);
  }

  return {
    ask(input, { threadId, agentId, messageId = newMessageId(), signal, onConnection } = {}) {
      async function* start(): AsyncGenerator<ChatEvent, void, undefined> {
        const question = {
          input,
          messageId,
          agentId: agentId ?? (await numberOfAgent()),
          chatId: threadId ?? null,
          sessionSettings,
        };
        yield* transport.subscribe(AskDocument, { input: question }, signal);
      }
      return follow({
        open: (position) => (position ? join(position.threadId, position.after, signal) : start()),
        signal,
        onConnection,
        retryForMs,
      });
    },
    events: (threadId, { after = 0, signal, onConnection } = {}) =>
      follow({
        open: (position) => join(threadId, position?.after ?? after, signal),
        position: { threadId, after },
        signal,
        onConnection,
        retryForMs,
      }),
    async abort(threadId, agentId) {
      const input = { chatId: threadId, agentId: agentId ?? (await numberOfAgent()) };
      await request(AbortDocument, { input });
    },
    rate: async (id, rating, { reason = null, comment = null } = {}) =>
      (await request(RateDocument, { input: { id, rating, reason, comment } })).chatMessage,
    agent,
    async suggestions(threadId, agentId) {
      const variables = { agentId: agentId ?? (await numberOfAgent()), threadId: threadId ?? null };
      return (await request(SuggestedQuestionsDocument, variables)).suggestedQuestions;
    },
    viewer,
    async query(query, { deploymentId, signal } = {}) {
      const input = {
        query,
        deploymentId: deploymentId ?? (await ownDeployment()),
        timezone: timezone ?? null,
      };
      return streamRows(transport, input, signal);
    },
    async refine(query, changes = [], { deploymentId, first, signal } = {}) {
      const variables = {
        query,
        changes: [...changes],
        deploymentId: deploymentId ?? (await ownDeployment()),
        timezone: timezone ?? null,
        first: first ?? null,
        withRows: first !== undefined,
      };
      return transport.find(RefineDocument, variables, signal);
    },
    async refinementValues(query, member, { deploymentId, signal, ...selection } = {}) {
      const variables = {
        query,
        member,
        deploymentId: deploymentId ?? (await ownDeployment()),
        ...selection,
      };
      const refinement = await transport.find(RefinementValuesDocument, variables, signal);
      return refinement?.values ?? { values: [], hasMore: false };
    },
    async refinementRange(query, member, { deploymentId, signal } = {}) {
      const variables = { query, member, deploymentId: deploymentId ?? (await ownDeployment()) };
      return (await transport.find(RefinementRangeDocument, variables, signal))?.range ?? null;
    },
    threads: {
      list: ({ filter, orderBy, ...paging } = {}) =>
        nodesOf(paging, (page) =>
          request(ThreadsDocument, { ...page, filter: filter ?? null, orderBy: orderBy ?? null }),
        ),
      get: (threadId) => request(ThreadDocument, { threadId }),
      changes: ({ signal, onConnection } = {}) =>
        followChanges({
          open: (onOpen) => transport.subscribe(ThreadChangesDocument, {}, signal, onOpen),
          signal,
          onConnection,
        }),
      messages: (threadId, paging = {}) =>
        nodesOf(paging, async (page) => (await request(MessagesDocument, { ...page, threadId })).messages),
      rename: async (id, title) => (await request(RenameThreadDocument, { input: { id, title } })).chatThread,
      async delete(id) {
        await request(DeleteThreadDocument, { input: { id } });
      },
    },
    dashboards: {
      list: () => request(DashboardsDocument, {}),
      ofUsers: ({ filter, ...paging } = {}) =>
        nodesOf(paging, (page) => request(UserDashboardsDocument, { ...page, filter: filter ?? null })),
      create: async (title, tile) =>
        (await request(CreateDashboardDocument, { input: { title, tile: tile ?? null } })).dashboard,
      addTile: async (dashboardId, tile) =>
        (await request(AddDashboardTileDocument, { input: { dashboardId, tile } })).dashboard,
      update: async (id, changes) =>
        (await request(UpdateDashboardDocument, { input: { id, ...changes } })).dashboard,
      async delete(id) {
        await request(DeleteDashboardDocument, { input: { id } });
      },
      get: (name) => request(DashboardDocument, { name }),
      async tile(name, tile, { signal, ...selection } = {}) {
        const variables = { name, tile, timezone: timezone ?? null, ...selection };
        const dashboard = await request(TileResultDocument, variables, signal);
        return existing(dashboard.tile, `Tile "${tile}"`).result;
      },
      filterValues: async (name, filter, selection = {}) =>
        existing(
          (await request(FilterValuesDocument, { name, filter, ...selection })).filter,
          `Filter "${filter}"`,
        ).values,
    },
  };
}

/** Asks once, and again only after a failure. */
function remember<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let known: Promise<Value> | undefined;
  return () => {
    known ??= ask().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

function existing<Value>(value: Value, what: string): NonNullable<Value> {
  if (value == null) throw new InlayError('NOT_FOUND', `${what} not found.`);
  return value;
}
