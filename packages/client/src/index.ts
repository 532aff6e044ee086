/** The entry of the package: all that it offers. */
export * from './client.ts';
export {
  applyEvent,
  type Conversation,
  emptyConversation,
  type Message,
  type Problem,
  type Turn,
  turnsOf,
} from './conversation.ts';
export * from './conversation-store.ts';
export { ConnectionError, InlayError, type InlayErrorDetails, type Issue } from './errors.ts';
export type {
  ApiKeyFilter,
  ApiKeyOrder,
  ApiKeyRole,
  ApiKeyState,
  ChatMessageKind,
  ChatRating,
  ChatRatingReason,
  ChatRole,
  ChatStopReason,
  ChatThreadFilter,
  ChatThreadOrder,
  ChatTurnOutcome,
  ChatTurnStatus,
  CreateApiKeyInput,
  CreateGroupInput,
  CreateInternalUserInput,
  CreateUserAttributeInput,
  DashboardDateRangeInput,
  DashboardFilterInput,
  DashboardListInput,
  DashboardNumberInput,
  DashboardTileInput,
  ErrorCode,
  GenerateSessionInput,
  GroupDefinitionInput,
  QueryChange,
  RotateApiKeyInput,
  SessionFilter,
  SessionOrder,
  SqlColumnType,
  UpdateGroupInput,
  UpdateInternalUserInput,
  UpdateUserAttributeInput,
  UserAttributeDefinitionInput,
  UserAttributeInput,
  UserAttributeType,
  UserDashboardFilter,
  UserFilter,
  UserOrder,
} from './generated/graphql.ts';
export * from './inlay.ts';
export type { List, ListOptions, ListPage } from './list.ts';
export type { QueryRows } from './query.ts';
export { exchangeSession, type SessionSource, type SessionToken } from './session-token.ts';
export type { ServiceOptions } from './transport.ts';
export type * from './types.ts';
