/**
 * @generated SignedSource<<0442f4c14423d45fe10beec650e64ed4>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type ChatMessageKind = "ANSWER" | "QUESTION" | "TEXT" | "TOOL_CALL";
export type ChatStreamInput = {
  accountName?: string | null | undefined;
  activeBranchName?: string | null | undefined;
  agentId: number;
  chatId?: string | null | undefined;
  input?: string | null | undefined;
  isDefaultBranch?: boolean | null | undefined;
  messageId?: string | null | undefined;
  sessionSettings?: SessionSettingsInput | null | undefined;
};
export type SessionSettingsInput = {
  email?: string | null | undefined;
  ephemeralTtlSeconds?: number | null | undefined;
  externalId?: string | null | undefined;
  groups?: ReadonlyArray<string> | null | undefined;
  internalId?: string | null | undefined;
  isEphemeral?: boolean | null | undefined;
  roles?: ReadonlyArray<string> | null | undefined;
  securityContext?: any | null | undefined;
  timezone?: string | null | undefined;
  userAttributes?: ReadonlyArray<UserAttributeInput> | null | undefined;
};
export type UserAttributeInput = {
  name: string;
  value?: any | null | undefined;
};
export type chatAskSubscription$variables = {
  input: ChatStreamInput;
};
export type chatAskSubscription$data = {
  readonly chatStream: {
    readonly __typename: "ChatMessageFinished";
    readonly message: {
      readonly content: string;
      readonly id: string;
      readonly kind: ChatMessageKind;
    };
  } | {
    // This will never be '%other', but we need some
    // value in case none of the concrete values match.
    readonly __typename: "%other";
  } | null | undefined;
};
export type chatAskSubscription = {
  response: chatAskSubscription$data;
  variables: chatAskSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "input"
  }
],
v1 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "input",
        "variableName": "input"
      }
    ],
    "concreteType": null,
    "kind": "LinkedField",
    "name": "chatStream",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "__typename",
        "storageKey": null
      },
      {
        "kind": "InlineFragment",
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "ChatMessage",
            "kind": "LinkedField",
            "name": "message",
            "plural": false,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "id",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "kind",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "content",
                "storageKey": null
              }
            ],
            "storageKey": null
          }
        ],
        "type": "ChatMessageFinished",
        "abstractKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "chatAskSubscription",
    "selections": (v1/*:: as any*/),
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "chatAskSubscription",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "20e8c18ed3975343ddf39d7e35076af0",
    "id": null,
    "metadata": {},
    "name": "chatAskSubscription",
    "operationKind": "subscription",
    "text": "subscription chatAskSubscription(\n  $input: ChatStreamInput!\n) {\n  chatStream(input: $input) {\n    __typename\n    ... on ChatMessageFinished {\n      message {\n        id\n        kind\n        content\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "a29ea9f3637dc2d68ea7c50abefd7adf";

export default node;
