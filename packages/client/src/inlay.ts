import {
  type ApiKeyFilter,
  type ApiKeyOrder,
  ApiKeysDocument,
  CreateApiKeyDocument,
  type CreateApiKeyInput,
  type CreateApiKeyMutation,
  CreateGroupDocument,
  type CreateGroupInput,
  CreateInternalUserDocument,
  type CreateInternalUserInput,
  CreateUserAttributeDocument,
  type CreateUserAttributeInput,
  DeleteEmbedTenantDocument,
  DeleteEmbedTenantGroupDocument,
  DeleteEmbedTenantUserAttributeDocument,
  DeleteExternalUserDocument,
  DeleteGroupDocument,
  DeleteInternalUserDocument,
  DeleteUserAttributeDocument,
  EmbedTenantsDocument,
  GenerateSessionDocument,
  type GenerateSessionInput,
  type GenerateSessionMutation,
  GroupsDocument,
  RevokeApiKeyDocument,
  RevokeListedSessionDocument,
  RevokeSessionDocument,
  RotateApiKeyDocument,
  type RotateApiKeyInput,
  type SessionFilter,
  type SessionOrder,
  SessionsDocument,
  TenantGroupsDocument,
  TenantUserAttributesDocument,
  UpdateGroupDocument,
  type UpdateGroupInput,
  UpdateInternalUserDocument,
  type UpdateInternalUserInput,
  UpdateUserAttributeDocument,
  type UpdateUserAttributeInput,
  UserAttributesDocument,
  type UserFilter,
  type UserOrder,
  UsersDocument,
} from './generated/graphql.ts';
import { type List, type ListOptions, nodesOf } from './list.ts';
import { createTransport, type Root, type ServiceOptions } from './transport.ts';
import type { ApiKey, EmbedTenant, Group, Session, User, UserAttribute } from './types.ts';

/** How a backend reaches the service. */
export interface InlayOptions extends ServiceOptions {
  /** An admin key of the account. It must not reach a browser. */
  readonly apiKey: string;
}

/** How a list with conditions is read. */
export interface FilteredListOptions<Filter, Order> extends ListOptions {
  readonly filter?: Filter;
  readonly orderBy?: Order;
}

/** A session that was just created: `sessionId` is its secret, valid once and for five minutes. */
export type NewSession = Root<GenerateSessionMutation>;

/** An API key that was just created, with its secret, which cannot be read again. */
export type NewApiKey = Root<CreateApiKeyMutation>;

/**
 * The administration of an account. Lists are read page by page while they are iterated. An `id` is the `id` of the object or
 * its `databaseId` as text. All methods reject with an {@link InlayError}.
 */
export interface Inlay {
  readonly sessions: {
    /** Creates a session for a user, whom it creates if necessary, with groups, attributes and definitions. */
    generate(input: GenerateSessionInput): Promise<NewSession>;
    /** Ends a session by its secret, whether it exists or not. */
    revoke(sessionId: string): Promise<void>;
    /** Ends a session of the list. */
    revokeListed(id: string): Promise<Session>;
    list(options?: FilteredListOptions<SessionFilter, SessionOrder>): List<Session>;
  };
  readonly users: {
    list(options?: FilteredListOptions<UserFilter, UserOrder>): List<User>;
    createInternal(input: CreateInternalUserInput): Promise<User>;
    updateInternal(input: UpdateInternalUserInput): Promise<User>;
    deleteInternal(id: string): Promise<void>;
    /** Erases an external user with its threads, values and sessions. */
    deleteExternal(id: string): Promise<void>;
  };
  readonly embedTenants: {
    list(options?: ListOptions): List<EmbedTenant>;
    /** Erases an embed tenant with its users, groups and attributes. @returns how many users it had */
    delete(name: string): Promise<number>;
    groups(name: string, options?: ListOptions): List<Group>;
    deleteGroup(name: string, id: string): Promise<void>;
    userAttributes(name: string, options?: ListOptions): List<UserAttribute>;
    deleteUserAttribute(name: string, id: string): Promise<void>;
  };
  readonly apiKeys: {
    list(options?: FilteredListOptions<ApiKeyFilter, ApiKeyOrder>): List<ApiKey>;
    create(input: CreateApiKeyInput): Promise<NewApiKey>;
    /** Creates a key in place of another, which works for a while longer. */
    rotate(input: RotateApiKeyInput): Promise<NewApiKey>;
    revoke(id: string): Promise<ApiKey>;
  };
  /** Tenant-wide groups. */
  readonly groups: {
    list(options?: ListOptions): List<Group>;
    create(input: CreateGroupInput): Promise<Group>;
    update(input: UpdateGroupInput): Promise<Group>;
    delete(id: string): Promise<void>;
  };
  /** Tenant-wide user attributes. */
  readonly userAttributes: {
    list(options?: ListOptions): List<UserAttribute>;
    create(input: CreateUserAttributeInput): Promise<UserAttribute>;
    update(input: UpdateUserAttributeInput): Promise<UserAttribute>;
    delete(id: string): Promise<void>;
  };
}

/** A client for a backend, with an API key. It has nothing to close. */
export function createInlay(options: InlayOptions): Inlay {
  const authorization = `Api-Key ${options.apiKey}`;
  const { request } = createTransport(options, {
    authorization: async () => authorization,
    refuse: () => false,
  });
  return {
    sessions: {
      generate: (input) => request(GenerateSessionDocument, { input }),
      async revoke(sessionId) {
        await request(RevokeSessionDocument, { input: { sessionId } });
      },
      revokeListed: async (id) => (await request(RevokeListedSessionDocument, { input: { id } })).session,
      list: (list = {}) =>
        nodesOf(list, (page) => request(SessionsDocument, { ...conditionsOf(list), ...page })),
    },
    users: {
      list: (list = {}) =>
        nodesOf(list, (page) => request(UsersDocument, { ...conditionsOf(list), ...page })),
      createInternal: async (input) => (await request(CreateInternalUserDocument, { input })).user,
      updateInternal: async (input) => (await request(UpdateInternalUserDocument, { input })).user,
      async deleteInternal(id) {
        await request(DeleteInternalUserDocument, { input: { id } });
      },
      async deleteExternal(id) {
        await request(DeleteExternalUserDocument, { input: { id } });
      },
    },
    embedTenants: {
      list: (list = {}) => nodesOf(list, (page) => request(EmbedTenantsDocument, page)),
      delete: async (name) => (await request(DeleteEmbedTenantDocument, { input: { name } })).deletedUsers,
      groups: (name, list = {}) =>
        nodesOf(list, async (page) => (await request(TenantGroupsDocument, { name, ...page })).groups),
      async deleteGroup(embedTenantName, id) {
        await request(DeleteEmbedTenantGroupDocument, { input: { embedTenantName, id } });
      },
      userAttributes: (name, list = {}) =>
        nodesOf(
          list,
          async (page) => (await request(TenantUserAttributesDocument, { name, ...page })).userAttributes,
        ),
      async deleteUserAttribute(embedTenantName, id) {
        await request(DeleteEmbedTenantUserAttributeDocument, { input: { embedTenantName, id } });
      },
    },
    apiKeys: {
      list: (list = {}) =>
        nodesOf(list, (page) => request(ApiKeysDocument, { ...conditionsOf(list), ...page })),
      create: (input) => request(CreateApiKeyDocument, { input }),
      rotate: (input) => request(RotateApiKeyDocument, { input }),
      revoke: async (id) => (await request(RevokeApiKeyDocument, { input: { id } })).apiKey,
    },
    groups: {
      list: (list = {}) => nodesOf(list, (page) => request(GroupsDocument, page)),
      create: async (input) => (await request(CreateGroupDocument, { input })).group,
      update: async (input) => (await request(UpdateGroupDocument, { input })).group,
      async delete(id) {
        await request(DeleteGroupDocument, { input: { id } });
      },
    },
    userAttributes: {
      list: (list = {}) => nodesOf(list, (page) => request(UserAttributesDocument, page)),
      create: async (input) => (await request(CreateUserAttributeDocument, { input })).userAttribute,
      update: async (input) => (await request(UpdateUserAttributeDocument, { input })).userAttribute,
      async delete(id) {
        await request(DeleteUserAttributeDocument, { input: { id } });
      },
    },
  };
}

function conditionsOf<Filter, Order>({ filter, orderBy }: FilteredListOptions<Filter, Order>) {
  return { filter: filter ?? null, orderBy: orderBy ?? null };
}
