/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

/** A group to create or reuse in the embed tenant. */
export type GroupDefinitionInput = {
  /** Description of the group. It replaces the stored description if different, and never clears it. */
  description?: string | null | undefined;
  /** Name of the group. An existing group with this name is reused. */
  name: string;
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

export type MintSessionMutationVariables = Exact<{
  input: GenerateSessionInput;
}>;


export type MintSessionMutation = { generateSession: { sessionId: string } };

export type SessionsOfTenantQueryVariables = Exact<{
  name: string;
  first: number;
}>;


export type SessionsOfTenantQuery = { embedTenant: { name: string, sessions: { edges: Array<{ node: { createdAt: string, expiresAt: string, user: { identifier: string, userAttributes: Array<{ name: string, value: unknown }> } } }> } } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const MintSessionDocument = new TypedDocumentString(`
    mutation MintSession($input: GenerateSessionInput!) {
  generateSession(input: $input) {
    sessionId
  }
}
    `, {"hash":"sha256:ff22cabaab3b5c3f5b2e20d1032ffa1276ce86d89ebdb471bb5fc32a7adfb415"}) as unknown as TypedDocumentString<MintSessionMutation, MintSessionMutationVariables>;
export const SessionsOfTenantDocument = new TypedDocumentString(`
    query SessionsOfTenant($name: String!, $first: Int!) {
  embedTenant(name: $name) {
    name
    sessions(first: $first) {
      edges {
        node {
          createdAt
          expiresAt
          user {
            identifier
            userAttributes {
              name
              value
            }
          }
        }
      }
    }
  }
}
    `, {"hash":"sha256:3b4c5d3fdbfcf86b572fab31cb44f8f2bf9d595822e2e4d607f250bbab00bc78"}) as unknown as TypedDocumentString<SessionsOfTenantQuery, SessionsOfTenantQueryVariables>;