/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** An operation as text, with the types of its result and its variables. */
export type Document<Data, Variables> = string & { readonly types?: (variables: Variables) => Data };
/** The thread whose turn to stop. */
export type AbortChatInput = {
  /** Name of the account. Default: the account of the credentials. */
  accountName?: string | null | undefined;
  /** Number of the agent within the account. */
  agentId: number;
  /** ID of the thread. */
  chatId: string;
  /** The user to act for. Required with an API key. With a session token, only `timezone` is read. */
  sessionSettings?: SessionSettingsInput | null | undefined;
};

/** An answer to keep as the last tile of a dashboard. */
export type AddDashboardTileInput = {
  /** Global ID of the dashboard. */
  dashboardId: string | number;
  /** An answer to keep: a query, and how its rows are displayed. With `spec` it is a chart, with `value` a figure, else a table. */
  tile: DashboardTileInput;
};

/** Conditions for listing API keys. */
export type ApiKeyFilter = {
  /** Returns only API keys in this state. */
  state?: ApiKeyState | null | undefined;
};

/** The sort order of a list. A cursor is valid only with the filter and order that it was returned for. */
export type ApiKeyOrder = {
  /** Direction to sort in. */
  direction?: OrderDirection;
  /** Field to sort by. */
  field: ApiKeyOrderField;
};

/** Fields by which a list can be sorted. Entries with equal values are returned in the order in which they were created. */
export type ApiKeyOrderField =
  /** Time at which the API key was created. */
  | 'CREATED_AT'
  /** What the API key is for, compared by code points. */
  | 'NAME';

/** The permissions of an API key. */
export type ApiKeyRole =
  /** Full access to the account, or to the bound deployments if the key is bound to any. */
  | 'ADMIN'
  /** Access to chat on behalf of users, and to nothing else. */
  | 'CHAT';

/** The state of an API key. */
export type ApiKeyState =
  /** The key can be used. */
  | 'ACTIVE'
  /** The key has expired. */
  | 'EXPIRED'
  /** The key was revoked. */
  | 'REVOKED';

/** What a message of a thread is. */
export type ChatMessageKind =
  /** The final answer. */
  | 'ANSWER'
  /** What the user asked. */
  | 'QUESTION'
  /** What the agent said while it worked. */
  | 'TEXT'
  /** A call of a tool. */
  | 'TOOL_CALL';

/** What a reader thinks of a message. */
export type ChatRating =
  /** The message is bad. */
  | 'BAD'
  /** The message is good. */
  | 'GOOD'
  /** The message is not rated. */
  | 'NONE';

/** Why a reader finds a message bad. */
export type ChatRatingReason =
  /** Something is missing. */
  | 'INCOMPLETE'
  /** It answers another question than the one that was asked. */
  | 'MISUNDERSTOOD'
  /** Something else, which the comment tells. */
  | 'OTHER'
  /** It is hard to understand. */
  | 'UNCLEAR'
  /** Its figures are wrong. */
  | 'WRONG_FIGURES';

/** The author of a message. */
export type ChatRole =
  /** The agent. */
  | 'ASSISTANT'
  /** The user. */
  | 'USER';

/** The reason that a turn stopped. */
export type ChatStopReason =
  /** The provider's content filter withheld all or the rest of the answer. */
  | 'CONTENT_FILTER'
  /** The model reached its output limit, so the answer is cut off. */
  | 'LENGTH'
  /** The agent found no answer. */
  | 'NO_ANSWER'
  /** The agent declined to answer. */
  | 'REFUSAL'
  /** The turn reached its limit of model calls. The answer is based on what the agent knew by then. */
  | 'STEP_LIMIT'
  /** The agent finished its answer. */
  | 'STOP'
  /** A model call, or the turn as a whole, took too long. */
  | 'TIME_LIMIT'
  /** The turn used up its token budget. The answer is based on what the agent knew by then. */
  | 'TOKEN_LIMIT';

/** A message to an agent, or a thread to read. */
export type ChatStreamInput = {
  /** Name of the account. Default: the account of the credentials. */
  accountName?: string | null | undefined;
  /** Development branch of the data model. With a session token, only branches that its deployment opens to users are allowed. */
  activeBranchName?: string | null | undefined;
  /** Number of the agent within the account. */
  agentId: number;
  /** ID of the thread to continue. If omitted, a new thread is started. */
  chatId?: string | null | undefined;
  /** Text of the message, at most 20,000 characters. If omitted, the thread is read instead. */
  input?: string | null | undefined;
  /** Whether `activeBranchName` names the main branch. If true, the main data model is used. */
  isDefaultBranch?: boolean | null | undefined;
  /** Makes the request safe to repeat: equal requests of a user to an agent start one turn, and another message or thread under the same ID is refused with `CONFLICT`. Format: milliseconds with 13 or more digits, followed by "-message". */
  messageId?: string | null | undefined;
  /** The user to act for. Required with an API key. With a session token, only `timezone` is read. */
  sessionSettings?: SessionSettingsInput | null | undefined;
};

/** Conditions for listing threads. */
export type ChatThreadFilter = {
  /** Returns only threads with the agent of this number, as used in the chat path. */
  agentId?: number | null | undefined;
  /** Returns only threads started before this time. */
  before?: string | null | undefined;
  /** Returns only threads started at or after this time. */
  from?: string | null | undefined;
  /** Returns only threads whose most recent turn has this status. */
  status?: ChatTurnStatus | null | undefined;
  /** Returns only threads whose title contains this text, ignoring case. At most 255 characters. */
  text?: string | null | undefined;
  /** Returns only threads of this user. Accepts the `id` of the object or its `databaseId`. */
  userId?: string | number | null | undefined;
};

/** The sort order of a list. A cursor is valid only with the filter and order that it was returned for. */
export type ChatThreadOrder = {
  /** Direction to sort in. */
  direction?: OrderDirection;
  /** Field to sort by. */
  field: ChatThreadOrderField;
};

/** Fields by which a list can be sorted. Entries with equal values are returned in the order in which they were created. */
export type ChatThreadOrderField =
  /** Time at which the thread was started. */
  | 'CREATED_AT'
  /** Time at which the thread last received a message. */
  | 'UPDATED_AT';

/** A tool of the agent. */
export type ChatTool =
  /** Searches the data model. */
  | 'SVC_META'
  /** Runs a query. */
  | 'SVC_SQL_API';

/** How a turn ended. */
export type ChatTurnOutcome =
  /** The turn was stopped. What was said up to then is kept. */
  | 'ABORTED'
  /** The turn ended with an answer. */
  | 'COMPLETED'
  /** The turn ended with an error. */
  | 'FAILED'
  /** The turn was cut short because the process that ran it went away. */
  | 'INTERRUPTED';

/** The status of a turn. */
export type ChatTurnStatus =
  /** The turn was stopped. What was said up to then is kept. */
  | 'ABORTED'
  /** The turn ended with an answer. */
  | 'COMPLETED'
  /** The turn ended with an error. */
  | 'FAILED'
  /** The turn was cut short because the process that ran it went away. */
  | 'INTERRUPTED'
  /** The agent is working on the turn. */
  | 'RUNNING';

/** The settings of a new API key. */
export type CreateApiKeyInput = {
  /** Numbers of the deployments to bind the key to. If omitted or empty, the key works for all deployments. */
  deployments?: Array<number> | null | undefined;
  /** When the key expires. If omitted, it never does. */
  expiresAt?: string | null | undefined;
  /** What the API key is for. */
  name: string;
  /** Permissions of the API key. */
  role: ApiKeyRole;
};

/** A new dashboard of the user. */
export type CreateDashboardInput = {
  /** Its first tile. Default: the dashboard begins empty. */
  tile?: DashboardTileInput | null | undefined;
  /** Title of the dashboard: one line, at most 255 characters. */
  title: string;
};

/** The settings of a new tenant-wide group. */
export type CreateGroupInput = {
  /** Description of the group. At most 2,000 characters. */
  description?: string | null | undefined;
  /** Name of the group, unique within the account. At most 255 characters. */
  name: string;
};

/** The settings of a new internal user. */
export type CreateInternalUserInput = {
  /** Email address of the user. */
  email?: string | null | undefined;
  /** Names of the tenant-wide groups that the user is a member of. */
  groups?: Array<string> | null | undefined;
  /** Values for tenant-wide user attributes. */
  userAttributes?: Array<UserAttributeInput> | null | undefined;
  /** Username, unique within the account. Sessions specify it as `internalId`. */
  username: string;
};

/** The settings of a new tenant-wide user attribute. */
export type CreateUserAttributeInput = {
  /** Default value for users without a value of their own. Write a number as text for `number`, and a JSON array as text for the array types. */
  defaultValue?: string | null | undefined;
  /** Description of the user attribute. At most 2,000 characters. */
  description?: string | null | undefined;
  /** Display name of the user attribute. */
  displayName?: string | null | undefined;
  /** Name of the user attribute, unique within the account. At most 255 characters. */
  name: string;
  /** Type of the values. It cannot be changed later. */
  type: UserAttributeType;
};

/** The kind of a relation in the data model. */
export type CubeMetadataType =
  /** A cube. */
  | 'CUBE'
  /** A view over cubes. */
  | 'VIEW';

/** How the numbers of a column are formatted. */
export type DashboardColumnFormat =
  /** An amount of money. */
  | 'CURRENCY'
  /** A plain number. */
  | 'NUMBER'
  /** A percentage, where 1 is 100 %. */
  | 'PERCENT';

/** A selection in a date range filter. */
export type DashboardDateRangeInput = {
  /** The first day, as `YYYY-MM-DD`. */
  from?: string | null | undefined;
  /** Name of the filter. */
  name: string;
  /** The last day, as `YYYY-MM-DD`, included in full. */
  to?: string | null | undefined;
};

/** A reader's selection in one filter, by the kind of the filter. An empty selection does not filter anything. */
export type DashboardFilterInput =
  {   /** A selection in a date range filter. */
  dateRange: DashboardDateRangeInput; list?: never; number?: never; }
  |  { dateRange?: never;   /** A selection in a list filter. */
  list: DashboardListInput; number?: never; }
  |  { dateRange?: never; list?: never;   /** A selection in a number filter. */
  number: DashboardNumberInput; };

/** What a reader selects in a filter. */
export type DashboardFilterKind =
  /** A first day, a last day, or both. */
  | 'DATE_RANGE'
  /** Any number of values. */
  | 'LIST'
  /** A minimum, a maximum, or both. */
  | 'NUMBER';

/** A selection in a list filter. */
export type DashboardListInput = {
  /** Name of the filter. */
  name: string;
  /** Matches any of these values, at most 1,000. */
  values: Array<string>;
};

/** A selection in a number filter. */
export type DashboardNumberInput = {
  /** The maximum. */
  max?: number | null | undefined;
  /** The minimum. */
  min?: number | null | undefined;
  /** Name of the filter. */
  name: string;
};

/** An answer to keep: a query, and how its rows are displayed. With `spec` it is a chart, with `value` a figure, else a table. */
export type DashboardTileInput = {
  /** What the tile shows, at most 2,000 characters. */
  description?: string | null | undefined;
  /** Vega-Lite v5 specification without data, which names columns of the query. At most 32,768 characters as JSON. */
  spec?: Record<string, unknown> | null | undefined;
  /** Semantic SQL that the user may run, at most 20,000 characters. Each reader gets the rows that they may see. */
  sql: string;
  /** Title of the tile: one line, at most 255 characters. */
  title: string;
  /** Column whose value in the first row is shown. */
  value?: string | null | undefined;
  /** Width in columns of the 12-column grid. Default: 3 for a figure, else 6. */
  width?: number | null | undefined;
};

/** How a tile displays its rows. */
export type DashboardTileKind =
  /** A chart drawn according to `spec`. */
  | 'CHART'
  /** A single number. */
  | 'FIGURE'
  /** A table of the rows as they are. */
  | 'TABLE';

/** The thread to delete. */
export type DeleteChatThreadInput = {
  /** Accepts the `id` of the object, or its ID in the REST API. */
  id: string | number;
};

/** The dashboard to delete. */
export type DeleteDashboardInput = {
  /** Global ID of the dashboard. */
  id: string | number;
};

/** The group of an embed tenant to delete. */
export type DeleteEmbedTenantGroupInput = {
  /** Name of the embed tenant. */
  embedTenantName: string;
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
};

/** The embed tenant to delete. */
export type DeleteEmbedTenantInput = {
  /** Name of the embed tenant. */
  name: string;
};

/** The user attribute of an embed tenant to delete. */
export type DeleteEmbedTenantUserAttributeInput = {
  /** Name of the embed tenant. */
  embedTenantName: string;
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
};

/** The external user to delete. */
export type DeleteExternalUserInput = {
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
};

/** The tenant-wide group to delete. */
export type DeleteGroupInput = {
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
};

/** The internal user to delete. */
export type DeleteInternalUserInput = {
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
};

/** The tenant-wide user attribute to delete. */
export type DeleteUserAttributeInput = {
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
};

/** The type of a dimension. */
export type DimensionType =
  /** True or false. */
  | 'BOOLEAN'
  /** A number. */
  | 'NUMBER'
  /** Text. */
  | 'STRING'
  /** A date, or a time of a day. */
  | 'TIME';

/** Why an operation failed: the `extensions.code` of each error. The list is closed. */
export type ErrorCode =
  /** The request cannot be read. */
  | 'BAD_REQUEST'
  /** The branch does not exist, or the session token may not name it. */
  | 'BRANCH_NOT_FOUND'
  /** The operation does not fit the present state, such as a name that is taken. */
  | 'CONFLICT'
  /** The account does not allow creator mode. */
  | 'CREATOR_MODE_DISABLED'
  /** The data model does not fit its data source. */
  | 'DATA_MODEL_INVALID'
  /** The data source cannot be reached. */
  | 'DATA_SOURCE_UNAVAILABLE'
  /** The account has reached its maximum number of external users. */
  | 'EXTERNAL_USER_LIMIT'
  /** The credentials may not do this. */
  | 'FORBIDDEN'
  /** The service failed. `extensions.requestId` finds the reason in its log. */
  | 'INTERNAL'
  /** The HTTP method does not fit the operation. */
  | 'METHOD_NOT_ALLOWED'
  /** The client accepts none of the types that the response could have. */
  | 'NOT_ACCEPTABLE'
  /** There is no such object that the caller may see. */
  | 'NOT_FOUND'
  /** The service is busy. `extensions.retryAfterSeconds` says when to repeat the request. */
  | 'OVERLOADED'
  /** The request is too large. */
  | 'PAYLOAD_TOO_LARGE'
  /** The account's plan does not include this. */
  | 'PLAN_REQUIRED'
  /** The query, or its result, is too large. */
  | 'QUERY_LIMIT'
  /** The query took too long. */
  | 'QUERY_TIMEOUT'
  /** The query failed on the data, such as on a text that is no number. */
  | 'SQL_FAILED'
  /** The query is not valid, or names something that the user may not see. */
  | 'SQL_INVALID'
  /** The query uses SQL that is not allowed. */
  | 'SQL_NOT_ALLOWED'
  /** A turn of the thread is running. */
  | 'THREAD_BUSY'
  /** The tokens of the day are spent. `extensions.retryAfterSeconds` says when there are more. */
  | 'TOKEN_BUDGET_SPENT'
  /** There are too many requests. `extensions.retryAfterSeconds` says when to repeat it. */
  | 'TOO_MANY_REQUESTS'
  /** The credentials are missing, unknown, expired or revoked. */
  | 'UNAUTHENTICATED'
  /** The service, or something that it needs, is not available at the moment. */
  | 'UNAVAILABLE'
  /** The request has a type that is not supported. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** The operation or its input is not valid. `extensions.issues` lists what to correct. */
  | 'VALIDATION_FAILED'
  /** The object is declared in the workspace. Change it there. */
  | 'WORKSPACE_MANAGED';

/** The session to exchange. */
export type ExchangeSessionInput = {
  /** ID of the session, as returned by `generateSession`. */
  sessionId: string;
};

/** The user and the rights that a session is created with. */
export type GenerateSessionInput = {
  /** Whether groups and user attributes are resolved in the embed tenant's own catalog. */
  creatorMode?: boolean | null | undefined;
  /** Number of the deployment that the session gives access to. */
  deploymentId: number;
  /** Email address, stored with the external user. At most 320 characters. */
  email?: string | null | undefined;
  /** Name of the embed tenant to work in, which is part of who an external user is: 5 to 36 characters of a-z, 0-9 and "-", starting with a letter and not ending with "-". */
  embedTenantName?: string | null | undefined;
  /** Your identifier for the user within the embed tenant, or within the account without one: lowercase and trimmed, at most 255 characters. In another embed tenant it is another user. The user is created if necessary. Specify either this or `internalId`. */
  externalId?: string | null | undefined;
  /** Groups to create or update before memberships are set, at most 1,000. Requires creator mode and an embed tenant. */
  groupDefinitions?: Array<GroupDefinitionInput> | null | undefined;
  /** Names of the user's groups, at most 1,000. If omitted, memberships stay unchanged; a list, even an empty one, replaces them for all sessions of the user at once. */
  groups?: Array<string> | null | undefined;
  /** Username of an existing internal user, whose own rights apply: `email` is not used, and `groups`, `userAttributes`, `groupDefinitions`, `userAttributeDefinitions` and `securityContext` are not allowed with it. */
  internalId?: string | null | undefined;
  /** Values that are passed to access policies. At most 64 KiB as JSON, nested at most 32 levels deep. */
  securityContext?: Record<string, unknown> | null | undefined;
  /** User attributes to create or update before values are stored, at most 1,000. Requires creator mode and an embed tenant. */
  userAttributeDefinitions?: Array<UserAttributeDefinitionInput> | null | undefined;
  /** Attribute values to store for the user, at most 1,000. They hold for all sessions of the user at once. */
  userAttributes?: Array<UserAttributeInput> | null | undefined;
};

/** The granularity of times. Each time represents the whole period that begins with it. */
export type Granularity =
  /** One day. */
  | 'DAY'
  /** One hour. */
  | 'HOUR'
  /** One minute. */
  | 'MINUTE'
  /** One month. */
  | 'MONTH'
  /** One quarter of a year. */
  | 'QUARTER'
  /** One second. */
  | 'SECOND'
  /** One week, beginning on Monday. */
  | 'WEEK'
  /** One year. */
  | 'YEAR';

/** A group to create or reuse in the embed tenant. */
export type GroupDefinitionInput = {
  /** Description of the group. It replaces the stored description if different, and never clears it. */
  description?: string | null | undefined;
  /** Name of the group. An existing group with this name is reused. */
  name: string;
};

/** How values are formatted. */
export type MemberFormat =
  /** An amount of money. */
  | 'CURRENCY'
  /** An identifier, without thousands separators. */
  | 'ID'
  /** The address of an image. */
  | 'IMAGE_URL'
  /** The address of a page. */
  | 'LINK'
  /** A plain number. */
  | 'NUMBER'
  /** A percentage, where 1 is 100 %. */
  | 'PERCENT';

/** The direction in which a list is sorted. */
export type OrderDirection =
  /** Ascending: the lowest, oldest or alphabetically first entry comes first. */
  | 'ASC'
  /** Descending: the highest, newest or alphabetically last entry comes first. */
  | 'DESC';

/** What to break the figures of a query down by. Without `column`, a breakdown is added; without `member`, one is removed. */
export type QueryBreakdownChange = {
  /** Result column of the breakdown to replace or remove. */
  column?: string | null | undefined;
  /** For times: the unit, such as `month`, or one that the data model defines. */
  granularity?: string | null | undefined;
  /** Name of a dimension within its relation, such as `country`. */
  member?: string | null | undefined;
};

/** A change of a query. */
export type QueryChange =
  {   /** What to break the figures of a query down by. Without `column`, a breakdown is added; without `member`, one is removed. */
  breakdown: QueryBreakdownChange; filter?: never; records?: never; without?: never; }
  |  { breakdown?: never;   /** A selection in one dimension, which replaces all that the query selects in it. An empty one removes the filter. */
  filter: QueryFilterChange; records?: never; without?: never; }
  |  { breakdown?: never; filter?: never;   /** If true, shows the rows that the figures are computed from, at most 1,000, newest first. */
  records: boolean; without?: never; }
  |  { breakdown?: never; filter?: never; records?: never;   /** Removes the filter with this `sql`. */
  without: string; };

/** A selection in one dimension, which replaces all that the query selects in it. An empty one removes the filter. */
export type QueryFilterChange = {
  /** For times: the first day, as `YYYY-MM-DD`. */
  from?: string | null | undefined;
  /** Matches all but the selected values. Default: false. */
  isExcluded?: boolean | null | undefined;
  /** Also selects rows without a value. Default: false. */
  isMissing?: boolean | null | undefined;
  /** For numbers: the maximum. */
  max?: number | null | undefined;
  /** Name of a dimension within its relation, such as `country`. */
  member: string;
  /** For numbers: the minimum. */
  min?: number | null | undefined;
  /** For times: the last day, as `YYYY-MM-DD`, included in full. */
  to?: string | null | undefined;
  /** Matches any of these values, at most 1,000. */
  values?: Array<string> | null | undefined;
};

/** A rating for a message of an agent. */
export type RateChatMessageInput = {
  /** What is wrong, in the words of the reader: at most 1,000 characters. Kept with `BAD` only. */
  comment?: string | null | undefined;
  /** Accepts the `id` of the object, or its ID in the REST API. */
  id: string | number;
  /** The rating. `NONE` removes it. */
  rating: ChatRating;
  /** Why it is bad. Kept with `BAD` only. */
  reason?: ChatRatingReason | null | undefined;
};

/** A new title for a thread. */
export type RenameChatThreadInput = {
  /** Accepts the `id` of the object, or its ID in the REST API. */
  id: string | number;
  /** The new title: one line, at most 255 characters. */
  title: string;
};

/** The API key to revoke. */
export type RevokeApiKeyInput = {
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
};

/** The listed session to revoke. */
export type RevokeListedSessionInput = {
  /** The `id` of the session object. This is not the secret session ID. */
  id: string | number;
};

/** The session to revoke. */
export type RevokeSessionInput = {
  /** ID of the session, as returned by `generateSession`. */
  sessionId: string;
};

/** The API key to rotate. */
export type RotateApiKeyInput = {
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
  /** How long the old key keeps working, in seconds: 0 to 2592000. Default: 86400 (one day). */
  overlapSeconds?: number | null | undefined;
};

/** Conditions for listing sessions. */
export type SessionFilter = {
  /** Returns only sessions in this state. */
  state?: SessionState | null | undefined;
  /** Returns only sessions of this user. Accepts the `id` of the object or its `databaseId`. */
  userId?: string | number | null | undefined;
};

/** The sort order of a list. A cursor is valid only with the filter and order that it was returned for. */
export type SessionOrder = {
  /** Direction to sort in. */
  direction?: OrderDirection;
  /** Field to sort by. */
  field: SessionOrderField;
};

/** Fields by which a list can be sorted. Entries with equal values are returned in the order in which they were created. */
export type SessionOrderField =
  /** Time at which the session was created. */
  | 'CREATED_AT';

/** The user on whose behalf an API key acts. With a session token, which has its own user, it does not identify anyone. */
export type SessionSettingsInput = {
  /** Email address, stored with the external user. At most 320 characters. */
  email?: string | null | undefined;
  /** Lifetime of an ephemeral user, in seconds. Default: 604800 (one week). */
  ephemeralTtlSeconds?: number | null | undefined;
  /** Your identifier for the user, among the users without an embed tenant: lowercase, without spaces. Specify either this or `internalId`. */
  externalId?: string | null | undefined;
  /** Names of the user's groups, at most 1,000. If omitted, memberships stay unchanged; a list, even an empty one, replaces them for all sessions of the user at once. */
  groups?: Array<string> | null | undefined;
  /** Email address or username of an existing internal user. */
  internalId?: string | null | undefined;
  /** Whether the user is ephemeral. If false, the user is kept. Default: true. */
  isEphemeral?: boolean | null | undefined;
  /** Not used. Not allowed with `internalId`. */
  roles?: Array<string> | null | undefined;
  /** Values that are passed to access policies. At most 64 KiB as JSON, nested at most 32 levels deep. */
  securityContext?: Record<string, unknown> | null | undefined;
  /** IANA name of the time zone to answer in. If it is not known, that of the deployment applies, as if it were omitted. */
  timezone?: string | null | undefined;
  /** Attribute values to store for the user, at most 1,000. They hold for all sessions of the user at once. */
  userAttributes?: Array<UserAttributeInput> | null | undefined;
};

/** The state of a session. */
export type SessionState =
  /** The session was exchanged for a token. */
  | 'EXCHANGED'
  /** The session was not exchanged in time. */
  | 'EXPIRED'
  /** The session can be exchanged. */
  | 'PENDING'
  /** The session was revoked, along with any token that it was exchanged for. */
  | 'REVOKED';

/** The type of a column's values and how they are represented in JSON. */
export type SqlColumnType =
  /** True or false. */
  | 'BOOLEAN'
  /** A date, as `YYYY-MM-DD`. */
  | 'DATE'
  /** A decimal number, represented as text. */
  | 'DECIMAL'
  /** A number. */
  | 'DOUBLE'
  /** A whole number. Beyond 2^53 it is represented as text. */
  | 'INT64'
  /** Any JSON value. */
  | 'JSON'
  /** Text. */
  | 'STRING'
  /** An ISO 8601 time without offset, in the query's time zone. */
  | 'TIMESTAMP';

/** A query whose entire result to stream. */
export type SqlStreamInput = {
  /** Development branch of the data model. With a session token, only branches that its deployment opens to users are allowed. */
  activeBranchName?: string | null | undefined;
  /** Number of the deployment. */
  deploymentId: number;
  /** Whether `activeBranchName` names the main branch. If true, the main data model is used. */
  isDefaultBranch?: boolean | null | undefined;
  /** A single SELECT statement over cubes and views. Write measures as `MEASURE(name)`. */
  query: string;
  /** The user to act for. Required with an API key. With a session token, only `timezone` is read. */
  sessionSettings?: SessionSettingsInput | null | undefined;
  /** IANA name of the time zone. Default: the time zone of `sessionSettings`, then that of the deployment, then UTC. */
  timezone?: string | null | undefined;
};

/** What happened to a thread. */
export type ThreadChangeKind =
  /** The thread was made, and its first turn began. */
  | 'CREATED'
  /** The thread was deleted, with its messages. */
  | 'DELETED'
  /** The thread has another title. */
  | 'RENAMED'
  /** The turn ended, in whatever way. */
  | 'TURN_ENDED'
  /** A turn began, or continues after an interruption. `chatEvents` follows it. */
  | 'TURN_STARTED';

/** Changes to a dashboard. Omitted fields stay unchanged. */
export type UpdateDashboardInput = {
  /** Global ID of the dashboard. */
  id: string | number;
  /** Whether the other users of the user's embed tenant can read the dashboard, each with the rows that they may see. Only users of an embed tenant can share. */
  isShared?: boolean | null | undefined;
  /** New title: one line, at most 255 characters. */
  title?: string | null | undefined;
};

/** Changes to a tenant-wide group. Omitted fields stay unchanged. */
export type UpdateGroupInput = {
  /** New description of the group. Null clears it. */
  description?: string | null | undefined;
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
  /** New name of the group. Policies refer to groups by name, so check those that use the old name. */
  name?: string | null | undefined;
};

/** Changes to an internal user. Omitted fields stay unchanged. */
export type UpdateInternalUserInput = {
  /** New email address of the user. Null clears it. */
  email?: string | null | undefined;
  /** Names of tenant-wide groups. They replace all memberships of the user. */
  groups?: Array<string> | null | undefined;
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
  /** Attribute values to set, by name. Null clears a value; values that are not listed stay unchanged. */
  userAttributes?: Array<UserAttributeInput> | null | undefined;
};

/** Changes to a tenant-wide user attribute. Omitted fields stay unchanged, and null clears a field. */
export type UpdateUserAttributeInput = {
  /** Default value for users without a value of their own. Write a number as text for `number`, and a JSON array as text for the array types. */
  defaultValue?: string | null | undefined;
  /** New description of the user attribute. At most 2,000 characters. */
  description?: string | null | undefined;
  /** New display name of the user attribute. */
  displayName?: string | null | undefined;
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
};

/** A user attribute to create or reuse in the embed tenant. */
export type UserAttributeDefinitionInput = {
  /** Default value for users without a value of their own. Write a number as text for `number`, and a JSON array as text for the array types. */
  defaultValue?: string | null | undefined;
  /** Description of the user attribute. If given, it replaces the stored one. */
  description?: string | null | undefined;
  /** Display name of the user attribute. If given, it replaces the stored one. */
  displayName?: string | null | undefined;
  /** Name of the user attribute. An existing user attribute with this name is reused. */
  name: string;
  /** Type of the values. It cannot be changed later. */
  type: UserAttributeType;
};

/** A value for a user attribute. */
export type UserAttributeInput = {
  /** Name of an existing user attribute. */
  name: string;
  /** Value of the type that the user attribute has. Null clears the value. Strings have at most 10,000 characters, lists at most 1,000 entries. */
  value?: string | number | readonly string[] | readonly number[] | null | undefined;
};

/** The type of a user attribute's values. */
export type UserAttributeType =
  /** A number. */
  | 'NUMBER'
  /** A list of numbers. */
  | 'NUMBER_ARRAY'
  /** Text. */
  | 'STRING'
  /** A list of strings. */
  | 'STRING_ARRAY';

/** Conditions for listing dashboards. */
export type UserDashboardFilter = {
  /** Returns only the user's own dashboards, or only those of others. */
  isOwn?: boolean | null | undefined;
  /** Returns only dashboards whose title contains this text, ignoring case. At most 255 characters. */
  text?: string | null | undefined;
};

/** Conditions for listing users. */
export type UserFilter = {
  /** Returns only users of the embed tenant with this name. */
  embedTenantName?: string | null | undefined;
  /** Whether to return only ephemeral users (true) or only permanent ones (false). */
  isEphemeral?: boolean | null | undefined;
  /** Returns only users of this kind. */
  kind?: UserKind | null | undefined;
  /** Returns only users whose identifier or email address contains this text, ignoring case. At most 255 characters. */
  text?: string | null | undefined;
};

/** The origin of a user. */
export type UserKind =
  /** One of your own users, created when a session or a chat named it. */
  | 'EXTERNAL'
  /** A user created by an administrator and identified by username. */
  | 'INTERNAL';

/** The sort order of a list. A cursor is valid only with the filter and order that it was returned for. */
export type UserOrder = {
  /** Direction to sort in. */
  direction?: OrderDirection;
  /** Field to sort by. */
  field: UserOrderField;
};

/** Fields by which a list can be sorted. Entries with equal values are returned in the order in which they were created. */
export type UserOrderField =
  /** Time at which the user was created. */
  | 'CREATED_AT'
  /** The `externalId` or username, compared by code points. */
  | 'IDENTIFIER';

export type PageFieldsFragment = { hasNextPage: boolean, endCursor: string | null };

export type SessionFieldsFragment = { id: string, state: SessionState, creatorMode: boolean, createdAt: string, expiresAt: string, exchangedAt: string | null, revokedAt: string | null, user: { id: string, databaseId: number, identifier: string, kind: UserKind }, embedTenant: { name: string } | null, deployment: { deploymentId: number, name: string } };

export type UserFieldsFragment = { id: string, databaseId: number, identifier: string, kind: UserKind, email: string | null, isEphemeral: boolean, isManaged: boolean | null, createdAt: string, expiresAt: string | null, embedTenant: { name: string } | null, userAttributes: Array<{ name: string, type: UserAttributeType, value: unknown, isScoped: boolean, isManaged: boolean | null }> };

export type EmbedTenantFieldsFragment = { id: string, name: string, createdAt: string };

export type ApiKeyFieldsFragment = { id: string, databaseId: number, name: string, role: ApiKeyRole, state: ApiKeyState, hint: string, deployments: Array<number>, isManaged: boolean, createdAt: string, expiresAt: string | null, revokedAt: string | null };

export type GroupFieldsFragment = { id: string, databaseId: number, name: string, description: string | null, userCount: number, isManaged: boolean | null, createdAt: string };

export type UserAttributeFieldsFragment = { id: string, databaseId: number, name: string, type: UserAttributeType, displayName: string | null, defaultValue: string | null, description: string | null, isManaged: boolean, createdAt: string };

export type SessionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: SessionFilter | null | undefined;
  orderBy?: SessionOrder | null | undefined;
}>;


export type SessionsQuery = { sessions: { edges: Array<{ node: { id: string, state: SessionState, creatorMode: boolean, createdAt: string, expiresAt: string, exchangedAt: string | null, revokedAt: string | null, user: { id: string, databaseId: number, identifier: string, kind: UserKind }, embedTenant: { name: string } | null, deployment: { deploymentId: number, name: string } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type UsersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: UserFilter | null | undefined;
  orderBy?: UserOrder | null | undefined;
}>;


export type UsersQuery = { users: { edges: Array<{ node: { id: string, databaseId: number, identifier: string, kind: UserKind, email: string | null, isEphemeral: boolean, isManaged: boolean | null, createdAt: string, expiresAt: string | null, embedTenant: { name: string } | null, userAttributes: Array<{ name: string, type: UserAttributeType, value: unknown, isScoped: boolean, isManaged: boolean | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type EmbedTenantsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EmbedTenantsQuery = { embedTenants: { edges: Array<{ node: { id: string, name: string, createdAt: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ApiKeysQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ApiKeyFilter | null | undefined;
  orderBy?: ApiKeyOrder | null | undefined;
}>;


export type ApiKeysQuery = { apiKeys: { edges: Array<{ node: { id: string, databaseId: number, name: string, role: ApiKeyRole, state: ApiKeyState, hint: string, deployments: Array<number>, isManaged: boolean, createdAt: string, expiresAt: string | null, revokedAt: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type GroupsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type GroupsQuery = { groups: { edges: Array<{ node: { id: string, databaseId: number, name: string, description: string | null, userCount: number, isManaged: boolean | null, createdAt: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type UserAttributesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type UserAttributesQuery = { userAttributes: { edges: Array<{ node: { id: string, databaseId: number, name: string, type: UserAttributeType, displayName: string | null, defaultValue: string | null, description: string | null, isManaged: boolean, createdAt: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TenantGroupsQueryVariables = Exact<{
  name: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TenantGroupsQuery = { embedTenant: { groups: { edges: Array<{ node: { id: string, databaseId: number, name: string, description: string | null, userCount: number, isManaged: boolean | null, createdAt: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type TenantUserAttributesQueryVariables = Exact<{
  name: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TenantUserAttributesQuery = { embedTenant: { userAttributes: { edges: Array<{ node: { id: string, databaseId: number, name: string, type: UserAttributeType, displayName: string | null, defaultValue: string | null, description: string | null, isManaged: boolean, createdAt: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type GenerateSessionMutationVariables = Exact<{
  input: GenerateSessionInput;
}>;


export type GenerateSessionMutation = { generateSession: { sessionId: string, expiresAt: string } };

export type RevokeSessionMutationVariables = Exact<{
  input: RevokeSessionInput;
}>;


export type RevokeSessionMutation = { revokeSession: { sessionId: string } };

export type RevokeListedSessionMutationVariables = Exact<{
  input: RevokeListedSessionInput;
}>;


export type RevokeListedSessionMutation = { revokeListedSession: { session: { id: string, state: SessionState, creatorMode: boolean, createdAt: string, expiresAt: string, exchangedAt: string | null, revokedAt: string | null, user: { id: string, databaseId: number, identifier: string, kind: UserKind }, embedTenant: { name: string } | null, deployment: { deploymentId: number, name: string } } } };

export type CreateInternalUserMutationVariables = Exact<{
  input: CreateInternalUserInput;
}>;


export type CreateInternalUserMutation = { createInternalUser: { user: { id: string, databaseId: number, identifier: string, kind: UserKind, email: string | null, isEphemeral: boolean, isManaged: boolean | null, createdAt: string, expiresAt: string | null, embedTenant: { name: string } | null, userAttributes: Array<{ name: string, type: UserAttributeType, value: unknown, isScoped: boolean, isManaged: boolean | null }> } } };

export type UpdateInternalUserMutationVariables = Exact<{
  input: UpdateInternalUserInput;
}>;


export type UpdateInternalUserMutation = { updateInternalUser: { user: { id: string, databaseId: number, identifier: string, kind: UserKind, email: string | null, isEphemeral: boolean, isManaged: boolean | null, createdAt: string, expiresAt: string | null, embedTenant: { name: string } | null, userAttributes: Array<{ name: string, type: UserAttributeType, value: unknown, isScoped: boolean, isManaged: boolean | null }> } } };

export type DeleteInternalUserMutationVariables = Exact<{
  input: DeleteInternalUserInput;
}>;


export type DeleteInternalUserMutation = { deleteInternalUser: { deletedUserId: string } };

export type DeleteExternalUserMutationVariables = Exact<{
  input: DeleteExternalUserInput;
}>;


export type DeleteExternalUserMutation = { deleteExternalUser: { deletedUserId: string } };

export type DeleteEmbedTenantMutationVariables = Exact<{
  input: DeleteEmbedTenantInput;
}>;


export type DeleteEmbedTenantMutation = { deleteEmbedTenant: { deletedUsers: number } };

export type DeleteEmbedTenantGroupMutationVariables = Exact<{
  input: DeleteEmbedTenantGroupInput;
}>;


export type DeleteEmbedTenantGroupMutation = { deleteEmbedTenantGroup: { deletedGroupId: string } };

export type DeleteEmbedTenantUserAttributeMutationVariables = Exact<{
  input: DeleteEmbedTenantUserAttributeInput;
}>;


export type DeleteEmbedTenantUserAttributeMutation = { deleteEmbedTenantUserAttribute: { deletedUserAttributeId: string } };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { createApiKey: { secret: string, apiKey: { id: string, databaseId: number, name: string, role: ApiKeyRole, state: ApiKeyState, hint: string, deployments: Array<number>, isManaged: boolean, createdAt: string, expiresAt: string | null, revokedAt: string | null } } };

export type RotateApiKeyMutationVariables = Exact<{
  input: RotateApiKeyInput;
}>;


export type RotateApiKeyMutation = { rotateApiKey: { secret: string, apiKey: { id: string, databaseId: number, name: string, role: ApiKeyRole, state: ApiKeyState, hint: string, deployments: Array<number>, isManaged: boolean, createdAt: string, expiresAt: string | null, revokedAt: string | null } } };

export type RevokeApiKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type RevokeApiKeyMutation = { revokeApiKey: { apiKey: { id: string, databaseId: number, name: string, role: ApiKeyRole, state: ApiKeyState, hint: string, deployments: Array<number>, isManaged: boolean, createdAt: string, expiresAt: string | null, revokedAt: string | null } } };

export type CreateGroupMutationVariables = Exact<{
  input: CreateGroupInput;
}>;


export type CreateGroupMutation = { createGroup: { group: { id: string, databaseId: number, name: string, description: string | null, userCount: number, isManaged: boolean | null, createdAt: string } } };

export type UpdateGroupMutationVariables = Exact<{
  input: UpdateGroupInput;
}>;


export type UpdateGroupMutation = { updateGroup: { group: { id: string, databaseId: number, name: string, description: string | null, userCount: number, isManaged: boolean | null, createdAt: string } } };

export type DeleteGroupMutationVariables = Exact<{
  input: DeleteGroupInput;
}>;


export type DeleteGroupMutation = { deleteGroup: { deletedGroupId: string } };

export type CreateUserAttributeMutationVariables = Exact<{
  input: CreateUserAttributeInput;
}>;


export type CreateUserAttributeMutation = { createUserAttribute: { userAttribute: { id: string, databaseId: number, name: string, type: UserAttributeType, displayName: string | null, defaultValue: string | null, description: string | null, isManaged: boolean, createdAt: string } } };

export type UpdateUserAttributeMutationVariables = Exact<{
  input: UpdateUserAttributeInput;
}>;


export type UpdateUserAttributeMutation = { updateUserAttribute: { userAttribute: { id: string, databaseId: number, name: string, type: UserAttributeType, displayName: string | null, defaultValue: string | null, description: string | null, isManaged: boolean, createdAt: string } } };

export type DeleteUserAttributeMutationVariables = Exact<{
  input: DeleteUserAttributeInput;
}>;


export type DeleteUserAttributeMutation = { deleteUserAttribute: { deletedUserAttributeId: string } };

export type ToolCallFieldsFragment = { tool: ChatTool | null, name: string, inputJson: string, searchQuery: string | null, sqlQuery: string | null, title: string | null, result:
    | { __typename: 'MetadataToolResult', cubes: Array<{ name: string, title: string, description: string | null, type: CubeMetadataType, measures: Array<{ name: string, title: string }>, dimensions: Array<{ name: string, title: string }> }> }
    | { __typename: 'SqlToolResult', resultId: string, title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, cached: boolean, asOf: string | null, columns: Array<{ name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
    | { __typename: 'ToolError', message: string }
   | null };

export type ChatMessageFieldsFragment = { id: string, kind: ChatMessageKind, role: ChatRole, content: string, createdAt: string, rating: ChatRating, sort: number, toolCall: { tool: ChatTool | null, name: string, inputJson: string, searchQuery: string | null, sqlQuery: string | null, title: string | null, result:
      | { __typename: 'MetadataToolResult', cubes: Array<{ name: string, title: string, description: string | null, type: CubeMetadataType, measures: Array<{ name: string, title: string }>, dimensions: Array<{ name: string, title: string }> }> }
      | { __typename: 'SqlToolResult', resultId: string, title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, cached: boolean, asOf: string | null, columns: Array<{ name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
      | { __typename: 'ToolError', message: string }
     | null } | null };

type ChatEventFields_ChatDelta_Fragment = { __typename: 'ChatDelta', sort: number, messageId: string, content: string, thinking: string | null };

type ChatEventFields_ChatEnded_Fragment = { __typename: 'ChatEnded', sort: number, status: ChatTurnOutcome, stopReason: ChatStopReason | null, model: string | null, threadId: string, usage: { inputTokens: number, outputTokens: number, cachedInputTokens: number, steps: number } };

type ChatEventFields_ChatFailed_Fragment = { __typename: 'ChatFailed', sort: number, code: ErrorCode, error: string };

type ChatEventFields_ChatMessageFinished_Fragment = { __typename: 'ChatMessageFinished', sort: number, thinking: string | null, message: { id: string, kind: ChatMessageKind, role: ChatRole, content: string, createdAt: string, rating: ChatRating, sort: number, toolCall: { tool: ChatTool | null, name: string, inputJson: string, searchQuery: string | null, sqlQuery: string | null, title: string | null, result:
        | { __typename: 'MetadataToolResult', cubes: Array<{ name: string, title: string, description: string | null, type: CubeMetadataType, measures: Array<{ name: string, title: string }>, dimensions: Array<{ name: string, title: string }> }> }
        | { __typename: 'SqlToolResult', resultId: string, title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, cached: boolean, asOf: string | null, columns: Array<{ name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
        | { __typename: 'ToolError', message: string }
       | null } | null } };

type ChatEventFields_ChatStarted_Fragment = { __typename: 'ChatStarted', sort: number, isStreaming: boolean, threadId: string };

type ChatEventFields_ChatToolCallStarted_Fragment = { __typename: 'ChatToolCallStarted', sort: number, messageId: string, toolCall: { tool: ChatTool | null, name: string, inputJson: string, searchQuery: string | null, sqlQuery: string | null, title: string | null, result:
      | { __typename: 'MetadataToolResult', cubes: Array<{ name: string, title: string, description: string | null, type: CubeMetadataType, measures: Array<{ name: string, title: string }>, dimensions: Array<{ name: string, title: string }> }> }
      | { __typename: 'SqlToolResult', resultId: string, title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, cached: boolean, asOf: string | null, columns: Array<{ name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
      | { __typename: 'ToolError', message: string }
     | null } };

export type ChatEventFieldsFragment =
  | ChatEventFields_ChatDelta_Fragment
  | ChatEventFields_ChatEnded_Fragment
  | ChatEventFields_ChatFailed_Fragment
  | ChatEventFields_ChatMessageFinished_Fragment
  | ChatEventFields_ChatStarted_Fragment
  | ChatEventFields_ChatToolCallStarted_Fragment
;

export type ThreadFieldsFragment = { title: string, status: ChatTurnStatus | null, createdAt: string, updatedAt: string, id: string };

export type AskSubscriptionVariables = Exact<{
  input: ChatStreamInput;
}>;


export type AskSubscription = { chatStream:
    | { __typename: 'ChatDelta', sort: number, messageId: string, content: string, thinking: string | null }
    | { __typename: 'ChatEnded', sort: number, status: ChatTurnOutcome, stopReason: ChatStopReason | null, model: string | null, threadId: string, usage: { inputTokens: number, outputTokens: number, cachedInputTokens: number, steps: number } }
    | { __typename: 'ChatFailed', sort: number, code: ErrorCode, error: string }
    | { __typename: 'ChatMessageFinished', sort: number, thinking: string | null, message: { id: string, kind: ChatMessageKind, role: ChatRole, content: string, createdAt: string, rating: ChatRating, sort: number, toolCall: { tool: ChatTool | null, name: string, inputJson: string, searchQuery: string | null, sqlQuery: string | null, title: string | null, result:
            | { __typename: 'MetadataToolResult', cubes: Array<{ name: string, title: string, description: string | null, type: CubeMetadataType, measures: Array<{ name: string, title: string }>, dimensions: Array<{ name: string, title: string }> }> }
            | { __typename: 'SqlToolResult', resultId: string, title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, cached: boolean, asOf: string | null, columns: Array<{ name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
            | { __typename: 'ToolError', message: string }
           | null } | null } }
    | { __typename: 'ChatStarted', sort: number, isStreaming: boolean, threadId: string }
    | { __typename: 'ChatToolCallStarted', sort: number, messageId: string, toolCall: { tool: ChatTool | null, name: string, inputJson: string, searchQuery: string | null, sqlQuery: string | null, title: string | null, result:
          | { __typename: 'MetadataToolResult', cubes: Array<{ name: string, title: string, description: string | null, type: CubeMetadataType, measures: Array<{ name: string, title: string }>, dimensions: Array<{ name: string, title: string }> }> }
          | { __typename: 'SqlToolResult', resultId: string, title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, cached: boolean, asOf: string | null, columns: Array<{ name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
          | { __typename: 'ToolError', message: string }
         | null } }
   };

export type JoinSubscriptionVariables = Exact<{
  threadId: string;
  after: number;
}>;


export type JoinSubscription = { chatEvents:
    | { __typename: 'ChatDelta', sort: number, messageId: string, content: string, thinking: string | null }
    | { __typename: 'ChatEnded', sort: number, status: ChatTurnOutcome, stopReason: ChatStopReason | null, model: string | null, threadId: string, usage: { inputTokens: number, outputTokens: number, cachedInputTokens: number, steps: number } }
    | { __typename: 'ChatFailed', sort: number, code: ErrorCode, error: string }
    | { __typename: 'ChatMessageFinished', sort: number, thinking: string | null, message: { id: string, kind: ChatMessageKind, role: ChatRole, content: string, createdAt: string, rating: ChatRating, sort: number, toolCall: { tool: ChatTool | null, name: string, inputJson: string, searchQuery: string | null, sqlQuery: string | null, title: string | null, result:
            | { __typename: 'MetadataToolResult', cubes: Array<{ name: string, title: string, description: string | null, type: CubeMetadataType, measures: Array<{ name: string, title: string }>, dimensions: Array<{ name: string, title: string }> }> }
            | { __typename: 'SqlToolResult', resultId: string, title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, cached: boolean, asOf: string | null, columns: Array<{ name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
            | { __typename: 'ToolError', message: string }
           | null } | null } }
    | { __typename: 'ChatStarted', sort: number, isStreaming: boolean, threadId: string }
    | { __typename: 'ChatToolCallStarted', sort: number, messageId: string, toolCall: { tool: ChatTool | null, name: string, inputJson: string, searchQuery: string | null, sqlQuery: string | null, title: string | null, result:
          | { __typename: 'MetadataToolResult', cubes: Array<{ name: string, title: string, description: string | null, type: CubeMetadataType, measures: Array<{ name: string, title: string }>, dimensions: Array<{ name: string, title: string }> }> }
          | { __typename: 'SqlToolResult', resultId: string, title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, cached: boolean, asOf: string | null, columns: Array<{ name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
          | { __typename: 'ToolError', message: string }
         | null } }
   };

export type AbortMutationVariables = Exact<{
  input: AbortChatInput;
}>;


export type AbortMutation = { abortChat: { chatId: string } };

export type ChatAgentQueryVariables = Exact<{
  agentId?: number | null | undefined;
  deploymentId?: number | null | undefined;
}>;


export type ChatAgentQuery = { chatAgent: { agentId: number, deploymentId: number, name: string, timezone: string, suggestedQuestions: Array<string> } };

export type SuggestedQuestionsQueryVariables = Exact<{
  agentId?: number | null | undefined;
  threadId?: string | null | undefined;
}>;


export type SuggestedQuestionsQuery = { chatAgent: { suggestedQuestions: Array<string> } };

export type ThreadsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ChatThreadFilter | null | undefined;
  orderBy?: ChatThreadOrder | null | undefined;
}>;


export type ThreadsQuery = { chatThreads: { edges: Array<{ node: { title: string, status: ChatTurnStatus | null, createdAt: string, updatedAt: string, id: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ThreadChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ThreadChangesSubscription = { threadChanges: { kind: ThreadChangeKind, threadId: string, thread: { title: string, status: ChatTurnStatus | null, createdAt: string, updatedAt: string, id: string } | null } };

export type ThreadQueryVariables = Exact<{
  threadId: string;
}>;


export type ThreadQuery = { chatThread: { title: string, status: ChatTurnStatus | null, createdAt: string, updatedAt: string, id: string } };

export type MessagesQueryVariables = Exact<{
  threadId: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MessagesQuery = { chatThread: { messages: { edges: Array<{ node: { id: string, kind: ChatMessageKind, role: ChatRole, content: string, createdAt: string, rating: ChatRating, sort: number, toolCall: { tool: ChatTool | null, name: string, inputJson: string, searchQuery: string | null, sqlQuery: string | null, title: string | null, result:
              | { __typename: 'MetadataToolResult', cubes: Array<{ name: string, title: string, description: string | null, type: CubeMetadataType, measures: Array<{ name: string, title: string }>, dimensions: Array<{ name: string, title: string }> }> }
              | { __typename: 'SqlToolResult', resultId: string, title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, cached: boolean, asOf: string | null, columns: Array<{ name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
              | { __typename: 'ToolError', message: string }
             | null } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type RenameThreadMutationVariables = Exact<{
  input: RenameChatThreadInput;
}>;


export type RenameThreadMutation = { renameChatThread: { chatThread: { title: string, status: ChatTurnStatus | null, createdAt: string, updatedAt: string, id: string } } };

export type DeleteThreadMutationVariables = Exact<{
  input: DeleteChatThreadInput;
}>;


export type DeleteThreadMutation = { deleteChatThread: { chatId: string } };

export type RateMutationVariables = Exact<{
  input: RateChatMessageInput;
}>;


export type RateMutation = { rateChatMessage: { chatMessage: { id: string, kind: ChatMessageKind, role: ChatRole, content: string, createdAt: string, rating: ChatRating, sort: number, toolCall: { tool: ChatTool | null, name: string, inputJson: string, searchQuery: string | null, sqlQuery: string | null, title: string | null, result:
          | { __typename: 'MetadataToolResult', cubes: Array<{ name: string, title: string, description: string | null, type: CubeMetadataType, measures: Array<{ name: string, title: string }>, dimensions: Array<{ name: string, title: string }> }> }
          | { __typename: 'SqlToolResult', resultId: string, title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, cached: boolean, asOf: string | null, columns: Array<{ name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
          | { __typename: 'ToolError', message: string }
         | null } | null } } };

export type ExchangeSessionMutationVariables = Exact<{
  input: ExchangeSessionInput;
}>;


export type ExchangeSessionMutation = { exchangeSession: { token: string, expiresAt: string, accountName: string } };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { accountName: string, deployments: Array<number>, user: { id: string, identifier: string } | null } };

export type RowsSubscriptionVariables = Exact<{
  input: SqlStreamInput;
}>;


export type RowsSubscription = { sqlStream: { rows: Array<Array<unknown>>, cached: boolean | null, asOf: string | null, columns: Array<{ name: string, columnType: SqlColumnType }> | null } };

export type DashboardHeadFieldsFragment = { id: string, name: string, title: string, description: string | null, isManaged: boolean, isEditable: boolean, isShared: boolean, updatedAt: string | null };

export type DashboardFieldsFragment = { timezone: string, deploymentId: number, id: string, name: string, title: string, description: string | null, isManaged: boolean, isEditable: boolean, isShared: boolean, updatedAt: string | null, filters: Array<{ name: string, title: string, kind: DashboardFilterKind }>, tiles: Array<{ id: string, name: string, title: string, description: string | null, kind: DashboardTileKind, spec: Record<string, unknown> | null, value: string | null, comparison: string | null, filters: Array<string>, width: number, height: number, columns: Array<{ name: string, title: string, format: DashboardColumnFormat | null, currency: string | null, granularity: Granularity | null }> }> };

export type DashboardsQueryVariables = Exact<{
  deploymentId?: number | null | undefined;
}>;


export type DashboardsQuery = { dashboards: Array<{ timezone: string, deploymentId: number, id: string, name: string, title: string, description: string | null, isManaged: boolean, isEditable: boolean, isShared: boolean, updatedAt: string | null, filters: Array<{ name: string, title: string, kind: DashboardFilterKind }>, tiles: Array<{ id: string, name: string, title: string, description: string | null, kind: DashboardTileKind, spec: Record<string, unknown> | null, value: string | null, comparison: string | null, filters: Array<string>, width: number, height: number, columns: Array<{ name: string, title: string, format: DashboardColumnFormat | null, currency: string | null, granularity: Granularity | null }> }> }> };

export type DashboardQueryVariables = Exact<{
  name: string;
  deploymentId?: number | null | undefined;
}>;


export type DashboardQuery = { dashboard: { timezone: string, deploymentId: number, id: string, name: string, title: string, description: string | null, isManaged: boolean, isEditable: boolean, isShared: boolean, updatedAt: string | null, filters: Array<{ name: string, title: string, kind: DashboardFilterKind }>, tiles: Array<{ id: string, name: string, title: string, description: string | null, kind: DashboardTileKind, spec: Record<string, unknown> | null, value: string | null, comparison: string | null, filters: Array<string>, width: number, height: number, columns: Array<{ name: string, title: string, format: DashboardColumnFormat | null, currency: string | null, granularity: Granularity | null }> }> } };

export type UserDashboardsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: UserDashboardFilter | null | undefined;
}>;


export type UserDashboardsQuery = { userDashboards: { edges: Array<{ node: { id: string, name: string, title: string, description: string | null, isManaged: boolean, isEditable: boolean, isShared: boolean, updatedAt: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CreateDashboardMutationVariables = Exact<{
  input: CreateDashboardInput;
}>;


export type CreateDashboardMutation = { createDashboard: { dashboard: { id: string, name: string, title: string, description: string | null, isManaged: boolean, isEditable: boolean, isShared: boolean, updatedAt: string | null } } };

export type UpdateDashboardMutationVariables = Exact<{
  input: UpdateDashboardInput;
}>;


export type UpdateDashboardMutation = { updateDashboard: { dashboard: { id: string, name: string, title: string, description: string | null, isManaged: boolean, isEditable: boolean, isShared: boolean, updatedAt: string | null } } };

export type DeleteDashboardMutationVariables = Exact<{
  input: DeleteDashboardInput;
}>;


export type DeleteDashboardMutation = { deleteDashboard: { deletedDashboardId: string } };

export type AddDashboardTileMutationVariables = Exact<{
  input: AddDashboardTileInput;
}>;


export type AddDashboardTileMutation = { addDashboardTile: { dashboard: { id: string, name: string, title: string, description: string | null, isManaged: boolean, isEditable: boolean, isShared: boolean, updatedAt: string | null } } };

export type TileResultQueryVariables = Exact<{
  name: string;
  tile: string;
  deploymentId?: number | null | undefined;
  filters?: Array<DashboardFilterInput> | DashboardFilterInput | null | undefined;
  first?: number | null | undefined;
  timezone?: string | null | undefined;
}>;


export type TileResultQuery = { dashboard: { tile: { result: { rows: Array<Array<unknown>>, totalRows: number, hasMore: boolean, cached: boolean, asOf: string | null, columns: Array<{ name: string, columnType: SqlColumnType }> } | null } | null } };

export type FilterValuesQueryVariables = Exact<{
  name: string;
  filter: string;
  deploymentId?: number | null | undefined;
  search?: string | null | undefined;
  first?: number | null | undefined;
}>;


export type FilterValuesQuery = { dashboard: { filter: { values: { values: Array<string>, hasMore: boolean } } | null } };

export type RefineQueryVariables = Exact<{
  deploymentId: number;
  query: string;
  changes?: Array<QueryChange> | QueryChange | null | undefined;
  timezone?: string | null | undefined;
  first?: number | null | undefined;
  withRows: boolean;
}>;


export type RefineQuery = { refinement: { sql: string, relation: string, isGrouped: boolean, limit: string | null, figures: Array<{ column: string, title: string }>, breakdowns: Array<{ column: string, member: string | null, title: string, granularity: string | null, isRequired: boolean, finer: Array<{ member: string, title: string, granularity: string | null }> }>, filters: Array<{ sql: string, member: string | null, title: string | null, type: DimensionType | null, values: Array<string>, isExcluded: boolean, isPresent: boolean | null, from: string | null, to: string | null }>, dimensions: Array<{ member: string, title: string, type: DimensionType, granularities: Array<string> }>, result?: { rows: Array<Array<unknown>>, totalRows: number, vegaSpec: Record<string, unknown> | null, columns: Array<{ name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> } } | null };

export type RefinementValuesQueryVariables = Exact<{
  deploymentId: number;
  query: string;
  member: string;
  search?: string | null | undefined;
  first?: number | null | undefined;
}>;


export type RefinementValuesQuery = { refinement: { values: { values: Array<string>, hasMore: boolean } } | null };

export type RefinementRangeQueryVariables = Exact<{
  deploymentId: number;
  query: string;
  member: string;
}>;


export type RefinementRangeQuery = { refinement: { range: { from: string, to: string } | null } | null };

export const PageFieldsFragmentDoc = "fragment PageFields on PageInfo { hasNextPage endCursor }" as Document<PageFieldsFragment, unknown>;
export const SessionFieldsFragmentDoc = "fragment SessionFields on Session { id state creatorMode createdAt expiresAt exchangedAt revokedAt user { id databaseId identifier kind } embedTenant { name } deployment { deploymentId name } }" as Document<SessionFieldsFragment, unknown>;
export const UserFieldsFragmentDoc = "fragment UserFields on User { id databaseId identifier kind email isEphemeral isManaged createdAt expiresAt embedTenant { name } userAttributes { name type value isScoped isManaged } }" as Document<UserFieldsFragment, unknown>;
export const EmbedTenantFieldsFragmentDoc = "fragment EmbedTenantFields on EmbedTenant { id name createdAt }" as Document<EmbedTenantFieldsFragment, unknown>;
export const ApiKeyFieldsFragmentDoc = "fragment ApiKeyFields on ApiKey { id databaseId name role state hint deployments isManaged createdAt expiresAt revokedAt }" as Document<ApiKeyFieldsFragment, unknown>;
export const GroupFieldsFragmentDoc = "fragment GroupFields on Group { id databaseId name description userCount isManaged createdAt }" as Document<GroupFieldsFragment, unknown>;
export const UserAttributeFieldsFragmentDoc = "fragment UserAttributeFields on UserAttribute { id databaseId name type displayName defaultValue description isManaged createdAt }" as Document<UserAttributeFieldsFragment, unknown>;
export const ToolCallFieldsFragmentDoc = "fragment ToolCallFields on ChatToolCall { tool name inputJson searchQuery sqlQuery title result { __typename ... on MetadataToolResult { cubes { name title description type measures { name title } dimensions { name title } } } ... on SqlToolResult { resultId title description sqlQuery columns { name columnType granularity format currency } rows totalRows certifiedQuestion vegaSpec cached asOf } ... on ToolError { message } } }" as Document<ToolCallFieldsFragment, unknown>;
export const ChatMessageFieldsFragmentDoc = "fragment ChatMessageFields on ChatMessage { id kind role content createdAt rating sort toolCall { ...ToolCallFields } } fragment ToolCallFields on ChatToolCall { tool name inputJson searchQuery sqlQuery title result { __typename ... on MetadataToolResult { cubes { name title description type measures { name title } dimensions { name title } } } ... on SqlToolResult { resultId title description sqlQuery columns { name columnType granularity format currency } rows totalRows certifiedQuestion vegaSpec cached asOf } ... on ToolError { message } } }" as Document<ChatMessageFieldsFragment, unknown>;
export const ChatEventFieldsFragmentDoc = "fragment ChatEventFields on ChatEvent { __typename ... on ChatStarted { sort threadId: chatId isStreaming } ... on ChatDelta { sort messageId content thinking } ... on ChatToolCallStarted { sort messageId toolCall { ...ToolCallFields } } ... on ChatMessageFinished { sort message { ...ChatMessageFields } thinking } ... on ChatFailed { sort code error } ... on ChatEnded { sort threadId: chatId status stopReason model usage { inputTokens outputTokens cachedInputTokens steps } } } fragment ToolCallFields on ChatToolCall { tool name inputJson searchQuery sqlQuery title result { __typename ... on MetadataToolResult { cubes { name title description type measures { name title } dimensions { name title } } } ... on SqlToolResult { resultId title description sqlQuery columns { name columnType granularity format currency } rows totalRows certifiedQuestion vegaSpec cached asOf } ... on ToolError { message } } } fragment ChatMessageFields on ChatMessage { id kind role content createdAt rating sort toolCall { ...ToolCallFields } }" as Document<ChatEventFieldsFragment, unknown>;
export const ThreadFieldsFragmentDoc = "fragment ThreadFields on ChatThread { id: chatId title status createdAt updatedAt }" as Document<ThreadFieldsFragment, unknown>;
export const DashboardHeadFieldsFragmentDoc = "fragment DashboardHeadFields on Dashboard { id name title description isManaged isEditable isShared updatedAt }" as Document<DashboardHeadFieldsFragment, unknown>;
export const DashboardFieldsFragmentDoc = "fragment DashboardFields on Dashboard { ...DashboardHeadFields timezone deploymentId filters { name title kind } tiles { id name title description kind columns { name title format currency granularity } spec value comparison filters width height } } fragment DashboardHeadFields on Dashboard { id name title description isManaged isEditable isShared updatedAt }" as Document<DashboardFieldsFragment, unknown>;
export const SessionsDocument = "query Sessions($first: Int, $after: String, $filter: SessionFilter, $orderBy: SessionOrder) { sessions(first: $first, after: $after, filter: $filter, orderBy: $orderBy) { edges { node { ...SessionFields } } pageInfo { ...PageFields } } } fragment PageFields on PageInfo { hasNextPage endCursor } fragment SessionFields on Session { id state creatorMode createdAt expiresAt exchangedAt revokedAt user { id databaseId identifier kind } embedTenant { name } deployment { deploymentId name } }" as Document<SessionsQuery, SessionsQueryVariables>;
export const UsersDocument = "query Users($first: Int, $after: String, $filter: UserFilter, $orderBy: UserOrder) { users(first: $first, after: $after, filter: $filter, orderBy: $orderBy) { edges { node { ...UserFields } } pageInfo { ...PageFields } } } fragment PageFields on PageInfo { hasNextPage endCursor } fragment UserFields on User { id databaseId identifier kind email isEphemeral isManaged createdAt expiresAt embedTenant { name } userAttributes { name type value isScoped isManaged } }" as Document<UsersQuery, UsersQueryVariables>;
export const EmbedTenantsDocument = "query EmbedTenants($first: Int, $after: String) { embedTenants(first: $first, after: $after) { edges { node { ...EmbedTenantFields } } pageInfo { ...PageFields } } } fragment PageFields on PageInfo { hasNextPage endCursor } fragment EmbedTenantFields on EmbedTenant { id name createdAt }" as Document<EmbedTenantsQuery, EmbedTenantsQueryVariables>;
export const ApiKeysDocument = "query ApiKeys($first: Int, $after: String, $filter: ApiKeyFilter, $orderBy: ApiKeyOrder) { apiKeys(first: $first, after: $after, filter: $filter, orderBy: $orderBy) { edges { node { ...ApiKeyFields } } pageInfo { ...PageFields } } } fragment PageFields on PageInfo { hasNextPage endCursor } fragment ApiKeyFields on ApiKey { id databaseId name role state hint deployments isManaged createdAt expiresAt revokedAt }" as Document<ApiKeysQuery, ApiKeysQueryVariables>;
export const GroupsDocument = "query Groups($first: Int, $after: String) { groups(first: $first, after: $after) { edges { node { ...GroupFields } } pageInfo { ...PageFields } } } fragment PageFields on PageInfo { hasNextPage endCursor } fragment GroupFields on Group { id databaseId name description userCount isManaged createdAt }" as Document<GroupsQuery, GroupsQueryVariables>;
export const UserAttributesDocument = "query UserAttributes($first: Int, $after: String) { userAttributes(first: $first, after: $after) { edges { node { ...UserAttributeFields } } pageInfo { ...PageFields } } } fragment PageFields on PageInfo { hasNextPage endCursor } fragment UserAttributeFields on UserAttribute { id databaseId name type displayName defaultValue description isManaged createdAt }" as Document<UserAttributesQuery, UserAttributesQueryVariables>;
export const TenantGroupsDocument = "query TenantGroups($name: String!, $first: Int, $after: String) { embedTenant(name: $name) { groups(first: $first, after: $after) { edges { node { ...GroupFields } } pageInfo { ...PageFields } } } } fragment PageFields on PageInfo { hasNextPage endCursor } fragment GroupFields on Group { id databaseId name description userCount isManaged createdAt }" as Document<TenantGroupsQuery, TenantGroupsQueryVariables>;
export const TenantUserAttributesDocument = "query TenantUserAttributes($name: String!, $first: Int, $after: String) { embedTenant(name: $name) { userAttributes(first: $first, after: $after) { edges { node { ...UserAttributeFields } } pageInfo { ...PageFields } } } } fragment PageFields on PageInfo { hasNextPage endCursor } fragment UserAttributeFields on UserAttribute { id databaseId name type displayName defaultValue description isManaged createdAt }" as Document<TenantUserAttributesQuery, TenantUserAttributesQueryVariables>;
export const GenerateSessionDocument = "mutation GenerateSession($input: GenerateSessionInput!) { generateSession(input: $input) { sessionId expiresAt } }" as Document<GenerateSessionMutation, GenerateSessionMutationVariables>;
export const RevokeSessionDocument = "mutation RevokeSession($input: RevokeSessionInput!) { revokeSession(input: $input) { sessionId } }" as Document<RevokeSessionMutation, RevokeSessionMutationVariables>;
export const RevokeListedSessionDocument = "mutation RevokeListedSession($input: RevokeListedSessionInput!) { revokeListedSession(input: $input) { session { ...SessionFields } } } fragment SessionFields on Session { id state creatorMode createdAt expiresAt exchangedAt revokedAt user { id databaseId identifier kind } embedTenant { name } deployment { deploymentId name } }" as Document<RevokeListedSessionMutation, RevokeListedSessionMutationVariables>;
export const CreateInternalUserDocument = "mutation CreateInternalUser($input: CreateInternalUserInput!) { createInternalUser(input: $input) { user { ...UserFields } } } fragment UserFields on User { id databaseId identifier kind email isEphemeral isManaged createdAt expiresAt embedTenant { name } userAttributes { name type value isScoped isManaged } }" as Document<CreateInternalUserMutation, CreateInternalUserMutationVariables>;
export const UpdateInternalUserDocument = "mutation UpdateInternalUser($input: UpdateInternalUserInput!) { updateInternalUser(input: $input) { user { ...UserFields } } } fragment UserFields on User { id databaseId identifier kind email isEphemeral isManaged createdAt expiresAt embedTenant { name } userAttributes { name type value isScoped isManaged } }" as Document<UpdateInternalUserMutation, UpdateInternalUserMutationVariables>;
export const DeleteInternalUserDocument = "mutation DeleteInternalUser($input: DeleteInternalUserInput!) { deleteInternalUser(input: $input) { deletedUserId } }" as Document<DeleteInternalUserMutation, DeleteInternalUserMutationVariables>;
export const DeleteExternalUserDocument = "mutation DeleteExternalUser($input: DeleteExternalUserInput!) { deleteExternalUser(input: $input) { deletedUserId } }" as Document<DeleteExternalUserMutation, DeleteExternalUserMutationVariables>;
export const DeleteEmbedTenantDocument = "mutation DeleteEmbedTenant($input: DeleteEmbedTenantInput!) { deleteEmbedTenant(input: $input) { deletedUsers } }" as Document<DeleteEmbedTenantMutation, DeleteEmbedTenantMutationVariables>;
export const DeleteEmbedTenantGroupDocument = "mutation DeleteEmbedTenantGroup($input: DeleteEmbedTenantGroupInput!) { deleteEmbedTenantGroup(input: $input) { deletedGroupId } }" as Document<DeleteEmbedTenantGroupMutation, DeleteEmbedTenantGroupMutationVariables>;
export const DeleteEmbedTenantUserAttributeDocument = "mutation DeleteEmbedTenantUserAttribute($input: DeleteEmbedTenantUserAttributeInput!) { deleteEmbedTenantUserAttribute(input: $input) { deletedUserAttributeId } }" as Document<DeleteEmbedTenantUserAttributeMutation, DeleteEmbedTenantUserAttributeMutationVariables>;
export const CreateApiKeyDocument = "mutation CreateApiKey($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { ...ApiKeyFields } secret } } fragment ApiKeyFields on ApiKey { id databaseId name role state hint deployments isManaged createdAt expiresAt revokedAt }" as Document<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const RotateApiKeyDocument = "mutation RotateApiKey($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { apiKey { ...ApiKeyFields } secret } } fragment ApiKeyFields on ApiKey { id databaseId name role state hint deployments isManaged createdAt expiresAt revokedAt }" as Document<RotateApiKeyMutation, RotateApiKeyMutationVariables>;
export const RevokeApiKeyDocument = "mutation RevokeApiKey($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { ...ApiKeyFields } } } fragment ApiKeyFields on ApiKey { id databaseId name role state hint deployments isManaged createdAt expiresAt revokedAt }" as Document<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const CreateGroupDocument = "mutation CreateGroup($input: CreateGroupInput!) { createGroup(input: $input) { group { ...GroupFields } } } fragment GroupFields on Group { id databaseId name description userCount isManaged createdAt }" as Document<CreateGroupMutation, CreateGroupMutationVariables>;
export const UpdateGroupDocument = "mutation UpdateGroup($input: UpdateGroupInput!) { updateGroup(input: $input) { group { ...GroupFields } } } fragment GroupFields on Group { id databaseId name description userCount isManaged createdAt }" as Document<UpdateGroupMutation, UpdateGroupMutationVariables>;
export const DeleteGroupDocument = "mutation DeleteGroup($input: DeleteGroupInput!) { deleteGroup(input: $input) { deletedGroupId } }" as Document<DeleteGroupMutation, DeleteGroupMutationVariables>;
export const CreateUserAttributeDocument = "mutation CreateUserAttribute($input: CreateUserAttributeInput!) { createUserAttribute(input: $input) { userAttribute { ...UserAttributeFields } } } fragment UserAttributeFields on UserAttribute { id databaseId name type displayName defaultValue description isManaged createdAt }" as Document<CreateUserAttributeMutation, CreateUserAttributeMutationVariables>;
export const UpdateUserAttributeDocument = "mutation UpdateUserAttribute($input: UpdateUserAttributeInput!) { updateUserAttribute(input: $input) { userAttribute { ...UserAttributeFields } } } fragment UserAttributeFields on UserAttribute { id databaseId name type displayName defaultValue description isManaged createdAt }" as Document<UpdateUserAttributeMutation, UpdateUserAttributeMutationVariables>;
export const DeleteUserAttributeDocument = "mutation DeleteUserAttribute($input: DeleteUserAttributeInput!) { deleteUserAttribute(input: $input) { deletedUserAttributeId } }" as Document<DeleteUserAttributeMutation, DeleteUserAttributeMutationVariables>;
export const AskDocument = "subscription Ask($input: ChatStreamInput!) { chatStream(input: $input) { ...ChatEventFields } } fragment ToolCallFields on ChatToolCall { tool name inputJson searchQuery sqlQuery title result { __typename ... on MetadataToolResult { cubes { name title description type measures { name title } dimensions { name title } } } ... on SqlToolResult { resultId title description sqlQuery columns { name columnType granularity format currency } rows totalRows certifiedQuestion vegaSpec cached asOf } ... on ToolError { message } } } fragment ChatMessageFields on ChatMessage { id kind role content createdAt rating sort toolCall { ...ToolCallFields } } fragment ChatEventFields on ChatEvent { __typename ... on ChatStarted { sort threadId: chatId isStreaming } ... on ChatDelta { sort messageId content thinking } ... on ChatToolCallStarted { sort messageId toolCall { ...ToolCallFields } } ... on ChatMessageFinished { sort message { ...ChatMessageFields } thinking } ... on ChatFailed { sort code error } ... on ChatEnded { sort threadId: chatId status stopReason model usage { inputTokens outputTokens cachedInputTokens steps } } }" as Document<AskSubscription, AskSubscriptionVariables>;
export const JoinDocument = "subscription Join($threadId: String!, $after: Int!) { chatEvents(chatId: $threadId, afterSort: $after) { ...ChatEventFields } } fragment ToolCallFields on ChatToolCall { tool name inputJson searchQuery sqlQuery title result { __typename ... on MetadataToolResult { cubes { name title description type measures { name title } dimensions { name title } } } ... on SqlToolResult { resultId title description sqlQuery columns { name columnType granularity format currency } rows totalRows certifiedQuestion vegaSpec cached asOf } ... on ToolError { message } } } fragment ChatMessageFields on ChatMessage { id kind role content createdAt rating sort toolCall { ...ToolCallFields } } fragment ChatEventFields on ChatEvent { __typename ... on ChatStarted { sort threadId: chatId isStreaming } ... on ChatDelta { sort messageId content thinking } ... on ChatToolCallStarted { sort messageId toolCall { ...ToolCallFields } } ... on ChatMessageFinished { sort message { ...ChatMessageFields } thinking } ... on ChatFailed { sort code error } ... on ChatEnded { sort threadId: chatId status stopReason model usage { inputTokens outputTokens cachedInputTokens steps } } }" as Document<JoinSubscription, JoinSubscriptionVariables>;
export const AbortDocument = "mutation Abort($input: AbortChatInput!) { abortChat(input: $input) { chatId } }" as Document<AbortMutation, AbortMutationVariables>;
export const ChatAgentDocument = "query ChatAgent($agentId: Int, $deploymentId: Int) { chatAgent(agentId: $agentId, deploymentId: $deploymentId) { agentId deploymentId name timezone suggestedQuestions } }" as Document<ChatAgentQuery, ChatAgentQueryVariables>;
export const SuggestedQuestionsDocument = "query SuggestedQuestions($agentId: Int, $threadId: String) { chatAgent(agentId: $agentId) { suggestedQuestions(chatId: $threadId) } }" as Document<SuggestedQuestionsQuery, SuggestedQuestionsQueryVariables>;
export const ThreadsDocument = "query Threads($first: Int, $after: String, $filter: ChatThreadFilter, $orderBy: ChatThreadOrder) { chatThreads(first: $first, after: $after, filter: $filter, orderBy: $orderBy) { edges { node { ...ThreadFields } } pageInfo { ...PageFields } } } fragment PageFields on PageInfo { hasNextPage endCursor } fragment ThreadFields on ChatThread { id: chatId title status createdAt updatedAt }" as Document<ThreadsQuery, ThreadsQueryVariables>;
export const ThreadChangesDocument = "subscription ThreadChanges { threadChanges { kind threadId: chatId thread: chatThread { ...ThreadFields } } } fragment ThreadFields on ChatThread { id: chatId title status createdAt updatedAt }" as Document<ThreadChangesSubscription, ThreadChangesSubscriptionVariables>;
export const ThreadDocument = "query Thread($threadId: String!) { chatThread(chatId: $threadId) { ...ThreadFields } } fragment ThreadFields on ChatThread { id: chatId title status createdAt updatedAt }" as Document<ThreadQuery, ThreadQueryVariables>;
export const MessagesDocument = "query Messages($threadId: String!, $first: Int, $after: String) { chatThread(chatId: $threadId) { messages(first: $first, after: $after) { edges { node { ...ChatMessageFields } } pageInfo { ...PageFields } } } } fragment PageFields on PageInfo { hasNextPage endCursor } fragment ToolCallFields on ChatToolCall { tool name inputJson searchQuery sqlQuery title result { __typename ... on MetadataToolResult { cubes { name title description type measures { name title } dimensions { name title } } } ... on SqlToolResult { resultId title description sqlQuery columns { name columnType granularity format currency } rows totalRows certifiedQuestion vegaSpec cached asOf } ... on ToolError { message } } } fragment ChatMessageFields on ChatMessage { id kind role content createdAt rating sort toolCall { ...ToolCallFields } }" as Document<MessagesQuery, MessagesQueryVariables>;
export const RenameThreadDocument = "mutation RenameThread($input: RenameChatThreadInput!) { renameChatThread(input: $input) { chatThread { ...ThreadFields } } } fragment ThreadFields on ChatThread { id: chatId title status createdAt updatedAt }" as Document<RenameThreadMutation, RenameThreadMutationVariables>;
export const DeleteThreadDocument = "mutation DeleteThread($input: DeleteChatThreadInput!) { deleteChatThread(input: $input) { chatId } }" as Document<DeleteThreadMutation, DeleteThreadMutationVariables>;
export const RateDocument = "mutation Rate($input: RateChatMessageInput!) { rateChatMessage(input: $input) { chatMessage { ...ChatMessageFields } } } fragment ToolCallFields on ChatToolCall { tool name inputJson searchQuery sqlQuery title result { __typename ... on MetadataToolResult { cubes { name title description type measures { name title } dimensions { name title } } } ... on SqlToolResult { resultId title description sqlQuery columns { name columnType granularity format currency } rows totalRows certifiedQuestion vegaSpec cached asOf } ... on ToolError { message } } } fragment ChatMessageFields on ChatMessage { id kind role content createdAt rating sort toolCall { ...ToolCallFields } }" as Document<RateMutation, RateMutationVariables>;
export const ExchangeSessionDocument = "mutation ExchangeSession($input: ExchangeSessionInput!) { exchangeSession(input: $input) { token expiresAt accountName } }" as Document<ExchangeSessionMutation, ExchangeSessionMutationVariables>;
export const ViewerDocument = "query Viewer { viewer { accountName deployments user { id identifier } } }" as Document<ViewerQuery, ViewerQueryVariables>;
export const RowsDocument = "subscription Rows($input: SqlStreamInput!) { sqlStream(input: $input) { columns { name columnType } rows cached asOf } }" as Document<RowsSubscription, RowsSubscriptionVariables>;
export const DashboardsDocument = "query Dashboards($deploymentId: Int) { dashboards(deploymentId: $deploymentId) { ...DashboardFields } } fragment DashboardHeadFields on Dashboard { id name title description isManaged isEditable isShared updatedAt } fragment DashboardFields on Dashboard { ...DashboardHeadFields timezone deploymentId filters { name title kind } tiles { id name title description kind columns { name title format currency granularity } spec value comparison filters width height } }" as Document<DashboardsQuery, DashboardsQueryVariables>;
export const DashboardDocument = "query Dashboard($name: String!, $deploymentId: Int) { dashboard(name: $name, deploymentId: $deploymentId) { ...DashboardFields } } fragment DashboardHeadFields on Dashboard { id name title description isManaged isEditable isShared updatedAt } fragment DashboardFields on Dashboard { ...DashboardHeadFields timezone deploymentId filters { name title kind } tiles { id name title description kind columns { name title format currency granularity } spec value comparison filters width height } }" as Document<DashboardQuery, DashboardQueryVariables>;
export const UserDashboardsDocument = "query UserDashboards($first: Int, $after: String, $filter: UserDashboardFilter) { userDashboards(first: $first, after: $after, filter: $filter) { edges { node { ...DashboardHeadFields } } pageInfo { ...PageFields } } } fragment PageFields on PageInfo { hasNextPage endCursor } fragment DashboardHeadFields on Dashboard { id name title description isManaged isEditable isShared updatedAt }" as Document<UserDashboardsQuery, UserDashboardsQueryVariables>;
export const CreateDashboardDocument = "mutation CreateDashboard($input: CreateDashboardInput!) { createDashboard(input: $input) { dashboard { ...DashboardHeadFields } } } fragment DashboardHeadFields on Dashboard { id name title description isManaged isEditable isShared updatedAt }" as Document<CreateDashboardMutation, CreateDashboardMutationVariables>;
export const UpdateDashboardDocument = "mutation UpdateDashboard($input: UpdateDashboardInput!) { updateDashboard(input: $input) { dashboard { ...DashboardHeadFields } } } fragment DashboardHeadFields on Dashboard { id name title description isManaged isEditable isShared updatedAt }" as Document<UpdateDashboardMutation, UpdateDashboardMutationVariables>;
export const DeleteDashboardDocument = "mutation DeleteDashboard($input: DeleteDashboardInput!) { deleteDashboard(input: $input) { deletedDashboardId } }" as Document<DeleteDashboardMutation, DeleteDashboardMutationVariables>;
export const AddDashboardTileDocument = "mutation AddDashboardTile($input: AddDashboardTileInput!) { addDashboardTile(input: $input) { dashboard { ...DashboardHeadFields } } } fragment DashboardHeadFields on Dashboard { id name title description isManaged isEditable isShared updatedAt }" as Document<AddDashboardTileMutation, AddDashboardTileMutationVariables>;
export const TileResultDocument = "query TileResult($name: String!, $tile: String!, $deploymentId: Int, $filters: [DashboardFilterInput!], $first: Int, $timezone: String) { dashboard(name: $name, deploymentId: $deploymentId) { tile(name: $tile) { result(filters: $filters, first: $first, timezone: $timezone) { columns { name columnType } rows totalRows hasMore cached asOf } } } }" as Document<TileResultQuery, TileResultQueryVariables>;
export const FilterValuesDocument = "query FilterValues($name: String!, $filter: String!, $deploymentId: Int, $search: String, $first: Int) { dashboard(name: $name, deploymentId: $deploymentId) { filter(name: $filter) { values(search: $search, first: $first) { values hasMore } } } }" as Document<FilterValuesQuery, FilterValuesQueryVariables>;
export const RefineDocument = "query Refine($deploymentId: Int!, $query: String!, $changes: [QueryChange!], $timezone: String, $first: Int, $withRows: Boolean!) { refinement( deploymentId: $deploymentId query: $query changes: $changes timezone: $timezone ) { sql relation isGrouped limit figures { column title } breakdowns { column member title granularity isRequired finer { member title granularity } } filters { sql member title type values isExcluded isPresent from to } dimensions { member title type granularities } result(first: $first) @include(if: $withRows) { columns { name columnType granularity format currency } rows totalRows vegaSpec } } }" as Document<RefineQuery, RefineQueryVariables>;
export const RefinementValuesDocument = "query RefinementValues($deploymentId: Int!, $query: String!, $member: String!, $search: String, $first: Int) { refinement(deploymentId: $deploymentId, query: $query) { values(member: $member, search: $search, first: $first) { values hasMore } } }" as Document<RefinementValuesQuery, RefinementValuesQueryVariables>;
export const RefinementRangeDocument = "query RefinementRange($deploymentId: Int!, $query: String!, $member: String!) { refinement(deploymentId: $deploymentId, query: $query) { range(member: $member) { from to } } }" as Document<RefinementRangeQuery, RefinementRangeQueryVariables>;