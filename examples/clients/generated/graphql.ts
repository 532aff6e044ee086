/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** For whom, and with which rights, a session is minted. */
export type GenerateSessionInput = {
  /** Resolve groups and attributes in the embed tenant's own catalogue. */
  creatorMode?: boolean | null | undefined;
  /** Number of the deployment that the session gives access to. */
  deploymentId: number;
  /** Kept with the external user. At most 320 characters. */
  email?: string | null | undefined;
  /** Embed tenant to work in: 5 to 36 characters of a-z, 0-9 and "-", first a letter, last no "-". */
  embedTenantName?: string | null | undefined;
  /** Your identifier of the user, lowercase and trimmed, at most 255 characters; the user is made when need be. Either this or `internalId`. */
  externalId?: string | null | undefined;
  /** Made or updated before memberships are set, at most 1,000. Needs creator mode and an embed tenant. */
  groupDefinitions?: Array<GroupDefinitionInput> | null | undefined;
  /** Omitted: memberships stay. A list of names, also an empty one, replaces them. At most 1,000. */
  groups?: Array<string> | null | undefined;
  /** Username of an existing internal user, whose own rights apply. */
  internalId?: string | null | undefined;
  /** Passed to access policies. At most 64 KiB as JSON, 32 levels deep. */
  securityContext?: Record<string, unknown> | null | undefined;
  /** Made or updated before values are stored, at most 1,000. Needs creator mode and an embed tenant. */
  userAttributeDefinitions?: Array<UserAttributeDefinitionInput> | null | undefined;
  /** Values to store for the user, at most 1,000. */
  userAttributes?: Array<UserAttributeInput> | null | undefined;
};

/** A group to make or reuse in the embed tenant. */
export type GroupDefinitionInput = {
  /** Replaces the stored one when it differs; never clears it. */
  description?: string | null | undefined;
  /** A group of this name is reused. */
  name: string;
};

/** A user attribute to make or reuse in the embed tenant. */
export type UserAttributeDefinitionInput = {
  /** For users without a value. A number's text for `number`, a JSON array's for the array types. */
  defaultValue?: string | null | undefined;
  /** Replaces the stored one when supplied. */
  description?: string | null | undefined;
  /** Replaces the stored one when supplied. */
  displayName?: string | null | undefined;
  /** An attribute of this name is reused. */
  name: string;
  /** Cannot be changed later. */
  type: UserAttributeType;
};

/** A value for one of the user attributes. */
export type UserAttributeInput = {
  /** Name of an existing definition. */
  name: string;
  /** Fits the type of the definition; null clears it. Texts of at most 10,000 characters, lists of at most 1,000. */
  value?: string | number | readonly string[] | readonly number[] | null | undefined;
};

/** What kind of value a user attribute holds. */
export type UserAttributeType =
  /** A number. */
  | 'number'
  /** A list of numbers. */
  | 'number_array'
  /** Text. */
  | 'string'
  /** A list of texts. */
  | 'string_array';

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