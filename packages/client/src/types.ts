import type {
  ApiKeyFieldsFragment,
  ChatAgentQuery,
  ChatEventFieldsFragment,
  ChatMessageFieldsFragment,
  ChatRatingReason,
  DashboardFieldsFragment,
  DashboardHeadFieldsFragment,
  EmbedTenantFieldsFragment,
  FilterValuesQuery,
  GroupFieldsFragment,
  RefinementRangeQuery,
  RefineQuery,
  RowsSubscription,
  SessionFieldsFragment,
  ThreadChangesSubscription,
  ThreadFieldsFragment,
  TileResultQuery,
  ToolCallFieldsFragment,
  UserAttributeFieldsFragment,
  UserFieldsFragment,
  ViewerQuery,
} from './generated/graphql.ts';
import type { Root } from './transport.ts';

/** A thread: a conversation of a user with an agent. */
export type Thread = ThreadFieldsFragment;

/** Something that happened to a thread of the user. `thread` is null if it was deleted. */
export type ThreadChange = Root<ThreadChangesSubscription>;

/** A finished message of a thread: a question, an answer, a text of the agent while it works, or a tool call. */
export type ChatMessage = ChatMessageFieldsFragment;

/** A call of a tool by the agent. `result` is null until the call is complete. */
export type ToolCall = ToolCallFieldsFragment;

/** The result of a tool call: rows of a query, parts of the data model, or why the call failed. */
export type ToolResult = NonNullable<ToolCall['result']>;

/**
 * An event of a thread, told apart by `__typename`. `ChatStarted` comes first, then messages, piece by piece and as a whole,
 * and `ChatEnded` last.
 */
export type ChatEvent = ChatEventFieldsFragment;

/** A kind of event by its name, such as `EventOf<'ChatDelta'>`. */
export type EventOf<Kind extends ChatEvent['__typename']> = Extract<ChatEvent, { readonly __typename: Kind }>;

/** The agent that a user chats with. */
export type Agent = Root<ChatAgentQuery>;

/** Whom a session token stands for. An empty list of `deployments` means all. */
export type Viewer = Root<ViewerQuery>;

/** What a reader finds bad about a message. */
export interface RatingReasons {
  readonly reason?: ChatRatingReason | null;
  /** In their own words: at most 1,000 characters. */
  readonly comment?: string | null;
}

/** What a query consists of, as far as it can be changed part by part, and its rows after the changes. */
export type Refinement = NonNullable<Root<RefineQuery>>;

/** The first and the last day of something, as `YYYY-MM-DD`. */
export type DayRange = NonNullable<Root<RefinementRangeQuery>['range']>;

/** A column of a query's result. */
export type Column = NonNullable<Root<RowsSubscription>['columns']>[number];

/** A row of a query's result: one value for each column. */
export type Row = Root<RowsSubscription>['rows'][number];

/** A dashboard in a list. `name` reads it, `id` changes it. `updatedAt` is null for one of the workspace. */
export type DashboardHead = DashboardHeadFieldsFragment;

/** A dashboard as it is defined: its filters and tiles, without data. */
export type Dashboard = DashboardFieldsFragment;

/** The data of a tile. */
export type TileResult = NonNullable<NonNullable<Root<TileResultQuery>['tile']>['result']>;

/** Values that a filter of a dashboard offers. */
export type FilterValues = NonNullable<Root<FilterValuesQuery>['filter']>['values'];

/** A session of a user, without its secret. */
export type Session = SessionFieldsFragment;

/** A user: an external one, named by a session or a chat, or an internal one. */
export type User = UserFieldsFragment;

/** A scope for the users of one of your own customers. */
export type EmbedTenant = EmbedTenantFieldsFragment;

/** An API key, without its secret. */
export type ApiKey = ApiKeyFieldsFragment;

/** A group of users. */
export type Group = GroupFieldsFragment;

/** An attribute that users have values for, which access policies read. */
export type UserAttribute = UserAttributeFieldsFragment;
